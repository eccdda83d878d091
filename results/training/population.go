package training

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/eval/tune"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/tournament/lock"
)

// Population makes players that are about equally strong but decide differently, from nothing but the rules. Candidates
// are made one after another: each learns from its own games of self-play, which begin with an evaluation that knows
// nothing, and has settings drawn by its own seed. A candidate is kept if its strength is within [MostElo] of the
// middle of all candidates, and if it agrees with no candidate kept before it on more than [MostAgreement] of the
// turns in a set of positions.
type Population struct {
	Work
	Plan PopulationPlan
	File string // file to write the players to, in Folder
}

// PopulationPlan holds the settings that decide the players. A folder belongs to one plan, except that later calls may
// ask for more players.
type PopulationPlan struct {
	Game      string   `json:"game"`
	Options   []string `json:"options"`
	Players   int      `json:"-"`
	Games     int      `json:"games"`     // games of self-play for each candidate
	Nodes     uint64   `json:"nodes"`     // nodes for a decision in self-play and, four times as many, elsewhere
	Matches   int      `json:"matches"`   // games of each candidate against the first
	Positions int      `json:"positions"` // positions in which decisions are compared
	Seed      uint64   `json:"seed"`
}

// UsualPopulation returns the plan that is usual for a population.
func UsualPopulation() PopulationPlan {
	return PopulationPlan{Players: 24, Games: 500, Nodes: 100, Matches: 100, Positions: 200, Seed: 1}
}

// Limits for the players of a population.
const (
	MostElo       = 50  // greatest distance from the middle of all candidates
	MostAgreement = .75 // greatest share of equal turns of two players
	mostTries     = 6   // candidates for each player wanted
)

// Candidate is a player that may become part of a population.
type Candidate struct {
	Number int          `json:"number"`
	Player string       `json:"player"` // without a node limit, with its weights in a file of the folder
	Match  MatchOutcome `json:"match"`  // against the first candidate; of the first candidate, without games
	Turns  []uint64     `json:"turns"`  // by position: a hash of the position after the turn that it decides
}

// elo returns the Elo difference from the first candidate. It is only a bound if all games ended alike.
func (c Candidate) elo() stats.Estimate {
	if c.Number == 1 {
		return stats.Symmetric(0, 0)
	}
	return stats.Elo(c.Match.Pairs)
}

// agreement returns the share of positions in which two candidates decide on the same turn.
func (c Candidate) agreement(other Candidate) float64 {
	same := 0
	for i, turn := range c.Turns {
		if turn == other.Turns[i] {
			same++
		}
	}
	return float64(same) / float64(max(1, len(c.Turns)))
}

// Run makes candidates until enough are kept. Candidates that the folder has are not made again. If Drain or ctx stops
// it, it returns an error for which [Interrupted] is true.
func (p *Population) Run(ctx context.Context) (made PopulationOutcome, err error) {
	p.Plan.Game, p.Plan.Options = p.Rules.Game().Name(), p.Rules.Settings().Texts()
	if strings.Contains(p.Folder, ",") {
		return made, fmt.Errorf("folder %q: name one without a comma, as players name their weights in it", p.Folder)
	}
	nothing, err := LoadWeights(zero, p.Rules)
	if err != nil {
		return made, err
	}
	text, err := weightsText(p.Rules, nothing)
	if err != nil {
		return made, err
	}
	db, err := p.open(p.Plan, text)
	if err != nil {
		return made, err
	}
	defer func() { err = db.close(err) }()
	var all []Candidate
	for number := 1; number <= mostTries*p.Plan.Players; number++ {
		c, err := once(p.path("candidate-%02d.json", number), func() (Candidate, error) {
			return p.candidate(ctx, db, number)
		})
		if err != nil {
			return made, fmt.Errorf("candidate %d: %w", number, err)
		}
		all = append(all, c)
		if kept, middle := chosen(all); number >= p.Plan.Players && len(kept) >= p.Plan.Players {
			return PopulationOutcome{p, kept[:p.Plan.Players], middle, len(all)}, nil
		}
	}
	kept, _ := chosen(all)
	return made, fmt.Errorf("only %d of %d candidates are within %d Elo of the middle and agree on at most %.0f %% of "+
		"the turns; ask for fewer players", len(kept), len(all), MostElo, 100*MostAgreement)
}

// chosen returns the candidates to keep, and the median of the strengths of all candidates.
func chosen(all []Candidate) (kept []Candidate, middle float64) {
	var known []float64
	for _, c := range all {
		if elo := c.elo(); elo.HasValue() {
			known = append(known, elo.Value)
		}
	}
	slices.Sort(known)
	middle = (known[(len(known)-1)/2] + known[len(known)/2]) / 2
	for _, c := range all {
		elo, alike := c.elo(), func(k Candidate) bool { return c.agreement(k) > MostAgreement }
		if elo.HasValue() && math.Abs(elo.Value-middle) <= MostElo && !slices.ContainsFunc(kept, alike) {
			kept = append(kept, c)
		}
	}
	return kept, middle
}

// A recipe draws the settings of a candidate.
type recipe struct{ seed uint64 }

func (r recipe) between(name string, low, high float64) float64 {
	return low + (high-low)*engine.Uniform(engine.DeriveSeed(r.seed, name))
}

// chance returns the text true or false, each in half of all recipes.
func (r recipe) chance(name string) string { return strconv.FormatBool(r.between(name, 0, 1) < .5) }

// selfPlay returns how the candidate plays the games to learn from.
func (r recipe) selfPlay() SelfPlay {
	play := UsualSelfPlay()
	play.Stray, play.OwnSetUp = r.between("stray", .1, .4), r.between("own set-up", .2, .8)
	play.MostRandom = int(r.between("random turns", 6, 14))
	return play
}

// selection returns which positions the candidate learns from.
func (r recipe) selection() Selection {
	s := UsualSelection()
	s.Lambda, s.Seed, s.Stage = r.between("lambda", .3, 1), r.seed, StageBoth
	return s
}

// player returns the text of the candidate. Two of three search by alpha-beta, the third by a tree search. None uses
// a policy that was learned elsewhere.
func (r recipe) player(number int, weights string) string {
	text := fmt.Sprintf("alphabeta:table=1,policy=false,pruning=%s,reduction=%s", r.chance("pruning"),
		r.chance("reduction"))
	if number%3 == 0 {
		text = fmt.Sprintf("mcts:memory=16,priors=ordering,cpuct=%.2f,temperature=%.2f,fpu=%.2f",
			r.between("cpuct", .5, 1.5), r.between("temperature", .2, .9), r.between("fpu", 0, .2))
	}
	return search.With(text, "weights", weights)
}

// candidate makes the candidate with a number.
func (p *Population) candidate(ctx context.Context, db *games, number int) (c Candidate, err error) {
	if err := p.learn(ctx, db, number); err != nil {
		return c, err
	}
	c = Candidate{Number: number, Player: p.recipe(number).player(number, filepath.Base(p.path(weightsFile, number)))}
	if number > 1 {
		if c.Match, err = p.match(ctx, db, number); err != nil {
			return c, err
		}
	}
	c.Turns, err = p.decide(ctx, db, number)
	return c, err
}

func (p *Population) recipe(number int) recipe {
	return recipe{engine.DeriveSeed(p.Plan.Seed, "candidate", strconv.Itoa(number))}
}

// beginnerFile is the file with the evaluation of a candidate between its two runs of self-play.
const beginnerFile = "beginner-%02d.txt"

// learn plays two runs of self-play for a candidate, the first with an evaluation that knows nothing. After each run it
// fits an evaluation to all games so far.
func (p *Population) learn(ctx context.Context, db *games, number int) error {
	var runs []string
	for part, file := range []string{p.path(beginnerFile, number), p.path(weightsFile, number)} {
		run, err := p.selfPlay(ctx, db, number, part+1)
		if err != nil {
			return err
		}
		runs = append(runs, run)
		if _, err := os.Stat(file); err == nil {
			continue // made by an earlier call; later games name the file by its hash
		}
		if err := p.fit(ctx, db, number, file, runs); err != nil {
			return err
		}
	}
	return nil
}

// selfPlay plays the first or the second run of self-play of a candidate, unless it is stored, and returns its id.
func (p *Population) selfPlay(ctx context.Context, db *games, number, part int) (run string, err error) {
	weights, r := p.path(weightsFile, 0), p.recipe(number)
	if part == 2 {
		weights = p.path(beginnerFile, number)
	}
	player := search.With(search.With("alphabeta:table=1,policy=false", "nodes", p.Plan.Nodes), "weights", weights)
	seed := engine.DeriveSeed(r.seed, "self-play", strconv.Itoa(part))
	played, err := p.play(ctx, db, fmt.Sprintf("candidate %d, self-play", number),
		r.selfPlay().Spec(p.Rules, player, p.Plan.Games/2, seed))
	return played.Run, err
}

// fit fits an evaluation to the games of runs and writes it to a file. In games that name patterns, every other
// candidate learns a network instead of weights, if there are enough positions.
func (p *Population) fit(ctx context.Context, db *games, number int, file string, runs []string) error {
	const batch = 1024 // positions
	r := p.recipe(number)
	job := Job{Rules: p.Rules, Games: Games{db.Store, runs}, Selection: r.selection(), From: zero, File: file}
	quietly := func(tune.Track) {}
	if _, none := networkLayout(p.Rules); none == nil && number%2 == 0 && len(runs) > 1 {
		fitted, err := NetworkRun{Job: job, NetworkOptions: tune.NetworkOptions{Units: 32, Epochs: 40, Batch: batch,
			Rate: .004, Decay: .03, Seed: r.seed, Workers: p.Workers}}.Fit(ctx, quietly)
		switch {
		case err == nil:
			return fitted.Write()
		case fitted.Train >= batch:
			return err
		}
	}
	start, err := LoadWeights(zero, p.Rules)
	if err != nil {
		return err
	}
	options := UsualFit()
	options.L2, options.Workers = math.Pow(10, r.between("l2", .5, 2)), p.Workers
	fitted, err := WeightsRun{Job: job, FitOptions: options, Start: start}.Fit(ctx, quietly)
	if err != nil {
		return err
	}
	return fitted.Write()
}

// match plays the match of a candidate against the first one.
func (p *Population) match(ctx context.Context, db *games, number int) (MatchOutcome, error) {
	m := match{Work: p.Work, task: fmt.Sprintf("candidate %d, match", number), turns: 2,
		players: [2]string{p.thinking(number), p.thinking(1)}, seed: engine.DeriveSeed(p.Plan.Seed, "match")}
	m.pairs = max(2, p.Plan.Matches/(1<<p.Rules.Seats()-2)) // a game for each way to seat both players

	const never = 1 // a difference so small that the test does not end the match
	return m.test(ctx, db, never)
}

// thinking returns the text of a candidate with a node limit.
func (p *Population) thinking(number int) string {
	return search.With(p.recipe(number).player(number, p.path(weightsFile, number)), "nodes", 4*p.Plan.Nodes)
}

// decide returns hashes of the positions after the turns on which a candidate decides, in positions from the second run
// of the first candidate.
func (p *Population) decide(ctx context.Context, db *games, number int) (turns []uint64, err error) {
	run, err := p.selfPlay(ctx, db, 1, 2)
	if err != nil {
		return nil, err
	}
	found := &positionSample{sameRules: sameRules{p.Rules}}
	if err := (Games{db.Store, []string{run}}).read(ctx, p.Rules.Game(), Selection{}, found); err != nil {
		return nil, err
	}
	player, err := p.NewPlayer(p.thinking(number), p.Rules)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, search.Close(player)) }()
	count := min(p.Plan.Positions, len(found.positions))
	for i := range count {
		search.Begin(ctx, player, uint64(i))
		h := engine.NewHistory(found.positions[i*len(found.positions)/count])
		turn, _, err := search.DecideTurn(ctx, player, h, search.Limits{}, nil)
		if err = cmp.Or(err, h.PlayAll(turn.Steps)); err != nil {
			return nil, err
		}
		turns = append(turns, h.Position().Hash())
	}
	return turns, nil
}

// positionSample collects the positions at the beginning of turns that a player decided.
type positionSample struct {
	sameRules
	positions []engine.Position
}

func (s *positionSample) add(game storedGame, replay *replay) error {
	return replay.each(game, func(p engine.Position, now turn) error {
		if p.StartsTurn() && now.decided {
			s.positions = append(s.positions, p.Clone())
		}
		return nil
	})
}

// PopulationOutcome is a complete population.
type PopulationOutcome struct {
	population *Population
	Players    []Candidate
	Middle     float64 // median Elo of all candidates, against the first
	Tried      int     // number of candidates
}

// Write writes the file of the population: a player in each line.
func (o PopulationOutcome) Write() error {
	plan, b := o.population.Plan, &bytes.Buffer{}
	fmt.Fprintf(b, "# %d players of %s, made from %d candidates with seed %d.\n# Their weights are in this folder.\n",
		len(o.Players), titleOf(o.population.Rules), o.Tried, plan.Seed)
	for _, c := range o.Players {
		fmt.Fprintln(b, c.Player)
	}
	return lock.Replace(o.population.File, b.Bytes())
}

// WriteText writes the strength of each player, and the agreement of all pairs.
func (o PopulationOutcome) WriteText(w io.Writer) error {
	grid, alike, most := table.New("#", "#Elo", "95 %", "player"), "", 0.
	for i, c := range o.Players {
		elo := c.elo()
		grid.Add(i+1, fmt.Sprintf("%.0f", elo.Value-o.Middle), fmt.Sprintf("± %.0f", elo.Error95), c.Player)
		alike += fmt.Sprintf("%3d", i+1)
		for _, other := range o.Players[:i] {
			most = max(most, c.agreement(other))
			alike += fmt.Sprintf(" %2.0f", 100*c.agreement(other))
		}
		alike += "\n"
	}
	return errors.Join(table.Printf(w, "%d players from %d candidates; two agree on at most %.0f %% of the turns\n"+
		"players: %s\n\n", len(o.Players), o.Tried, 100*most, o.population.File), grid.WriteText(w),
		table.Printf(w, "\nequal turns of two players, in percent:\n%s", alike))
}

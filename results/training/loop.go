package training

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/engine/parallel"
	"pillars/eval"
	"pillars/eval/tune"
	"pillars/results/keep/store"
	"pillars/results/show/progress"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/lock"
	"pillars/tournament/openings"
)

// Loop repeats generations: self-play, a training run, and a match of the new weights against the previous ones.
type Loop struct {
	Work
	Generations int // number of generations
	Plan        LoopPlan
	Start       []eval.Weight // weights of generation 0, in the order of the layout of Rules
	From        string        // name of the start weights
	File        string        // file for the last weights, written if these are better than the start weights

	// OnGeneration is called for each complete generation, including those that earlier calls of Run completed. It may
	// be nil.
	OnGeneration func(Generation)
}

// LoopPlan holds the settings that decide the weights of each generation. A folder belongs to one plan.
type LoopPlan struct {
	Player       string    `json:"player"` // text of the player without weights
	Game         string    `json:"game"`
	Games        int       `json:"games"` // games of self-play in each generation
	Options      []string  `json:"options"`
	Play         SelfPlay  `json:"play"`
	Selection    Selection `json:"selection"`
	L2           float64   `json:"l2"` // see [tune.FitOptions], also for Epochs and Patience
	Epochs       int       `json:"epochs"`
	Patience     int       `json:"patience"`
	Window       int       `json:"window"`        // number of latest generations whose games a fit uses
	Pairs        int       `json:"pairs"`         // greatest number of pairs (for 3 or more seats: openings) in a match
	OpeningTurns int       `json:"opening_turns"` // number of turns in the openings of a match
	Elo1         float64   `json:"elo1"`          // hypothesis H1 of the match, in normalized Elo; H0 is 0
	Seed         uint64    `json:"seed"`
	StartHash    string    `json:"start"` // first 16 hexadecimal digits of the hash of the weights of generation 0
}

// Generation holds the result of a generation. The folder of the loop has it as JSON.
type Generation struct {
	Number         int          `json:"number"`
	SelfPlay       string       `json:"self_play"` // id of the run of self-play in the folder's database
	Games          int          `json:"games"`     // number of games that the fit used
	Positions      int          `json:"positions"`
	Loss           float64      `json:"loss"`
	ValidationLoss float64      `json:"validation_loss"`
	Epochs         int          `json:"epochs"`
	Match          MatchOutcome `json:"match"`
	Score          float64      `json:"score"` // score of the new weights in the match
	Kept           bool         `json:"kept"`  // whether the new weights replace the weights of the generation before
}

func (l *Loop) check() error {
	switch {
	case l.Folder == "" || strings.Contains(l.Folder, ","):
		return fmt.Errorf("folder %q: name a folder without a comma, since players name their weights in it", l.Folder)
	case l.Generations < 1 || l.Generations > 999:
		return fmt.Errorf("generations %d: must be from 1 to 999", l.Generations)
	case l.Plan.Games < 1 || l.Plan.Games > tournament.MaxRounds:
		return fmt.Errorf("games %d: must be from 1 to %d", l.Plan.Games, tournament.MaxRounds)
	case l.Plan.Window < 1:
		return fmt.Errorf("window %d: must be 1 or more generations", l.Plan.Window)
	case l.Plan.Pairs < 1:
		return fmt.Errorf("pairs %d: must be 1 or more", l.Plan.Pairs)
	}
	return players.CheckMemory(l.Workers, l.Plan.Player, l.Plan.Player)
}

// claim completes l.Plan and locks the folder, see [Work.claim]. It writes the weights of generation 0 to a new folder.
func (l *Loop) claim() (io.Closer, error) {
	weights, err := weightsText(l.Rules, l.Start)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(weights)
	l.Plan.StartHash = hex.EncodeToString(sum[:8])
	l.Plan.Game, l.Plan.Options = l.Rules.Game().Name(), l.Rules.Settings().Texts()
	return l.Work.claim(l.Plan, weights)
}

// Names of the files in the folder. The number in a name is the number of the generation.
const (
	weightsFile   = "weights-%02d.txt"
	candidateFile = "candidate-%02d.txt"
	recordFile    = "generation-%02d.json"
)

// player returns the text of the player with the weights in a file.
func (l *Loop) player(weights string) string {
	return search.With(l.Plan.Player, "weights", weights)
}

// LoopOutcome is the result of a loop.
type LoopOutcome struct {
	loop        *Loop
	Weights     []eval.Weight // weights of the last generation
	Generations []Generation
	Final       *MatchOutcome // match of the last weights against the start weights; nil if no generation changed them
}

// Better reports whether the last weights did better than the start weights in the final match, see
// [MatchOutcome.better].
func (o LoopOutcome) Better() bool { return o.Final != nil && o.Final.better() }

// Run makes the generations that the folder does not have yet. If Drain or ctx stops it, it returns an error for which
// [Interrupted] is true.
func (l *Loop) Run(ctx context.Context) (outcome LoopOutcome, err error) {
	if err := l.check(); err != nil {
		return outcome, err
	}
	outcome.loop = l
	locked, err := l.claim()
	if err != nil {
		return outcome, err
	}
	defer locked.Close()
	db, err := store.Open(l.path("games.db"))
	if err != nil {
		return outcome, err
	}
	defer func() { err = db.CloseAfter(err) }()
	changed := false  // whether any generation has changed the weights
	var runs []string // ids of the runs of self-play, one for each generation so far
	for number := 1; number <= l.Generations; number++ {
		generation, err := l.generation(ctx, db, number, runs)
		if err != nil {
			return outcome, fmt.Errorf("generation %d: %w", number, err)
		}
		outcome.Generations, runs = append(outcome.Generations, generation), append(runs, generation.SelfPlay)
		changed = changed || generation.Kept
		notify(l.OnGeneration, generation)
	}
	if outcome.Weights, err = LoadWeights(l.path(weightsFile, l.Generations), l.Rules); err != nil || !changed {
		return outcome, err
	}
	final := l.Generations + 1 // number of the final match, see [Loop.match]
	outcome.Final, err = l.match(ctx, db, l.path(weightsFile, l.Generations), l.path(weightsFile, 0), final)
	return outcome, err
}

// generation returns the result of a generation. If the folder does not have the result, it makes the generation.
// earlier has the ids of the runs of self-play of all earlier generations.
func (l *Loop) generation(
	ctx context.Context, db *store.Store, number int, earlier []string,
) (generation Generation, err error) {
	if found, err := readJSON(l.path(recordFile, number), &generation); found {
		return generation, err
	}
	selfPlay, err := l.selfPlay(ctx, db, number)
	if err != nil {
		return generation, err
	}
	latest := earlier[max(0, number-l.Plan.Window):] // at most Window - 1 runs: this generation adds one
	fitted, err := l.fit(ctx, db, number, append(slices.Clone(latest), selfPlay))
	if err != nil {
		return generation, err
	}
	candidate, before := l.path(candidateFile, number), l.path(weightsFile, number-1)
	err = writeWeights(candidate, l.Rules, fitted.Weights, fmt.Sprintf(
		"Candidate of generation %d, fitted to %d positions of %s, self-play of %s.", number, fitted.Train,
		l.Rules.Game().Title(), l.Plan.Player))
	if err != nil {
		return generation, err
	}
	verdict, err := l.match(ctx, db, candidate, before, number)
	if err != nil {
		return generation, err
	}
	best := fitted.Least()
	generation = Generation{
		Number: number, SelfPlay: selfPlay, Games: fitted.Counts.Games,
		Loss: best.Train, ValidationLoss: best.Validation,
		Positions: fitted.Train + fitted.Held, Epochs: fitted.Epochs(),
		Match: *verdict, Score: verdict.Score(), Kept: verdict.better(),
	}
	return generation, l.record(generation)
}

// record writes the weights and the result of a generation to the folder. If g.Kept is set, these are the new weights;
// otherwise they are the weights of the generation before.
func (l *Loop) record(g Generation) error {
	from := l.path(weightsFile, g.Number-1)
	if g.Kept {
		from = l.path(candidateFile, g.Number)
	}
	weights, err := outside.ReadFile(from, players.MaxFile)
	if err == nil {
		err = lock.Replace(l.path(weightsFile, g.Number), weights)
	}
	text, failed := json.MarshalIndent(g, "", "  ")
	if err = errors.Join(err, failed); err != nil {
		return err
	}
	return lock.Replace(l.path(recordFile, g.Number), append(text, '\n'))
}

// selfPlay plays the games of a generation with the weights of the generation before. It returns the id of the run with
// these games.
func (l *Loop) selfPlay(ctx context.Context, db *store.Store, number int) (run string, err error) {
	seed := engine.DeriveSeed(l.Plan.Seed, "generation", strconv.Itoa(number))
	spec := l.Plan.Play.Spec(l.Rules, l.player(l.path(weightsFile, number-1)), l.Plan.Games, seed)
	return l.learnFrom(ctx, db, l.task(number, "self-play"), spec)
}

// fit fits weights to the games of the given runs. Every fit starts from the weights of generation 0, and the
// regularization pulls towards these weights. So no generation inherits chance effects of an earlier one.
func (l *Loop) fit(ctx context.Context, db *store.Store, number int, runs []string) (Fitted, error) {
	ctx, cancel := parallel.Until(ctx, l.Drain)
	defer cancel()
	plan := l.Plan
	run := WeightsRun{
		Job:   Job{Rules: l.Rules, Games: Games{db, runs, l.Remark}, Selection: plan.Selection},
		Start: l.Start,
		FitOptions: tune.FitOptions{L2: plan.L2, Epochs: plan.Epochs, Patience: plan.Patience,
			Workers: cmp.Or(l.Workers, runtime.GOMAXPROCS(0))},
	}
	return run.Fit(ctx, ShowFit(plan.Epochs, true, func(state progress.State) {
		state.Task = l.task(number, "fit")
		notify(l.Show, state)
	}))
}

// task returns the name of a part of a generation. A number above the last generation is for the final match.
func (l *Loop) task(number int, part string) string {
	if number > l.Generations {
		return "the last weights against the first"
	}
	return fmt.Sprintf("generation %d of %d, %s", number, l.Generations, part)
}

// match plays the match of generation number: the player with weights from the file weights, against the player with
// weights from the file others. A number above the last generation means the final match, of the last weights against
// the start weights.
func (l *Loop) match(ctx context.Context, db *store.Store, weights, others string, number int) (*MatchOutcome, error) {
	name := strconv.Itoa(number)
	if number > l.Generations {
		name = "final"
	}
	players := [2]string{l.player(weights), l.player(others)}
	match := match{Work: l.Work, task: l.task(number, "match"), players: players, pairs: l.Plan.Pairs,
		openings: openings.Source{Turns: l.Plan.OpeningTurns},
		seed:     engine.DeriveSeed(l.Plan.Seed, "match", name)}
	return match.test(ctx, db, l.Plan.Elo1)
}

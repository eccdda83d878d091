package measurement

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"pillars/engine"
	"pillars/engine/outside"
	"pillars/results/estimate/population"
	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
	"pillars/results/keep/catalog"
	"pillars/results/keep/session"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/search/proof/prover"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// Begins says how the games of a population begin.
type Begins string

const (
	AtStart      Begins = "start"    // at the start of the game
	AtOpenings   Begins = "openings" // from random openings, the same for all players
	AtFirstTurns Begins = "turns"    // after each first turn, up to symmetry
)

// PopulationPlan says which games the players of a population play, each against itself.
type PopulationPlan struct {
	Variant
	Players []string // full texts of the players, without node limits
	HeldOut int      // number of the last players that are left out of all estimates, to check them
	Nodes   []uint64 // node limits, the lowest first
	Begins  []Begins
	Games   int // games of each player at each node limit and for each way to begin; after first turns, as they need
	Seed    uint64
}

// ReadPlayers reads the players of a population from a file: a player in each line, except lines that begin with #.
// Paths of weights are relative to the folder of the file. Errors name the file and the line.
func ReadPlayers(path string) (players []string, err error) {
	const largest = 1 << 20
	data, err := outside.ReadFile(path, largest)
	if err != nil {
		return nil, fmt.Errorf("%w; pillars tune population makes such a file", err)
	}
	lines := bufio.NewScanner(strings.NewReader(string(data)))
	for number := 1; lines.Scan(); number++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		spec, err := search.ParseSpec(text)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s, line %d: %w", path, number, err)
		case spec.Program():
			return nil, fmt.Errorf("%s, line %d: a player that is a program; name only built-in players", path, number)
		case spec.Limits != search.Limits{}:
			return nil, fmt.Errorf("%s, line %d: %s has a limit of its own; leave it out and give --nodes", path, number,
				text)
		}
		if weights := spec.Weights; weights != "" && strings.HasSuffix(weights, ".txt") && !filepath.IsAbs(weights) {
			text = search.With(spec.Without("weights"), "weights", filepath.Join(filepath.Dir(path), weights))
		}
		players = append(players, text)
	}
	if len(players) < 2 && err == nil {
		err = fmt.Errorf("%s: %s; a population needs two or more, one in each line", path,
			tournament.Counted(len(players), "player"))
	}
	return players, cmp.Or(err, lines.Err())
}

// Check returns an error that names the flag of a value out of range.
func (p *PopulationPlan) Check() error {
	known := []Begins{AtStart, AtOpenings, AtFirstTurns}
	switch {
	case p.HeldOut < 0 || p.HeldOut > len(p.Players)-2:
		return fmt.Errorf("--held-out %d: must be from 0 to %d, to leave two of the players for the estimate", p.HeldOut,
			len(p.Players)-2)
	case len(p.Nodes) == 0 || slices.Min(p.Nodes) == 0:
		return errors.New("--nodes: give one or more positive numbers")
	case p.Games < 1:
		return fmt.Errorf("--each %d: must be 1 or more", p.Games)
	}
	for _, b := range p.Begins {
		if !slices.Contains(known, b) {
			return fmt.Errorf("--begin %s: known are %v", b, known)
		}
	}
	return nil
}

// Cell holds what the games at one node limit that begin in one way show.
type Cell struct {
	Nodes     uint64
	Begins    Begins
	Runs      []string
	Games     int         // of the players of the estimate, as everything below
	Openings  int         // different openings, unless games begin at the start
	SetUps    int         // from the start: different set-ups or, in games without a set-up, first turns
	Effective float64     // their effective number 1/sum(q^2), where q is the share of games with one of them
	Turns     float64     // mean length of a game
	Figures   []Figure    // such as the first seat's score
	After     []TurnScore // by first turn, in cells that begin with them

	// Where positions can be proven: the value of the start for the first player, the number of turns of all games in
	// positions that the player to act wins, and the share of these that keep the win.
	Proven string
	Won    int
	Kept   float64

	rounds  int                              // openings of each player
	names   []string                         // full names of the players, in the order of the plan
	played  map[string]map[int][]rounds.Game // by player and opening
	records []tournament.Game
}

// TurnScore is the first seat's score after a first turn.
type TurnScore struct {
	Turn string
	population.Estimate
}

// Figure is a mean score or share over the games of a cell.
type Figure struct {
	Name string // such as "first seat"
	population.Estimate
	Sample population.Sample // the players of the estimate, then those held out

	// What the players that were held out say about the estimate.
	Held      int     // number of players held out
	Inside    int     // held-out players in the range predicted for a further player, at population.RangeLevel
	MeanHolds bool    // whether their mean is in the interval predicted for it, at population.Level
	Halves    float64 // share of random halves whose prediction holds the mean of the other half
}

// PopulationMeasurement is what the games of a population show.
type PopulationMeasurement struct {
	Plan  PopulationPlan
	Cells []Cell
	All   bool // whether WriteText writes the table of all figures
}

// Play lets the host play the games. If the host plays only a shard, the measurement has no cells.
//
// Each player has its own random openings, since many openings are needed for a precise mean. First turns, and openings
// on boards that have few, are the same for all players.
func (p PopulationPlan) Play(ctx context.Context, host Host) (m *PopulationMeasurement, faults int, err error) {
	m = &PopulationMeasurement{Plan: p}
	for _, nodes := range p.Nodes {
		for _, begins := range p.Begins {
			source, err := p.source(begins)
			if err != nil {
				return nil, faults, err
			}
			if begins != AtStart && source.Kind == openings.None {
				continue // no game can begin in this way
			}
			c := &Cell{Nodes: nodes, Begins: begins, played: map[string]map[int][]rounds.Game{}}
			for _, players := range p.groups(source) {
				part, err := p.part(c, source, players)
				if err != nil {
					return nil, faults, err
				}
				n, err := host.Play(ctx, part)
				if faults += n; err != nil {
					return nil, faults, err
				}
			}
			if len(c.Runs) > 0 {
				if err := c.finish(ctx, p, source); err != nil {
					return nil, faults, err
				}
				m.Cells = append(m.Cells, *c)
			}
		}
	}
	return m, faults, nil
}

// source returns the openings of games that begin in a certain way. The kind is [openings.None] if there are none.
func (p PopulationPlan) source(begins Begins) (source openings.Source, err error) {
	const longestOpening = 4 // in turns
	none := openings.Source{Kind: openings.None}
	switch begins {
	case AtOpenings:
		source, _ = beginnings(p.Rules, p.Seed, p.Games, longestOpening)
		switch {
		case source.Turns == 0:
			return none, nil
		case source.Kind != openings.All:
			return OpeningsOf(p.Rules, source.Turns)
		}
		return source, nil
	case AtFirstTurns:
		turns, err := list(p.Rules, p.Seed)
		if err != nil || len(turns.All) == 0 {
			return none, err
		}
		source = openings.Source{Kind: openings.FromBook, Book: "first turns"}
		for _, turn := range turns.All {
			source.Lines = append(source.Lines, turn.Turn)
		}
		return source, nil
	}
	return none, nil
}

// shared reports whether all players play the same openings, which are all that there are.
func shared(source openings.Source) bool {
	return source.Kind == openings.All || source.Kind == openings.FromBook
}

// groups returns the players of each run: all together, or one by one if each has its own openings.
func (p PopulationPlan) groups(source openings.Source) (groups [][]string) {
	if source.Kind == openings.None || shared(source) {
		return [][]string{p.Players}
	}
	for i := range p.Players {
		groups = append(groups, p.Players[i:i+1])
	}
	return groups
}

// part returns the part with the games of some players of a cell. A player's seed does not depend on the node limit, so
// that it has the same openings at every limit.
func (p PopulationPlan) part(c *Cell, source openings.Source, players []string) (*Part, error) {
	seed := p.Seed
	if len(players) == 1 {
		seed = engine.DeriveSeed(seed, "player", strconv.Itoa(slices.Index(p.Players, players[0])))
	}
	what, err := SelfPlay(p.Variant, players, c.Nodes, source, p.Games, seed)
	if err != nil {
		return nil, err
	}
	if source.Kind == openings.FromBook {
		what.Spec.Rounds = source.InBook()
	}
	part := &Part{Title: fmt.Sprintf("%d nodes, %s", c.Nodes, c.Begins.words()), Spec: what.Spec, Game: p.Rules.Game(),
		fixed: true}
	part.take = func(ctx context.Context, s *session.Session) error {
		c.Runs, c.rounds = append(c.Runs, s.Run.ID), max(c.rounds, s.Plan.Spec.Rounds)
		c.names = append(c.names, s.Spec.Players...)
		games, err := catalog.Games(ctx, s.Store, s.Run.ID, s.Plan)
		for _, played := range games {
			if !played.Faulted() {
				err = cmp.Or(err, c.add(p.Rules.Game(), played))
			}
		}
		return err
	}
	return part, nil
}

// A fact is a number about a game, from 0 to 1; NaN if the game has none.
type fact struct {
	name   string
	number func(rounds.Game) float64
}

// facts returns the figures of a game with the given number of seats.
func facts(seats int) (all []fact) {
	shown := seats
	if seats == 2 {
		shown = 1 // one score determines the other
	}
	for seat := range shown {
		name := "first seat"
		if seat > 0 {
			name = fmt.Sprintf("seat %d", seat+1)
		}
		all = append(all, fact{name, func(g rounds.Game) float64 { return g.Outcome.Scores[seat] }})
	}
	role := func(has bool, g rounds.Game, seat engine.Seat) float64 {
		if !has {
			return math.NaN()
		}
		return g.Outcome.Score(seat)
	}
	return append(all,
		fact{"opener", func(g rounds.Game) float64 { return role(g.Moves.SetUp, g, g.Moves.Opener) }},
		fact{"chooser", func(g rounds.Game) float64 { return role(g.Moves.Chosen, g, g.Moves.Chooser) }},
		fact{"drawn", func(g rounds.Game) float64 { return rounds.Indicator(g.Level()) }})
}

// add adds a game to those that were played.
func (c *Cell) add(of engine.Game, played tournament.Game) (err error) {
	game := rounds.GameOf(played.Result)
	if game.Moves, err = rounds.MovesOf(of, played); err != nil {
		return fmt.Errorf("game %s: %w", played.Identity, err)
	}
	player := played.Players[0]
	if c.played[player] == nil {
		c.played[player] = map[int][]rounds.Game{}
	}
	c.played[player][played.Opening] = append(c.played[player][played.Opening], game)
	c.records = append(c.records, played)
	return nil
}

// finish computes the figures of the games that were played.
func (c *Cell) finish(ctx context.Context, p PopulationPlan, source openings.Source) error {
	setUps, openers := map[string]int{}, map[engine.Seat]bool{}
	used := c.names[:len(c.names)-p.HeldOut]
	for _, played := range c.records {
		if slices.Contains(used, played.Players[0]) {
			c.Games, c.Turns = c.Games+1, c.Turns+float64(played.Turns)
			setUps[setUpOf(p.Rules.Game(), played)]++
		}
	}
	for _, name := range used {
		for _, round := range c.played[name] {
			for _, game := range round {
				openers[game.Moves.Opener] = openers[game.Moves.Opener] || game.Moves.SetUp
			}
		}
	}
	c.Turns /= float64(max(1, c.Games))
	design := population.Own
	switch {
	case shared(source):
		design, c.Openings = population.Every, c.rounds
	case c.Begins != AtStart:
		c.Openings = c.rounds * len(used)
	default:
		c.SetUps, c.Effective = len(setUps), effective(setUps)
	}
	for _, f := range facts(p.Rules.Seats()) {
		if f.name == "opener" && (!openers[0] || !openers[1]) {
			continue // one seat always opens, so its score says the same
		}
		if figure, ok := c.figure(f, design, p.HeldOut); ok {
			c.Figures = append(c.Figures, figure)
		}
	}
	if c.Begins == AtFirstTurns {
		c.After = afterTurns(source.Lines, c.Figures[0])
	}
	if c.Begins != AtStart {
		return nil
	}
	return c.prove(ctx, p.Rules)
}

// setUpOf returns a text of the board after the set-up of a game or, without a set-up, of the first turn.
func setUpOf(game engine.Game, played tournament.Game) string {
	p, err := game.Read(played.Record.Start, played.Record.Settings)
	if err != nil {
		return ""
	}
	setUp := p.InOpening()
	for i, text := range played.Record.Turns {
		if setUp && !p.InOpening() || !setUp && i == 1 || p.Over() {
			break
		}
		steps, err := engine.ParseTurn(p, text)
		if err != nil {
			break
		}
		p = engine.After(p, steps)
	}
	return fmt.Sprint(engine.CanonicalHash(p))
}

// effective returns the effective number of different things, given how often each occurs.
func effective(counts map[string]int) float64 {
	all, squares := 0., 0.
	for _, n := range counts {
		all, squares = all+float64(n), squares+float64(n)*float64(n)
	}
	if squares == 0 {
		return 0
	}
	return all * all / squares
}

// figure returns the figure of a fact. ok is false if no game has the fact.
func (c *Cell) figure(f fact, design population.Design, heldOut int) (figure Figure, ok bool) {
	sample := population.Sample{Design: design}
	for _, name := range c.names {
		row := make([]float64, c.rounds)
		for o := range row {
			row[o] = math.NaN()
			var numbers []float64
			for _, g := range c.played[name][o+1] {
				if x := f.number(g); !math.IsNaN(x) {
					numbers = append(numbers, x)
				}
			}
			if numbers != nil {
				row[o], ok = stat.Mean(numbers, nil), true
			}
		}
		sample.Scores = append(sample.Scores, row)
	}
	figure = Figure{Name: f.name, Sample: sample}
	used := sample.Of(numbers(0, len(c.names)-heldOut)...)
	figure.Estimate = used.Estimate()
	figure.check(used, sample.Of(numbers(len(c.names)-heldOut, len(c.names))...))
	return figure, ok
}

// numbers returns the whole numbers from low to below high.
func numbers(low, high int) (all []int) {
	for i := low; i < high; i++ {
		all = append(all, i)
	}
	return all
}

// check compares the estimate with the players held out, and random halves of the players with the other halves.
func (f *Figure) check(used, held population.Sample) {
	one, means := used.Further(1, population.RangeLevel), held.Means()
	for _, mean := range means {
		if one.Holds(mean) {
			f.Inside++
		}
	}
	f.Held = len(means)
	if f.Held > 0 {
		f.MeanHolds = used.Further(f.Held, population.Level).Holds(stat.Mean(means, nil))
	}
	const times = 200
	random, n := rand.New(engine.NewRandom(1)), len(used.Scores)
	for range times {
		order := random.Perm(n)
		half, other := used.Of(order[:n/2]...), used.Of(order[n/2:]...).Means()
		if len(other) > 0 && half.Further(len(other), population.Level).Holds(stat.Mean(other, nil)) {
			f.Halves += 1. / times
		}
	}
}

// afterTurns returns the scores after first turns, the most even first. Opening i of the figure begins with turn i.
func afterTurns(turns []string, first Figure) (all []TurnScore) {
	used := first.Sample.Of(numbers(0, len(first.Sample.Scores)-first.Held)...)
	for i, turn := range turns {
		one := population.Sample{}
		for _, row := range used.Scores {
			one.Scores = append(one.Scores, row[i:i+1])
		}
		all = append(all, TurnScore{turn, one.Estimate()})
	}
	slices.SortStableFunc(all, func(a, b TurnScore) int {
		return cmp.Compare(math.Abs(a.Mean.Value-.5), math.Abs(b.Mean.Value-.5))
	})
	return all
}

// prove sets Proven, Won and Kept, in games and on boards that package prover takes.
func (c *Cell) prove(ctx context.Context, rules engine.Rules) error {
	const most, memory = 24, 64 << 20 // squares of the board, bytes
	board := rules.Start().Diagram()
	if prover.Takes(rules) != nil || board.Files*board.Ranks > most {
		return nil
	}
	proofs, err := prover.New(rules, prover.Options{Memory: memory, Threads: 1})
	if err != nil {
		return err
	}
	wins := func(p engine.Position, seat engine.Seat) (bool, error) {
		if p.Over() {
			return p.Outcome().Score(seat) == 1, nil
		}
		toAct, err := proofs.Wins(ctx, p)
		return toAct == (p.Seat() == seat), err
	}
	first, err := wins(rules.Start(), 0)
	if err != nil {
		return err
	}
	c.Proven = map[bool]string{true: "win", false: "loss"}[first]
	kept := 0.
	for _, game := range c.records {
		h, err := game.Record.Replay(rules.Game())
		if err != nil {
			return err
		}
		positions := catalog.PositionsAfterTurns(h)
		for i, before := range positions[:len(positions)-1] {
			won, err := wins(before, before.Seat())
			if err != nil {
				return err
			}
			if !won {
				continue
			}
			still, err := wins(positions[i+1], before.Seat())
			if err != nil {
				return err
			}
			c.Won, kept = c.Won+1, kept+rounds.Indicator(still)
		}
	}
	c.Kept = kept / float64(max(1, c.Won))
	return nil
}

// Trends returns the change of each figure with strength, for each way to begin: the slope for a factor of four in
// nodes, which needs three node limits, and the difference between the highest and the lowest limit, which says only
// how these two differ.
func (m *PopulationMeasurement) Trends() (all []PopulationTrend) {
	for _, begins := range m.Plan.Begins {
		var cells []Cell
		for _, c := range m.Cells {
			if c.Begins == begins {
				cells = append(cells, c)
			}
		}
		if len(cells) < 2 {
			continue
		}
		for i, f := range cells[0].Figures {
			var rungs []population.Rung
			for _, c := range cells {
				if i < len(c.Figures) && c.Figures[i].Name == f.Name {
					x := math.Log(float64(c.Nodes)/float64(cells[0].Nodes)) / math.Log(4)
					rungs = append(rungs, population.Rung{X: x, Mean: c.Figures[i].Mean})
				}
			}
			if len(rungs) < len(cells) {
				continue
			}
			last := cells[len(cells)-1].Figures[i]
			used := numbers(0, len(f.Sample.Scores)-f.Held)
			all = append(all, PopulationTrend{begins, f.Name, population.Trend(rungs),
				population.Difference(last.Sample.Of(used...), f.Sample.Of(used...))})
		}
	}
	return all
}

// PopulationTrend is the change of a figure with strength.
type PopulationTrend struct {
	Begins     Begins
	Name       string
	Slope      stats.Estimate // for a factor of four in nodes; absent with fewer than three node limits
	Difference stats.Estimate // highest node limit less lowest
}

// Records returns the plan, then a record for each figure, each first turn and each trend.
func (m *PopulationMeasurement) Records() (all []any) {
	for _, row := range m.table().Records() {
		all = append(all, row)
	}
	for _, c := range m.Cells {
		for _, t := range c.After {
			all = append(all, table.Object("type", "first-turn", "nodes", c.Nodes, "turn", t.Turn, "score", t.Mean,
				"spread", t.PlayerSpread))
		}
	}
	for _, t := range m.Trends() {
		all = append(all, table.Object("type", "trend", "begins", t.Begins, "figure", t.Name,
			"per_factor_of_four", t.Slope, "highest_less_lowest", t.Difference))
	}
	return all
}

// WriteCSV writes a line for each figure.
func (m *PopulationMeasurement) WriteCSV(w io.Writer) error { return m.table().WriteCSV(w) }

// A populationRow is a figure of a cell.
type populationRow struct {
	Cell
	Figure
}

// table returns a row for each figure of each cell.
func (m *PopulationMeasurement) table() table.Table[populationRow] {
	type row = populationRow
	share := func(key string, of func(row) float64) table.Column[row] {
		return table.Column[row]{Key: key, Digits: 4, Value: func(r row) any { return of(r) }}
	}
	limit := func(key string, of func(row) stats.Estimate, pick func(value, low, high *float64) *float64) table.Column[row] {
		return table.Column[row]{Key: key, Digits: 4, Value: func(r row) any { return pick(of(r).Numbers()) }}
	}
	mean, reach := func(r row) stats.Estimate { return r.Mean }, func(r row) stats.Estimate { return r.Range }
	value := func(value, _, _ *float64) *float64 { return value }
	low, high := func(_, low, _ *float64) *float64 { return low }, func(_, _, high *float64) *float64 { return high }
	fixed := func(key string, of func(row) any) table.Column[row] { return table.Column[row]{Key: key, Value: of} }
	t := table.Table[row]{Columns: []table.Column[row]{
		fixed("type", func(row) any { return "population" }),
		fixed("game", func(row) any { return m.Plan.Rules.Game().Name() }),
		fixed("options", func(row) any { return m.Plan.Options.String() }),
		fixed("begins", func(r row) any { return string(r.Begins) }), fixed("nodes", func(r row) any { return r.Nodes }),
		fixed("figure", func(r row) any { return r.Name }),
		limit("mean", mean, value), limit("low", mean, low), limit("high", mean, high),
		limit("new_low", reach, low), limit("new_high", reach, high),
		share("player_spread", func(r row) float64 { return r.PlayerSpread }),
		share("opening_spread", func(r row) float64 { return r.OpeningSpread }),
		share("rest", func(r row) float64 { return r.Rest }), fixed("players", func(r row) any { return r.Players }),
		fixed("games", func(r row) any { return r.Games }), fixed("openings", func(r row) any { return r.Cell.Openings }),
		fixed("set_ups", func(r row) any { return r.SetUps }), share("effective", func(r row) float64 { return r.Effective }),
		share("turns", func(r row) float64 { return r.Turns }), fixed("held_out", func(r row) any { return r.Held }),
		fixed("inside", func(r row) any { return r.Inside }), fixed("mean_holds", func(r row) any { return r.MeanHolds }),
		share("halves", func(r row) float64 { return r.Halves }), fixed("proven", func(r row) any { return r.Proven }),
		share("kept", func(r row) float64 { return r.Kept }), fixed("won_turns", func(r row) any { return r.Won }),
		fixed("run", func(r row) any { return r.Runs[0] }),
	}}
	for _, c := range m.Cells {
		for _, f := range c.Figures {
			t.Rows = append(t.Rows, row{c, f})
		}
	}
	return t
}

// percent returns an estimate of a score as a text for people: the mean with its interval, and the range of new
// players.
func (f Figure) percent() string {
	text := f.Mean.Percent(1)
	if low, high := f.Range.Limits(); f.Range.Kind != stats.Absent {
		text += fmt.Sprintf("; 9 of 10 new players score %.0f to %.0f %%", 100*low, 100*high)
	}
	return text
}

// WriteText writes a line for each figure of the highest node limit, what the players held out say, and the trends.
func (m *PopulationMeasurement) WriteText(w io.Writer) error {
	if len(m.Cells) == 0 {
		return table.Printf(w, "no game can begin in this way\n")
	}
	top := slices.Max(m.Plan.Nodes)
	held, inside, means, holds := 0, 0, 0, 0
	for _, c := range m.Cells {
		for _, f := range c.Figures {
			if c.Nodes == top && f.Name != "drawn" {
				table.Printf(w, "%s, %s, %d nodes: %s\n", table.Capital(f.Name), c.Begins.words(), c.Nodes, f.percent())
			}
			if f.Held > 0 {
				held, inside, means = held+f.Held, inside+f.Inside, means+1
				holds += int(rounds.Indicator(f.MeanHolds))
			}
		}
	}
	table.Printf(w, "Intervals are at 95 %% and hold for the mean of all players that are made in the same way, not only "+
		"for these %d.\n\n", len(m.Plan.Players)-m.Plan.HeldOut)
	for _, c := range m.Cells {
		table.Printf(w, "%s\n", c.sentence())
	}
	if held > 0 {
		table.Printf(w, "Players held out: %d of %d scores are in the range where 90 %% should be, %d of %d means in their "+
			"95 %% interval.\n", inside, held, holds, means)
	}
	for _, t := range m.Trends() {
		table.Printf(w, "%s\n", t.sentence(m.Plan.Nodes))
	}
	if m.All {
		return m.table().WriteCSV(w)
	}
	return nil
}

// words returns how games begin, in words.
func (b Begins) words() string {
	return map[Begins]string{AtStart: "from the start", AtOpenings: "from openings",
		AtFirstTurns: "after each first turn"}[b]
}

// sentence says how many games the cell has, how long and how different they are, and what is proven.
func (c Cell) sentence() string {
	text := fmt.Sprintf("%s, %d nodes: %s", table.Capital(c.Begins.words()), c.Nodes, tournament.Counted(c.Games, "game"))
	if c.Begins == AtStart {
		text += fmt.Sprintf(" with %d different set-ups or first turns (effective number %.1f)", c.SetUps, c.Effective)
	} else {
		text += " from " + tournament.Counted(c.Openings, "opening")
	}
	for _, f := range c.Figures {
		if f.Name == "drawn" {
			text += fmt.Sprintf(", %s drawn", stats.Percent(f.Mean.Value, 1))
		}
	}
	text += fmt.Sprintf(", %.1f turns on average.", c.Turns)
	if c.Proven != "" {
		text += fmt.Sprintf(" Proven: a %s for the first player; %s of %d turns keep a proven win.", c.Proven,
			stats.Percent(c.Kept, 1), c.Won)
	}
	if len(c.After) > 0 {
		text += " Most even:"
		for _, t := range c.After[:min(3, len(c.After))] {
			text += fmt.Sprintf(" %s %s,", t.Turn, t.Mean.Percent(0))
		}
		text = strings.TrimSuffix(text, ",") + "."
	}
	return text
}

// sentence says how the figure changes with strength.
func (t PopulationTrend) sentence(nodes []uint64) string {
	text := fmt.Sprintf("%s, %s: %s points from %d to %d nodes", table.Capital(t.Name), t.Begins.words(),
		t.Difference.Scaled(100).Text(1), slices.Min(nodes), slices.Max(nodes))
	switch {
	case t.Slope.Kind == stats.Absent:
		return text + "; two strengths show no trend."
	case t.Slope.Holds(0):
		return text + fmt.Sprintf("; no trend is shown against the spread of the node limits (%s for each factor of four).",
			t.Slope.Scaled(100).Text(1))
	}
	return text + fmt.Sprintf("; a trend of %s points for each factor of four.", t.Slope.Scaled(100).Text(1))
}

package measurement

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
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
	AtOpenings   Begins = "openings" // from random openings, other ones for each player
	AtFirstTurns Begins = "turns"    // after each first turn, up to symmetry
)

// Population says which games the players of a population play, each against itself, from the start and from openings.
// In games without a set-up, they also play after each first turn, at the highest node limit.
type Population struct {
	Variant
	Players []string // texts of the players, without node limits
	HeldOut int      // number of the last players that are left out of all estimates, to check them
	Nodes   []uint64 // node limits, the lowest first
	Games   int      // games of all players, without those after first turns
	Seed    uint64
}

// ReadPlayers reads the players of a population from a file: one in each line, except lines that begin with #. Paths of
// weights are relative to the folder of the file.
func ReadPlayers(path string) (players []string, err error) {
	data, err := outside.ReadFile(path, 1<<20)
	if err != nil {
		return nil, fmt.Errorf("%w; pillars tune population makes such a file", err)
	}
	for i, text := range strings.Split(string(data), "\n") {
		if text = strings.TrimSpace(text); text == "" || text[0] == '#' {
			continue
		}
		spec, err := search.ParseSpec(text)
		switch {
		case err == nil && spec.Program():
			err = errors.New("a player that is a program; name players of this program")
		case err == nil && spec.Limits != search.Limits{}:
			err = fmt.Errorf("%s has a limit of its own; leave it out and give --nodes", text)
		}
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, i+1, err)
		}
		if file := spec.Weights; strings.HasSuffix(file, ".txt") && !filepath.IsAbs(file) {
			text = search.With(spec.Without("weights"), "weights", filepath.Join(filepath.Dir(path), file))
		}
		players = append(players, text)
	}
	if len(players) < 2 {
		return nil, fmt.Errorf("%s: %s; write two or more, one in each line", path,
			tournament.Counted(len(players), "player"))
	}
	return players, nil
}

// each returns the number of games of each player at each node limit, from the start and again from openings.
func (p *Population) each() int { return p.Games / (2 * len(p.Nodes) * len(p.Players)) }

// Check returns an error that names the flag of a value out of range.
func (p *Population) Check() error {
	switch {
	case len(p.Nodes) == 0 || slices.Min(p.Nodes) == 0:
		return errors.New("--nodes: give one or more positive numbers")
	case p.each() < 2:
		return fmt.Errorf("--games %d: give at least %d, two for each of the %s, %s and ways to begin", p.Games,
			4*len(p.Nodes)*len(p.Players), tournament.Counted(len(p.Players), "player"),
			tournament.Counted(len(p.Nodes), "node limit"))
	}
	return nil
}

// PopulationMeasurement is what the games of a population show.
type PopulationMeasurement struct {
	Plan  Population
	Cells []*Cell
}

// Cell holds what the games at one node limit that begin in one way show.
type Cell struct {
	Nodes     uint64
	Begins    Begins
	Run       string   // the first of the runs
	Games     int      // games of the players of the estimate
	Openings  int      // different openings, unless games begin at the start
	SetUps    int      // from the start: different set-ups or, in games without a set-up, first turns
	Effective float64  // their effective number 1/sum(q^2), where q is the share of games with one of them
	Turns     float64  // mean length of a game
	Figures   []Figure // such as the first seat's score

	// Where positions can be proven: the value of the start for the first player, the number of turns in positions that
	// the player to act wins, and the share of these turns that keep the win.
	Proven string
	Won    int
	Kept   float64

	names  []string // full names of the players, in the order of the plan
	rounds int      // openings of each player
	played []tournament.Game
}

// Figure is a mean score or share over the games of a cell.
type Figure struct {
	Name string // such as "first seat"
	population.Estimate
	Used, Held population.Sample // the players of the estimate, and the players held out
	Inside     int               // held-out players in the range predicted for them, at [population.RangeLevel]
}

// Play lets the host play the games. If the host plays only a shard, the measurement has no cells.
//
// Each player has its own random openings, since many openings make the mean precise. First turns, and openings on
// boards that have few, are the same for all players.
func (p Population) Play(ctx context.Context, host Host) (m *PopulationMeasurement, faults int, err error) {
	m = &PopulationMeasurement{Plan: p}
	for _, nodes := range p.Nodes {
		for _, begins := range []Begins{AtStart, AtOpenings, AtFirstTurns} {
			if begins == AtFirstTurns && (nodes < slices.Max(p.Nodes) || p.Rules.Start().InOpening()) {
				continue
			}
			source, err := p.source(begins)
			if err != nil {
				return nil, faults, err
			}
			if begins != AtStart && source.Kind == openings.None {
				continue // no game can begin in this way
			}
			groups := [][]string{p.Players}
			if begins == AtOpenings && source.Kind != openings.All {
				groups = slices.Collect(slices.Chunk(p.Players, 1))
			}
			c := &Cell{Nodes: nodes, Begins: begins}
			for number, players := range groups {
				part, err := p.part(c, source, players, number)
				if err != nil {
					return nil, faults, err
				}
				n, err := host.Play(ctx, part)
				if faults += n; err != nil {
					return nil, faults, err
				}
			}
			if c.Run == "" {
				continue
			}
			if err := c.finish(ctx, p, source); err != nil {
				return nil, faults, err
			}
			m.Cells = append(m.Cells, c)
		}
	}
	return m, faults, nil
}

// source returns the openings of games that begin in a certain way. Their kind is [openings.None] if there are none.
func (p Population) source(begins Begins) (source openings.Source, err error) {
	const longestOpening = 4 // in turns
	source = openings.Source{Kind: openings.None}
	switch begins {
	case AtOpenings:
		random, _ := beginnings(p.Rules, p.Seed, p.each(), longestOpening)
		if random.Turns > 0 && random.Kind != openings.All {
			return OpeningsOf(p.Rules, random.Turns)
		}
		if random.Turns > 0 {
			source = random
		}
	case AtFirstTurns:
		turns, err := list(p.Rules, p.Seed)
		for _, turn := range turns.All {
			source.Kind, source.Book, source.Lines = openings.FromBook, "first turns", append(source.Lines, turn.Turn)
		}
		return source, err
	}
	return source, nil
}

// part returns the part with the games of some players of a cell. The openings of a player do not depend on the node
// limit.
func (p Population) part(c *Cell, source openings.Source, players []string, number int) (*Part, error) {
	what, err := SelfPlay(p.Variant, players, c.Nodes, source, p.each(),
		engine.DeriveSeed(p.Seed, "group", strconv.Itoa(number)))
	if source.Kind == openings.FromBook {
		what.Spec.Rounds = source.InBook()
	}
	part := &Part{Title: fmt.Sprintf("%d nodes, %s", c.Nodes, c.Begins.words()), Spec: what.Spec, Game: p.Rules.Game(),
		fixed: true}
	part.take = func(ctx context.Context, s *session.Session) error {
		c.Run, c.rounds = cmp.Or(c.Run, s.Run.ID), max(c.rounds, s.Plan.Spec.Rounds)
		c.names = append(c.names, s.Spec.Players...)
		games, err := catalog.Games(ctx, s.Store, s.Run.ID, s.Plan)
		c.played = append(c.played, slices.DeleteFunc(games, func(g tournament.Game) bool { return g.Faulted() })...)
		return err
	}
	return part, err
}

// A fact is a number about a game, from 0 to 1; NaN if the game has none.
type fact struct {
	name   string
	number func(rounds.Game) float64
}

// facts returns the facts about a game with the given number of seats. Of two seats, one score determines the other.
func facts(seats int) (all []fact) {
	for seat := range seats {
		if seat == 1 && seats == 2 {
			break
		}
		name := "first seat"
		if seat > 0 {
			name = fmt.Sprintf("seat %d", seat+1)
		}
		all = append(all, fact{name, func(g rounds.Game) float64 { return g.Outcome.Scores[seat] }})
	}
	scoreOf := func(seat engine.Seat, has bool, g rounds.Game) float64 {
		if !has {
			return math.NaN()
		}
		return g.Outcome.Score(seat)
	}
	return append(all,
		fact{"opener", func(g rounds.Game) float64 { return scoreOf(g.Moves.Opener, g.Moves.SetUp, g) }},
		fact{"chooser", func(g rounds.Game) float64 { return scoreOf(g.Moves.Chooser, g.Moves.Chosen, g) }},
		fact{"drawn", func(g rounds.Game) float64 { return rounds.Indicator(g.Level()) }})
}

// finish computes the figures from the games that were played.
func (c *Cell) finish(ctx context.Context, p Population, source openings.Source) error {
	setUps, openers := map[string]int{}, map[engine.Seat]bool{}
	games := map[string]map[int][]rounds.Game{} // by player and opening
	for _, name := range c.names {
		games[name] = map[int][]rounds.Game{}
	}
	used := len(c.names) - p.HeldOut
	for _, played := range c.played {
		game, name := rounds.GameOf(played.Result), played.Players[0]
		var err error
		if game.Moves, err = rounds.MovesOf(p.Rules.Game(), played); err != nil {
			return fmt.Errorf("game %s: %w", played.Identity, err)
		}
		games[name][played.Opening] = append(games[name][played.Opening], game)
		if slices.Contains(c.names[:used], name) {
			c.Games, c.Turns = c.Games+1, c.Turns+float64(played.Turns)
			setUps[setUpOf(p.Rules.Game(), played)]++
			openers[game.Moves.Opener] = openers[game.Moves.Opener] || game.Moves.SetUp
		}
	}
	c.Turns /= float64(max(1, c.Games))
	all := facts(p.Rules.Seats())
	if c.Begins == AtFirstTurns {
		c.Openings = c.rounds
		for i, turn := range source.Lines {
			f, _ := c.figure(all[0], games, used, i, i+1)
			f.Name += " after " + turn
			c.Figures = append(c.Figures, f)
		}
		return nil
	}
	for _, f := range all {
		oneOpener := f.name == "opener" && (!openers[0] || !openers[1]) // whose score is a seat's score
		if figure, ok := c.figure(f, games, used, 0, c.rounds); ok && !oneOpener {
			c.Figures = append(c.Figures, figure)
		}
	}
	if c.Begins == AtStart {
		c.SetUps, c.Effective = len(setUps), effective(setUps)
		return c.prove(ctx, p.Rules, c.names[:used])
	}
	c.Openings = c.rounds
	if source.Kind != openings.All { // each player has its own
		c.Openings *= used
	}
	return nil
}

// figure returns the figure of a fact over the openings with the numbers from low to below high. The estimate is from
// the players used, which come first. ok is false if no game has the fact.
func (c *Cell) figure(f fact, games map[string]map[int][]rounds.Game, used, low, high int) (figure Figure, ok bool) {
	var scores [][]float64
	for _, name := range c.names {
		var row []float64
		for o := low; o < high; o++ {
			var known []float64
			for _, g := range games[name][o+1] {
				if x := f.number(g); !math.IsNaN(x) {
					known, ok = append(known, x), true
				}
			}
			row = append(row, stat.Mean(known, nil)) // NaN if there is none
		}
		scores = append(scores, row)
	}
	figure = Figure{Name: f.name, Used: population.Sample{Scores: scores[:used]},
		Held: population.Sample{Scores: scores[used:]}}
	figure.Estimate = figure.Used.Estimate()
	predicted := figure.Used.Further(1, population.RangeLevel)
	for _, mean := range figure.Held.Means() {
		figure.Inside += int(rounds.Indicator(predicted.Holds(mean)))
	}
	return figure, ok
}

// setUpOf returns a text of the board after the set-up of a game or, without a set-up, after the first turn.
func setUpOf(game engine.Game, played tournament.Game) string {
	h, err := played.Record.Replay(game)
	if err != nil {
		return ""
	}
	positions := catalog.PositionsAfterTurns(h)
	end := min(1, len(positions)-1)
	for positions[0].InOpening() && end < len(positions)-1 && positions[end].InOpening() {
		end++
	}
	return fmt.Sprint(engine.CanonicalHash(positions[end]))
}

// effective returns the effective number of different things, given how often each occurs.
func effective(counts map[string]int) float64 {
	all, squares := 0., 0.
	for _, n := range counts {
		all, squares = all+float64(n), squares+float64(n)*float64(n)
	}
	return all * all / max(1, squares)
}

// prove sets Proven, Won and Kept by the games of the given players, in games and on boards that package prover takes.
func (c *Cell) prove(ctx context.Context, rules engine.Rules, players []string) error {
	const most, memory = 20, 64 << 20 // squares of the board, bytes
	board := rules.Start().Diagram()
	if prover.Takes(rules) != nil || board.Files*board.Ranks > most {
		return nil
	}
	proofs, err := prover.New(rules, prover.Options{Memory: memory, Threads: 1})
	if err != nil {
		return err
	}
	wins := func(p engine.Position, seat engine.Seat) bool {
		if p.Over() {
			return p.Outcome().Score(seat) == 1
		}
		toAct, wrong := proofs.Wins(ctx, p)
		err = cmp.Or(err, wrong)
		return toAct == (p.Seat() == seat)
	}
	c.Proven = map[bool]string{true: "win", false: "loss"}[wins(rules.Start(), 0)]
	kept := 0.
	for _, game := range c.played {
		if !slices.Contains(players, game.Players[0]) {
			continue
		}
		h, wrong := game.Record.Replay(rules.Game())
		if err = cmp.Or(err, wrong); err != nil {
			return err
		}
		positions := catalog.PositionsAfterTurns(h)
		for i, before := range positions[:len(positions)-1] {
			if seat := before.Seat(); wins(before, seat) {
				c.Won, kept = c.Won+1, kept+rounds.Indicator(wins(positions[i+1], seat))
			}
		}
	}
	c.Kept = kept / float64(max(1, c.Won))
	return err
}

// Trends returns the trends of all figures with strength: the change for a factor of four in nodes, by how games begin
// and by figure. There are none with fewer than three node limits.
func (m *PopulationMeasurement) Trends() (names []string, slopes []stats.Estimate) {
	rungs := map[string][]population.Rung{}
	for _, c := range m.Cells {
		for _, f := range c.Figures {
			name := f.Name + ", " + c.Begins.words()
			if rungs[name] == nil {
				names = append(names, name)
			}
			x := math.Log(float64(c.Nodes)) / math.Log(4)
			rungs[name] = append(rungs[name], population.Rung{X: x, Mean: f.Mean})
		}
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		return len(rungs[name]) < 3 || strings.HasPrefix(name, "drawn")
	})
	for _, name := range names {
		slopes = append(slopes, population.Trend(rungs[name]))
	}
	return names, slopes
}

// A populationRow is a figure of a cell.
type populationRow struct {
	*Cell
	Figure
}

// table returns a row for each figure of each cell. The column scores has the mean score of every player, those held
// out last.
func (m *PopulationMeasurement) table() table.Table[populationRow] {
	type row = populationRow
	column := func(key string, value func(row) any) table.Column[row] {
		return table.Column[row]{Key: key, Digits: 4, Value: value}
	}
	limits := func(e stats.Estimate) [3]*float64 {
		value, low, high := e.Numbers()
		return [3]*float64{value, low, high}
	}
	t := table.Table[row]{Columns: []table.Column[row]{
		column("game", func(row) any { return m.Plan.Rules.Game().Name() }),
		column("options", func(row) any { return m.Plan.Options.String() }),
		column("begins", func(r row) any { return string(r.Begins) }),
		column("nodes", func(r row) any { return r.Nodes }), column("figure", func(r row) any { return r.Name }),
		column("mean", func(r row) any { return limits(r.Mean)[0] }),
		column("low", func(r row) any { return limits(r.Mean)[1] }),
		column("high", func(r row) any { return limits(r.Mean)[2] }),
		column("new_low", func(r row) any { return limits(r.Range)[1] }),
		column("new_high", func(r row) any { return limits(r.Range)[2] }),
		column("player_spread", func(r row) any { return r.PlayerSpread }),
		column("players", func(r row) any { return r.Players }), column("games", func(r row) any { return r.Games }),
		column("openings", func(r row) any { return r.Cell.Openings }),
		column("set_ups", func(r row) any { return r.SetUps }),
		column("effective", func(r row) any { return r.Effective }),
		column("turns", func(r row) any { return r.Turns }), column("proven", func(r row) any { return r.Proven }),
		column("won_turns", func(r row) any { return r.Won }), column("kept", func(r row) any { return r.Kept }),
		column("run", func(r row) any { return r.Run }),
		column("scores", func(r row) any {
			var texts []string
			for _, mean := range append(r.Used.Means(), r.Held.Means()...) {
				texts = append(texts, strconv.FormatFloat(mean, 'f', 4, 64))
			}
			return strings.Join(texts, " ")
		}),
	}}
	for _, c := range m.Cells {
		for _, f := range c.Figures {
			t.Rows = append(t.Rows, row{c, f})
		}
	}
	return t
}

// WriteCSV writes a line for each figure.
func (m *PopulationMeasurement) WriteCSV(w io.Writer) error { return m.table().WriteCSV(w) }

// Records returns a record for each figure and each trend.
func (m *PopulationMeasurement) Records() (all []any) {
	for _, r := range m.table().Rows {
		all = append(all, append(table.Object("type", "population"), m.table().Record(r)...))
	}
	names, slopes := m.Trends()
	for i, name := range names {
		all = append(all, table.Object("type", "trend", "figure", name, "per_factor_of_four", slopes[i]))
	}
	return all
}

// WriteText writes the scores at the highest node limit, then how they were found and how they change with strength.
func (m *PopulationMeasurement) WriteText(w io.Writer) error {
	held, inside := 0, 0
	for _, c := range m.Cells {
		for _, f := range c.Figures {
			if f.Name == "drawn" || c.Begins == AtFirstTurns {
				continue
			}
			held, inside = held+len(f.Held.Means()), inside+f.Inside
			if low, high := f.Range.Limits(); c.Nodes == slices.Max(m.Plan.Nodes) {
				table.Printf(w, "%s, %s, %d nodes: %s; 90 %% of new players score from %.0f to %.0f %%\n",
					table.Capital(f.Name), c.Begins.words(), c.Nodes, f.Mean.Percent(1), 100*low, 100*high)
			}
		}
	}
	table.Printf(w, "Intervals are at 95 %%, each by itself, for the mean of all players that are made as these %d "+
		"are.\n\n", len(m.Plan.Players)-m.Plan.HeldOut)
	for _, c := range m.Cells {
		table.Printf(w, "%s\n", c.sentence())
	}
	if held > 0 {
		table.Printf(w, "Players held out: %d of %d scores are in their ranges, which should hold 90 %%.\n", inside,
			held)
	}
	names, slopes := m.Trends()
	for i, name := range names {
		shown := map[bool]string{true: "no trend", false: "a trend"}[slopes[i].Holds(0)]
		table.Printf(w, "%s: %s is shown against the spread between node limits: %s points for a factor of four.\n",
			table.Capital(name), shown, slopes[i].Scaled(100).Text(1))
	}
	return table.Printf(w, "%s (%s), seed %d.\n", m.Plan.Rules.Game().Title(), m.Plan.Rules.Settings(), m.Plan.Seed)
}

// words returns how games begin, in words.
func (b Begins) words() string {
	return map[Begins]string{AtStart: "from the start", AtOpenings: "from openings",
		AtFirstTurns: "after each first turn"}[b]
}

// sentence says how many and how different the games of the cell are, and what is proven.
func (c *Cell) sentence() string {
	text := fmt.Sprintf("%s, %d nodes: %s", table.Capital(c.Begins.words()), c.Nodes,
		tournament.Counted(c.Games, "game"))
	if c.Begins == AtStart {
		text += fmt.Sprintf(" with %d different set-ups or first turns (effective number %.1f)", c.SetUps, c.Effective)
	} else {
		text += " from " + tournament.Counted(c.Openings, "opening")
	}
	if c.Begins == AtFirstTurns {
		even := slices.SortedStableFunc(slices.Values(c.Figures), func(a, b Figure) int {
			return cmp.Compare(math.Abs(a.Mean.Value-.5), math.Abs(b.Mean.Value-.5))
		})
		for _, f := range even[:min(3, len(even))] {
			text += "; " + f.Name + " " + f.Mean.Percent(0)
		}
		return text + " are most even."
	}
	drawn := c.Figures[len(c.Figures)-1]
	text += fmt.Sprintf(", %s drawn, %.1f turns on average.", stats.Percent(drawn.Mean.Value, 1), c.Turns)
	if c.Proven != "" {
		text += fmt.Sprintf(" Proven: a %s for the first player; %s of %d turns keep a proven win.", c.Proven,
			stats.Percent(c.Kept, 1), c.Won)
	}
	return text
}

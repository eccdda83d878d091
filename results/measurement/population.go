package measurement

import (
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

// Begins says how the games of a population begin. Each player plays itself, except in pairs.
type Begins string

const (
	AtStart      Begins = "start"    // at the start of the game
	AtOpenings   Begins = "openings" // from random openings, other ones for each player
	InPairs      Begins = "pairs"    // from random openings, other ones for each pair of players, who play each other
	AtFirstTurns Begins = "turns"    // after each first turn, up to symmetry
)

// Population says which games the players of a population play. At the highest node limit they also play in pairs and,
// in games without a set-up, after each first turn.
type Population struct {
	Variant
	Players []string // texts of the players, without node limits
	HeldOut int      // number of the last players that are left out of all estimates, to check them
	Nodes   []uint64 // node limits, the lowest first
	Games   int      // games of all players with themselves, without those after first turns
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
	Games     int      // games of the units of the estimate
	Openings  int      // different openings, unless games begin at the start
	SetUps    int      // from the start: different set-ups or, in games without a set-up, first turns
	Effective float64  // their effective number 1/sum(q^2), where q is the share of games with one of them
	Turns     float64  // mean length of a game
	Figures   []Figure // such as the first seat's score

	// From the start, where positions can be proven: the value of the start for the first player, the number of turns
	// in positions that the player to act wins, and the share of these turns that keep the win.
	Proven string
	Won    int
	Kept   float64
}

// Figure is a mean score or share over the games of a cell. A unit is a player or, in pairs, a pair of players.
type Figure struct {
	Name string // such as "first seat"
	population.Estimate
	Used, Held population.Sample // the units of the estimate, and the units held out
	Inside     int               // held-out units in the range predicted for them, at [population.RangeLevel]
}

// Play lets the host play the games. If the host plays only a shard, the measurement has no cells.
func (p Population) Play(ctx context.Context, host Host) (m *PopulationMeasurement, faults int, err error) {
	m = &PopulationMeasurement{Plan: p}
	for _, nodes := range p.Nodes {
		for _, begins := range []Begins{AtStart, AtOpenings, InPairs, AtFirstTurns} {
			if nodes < slices.Max(p.Nodes) && (begins == InPairs || begins == AtFirstTurns) {
				continue
			}
			g := &gathering{Population: p, facts: facts(p.Rules.Seats()), cell: &Cell{Nodes: nodes, Begins: begins}}
			n, err := g.play(ctx, host)
			if faults += n; err != nil {
				return nil, faults, err
			}
			if g.cell.Run != "" {
				m.Cells = append(m.Cells, g.cell)
			}
		}
	}
	return m, faults, nil
}

// openingsOf returns the openings of games that begin in a certain way: of the kind [openings.None] if there are none.
func (p Population) openingsOf(begins Begins) (openings.Source, error) {
	const longestOpening, afterTurn = 4, 6 // turns of an opening; games of a player after each first turn
	none := openings.Source{Kind: openings.None}
	switch {
	case begins == AtStart || begins == AtFirstTurns && p.Rules.Start().InOpening():
		return none, nil
	case begins == AtFirstTurns:
		return openings.Source{Kind: openings.FromBook, Book: "first turns", Lines: firstTurns(p.Rules, p.Seed),
			Times: max(1, afterTurn/p.Rules.Seats())}, nil
	}
	random, _ := beginnings(p.Rules, p.Seed, p.each(), longestOpening)
	if random.Turns == 0 || random.Kind == openings.All { // too few openings
		return none, nil
	}
	return OpeningsOf(p.Rules, random.Turns)
}

// firstTurns returns the first turns of a game up to symmetry, in an order drawn by the seed: at most 200, drawn from
// the first 20,000. It leaves out turns that end the game.
func firstTurns(rules engine.Rules, seed uint64) (all []string) {
	const mostListed, mostTurns = 200, 20_000
	start, seen, turns := rules.Start(), map[uint64]bool{}, 0
	for steps, after := range engine.EachTurn(start) {
		if turns++; turns > mostTurns {
			break
		}
		if key := engine.CanonicalHash(after); !seen[key] && !after.Over() {
			seen[key], all = true, append(all, engine.LineText(start, steps))
		}
	}
	random := rand.New(engine.NewRandom(engine.DeriveSeed(seed, "first turns")))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(mostListed, len(all))]
}

// groups returns the players of each run. Many openings make a mean precise, so each unit has its own.
func (p Population) groups(begins Begins) (groups [][]string) {
	used := len(p.Players) - p.HeldOut
	switch begins {
	case AtOpenings:
		return slices.Collect(slices.Chunk(p.Players, 1))
	case InPairs:
		for _, players := range [][]string{p.Players[:used], p.Players[used:]} {
			groups = slices.AppendSeq(groups, slices.Chunk(players[:len(players)/2*2], 2))
		}
		return groups
	}
	return [][]string{p.Players}
}

// gathering gathers the games of a cell.
type gathering struct {
	Population
	cell        *Cell
	source      openings.Source
	facts       []fact
	units, used int // units so far; units of the estimates, which come first
	rounds      rounds.Gatherer[observed]
	setUps      map[uint64]int       // number of games, by the position after the set-up
	openers     map[engine.Seat]bool // seats that acted first after a set-up
	proofs      *prover.Prover       // nil if positions cannot be proven
}

// An observed game has a number for each of the facts.
type observed struct {
	unit, opening int
	numbers       []float64
}

// play plays the games of the cell and estimates its figures.
func (g *gathering) play(ctx context.Context, host Host) (faults int, err error) {
	c := g.cell
	g.source, err = g.openingsOf(c.Begins)
	if err != nil || c.Begins != AtStart && g.source.Kind == openings.None {
		return 0, err
	}
	g.used, g.setUps, g.openers = len(g.Players)-g.HeldOut, map[uint64]int{}, map[engine.Seat]bool{}
	if c.Begins == InPairs {
		g.used /= 2
	}
	if c.Begins == AtStart {
		if g.proofs, err = smallProver(g.Rules); err != nil {
			return 0, err
		}
	}
	for number, players := range g.groups(c.Begins) {
		part, err := g.part(players, number)
		if err != nil {
			return faults, err
		}
		n, err := host.Play(ctx, part)
		if faults += n; err != nil {
			return faults, err
		}
	}
	if c.Run == "" {
		return faults, nil
	}
	g.finish()
	if g.proofs != nil {
		won, wrong := wins(ctx, g.proofs, g.Rules.Start(), 0)
		c.Proven, err = map[bool]string{true: "win", false: "loss"}[won], wrong
	}
	return faults, err
}

// part returns the part with the games of some players. Their openings do not depend on the node limit.
func (g *gathering) part(players []string, number int) (*Part, error) {
	c, kind, units := g.cell, "group", len(players)
	if c.Begins == InPairs {
		kind, units = "pair", 1
	}
	what, err := SelfPlay(g.Variant, players, c.Nodes, g.source, g.each(),
		engine.DeriveSeed(g.Seed, kind, strconv.Itoa(number)))
	part := &Part{Title: fmt.Sprintf("%d nodes, %s", c.Nodes, c.Begins.words()), Spec: what.Spec, Game: g.Rules.Game()}
	switch c.Begins {
	case InPairs: // as many games as if both played themselves
		part.Spec.Format = tournament.Format{Kind: tournament.Mixed}
		part.Spec.Rounds = max(1, 2*g.each()/part.Spec.RoundGames(g.Rules.Seats()))
	case AtFirstTurns:
		part.Spec.Rounds = g.source.InBook()
	}
	part.Take = func(ctx context.Context, s *session.Session) error {
		c.Run = cmp.Or(c.Run, s.Run.ID)
		games, err := catalog.Games(ctx, s.Store, s.Run.ID, s.Plan)
		for _, game := range games {
			player := slices.Index(s.Spec.Players, game.Players[0])
			if !s.Spec.OnFault.Voids(game.Result) {
				err = cmp.Or(err, g.add(ctx, g.units+min(player, units-1), game))
			}
		}
		g.units += units
		return err
	}
	return part, err
}

// add adds a game of a unit.
func (g *gathering) add(ctx context.Context, unit int, played tournament.Game) error {
	h, err := played.Record.Replay(g.Rules.Game())
	if err != nil {
		return fmt.Errorf("game %s: %w", played.Identity, err)
	}
	positions, game := catalog.PositionsAfterTurns(h), rounds.GameOf(played.Result)
	game.Moves = &rounds.Moves{Roles: rounds.RolesOf(slices.Values(positions), played.Record.Opening)}
	seen := observed{unit: unit, opening: played.Opening}
	for _, f := range g.facts {
		seen.numbers = append(seen.numbers, f.number(game))
	}
	g.rounds.Add(fmt.Sprint(unit, "/", played.Opening), seen)
	if unit >= g.used {
		return nil
	}
	g.cell.Games, g.cell.Turns = g.cell.Games+1, g.cell.Turns+float64(played.Turns)
	g.openers[game.Moves.Opener] = g.openers[game.Moves.Opener] || game.Moves.SetUp
	g.setUps[engine.CanonicalHash(positions[min(max(1, game.Moves.SetUpTurns), len(positions)-1)])]++
	if g.proofs == nil {
		return nil
	}
	return g.cell.prove(ctx, g.proofs, positions)
}

// A fact is a number about a game, from 0 to 1; NaN if the game has none.
type fact struct {
	name   string
	number func(rounds.Game) float64
}

// facts returns the facts about a game with the given number of seats. Of two seats, one score determines the other.
func facts(seats int) (all []fact) {
	for seat, name := range []string{"first seat", "seat 2", "seat 3", "seat 4"}[:max(1, seats)] {
		if seats != 2 || seat == 0 {
			all = append(all, fact{name, func(g rounds.Game) float64 { return g.Outcome.Scores[seat] }})
		}
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

// finish computes the figures from the games that were gathered.
func (g *gathering) finish() {
	c, all := g.cell, g.rounds.Rest()
	c.Turns, c.Kept = c.Turns/float64(max(1, c.Games)), c.Kept/float64(max(1, c.Won))
	for _, round := range all {
		c.Openings += int(rounds.Indicator(round[0].unit < g.used && c.Begins != AtStart))
	}
	if c.Begins == AtFirstTurns {
		lines := g.source.Lines
		c.Openings = len(lines)
		for i, turn := range lines {
			g.figure("first seat after "+turn, 0, slices.DeleteFunc(slices.Clone(all), func(round []observed) bool {
				return (round[0].opening-1)%len(lines) != i
			}))
		}
		return
	}
	for i, f := range g.facts {
		if f.name != "opener" || g.openers[0] && g.openers[1] { // else the opener's score is a seat's score
			g.figure(f.name, i, all)
		}
	}
	if c.Begins == AtStart {
		squares := 0.
		for _, n := range g.setUps {
			squares += float64(n) * float64(n)
		}
		c.SetUps, c.Effective = len(g.setUps), float64(c.Games)*float64(c.Games)/max(1, squares)
	}
}

// figure appends the figure of a fact, unless no game has the fact.
func (g *gathering) figure(name string, fact int, all [][]observed) {
	scores := make(population.Sample, g.units)
	for _, round := range all {
		total := stats.Total{}
		for _, game := range round {
			if x := game.numbers[fact]; !math.IsNaN(x) {
				total.Sum, total.Games = total.Sum+x, total.Games+1
			}
		}
		if total.Games > 0 {
			scores[round[0].unit] = append(scores[round[0].unit], total.Mean())
		}
	}
	f := Figure{Name: name, Used: scores[:g.used], Held: scores[g.used:]}
	if f.Estimate = f.Used.Estimate(); f.Players == 0 {
		return
	}
	predicted := f.Used.Further(1, population.RangeLevel)
	for _, mean := range f.Held.Means() {
		f.Inside += int(rounds.Indicator(predicted.Holds(mean)))
	}
	g.cell.Figures = append(g.cell.Figures, f)
}

// smallProver returns a prover for games and boards that it solves in little time, and nil for others.
func smallProver(rules engine.Rules) (*prover.Prover, error) {
	const most, memory = 20, 64 << 20 // squares of the board, bytes
	if board := rules.Start().Diagram(); prover.Takes(rules) != nil || board.Files*board.Ranks > most {
		return nil, nil
	}
	return prover.New(rules, prover.Options{Memory: memory, Threads: 1})
}

// wins reports whether a seat wins from a position by force.
func wins(ctx context.Context, proofs *prover.Prover, p engine.Position, seat engine.Seat) (bool, error) {
	if p.Over() {
		return p.Outcome().Score(seat) == 1, nil
	}
	toAct, err := proofs.Wins(ctx, p)
	return toAct == (p.Seat() == seat), err
}

// prove counts the turns of a game in won positions and, in Kept, those that keep the win.
func (c *Cell) prove(ctx context.Context, proofs *prover.Prover, positions []engine.Position) error {
	for i, before := range positions[:len(positions)-1] {
		won, err := wins(ctx, proofs, before, before.Seat())
		kept, wrong := wins(ctx, proofs, positions[i+1], before.Seat())
		if err = cmp.Or(err, wrong); err != nil {
			return err
		}
		if won {
			c.Won, c.Kept = c.Won+1, c.Kept+rounds.Indicator(kept)
		}
	}
	return nil
}

// table returns a row for each figure of each cell. The column scores has the mean score of every unit, those held out
// last.
func (m *PopulationMeasurement) table() (t table.Table[[]any]) {
	for i, key := range strings.Fields("game options begins nodes figure mean low high new_low new_high " +
		"player_spread players games openings set_ups effective turns proven won_turns kept run scores") {
		t.Columns = append(t.Columns, table.Column[[]any]{Key: key, Digits: 4,
			Value: func(row []any) any { return row[i] }})
	}
	for _, c := range m.Cells {
		for _, f := range c.Figures {
			var scores []string
			for _, mean := range append(f.Used.Means(), f.Held.Means()...) {
				scores = append(scores, strconv.FormatFloat(mean, 'f', 4, 64))
			}
			mean, low, high := f.Mean.Numbers()
			_, newLow, newHigh := f.Range.Numbers()
			t.Rows = append(t.Rows, []any{m.Plan.Rules.Game().Name(), m.Plan.Options.String(), string(c.Begins),
				c.Nodes, f.Name, mean, low, high, newLow, newHigh, f.PlayerSpread, f.Players, c.Games, c.Openings,
				c.SetUps, c.Effective, c.Turns, c.Proven, c.Won, c.Kept, c.Run, strings.Join(scores, " ")})
		}
	}
	return t
}

// WriteCSV writes a line for each figure.
func (m *PopulationMeasurement) WriteCSV(w io.Writer) error { return m.table().WriteCSV(w) }

// Records returns a record for each figure.
func (m *PopulationMeasurement) Records() (all []any) {
	for _, r := range m.table().Rows {
		all = append(all, append(table.Object("type", "population"), m.table().Record(r)...))
	}
	return all
}

// WriteText writes the scores at the highest node limit, then how they were found.
func (m *PopulationMeasurement) WriteText(w io.Writer) error {
	held, inside := 0, 0
	for _, c := range m.Cells {
		for _, f := range c.Figures {
			if f.Name == "drawn" || c.Begins == AtFirstTurns {
				continue
			}
			held, inside = held+len(f.Held.Means()), inside+f.Inside
			if low, high := f.Range.Limits(); c.Nodes == slices.Max(m.Plan.Nodes) {
				further := ""
				if f.Range.Kind != stats.Absent {
					further = fmt.Sprintf("; 90 %% of new %s score from %.0f to %.0f %%",
						map[bool]string{true: "pairs", false: "players"}[c.Begins == InPairs], 100*low, 100*high)
				}
				table.Printf(w, "%s, %s, %d nodes: %s%s\n", table.Capital(f.Name), c.Begins.words(), c.Nodes,
					f.Mean.Percent(1), further)
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
	return table.Printf(w, "%s (%s), seed %d.\n", m.Plan.Rules.Game().Title(), m.Plan.Rules.Settings(), m.Plan.Seed)
}

// words returns how games begin, in words.
func (b Begins) words() string {
	return map[Begins]string{AtStart: "from the start", AtOpenings: "from openings",
		InPairs: "from openings, in pairs", AtFirstTurns: "after each first turn"}[b]
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

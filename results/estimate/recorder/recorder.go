// Package recorder makes the records from which package metrics computes. It replays stored games, counts the legal
// choices, and has an independent judge evaluate the positions. It stores nothing: equal games, options and players
// give equal records.
package recorder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/rounds"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
)

// Effort says what to record about games in addition to their moves. The zero value adds nothing.
type Effort struct {
	Seed       uint64 // seed of drawn turns and of the players below
	Judge      string // player that evaluates the position before every decided turn; empty for none
	Shallow    string // player of a shallow search, whose values of turns are compared with those of Deep
	Deep       string // player of a deep search
	Judgements int    // positions per game in which Shallow and Deep value whole turns; needs two seats
	WholeTurns int    // positions per game in which whole turns are counted
	Limit      int    // greatest number of games to record, see [Lottery]; 0 for all
	Workers    int
}

// UsualEffort returns the default effort for at most the given number of games; 0 for all.
func UsualEffort(seed uint64, workers, games int) Effort {
	return Effort{Seed: seed, Judge: "alphabeta:nodes=2000,weights=hand", Shallow: "alphabeta:nodes=30,weights=hand",
		Deep: "alphabeta:nodes=1000,weights=hand", Judgements: 1, WholeTurns: 100, Limit: games,
		Workers: max(1, workers)}
}

// A recorder makes records of the games of one set of rules. It must not be used by several goroutines at once.
type recorder struct {
	Effort
	rules         engine.Rules
	judge         judge         // nil if no judge is asked for
	shallow, deep search.Player // nil if no judgements are asked for
}

// recorder makes a recorder with its own players.
func (o Effort) recorder(rules engine.Rules) (r *recorder, err error) {
	r = &recorder{Effort: o, rules: rules}
	if o.Judge != "" {
		r.judge, err = newJudge(rules, o.Judge)
	}
	if err == nil && o.Judgements > 0 {
		r.shallow, err = players.New(o.Shallow, rules)
	}
	if err == nil && o.Judgements > 0 {
		r.deep, err = players.New(o.Deep, rules)
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	if rules.Seats() != 2 { // valueOf needs two seats
		r.Judgements = 0
	}
	return r, nil
}

// Close closes the players, some of which are separate processes.
func (r *recorder) Close() error {
	var judging search.Player // nil if the judge is no player
	if player, ok := r.judge.(playerJudge); ok {
		judging = player.Player
	}
	return search.Close(judging, r.shallow, r.deep)
}

// Record replays a game and makes its record. It returns an error if a turn cannot be played or if ctx ends.
func (r *recorder) Record(ctx context.Context, played tournament.Game) (g metrics.Trace, err error) {
	replayed, err := played.Record.Replay(r.rules.Game())
	if err != nil {
		return g, fmt.Errorf("game %s: %w", played.Identity, err)
	}
	g = metrics.Trace{
		Opening: played.Round(), Players: played.Players, Outcome: played.Outcome,
		Ending: rounds.GameOf(played.Result).Ending, Texts: played.Record.Turns,
	}
	r.begin(ctx, played.Identity)
	decided := max(0, len(played.Record.Turns)-played.Record.Opening)
	countsWholes, valuesTurns := evenlySpaced(r.WholeTurns, decided), evenlySpaced(r.Judgements, decided)
	h, steps := engine.NewHistory(replayed.Start()), replayed.Steps()
	boards := recordPosition(nil, &g, h.Position(), nil, nil)
	for i := range played.Record.Turns {
		number := i - played.Record.Opening // among the decided turns; negative for a given turn
		p, err := h.Position().Clone(), ctx.Err()
		turn := metrics.Turn{Seat: p.Seat(), SetUp: p.InOpening(), Given: number < 0}
		if err == nil && number >= 0 {
			err = r.evaluate(ctx, h, &turn, countsWholes(number))
		}
		if err == nil && number >= 0 && valuesTurns(number) {
			seed := engine.DeriveSeed(r.Seed, "judgement", played.Identity, strconv.Itoa(number))
			err = r.judgement(ctx, h, seed, &g)
		}
		rest := steps
		if err == nil {
			rest, err = playTurn(h, steps, &turn)
		}
		if err != nil {
			return metrics.Trace{}, fmt.Errorf("game %s, turn %d: %w", played.Identity, i+1, err)
		}
		boards = recordPosition(boards, &g, h.Position(), p, steps[:len(steps)-len(rest)])
		g.Turns, steps = append(g.Turns, turn), rest
	}
	for i := range g.Turns[:max(1, len(g.Turns))-1] {
		g.Turns[i].Undone = undone(boards[i], boards[i+1], boards[i+2])
	}
	return g, nil
}

// recordPosition adds a position to a game and its board to the boards. The position before the latest turn and the
// steps of this turn are nil at the start.
func recordPosition(boards [][]engine.Cell, g *metrics.Trace, p, before engine.Position, turn []engine.Step,
) [][]engine.Cell {
	now := metrics.Position{Key: p.Hash(), Canonical: p.Hash(), Quantities: engine.AppendMetrics(nil, p, before, turn)}
	if !p.Over() {
		now.Canonical = engine.CanonicalHash(p)
	}
	g.Positions = append(g.Positions, now)
	return append(boards, p.Diagram().Cells)
}

// undone reports whether a turn changed cells and the next turn restored all of them. The boards are from before,
// between and after these two turns.
func undone(before, between, after []engine.Cell) (changed bool) {
	same := func(a, b engine.Cell) bool {
		return a.Kind == b.Kind && a.North == b.North && a.East == b.East && slices.Equal(a.Pieces, b.Pieces)
	}
	for i, cell := range before {
		if !same(cell, between[i]) {
			changed = true
			if !same(cell, after[i]) {
				return false
			}
		}
	}
	return changed
}

// begin announces a new game to the players. Each has a different seed, derived from the game's identity.
func (r *recorder) begin(ctx context.Context, identity string) {
	if r.judge != nil {
		search.Begin(ctx, r.judge, engine.DeriveSeed(r.Seed, "referee", identity)) // former name: seeds depend on it
	}
	for name, player := range map[string]search.Player{"shallow": r.shallow, "deep": r.deep} {
		if player != nil {
			search.Begin(ctx, player, engine.DeriveSeed(r.Seed, name, identity))
		}
	}
}

// evaluate records in turn what r.Effort asks for about the position before a turn that a player decided.
func (r *recorder) evaluate(ctx context.Context, h *engine.History, turn *metrics.Turn, countsWholes bool) (err error) {
	if countsWholes {
		_, turn.Wholes = drawTurns(h.Position(), 0, engine.NewRandom(0))
	}
	if r.judge != nil {
		turn.Expectation, err = r.judge.Expect(ctx, h)
	}
	return err
}

// playTurn plays the first turn of steps, records its steps, and returns the steps after it.
func playTurn(h *engine.History, steps []engine.Step, turn *metrics.Turn) ([]engine.Step, error) {
	for i, step := range steps {
		p := h.Position()
		turn.Steps = append(turn.Steps, metrics.Step{Kind: p.StepKind(), Legal: p.CountSteps()})
		if err := h.Play(step); err != nil {
			return nil, err
		}
		if p := h.Position(); p.Over() || p.StartsTurn() {
			return steps[i+1:], nil
		}
	}
	return nil, nil
}

// evenlySpaced chooses the wanted number of turns at equal distances. It divides the turns, numbered from 0 to all-1,
// into wanted equal parts. The returned function reports whether a turn is the middle of a part.
func evenlySpaced(wanted, all int) func(turn int) bool {
	wanted = min(wanted, all)
	return func(turn int) bool {
		if wanted == 0 {
			return false
		}
		part := (turn*wanted*2 + wanted) / (2 * all) // (turn + 1/2) / (all / wanted), rounded down
		middle := (2*part + 1) * all / (2 * wanted)  // (part + 1/2) * (all / wanted), rounded down
		return turn == middle
	}
}

// JudgeName returns the full name of the judge, or an empty name without a judge. It returns an error if one of the
// players cannot be made.
func (o Effort) JudgeName(rules engine.Rules) (name string, err error) {
	r, err := o.recorder(rules)
	if err != nil {
		return "", err
	}
	if r.judge != nil {
		name = r.judge.Name()
	}
	return name, r.Close()
}

// impartial returns the effort with a judge that plays none of these games, and the name of the judge. A judge that
// plays would evaluate itself; if o.Judge does, a judge with more nodes takes its place.
func (o Effort) impartial(rules engine.Rules, games []tournament.Game) (Effort, string, error) {
	name, err := o.JudgeName(rules)
	plays := func(g tournament.Game) bool { return slices.Contains(g.Players, name) }
	if err == nil && slices.ContainsFunc(games, plays) {
		o.Judge = strings.Replace(o.Judge, "nodes=", "nodes=1", 1)
		name, err = o.JudgeName(rules)
	}
	return o, name, err
}

// Sample records games and returns the sample from which metrics are computed. After the time end, it starts no further
// batch of games; the zero time is no limit. report receives the number of games recorded so far, from several
// goroutines.
func (o Effort) Sample(ctx context.Context, rules engine.Rules, games []tournament.Game, end time.Time,
	report func(done int),
) (s metrics.Sample, err error) {
	s.Rules = metrics.RulesOf(rules)
	if o, s.Judge, err = o.impartial(rules, games); err != nil {
		return s, err
	}
	batch := max(1, len(games))
	if !end.IsZero() {
		batch = 2 * max(1, o.Workers)
	}
	var done atomic.Int64
	for some := range slices.Chunk(games, batch) {
		recorded, err := o.Record(ctx, rules, some, func() { report(int(done.Add(1))) })
		if err != nil {
			return s, err
		}
		s.Games = append(s.Games, recorded...)
		if !end.IsZero() && time.Now().After(end) {
			break
		}
	}
	return s, nil
}

// Record makes the records of games, sorted by identity. After each game it calls report, unless report is nil, from
// several goroutines.
func (o Effort) Record(
	ctx context.Context, rules engine.Rules, games []tournament.Game, report func(),
) ([]metrics.Trace, error) {
	games = slices.Clone(games)
	slices.SortStableFunc(games, func(a, b tournament.Game) int { return cmp.Compare(a.Identity, b.Identity) })
	return parallel.Each(ctx, o.Workers, len(games), func() (worker parallel.Worker[int, metrics.Trace], err error) {
		r, err := o.recorder(rules)
		if err != nil {
			return worker, err
		}
		worker.End = r.Close
		worker.Do = func(ctx context.Context, i int) (metrics.Trace, error) {
			record, err := r.Record(ctx, games[i])
			if err == nil && report != nil {
				report()
			}
			return record, err
		}
		return worker, nil
	})
}

// A Lottery draws some of the added games at random, the games of a pair together.
type Lottery struct {
	seed    uint64
	limit   int
	tickets []ticket
	highest uint64 // tickets with greater lots cannot win; 0 if all can
}

// A ticket names a game that may be drawn.
type ticket struct {
	lot      uint64 // random number, equal for the games of a pair; the smallest lots are drawn
	identity string
}

// Lottery returns a lottery without games. It will draw up to o.Limit games, or all if o.Limit is 0, but at least one
// pair.
func (o Effort) Lottery() *Lottery {
	return &Lottery{seed: o.Seed, limit: o.Limit}
}

// Add enters the game with the result r into the lottery. Tickets that cannot win any more are dropped, so the size of
// a lottery with a limit does not grow with the number of games.
func (l *Lottery) Add(r tournament.Result) {
	const mostOfPair = 64 // more games than a pair has
	t := ticket{engine.DeriveSeed(l.seed, "limit", cmp.Or(r.Pair, r.Identity)), r.Identity}
	if l.highest > 0 && t.lot > l.highest {
		return
	}
	if l.tickets = append(l.tickets, t); l.limit > 0 && len(l.tickets) >= 2*(l.limit+mostOfPair) {
		l.sort()
		l.tickets = l.tickets[:l.limit+mostOfPair]
		l.highest = l.tickets[l.limit+mostOfPair-1].lot
	}
}

func (l *Lottery) sort() {
	slices.SortFunc(l.tickets, func(a, b ticket) int { return cmp.Compare(a.lot, b.lot) })
}

// Join adds the games of another lottery, which may be nil.
func (l *Lottery) Join(other *Lottery) {
	if other != nil {
		l.tickets = append(l.tickets, other.tickets...)
	}
}

// Drawn returns the identities of the drawn games, sorted.
func (l *Lottery) Drawn() (identities []string) {
	l.sort()
	for rest := l.tickets; len(rest) > 0; {
		pair := 1 // number of games of the next pair
		for pair < len(rest) && rest[pair].lot == rest[0].lot {
			pair++
		}
		if l.limit > 0 && len(identities) > 0 && len(identities)+pair > l.limit {
			break
		}
		for _, t := range rest[:pair] {
			identities = append(identities, t.identity)
		}
		rest = rest[pair:]
	}
	slices.Sort(identities)
	return identities
}

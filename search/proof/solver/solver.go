// Package solver solves games on small boards: it proves their values under best play. It identifies positions by exact
// keys instead of hashes.
//
// Retrograde analysis serves all games, including those in which positions can recur. It finds all positions that play
// can reach at the starts of turns, and then the won and lost ones from the ends of games backwards (Richard Bellman,
// On the Application of Dynamic Programming to the Determination of Optimal Play in Chess and Checkers, 1965; Ken
// Thompson, Retrograde Analysis of Certain Endgames, 1986). Sweep n decides the positions won or lost in n turns, so it
// finds the distances of all values. What no sweep decides is a draw: neither side can force an end.
//
// Search is for games in which no position can recur. It is a depth-first alpha-beta search with three scores (Donald
// Knuth and Ronald Moore, An Analysis of Alpha-Beta Pruning, 1975), which stores what it has proven of every position
// and visits only a small part of them. It finds no distances.
//
// Both solve the game without the turn cap and without the draw by repetition; endless play is a draw. Leaving out the
// draw by repetition changes no value: a player who can win can do so in the fewest turns, without repetition, and for
// a player who can hold a draw a declared draw is the same. The turn cap would make draws of wins that take longer.
//
// Positions that a symmetry of the board or an exchange of the seats maps to each other count as one in games that
// support it ([engine.Keyed]).
package solver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"pillars/engine"
)

// outcome is the value of a position for the seat to act; the opponent's value is its negative. Endless play is a draw.
type outcome int8

const (
	loss outcome = iota - 1
	draw
	win
)

// String returns the value as a word.
func (v outcome) String() string { return [...]string{"loss", "draw", "win"}[v-loss] }

// outcomeOf returns the value of a finished game for a seat.
func outcomeOf(p engine.Position, seat engine.Seat) outcome {
	return outcome(2*p.Outcome().Score(seat) - 1)
}

// result is the value of a position with its distance.
type result struct {
	Value outcome
	// turns is the number of turns of both seats to the end, with the winner as quick and the loser as slow as
	// possible; 0 for a draw or if unknown.
	turns int
}

// compare orders results by value; quick wins are better than slow ones, slow losses better than quick ones.
func (v result) compare(other result) int {
	sooner := cmp.Compare(other.turns, v.turns)
	return cmp.Or(cmp.Compare(v.Value, other.Value), int(v.Value)*sooner)
}

// verdict is a result in two bytes: the value in the upper two bits, which are both set while the result is open, and
// the turns in the others.
type verdict uint16

const (
	turnBits         = 14
	maxTurns         = 1<<turnBits - 1
	open     verdict = 3 << turnBits
)

func newVerdict(value outcome, turns int) verdict {
	return verdict(value-loss)<<turnBits | verdict(turns)
}
func (v verdict) value() outcome { return outcome(v>>turnBits) + loss }
func (v verdict) turns() int     { return int(v & maxTurns) }

// full returns the result of a verdict after all sweeps. A verdict that is still open is a draw.
func (v verdict) full() result {
	if v == open {
		return result{}
	}
	return result{v.value(), v.turns()}
}

// ended returns the verdict of a finished game for a seat, and open for an unfinished game.
func ended(p engine.Position, seat engine.Seat) verdict {
	if !p.Over() {
		return open
	}
	return newVerdict(outcomeOf(p, seat), 0)
}

// Limits holds the bounds of a computation, and functions for its progress.
type Limits struct {
	Positions int                      // the largest number of positions, 1 or more
	Report    func(text func() string) // receives progress from time to time; may be nil
	Resume    *Checkpoint              // keeps an interrupted computation; may be nil
}

const checkEvery = 1 << 10

// check reports progress and returns the error of the context.
func (l Limits) check(ctx context.Context, format string, args ...any) error {
	if l.Report != nil {
		l.Report(func() string { return fmt.Sprintf(format, args...) })
	}
	return ctx.Err()
}

// ErrTooMany is the error for more positions than the limits allow.
var ErrTooMany = errors.New("too many positions")

// Check returns an error for positions that cannot be solved: in games for more than two, of finished games, and in the
// middle of a turn.
func Check(p engine.Position) error {
	if seats := p.Rules().Seats(); seats != 2 {
		return fmt.Errorf("only two-seat games can be solved; %s has %d seats here", p.Rules().Game().Title(), seats)
	}
	if p.Over() {
		return fmt.Errorf("the game is over (%s); give an earlier position", p.Outcome().Reason)
	}
	if !p.StartsTurn() {
		return errors.New("the position is in the middle of a turn; give one at the start of a turn")
	}
	return nil
}

// turn is a turn of the seat to act, with its result for this seat.
type turn struct {
	Steps  []engine.Step
	result result
}

var errSameSeat = errors.New("a seat has two turns in a row; only games whose seats alternate can be solved")

func checkSeat(p, after engine.Position) error {
	if !after.Over() && after.Seat() == p.Seat() {
		return errSameSeat
	}
	return nil
}

// turnsOf returns the turns from p up to the first error. The function ask returns the result of the position after a
// turn for the seat that acts there.
func turnsOf(p engine.Position, ask func(after engine.Position, seat engine.Seat) (result, error)) ([]turn, error) {
	var turns []turn
	for steps, after := range engine.EachTurn(p) {
		if err := checkSeat(p, after); err != nil {
			return turns, err
		}
		v, err := ask(after, 1-p.Seat())
		if err != nil {
			return turns, err
		}
		turns = append(turns, turn{slices.Clone(steps), result{-v.Value, v.turns}})
	}
	return turns, nil
}

// The methods of solving a game.
const (
	BySearch     = "search"
	ByRetrograde = "retrograde"
)

// MethodOf returns the method that suits a game: a search, unless positions can repeat.
func MethodOf(rules engine.Rules) string {
	if rules.Repetition() == 0 {
		return BySearch
	}
	return ByRetrograde
}

// A Solution is a solved position in the form in which it is printed.
type Solution struct {
	Type     string `json:"type"` // "solution"
	Game     string `json:"game"`
	Options  string `json:"options"`
	Position string `json:"position"`
	Method   string `json:"method"`
	Seat     string `json:"seat"` // the seat to act
	Worth
	FirstTurns []FirstTurn `json:"first_turns"`        // the best first
	Unproven   uint64      `json:"unproven,omitempty"` // number of first turns that would take too many positions
	// Line is a line of best play. Only retrograde analysis sets it and the fields below, except Positions and Steps.
	Line      []string       `json:"line,omitempty"`
	Positions int            `json:"positions"`
	Steps     uint64         `json:"steps,omitempty"` // number of steps made by the search
	Counts    *Count         `json:"counts,omitempty"`
	Opening   *Count         `json:"opening,omitempty"` // positions of Counts in the opening stage
	Over      map[string]int `json:"over,omitempty"`    // finished games among Counts, by the reason
	Longest   int            `json:"longest,omitempty"` // turns of the longest forced win
	Ends      []OpeningEnd   `json:"opening_ends,omitempty"`
	Opponent  string         `json:"-"` // the other seat
}

// Worth holds a printed value, of a position for the seat to act or of a turn for the seat that makes it.
type Worth struct {
	Value string `json:"value"`           // win, draw or loss
	Turns int    `json:"turns,omitempty"` // number of turns to the end, this one included; 0 if unknown
}

func worthOf(r result) Worth { return Worth{r.Value.String(), r.turns} }

// A FirstTurn is a turn in the solved position.
type FirstTurn struct {
	Turn string `json:"turn"`
	Worth
}

// Count holds how many positions are won, lost and drawn for the seat to act.
type Count struct {
	Positions int `json:"positions"`
	Won       int `json:"won"`
	Lost      int `json:"lost"`
	Drawn     int `json:"drawn"`
}

// An OpeningEnd counts the ends of the opening stage with equal turn, seat and value of the game's first metric.
type OpeningEnd struct {
	Turn   int    `json:"turn"` // number of the first turn after the stage
	Seat   string `json:"seat"` // the seat to act then
	Metric string `json:"quantity,omitempty"`
	Value  int    `json:"count,omitempty"` // the metric's value
	Count
}

func (c *Count) add(v outcome) {
	c.Positions++
	switch v {
	case win:
		c.Won++
	case loss:
		c.Lost++
	default:
		c.Drawn++
	}
}

// Solve proves the value of p and of its turns by the method [BySearch] or [ByRetrograde].
func Solve(ctx context.Context, p engine.Position, method string, limits Limits) (*Solution, error) {
	if method == ByRetrograde {
		return solveBackwards(ctx, p, limits)
	}
	prover, err := resumedProver(p, limits)
	if err != nil {
		return nil, err
	}
	verdict, err := prover.prove(ctx, p)
	if err != nil {
		return nil, prover.keep(ctx, err)
	}
	turns, err := prover.turns(ctx, p)
	if err != nil && !errors.Is(err, ErrTooMany) {
		return nil, prover.keep(ctx, err)
	}
	s := newSolution(p, method, verdict, turns)
	s.Positions, s.Steps, s.Unproven = prover.positions(), prover.Steps, engine.PerftTurns(p, 1)-uint64(len(turns))
	return s, nil
}

func solveBackwards(ctx context.Context, p engine.Position, limits Limits) (*Solution, error) {
	graph, err := retrograde(ctx, p, limits)
	if err != nil {
		return nil, err
	}
	verdict, err := graph.verdictOf(p, p.Seat())
	if err != nil {
		return nil, err
	}
	turns, err := graph.turns(p)
	if err != nil {
		return nil, err
	}
	line, err := graph.line(p)
	if err != nil {
		return nil, err
	}
	s := newSolution(p, ByRetrograde, verdict, turns)
	s.Line = engine.Turns(p, slices.Concat(line...))
	all, opening := graph.counts(), graph.openingCounts()
	s.Positions, s.Counts, s.Longest, s.Over = all.Positions, &all, graph.longest(), graph.Over
	if opening.Positions > 0 {
		s.Opening = &opening
	}
	s.Ends = countEnds(p.Rules(), graph.Ends)
	return s, nil
}

func newSolution(p engine.Position, method string, verdict result, turns []turn) *Solution {
	rules := p.Rules()
	s := &Solution{
		Type: "solution", Game: rules.Game().Name(), Options: rules.Settings().String(), Position: p.String(),
		Method: method, Seat: rules.SeatNames()[p.Seat()], Opponent: rules.SeatNames()[1-p.Seat()],
		Worth: worthOf(verdict), FirstTurns: []FirstTurn{},
	}
	slices.SortStableFunc(turns, func(a, b turn) int { return b.result.compare(a.result) })
	for _, turn := range turns {
		s.FirstTurns = append(s.FirstTurns, FirstTurn{engine.LineText(p, turn.Steps), worthOf(turn.result)})
	}
	return s
}

// countEnds groups the ends of the opening stage by turn, seat and first metric.
func countEnds(rules engine.Rules, ends []end) (out []OpeningEnd) {
	type group struct {
		turn  int
		seat  engine.Seat
		value int
	}
	groups := map[group]*Count{}
	for _, end := range ends {
		g := group{turn: end.Turn, seat: end.Seat, value: end.Metric}
		if groups[g] == nil {
			groups[g] = &Count{}
		}
		groups[g].add(end.result.Value)
	}
	metric := ""
	if metrics := engine.MetricsOf(rules); len(metrics) > 0 {
		metric = metrics[0].Name
	}
	for _, g := range slices.SortedFunc(maps.Keys(groups), func(a, b group) int {
		return cmp.Or(cmp.Compare(a.turn, b.turn), cmp.Compare(a.seat, b.seat), cmp.Compare(a.value, b.value))
	}) {
		out = append(out, OpeningEnd{g.turn, rules.SeatNames()[g.seat], metric, g.value, *groups[g]})
	}
	return out
}

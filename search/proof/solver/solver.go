// Package solver proves the values of games on small boards under best play.
//
// Retrograde analysis solves all games, including games in which positions can repeat. It first finds all positions at
// the starts of turns that play can reach, and identifies them by exact keys instead of hashes. Then it finds the won
// and lost positions, from the ends of games backwards (Richard Bellman, On the Application of Dynamic Programming to
// the Determination of Optimal Play in Chess and Checkers, 1965; Ken Thompson, Retrograde Analysis of Certain Endgames,
// 1986). Sweep n decides the positions that are won or lost in n turns, so the analysis also finds the distances. A
// position that no sweep decides is a draw.
//
// Search is only for Pilastri, in which no position can repeat. Package prover makes the search, and identifies
// positions by hashes of 128 bits. A search visits a small part of all positions, and finds no distances.
//
// Both methods solve the game without the turn cap and without draws by repetition. Endless play is a draw. Without
// draws by repetition no value is different: a player who can win can do so in the fewest turns, without repetition,
// and a player who can avoid a loss gets a draw in any case. With the turn cap, wins that take longer would be draws.
//
// In games that implement [engine.Keyed], positions that are equal up to a symmetry of the board or an exchange of the
// seats count as one position.
package solver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/search/proof/prover"
)

// outcome is the value of a position for the seat to act. The value for the opponent is its negative.
type outcome int8

const (
	loss outcome = iota - 1
	draw
	win
)

// String returns the value as a word.
func (v outcome) String() string { return [...]string{"loss", "draw", "win"}[v-loss] }

// verdict is the value of a position with its distance, in two bytes: two bits for the value, both set while the value
// is open, and then the number of turns of both seats to the end, if the winner plays as quickly and the loser as
// slowly as possible. The number is 0 for a draw, and for a win or loss at an unknown distance.
type verdict uint16

const (
	turnBits         = 14
	maxTurns         = 1<<turnBits - 1
	open     verdict = 3 << turnBits
)

// newVerdict returns the verdict with a value and a number of turns, at most maxTurns.
func newVerdict(value outcome, turns int) verdict {
	return verdict(value-loss)<<turnBits | verdict(turns)
}
func (v verdict) value() outcome { return outcome(v>>turnBits) + loss }
func (v verdict) turns() int     { return int(v & maxTurns) }

// compare returns a positive number if v is better than other. A quick win and a slow loss are better.
func (v verdict) compare(other verdict) int {
	sooner := cmp.Compare(other.turns(), v.turns()) // 1 if v has fewer turns
	return cmp.Or(cmp.Compare(v.value(), other.value()), int(v.value())*sooner)
}

// ended returns the verdict for a seat if the game is over, and open otherwise.
func ended(p engine.Position, seat engine.Seat) verdict {
	if !p.Over() {
		return open
	}
	return newVerdict(outcome(2*p.Outcome().Score(seat)-1), 0)
}

// Limits restricts a computation, and says where its progress goes.
type Limits struct {
	Positions int                      // the largest number of positions, 1 or more
	Report    func(text func() string) // receives progress from time to time; may be nil
}

// checkEvery is the number of positions, or of turns, between two checks of the limits.
const checkEvery = 1 << 10

// check reports progress and returns the error of ctx.
func (l Limits) check(ctx context.Context, format string, args ...any) error {
	if l.Report != nil {
		l.Report(func() string { return fmt.Sprintf(format, args...) })
	}
	return ctx.Err()
}

// ErrTooMany is wrapped by the error for computations with more positions than the limits allow.
var ErrTooMany = prover.ErrTooMany

// Check returns an error if p cannot be solved: with more than two seats, in the middle of a turn or after the end.
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

// turn is a turn of the seat to act, with its value for this seat.
type turn struct {
	steps []engine.Step
	verdict
}

// turnsOf returns the turns from p with their values. The function ask returns the value of the position after a turn
// for seat, the opponent; the number of turns in this value must include the turn itself. With an error, turnsOf also
// returns the turns before the error.
func turnsOf(p engine.Position, ask func(after engine.Position, seat engine.Seat) (verdict, error)) ([]turn, error) {
	var turns []turn
	for steps, after := range engine.EachTurn(p) {
		v, err := ask(after, 1-p.Seat())
		if err != nil {
			return turns, err
		}
		turns = append(turns, turn{slices.Clone(steps), newVerdict(-v.value(), v.turns())})
	}
	return turns, nil
}

// BySearch is the method of a [Solution] that was found by search. The other method is retrograde analysis.
const BySearch = "search"

// A Solution is a solved position as it is printed.
type Solution struct {
	Type     string `json:"type"` // always "solution"
	Game     string `json:"game"`
	Options  string `json:"options"`
	Position string `json:"position"`
	Method   string `json:"method"`
	Seat     string `json:"seat"` // the seat to act
	Worth
	FirstTurns []FirstTurn `json:"first_turns"`        // all turns from the position with their values, the best first
	Unproven   uint64      `json:"unproven,omitempty"` // number of first turns that would take too many positions
	// Line is a line of best play. Of the fields from Line on, a solution by search has only Positions and Opponent.
	Line      []string `json:"line,omitempty"`
	Positions int      `json:"positions"`
	Counts    *Count   `json:"counts,omitempty"`
	Longest   int      `json:"longest,omitempty"` // turns of the longest forced win
	Opponent  string   `json:"-"`                 // the other seat
}

// Worth is the printed value of a position, for the seat to act, or of a turn, for the seat that makes it.
type Worth struct {
	Value string `json:"value"`           // win, draw or loss
	Turns int    `json:"turns,omitempty"` // number of turns to the end, this one included; 0 if unknown
}

func worthOf(v verdict) Worth { return Worth{v.value().String(), v.turns()} }

// A FirstTurn is a turn in the solved position, with its value.
type FirstTurn struct {
	Turn string `json:"turn"`
	Worth
}

// Count holds the numbers of positions that are won, lost and drawn for the seat to act.
type Count struct {
	Positions int `json:"positions"`
	Won       int `json:"won"`
	Lost      int `json:"lost"`
	Drawn     int `json:"drawn"`
}

// Solve proves the value of p and of its turns: by search if package prover takes the rules, else by retrograde
// analysis.
func Solve(ctx context.Context, p engine.Position, limits Limits) (*Solution, error) {
	if err := Check(p); err != nil {
		return nil, err
	}
	if prover.Takes(p.Rules()) != nil {
		return solveBackwards(ctx, p, limits)
	}
	const perPosition, most = 16, 1 << 30 // bytes of the table: for each position, and in all
	searcher, err := prover.New(p.Rules(), prover.Options{Memory: min(perPosition*limits.Positions, most), Threads: 1,
		Positions: uint64(limits.Positions), Report: limits.Report})
	if err != nil {
		return nil, err
	}
	value := func(p engine.Position, seat engine.Seat) (verdict, error) {
		if p.Over() {
			return ended(p, seat), nil
		}
		wins, err := searcher.Wins(ctx, p)
		return newVerdict(map[bool]outcome{true: win, false: loss}[wins], 0), err
	}
	proven, err := value(p, p.Seat())
	if err != nil {
		return nil, err
	}
	turns, err := turnsOf(p, value)
	if err != nil && !errors.Is(err, ErrTooMany) {
		return nil, err
	}
	s := newSolution(p, BySearch, proven, turns)
	s.Positions, s.Unproven = int(searcher.Nodes()), engine.PerftTurns(p, 1)-uint64(len(turns))
	return s, nil
}

// solveBackwards does the work of [Solve] by retrograde analysis.
func solveBackwards(ctx context.Context, p engine.Position, limits Limits) (*Solution, error) {
	graph, err := retrograde(ctx, p, limits)
	if err != nil {
		return nil, err
	}
	proven, err := graph.verdictOf(p, p.Seat())
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
	s := newSolution(p, "retrograde", proven, turns)
	s.Line = engine.Turns(p, slices.Concat(line...))
	s.Positions, s.Counts = len(graph.verdicts), &Count{Positions: len(graph.verdicts)}
	for _, v := range graph.verdicts {
		*map[outcome]*int{win: &s.Counts.Won, loss: &s.Counts.Lost, draw: &s.Counts.Drawn}[v.value()]++
		s.Longest = max(s.Longest, v.turns())
	}
	return s, nil
}

// newSolution returns a solution with the fields that both methods set.
func newSolution(p engine.Position, method string, proven verdict, turns []turn) *Solution {
	rules := p.Rules()
	s := &Solution{
		Type: "solution", Game: rules.Game().Name(), Options: rules.Settings().String(), Position: p.String(),
		Method: method, Seat: rules.SeatNames()[p.Seat()], Opponent: rules.SeatNames()[1-p.Seat()],
		Worth: worthOf(proven), FirstTurns: []FirstTurn{},
	}
	slices.SortStableFunc(turns, func(a, b turn) int { return b.compare(a.verdict) })
	for _, turn := range turns {
		s.FirstTurns = append(s.FirstTurns, FirstTurn{engine.LineText(p, turn.steps), worthOf(turn.verdict)})
	}
	return s
}

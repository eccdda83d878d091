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

// outcomeOf returns the value of a finished game for a seat.
func outcomeOf(p engine.Position, seat engine.Seat) outcome {
	return outcome(2*p.Outcome().Score(seat) - 1)
}

// result is the value of a position with its distance.
type result struct {
	Value outcome
	// turns is the number of turns of both seats to the end, if the winner plays as quickly and the loser as slowly as
	// possible. It is 0 for a draw, and for a win or loss at an unknown distance.
	turns int
}

// compare returns a positive number if v is better than other. A quick win and a slow loss are better.
func (v result) compare(other result) int {
	sooner := cmp.Compare(other.turns, v.turns)                           // 1 if v has fewer turns
	return cmp.Or(cmp.Compare(v.Value, other.Value), int(v.Value)*sooner) // the value of a loss is -1
}

// verdict is a result in two bytes: two bits for the value, both set while the result is open, and then the turns.
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

// full returns the result of a verdict. A verdict that is still open after all sweeps is a draw.
func (v verdict) full() result {
	if v == open {
		return result{}
	}
	return result{v.value(), v.turns()}
}

// ended returns the verdict for a seat if the game is over, and open otherwise.
func ended(p engine.Position, seat engine.Seat) verdict {
	if !p.Over() {
		return open
	}
	return newVerdict(outcomeOf(p, seat), 0)
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

// turn is a turn of the seat to act, with its result for this seat.
type turn struct {
	Steps  []engine.Step
	result result
}

var errSameSeat = errors.New("a seat has two turns in a row; only games whose seats alternate can be solved")

// checkSeat returns an error if the seat that made the turn from p to after acts again.
func checkSeat(p, after engine.Position) error {
	if !after.Over() && after.Seat() == p.Seat() {
		return errSameSeat
	}
	return nil
}

// turnsOf returns the turns from p with their results. The function ask returns the value of the position after a turn
// for seat, the opponent; the number of turns in this result must include the turn itself. With an error, turnsOf also
// returns the turns before the error.
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

// MethodOf returns the method that suits a game: a search if package prover takes its rules, else retrograde analysis.
func MethodOf(rules engine.Rules) string {
	if prover.Takes(rules) == nil {
		return BySearch
	}
	return ByRetrograde
}

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

func worthOf(r result) Worth { return Worth{r.Value.String(), r.turns} }

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
	if err := Check(p); err != nil {
		return nil, err
	}
	if method == ByRetrograde {
		return solveBackwards(ctx, p, limits)
	}
	const perPosition, most = 16, 1 << 30 // bytes of the table: for each position, and in all
	searcher, err := prover.New(p.Rules(), prover.Options{Memory: min(perPosition*limits.Positions, most), Threads: 1,
		Positions: uint64(limits.Positions), Report: limits.Report})
	if err != nil {
		return nil, err
	}
	value := func(p engine.Position) (result, error) {
		wins, err := searcher.Wins(ctx, p)
		return result{Value: map[bool]outcome{true: win, false: loss}[wins]}, err
	}
	proven, err := value(p)
	if err != nil {
		return nil, err
	}
	turns, err := turnsOf(p, func(after engine.Position, seat engine.Seat) (result, error) {
		if v := ended(after, seat); v != open {
			return v.full(), nil
		}
		return value(after)
	})
	if err != nil && !errors.Is(err, ErrTooMany) {
		return nil, err
	}
	s := newSolution(p, method, proven, turns)
	s.Positions, s.Unproven = int(searcher.Nodes()), engine.PerftTurns(p, 1)-uint64(len(turns))
	return s, nil
}

// solveBackwards does the work of [Solve] by retrograde analysis.
func solveBackwards(ctx context.Context, p engine.Position, limits Limits) (*Solution, error) {
	graph, err := retrograde(ctx, p, limits)
	if err != nil {
		return nil, err
	}
	proven, err := graph.resultOf(p, p.Seat())
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
	s := newSolution(p, ByRetrograde, proven, turns)
	s.Line = engine.Turns(p, slices.Concat(line...))
	all := graph.counts()
	s.Positions, s.Counts, s.Longest = all.Positions, &all, graph.longest()
	return s, nil
}

// newSolution returns a solution with the fields that both methods set.
func newSolution(p engine.Position, method string, proven result, turns []turn) *Solution {
	rules := p.Rules()
	s := &Solution{
		Type: "solution", Game: rules.Game().Name(), Options: rules.Settings().String(), Position: p.String(),
		Method: method, Seat: rules.SeatNames()[p.Seat()], Opponent: rules.SeatNames()[1-p.Seat()],
		Worth: worthOf(proven), FirstTurns: []FirstTurn{},
	}
	slices.SortStableFunc(turns, func(a, b turn) int { return b.result.compare(a.result) })
	for _, turn := range turns {
		s.FirstTurns = append(s.FirstTurns, FirstTurn{engine.LineText(p, turn.Steps), worthOf(turn.result)})
	}
	return s
}

// Package search defines what a player is. Its subpackages hold the players: search/simple (random and greedy),
// search/alphabeta, search/multiseat, search/mcts; search/players makes any of them from text such as
// "alphabeta:nodes=20000".
//
// Players are game-neutral: they see games only through packages engine and eval. With the same seed and a limit by
// nodes or depth a player decides the same everywhere; only a limit by time, a cancelled context, or several threads
// make its decisions depend on the machine.
package search

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"pillars/engine"
)

// Player decides turns. A Player plays one game at a time and belongs to one goroutine.
type Player interface {
	// Name returns the player's full specification, as search/players reads it.
	Name() string
	// NewGame forgets earlier games and sets the seed of all randomness.
	NewGame(seed uint64)
	// Decide returns one or more steps for the seat to act in h, whose game is not over, all of the same turn. Limits
	// restrict the thinking in addition to the player's own. When ctx ends, Decide returns soon with the best that it
	// has, and no error. Report, if not nil, is called from time to time from within Decide. A player may play on in
	// the history during the call, and must not keep it.
	Decide(ctx context.Context, h *engine.History, limits Limits, report func(Info)) (Decision, error)
}

// Close ends a player that is a program, and does nothing for others.
func Close(players ...Player) (err error) {
	for _, player := range players {
		if closer, ok := player.(io.Closer); ok {
			err = errors.Join(err, closer.Close())
		}
	}
	return err
}

// ErrNotStarted is wrapped by the error of a player whose program is not ready for a game: its file, a process or
// memory is missing, or it does not play this game. It loses no game.
var ErrNotStarted = errors.New("the program cannot begin a game")

// Begin announces a new game to a player. A player that has to wait, such as a program that starts, gives up when ctx
// ends, and returns the error from its first decision.
func Begin(ctx context.Context, player interface{ NewGame(uint64) }, seed uint64) {
	if patient, ok := player.(interface{ Begin(context.Context, uint64) }); ok {
		patient.Begin(ctx, seed)
		return
	}
	player.NewGame(seed)
}

// Limits restrict one decision. Fields that are zero do not restrict; the first limit reached ends the thinking.
type Limits struct {
	Nodes uint64        // the player's own unit of work: a step made for alphabeta, a simulation for mcts
	Time  time.Duration // wall time
	Depth int           // in steps; for tree searches without depth it means nothing
	Clock Clock         // of the game; see [Limits.Budget]
}

// Tightest returns limits that are reached as soon as either of two is.
func (l Limits) Tightest(m Limits) Limits {
	return Limits{Nodes: tighter(l.Nodes, m.Nodes), Time: tighter(l.Time, m.Time), Depth: tighter(l.Depth, m.Depth),
		Clock: l.Clock.tightest(m.Clock)}
}

// Check returns an error for limits below 0.
func (l Limits) Check() error {
	switch {
	case l.Time < 0:
		return fmt.Errorf("time=%v: must be 0 or more", l.Time)
	case l.Depth < 0:
		return fmt.Errorf("depth=%d: must be 0 or more", l.Depth)
	}
	return nil
}

// tighter returns the smaller of two bounds, where 0 is no bound.
func tighter[T uint64 | time.Duration | int](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// Decision holds the steps that a player chose, and its thoughts.
type Decision struct {
	Steps []engine.Step // one or more steps of the turn
	Info  Info          // the last thoughts
	// Visits holds, for each of Steps, the visits of all steps that a tree search chose among. It is empty for a step
	// that a proof chose, and nil for other players.
	Visits [][]Visits
}

// Visits holds the number of times that a tree search tried a step.
type Visits struct {
	Step  engine.Step
	Times uint32
}

// DecideTurn asks a player until the turn is complete. It returns the steps with the thoughts of the first decision,
// and the nodes of all decisions.
func DecideTurn(
	ctx context.Context, player Player, h *engine.History, limits Limits, report func(Info),
) (turn Decision, nodes uint64, err error) {
	h = h.Clone()
	for from := len(h.Steps()); !h.TurnDone(from); report = nil {
		decision, err := player.Decide(ctx, h.Clone(), limits, report)
		for i := 0; i < len(decision.Steps) && err == nil; i++ {
			if i > 0 && h.TurnDone(from) {
				err = errors.New("decided on steps beyond its turn")
			} else {
				err = h.Play(decision.Steps[i])
			}
		}
		if err == nil && len(decision.Steps) == 0 {
			err = errors.New("decided on no step")
		}
		if err != nil {
			return turn, nodes, fmt.Errorf("player %s: %w", player.Name(), err)
		}
		if turn.Steps == nil {
			turn.Info = decision.Info
		}
		turn.Steps, nodes = append(turn.Steps, decision.Steps...), nodes+decision.Info.Nodes
		turn.Visits = append(turn.Visits, decision.Visits...)
	}
	return turn, nodes, nil
}

// Info holds a player's thoughts while or after it searches.
type Info struct {
	Depth     int           // completed depth in steps
	Score     Score         // for the seat to act at the root
	Nodes     uint64        // steps made so far
	Elapsed   time.Duration // since Decide began
	Principal []engine.Step // principal variation, from the root
	Line      int           // 1 for the best line, 2 for the second best when several are asked for
}

// Told reports whether a player reported what it expects. Engines, and players that do not search, may not.
func (i Info) Told() bool { return i.Depth > 0 || i.Score != 0 }

// NodesPerSecond returns the speed so far, or 0 if no time has passed.
func (i Info) NodesPerSecond() float64 {
	if i.Elapsed <= 0 {
		return 0
	}
	return float64(i.Nodes) / i.Elapsed.Seconds()
}

// PrincipalTurns returns the principal variation from a position in turns, up to its first illegal step: a line from a
// transposition table may continue past the end of the game.
func (i Info) PrincipalTurns(p engine.Position) []string {
	at, legal := p.Clone(), 0
	for legal < len(i.Principal) && slices.Contains(at.AppendSteps(nil), i.Principal[legal]) {
		at.Play(i.Principal[legal])
		legal++
	}
	return slices.Concat([]string{}, engine.Turns(p, i.Principal[:legal]))
}

// Clock holds the time that the players have left for a game while one of them decides. The zero Clock stands for none.
type Clock struct {
	Left      [engine.MaxSeats]time.Duration // by seat, as it stands now; 0 for a seat without a clock
	Increment [engine.MaxSeats]time.Duration // by seat, gained with every turn finished
	Spent     time.Duration                  // what the seat to act has used of its turn so far; Left is without it
}

// Runs reports whether the seat has a clock.
func (c Clock) Runs(seat engine.Seat) bool { return c.Left[seat] > 0 }

// How much of a clock a turn may use.
const (
	turnShare      = 12                   // divides the time left; a game takes 15 to 25 turns of each seat
	incrementFifth = 4                    // fifths of the increment that are added to a turn
	clockReserve   = 5 * time.Millisecond // kept back for the work around the thinking; at most a quarter of the clock
	laterShare     = 8                    // each later decision of a turn gets at least the turn's time divided by it
)

// Budget returns the time that a player should take for the rest of the seat's turn: what its clock suggests, and at
// most Time. 0 means that there is no bound. It never exceeds what the clock has left.
//
// Of a clock a turn may use a fixed share of what is left, which spreads any amount of time over a game of any length
// (Huang, Coulom and Lin, Time Management for Monte-Carlo Tree Search Applied to the Game of Go, TAAI 2010, the basic
// formula), most of the increment, and never more than half of what is left. All decisions of a turn share one budget.
func (l Limits) Budget(seat engine.Seat) time.Duration {
	if !l.Clock.Runs(seat) {
		return l.Time
	}
	left, spent := l.Clock.Left[seat], max(l.Clock.Spent, 0)
	turn := turnBudget(left+spent, l.Clock.Increment[seat])
	rest := max(turn-spent, turn/laterShare)
	return tighter(l.Time, max(min(rest, left/2), 1))
}

func turnBudget(left, increment time.Duration) time.Duration {
	return max(min(left/turnShare+increment/5*incrementFifth, left/2-min(clockReserve, left/4)), 1)
}

func (c Clock) tightest(d Clock) Clock {
	for seat := range c.Left {
		if tighter(c.Left[seat], d.Left[seat]) != c.Left[seat] {
			c.Left[seat], c.Increment[seat] = d.Left[seat], d.Increment[seat]
		}
	}
	c.Spent = max(c.Spent, d.Spent)
	return c
}

// Package search defines what a player is. Its subpackages contain the players: search/simple (random and greedy),
// search/alphabeta, search/multiseat and search/mcts. Package search/players makes any of them from a text such as
// "alphabeta:nodes=20000".
//
// Players are game-neutral: they see games only through packages engine and eval. Given the same seed and a limit on
// nodes or depth, a player makes the same decisions on every machine. Only a time limit, a cancelled context or several
// threads can change its decisions.
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
	// Name returns the player's full text, from which search/players can make it again.
	Name() string
	// NewGame forgets earlier games and sets the seed of all randomness.
	NewGame(seed uint64)
	// Decide returns one or more steps, all of one turn, for the seat to act in h. The game in h must not be over. The
	// limits apply in addition to the player's own limits. When ctx ends, Decide soon returns the best steps found so
	// far, without an error. Decide calls report, unless it is nil, from time to time while it searches. Decide may
	// play steps in h, but must not keep h after it returns.
	Decide(ctx context.Context, h *engine.History, limits Limits, report func(Info)) (Decision, error)
}

// Computing is a player that does nothing in Decide but compute, on the calling goroutine and perhaps on others. A
// referee may charge a Computing player for the processor time of the calling goroutine instead of wall time, because
// wall time includes waiting for a processor.
type Computing interface {
	Player
	Computes() // does nothing; it marks the player
}

// Close closes every player that implements [io.Closer], such as a player in another process. It skips other players.
func Close(players ...Player) (err error) {
	for _, player := range players {
		if closer, ok := player.(io.Closer); ok {
			err = errors.Join(err, closer.Close())
		}
	}
	return err
}

// ErrNotStarted is wrapped by errors of players that run as programs and cannot begin a game: the program's file, a
// process or memory is missing, or the program does not support the game. This is no fault for which a player loses.
var ErrNotStarted = errors.New("the program cannot begin a game")

// Begin announces a new game to a player. It calls the player's method Begin if the player has one, and NewGame
// otherwise. Players that must first start a program have a method Begin, which stops waiting when ctx ends. If the
// method fails, the player's next Decide returns the error.
func Begin(ctx context.Context, player interface{ NewGame(uint64) }, seed uint64) {
	if patient, ok := player.(interface{ Begin(context.Context, uint64) }); ok {
		patient.Begin(ctx, seed)
	} else {
		player.NewGame(seed)
	}
}

// Limits restrict one decision. The first limit reached ends the search. A field that is zero sets no limit.
type Limits struct {
	Nodes uint64        // nodes, in the player's unit of work: steps made for alphabeta, simulations for mcts
	Time  time.Duration // wall time
	Depth int           // depth in steps; players that do not search by depth, such as mcts, ignore it
	Clock Clock         // the clocks of the game, which can lower Time; see [Limits.Budget]
}

// Tightest combines the limits l and m. The result has the smaller value of Nodes, Time, Depth and Clock.Turns, where 0
// means no limit. Each seat gets the clock with less time left. Clock.Spent is the larger one.
func (l Limits) Tightest(m Limits) Limits {
	l.Nodes, l.Time, l.Depth = tighter(l.Nodes, m.Nodes), tighter(l.Time, m.Time), tighter(l.Depth, m.Depth)
	for seat, left := range m.Clock.Left {
		if own := l.Clock.Left[seat]; tighter(own, left) != own {
			l.Clock.Left[seat], l.Clock.Increment[seat] = left, m.Clock.Increment[seat]
		}
	}
	l.Clock.Turns = tighter(l.Clock.Turns, m.Clock.Turns)
	l.Clock.Spent = max(l.Clock.Spent, m.Clock.Spent)
	return l
}

// Check returns an error if a limit is negative.
func (l Limits) Check() error {
	switch {
	case l.Time < 0:
		return fmt.Errorf("time=%v: must be 0 or more", l.Time)
	case l.Depth < 0:
		return fmt.Errorf("depth=%d: must be 0 or more", l.Depth)
	}
	return nil
}

// tighter returns the smaller of two limits, where 0 means no limit.
func tighter[T uint64 | time.Duration | int](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// Decision holds the steps that a player chose, and what it reported about its search.
type Decision struct {
	Steps []engine.Step // one or more steps of the turn
	Info  Info          // the state at the end of the search
	// Visits has an element for each of Steps if the player is a tree search (mcts), and is nil for other players. The
	// element lists the steps that the search tried, except proven losses. It is empty if a proof chose the step.
	Visits [][]Visits
}

// Visits holds the number of times that a tree search tried a step.
type Visits struct {
	Step  engine.Step
	Times uint32
}

// DecideTurn asks the player for decisions until the turn is complete. It returns all steps of the turn, with the Info
// of the first decision, and the sum of the nodes of all decisions. Only the first decision calls report.
func DecideTurn(
	ctx context.Context, player Player, h *engine.History, limits Limits, report func(Info),
) (turn Decision, nodes uint64, err error) {
	h = h.Clone()
	for from := len(h.Steps()); !h.TurnDone(from); report = nil {
		decision, err := player.Decide(ctx, h.Clone(), limits, report)
		if err == nil {
			err = playDecision(h, from, decision.Steps)
		}
		if err != nil {
			return turn, nodes, fmt.Errorf("player %s: %w", player.Name(), err)
		}
		if turn.Steps == nil {
			turn.Info = decision.Info
		}
		turn.Steps = append(turn.Steps, decision.Steps...)
		turn.Visits = append(turn.Visits, decision.Visits...)
		nodes += decision.Info.Nodes
	}
	return turn, nodes, nil
}

// playDecision plays the steps that a player decided on in h. The argument from is the number of steps in h at the
// beginning of the turn. PlayDecision returns an error if there is no step, if a step is illegal, or if a step follows
// the end of the turn.
func playDecision(h *engine.History, from int, steps []engine.Step) error {
	if len(steps) == 0 {
		return errors.New("decided on no step")
	}
	for i, step := range steps {
		if i > 0 && h.TurnDone(from) {
			return errors.New("decided on steps beyond its turn")
		}
		if err := h.Play(step); err != nil {
			return err
		}
	}
	return nil
}

// Info describes the state of a player's search, during the search or at its end.
type Info struct {
	Depth     int           // completed depth in steps
	Score     Score         // score for the seat to act at the root
	Nodes     uint64        // nodes so far, in the unit of [Limits].Nodes
	Elapsed   time.Duration // time since Decide began
	Principal []engine.Step // principal variation, from the root
	Line      int           // 1 for the best line, 2 for the second best if the player reports several
}

// Informs reports whether the player reported a depth or a score. Players without a search and some engines do not.
func (i Info) Informs() bool { return i.Depth > 0 || i.Score != 0 }

// NodesPerSecond returns the speed so far, or 0 if no time has passed.
func (i Info) NodesPerSecond() float64 {
	if i.Elapsed <= 0 {
		return 0
	}
	return float64(i.Nodes) / i.Elapsed.Seconds()
}

// LegalPrincipal returns the principal variation from position p, cut before the first illegal step. A variation from a
// transposition table may continue past the end of the game.
func (i Info) LegalPrincipal(p engine.Position) []engine.Step {
	current, legal := p.Clone(), 0 // legal is the number of legal steps found
	for legal < len(i.Principal) && slices.Contains(current.AppendSteps(nil), i.Principal[legal]) {
		current.Play(i.Principal[legal])
		legal++
	}
	return i.Principal[:legal]
}

// PrincipalTurns returns the texts of the turns in [Info.LegalPrincipal]; the last turn may be incomplete. The result
// is never nil, so that JSON shows an empty list.
func (i Info) PrincipalTurns(p engine.Position) []string {
	return append([]string{}, engine.Turns(p, i.LegalPrincipal(p))...)
}

// Clock holds the time that each seat has left for the game when a player decides. In the zero Clock no seat has a
// clock.
type Clock struct {
	Left      [engine.MaxSeats]time.Duration // time left by seat, at this moment; 0 for a seat without a clock
	Increment [engine.MaxSeats]time.Duration // time by seat that is added after every turn of the seat
	Turns     int                            // turns until the clock of the seat to act gets more time; 0 for never
	Spent     time.Duration                  // time used by the seat to act in this turn, already deducted from Left
}

// Runs reports whether the seat has a clock.
func (c Clock) Runs(seat engine.Seat) bool { return c.Left[seat] > 0 }

// The parts of a clock that a turn may use.
const (
	turnShare       = 12                   // a turn gets the time left divided by this; seats have 15 to 25 turns
	incrementFifths = 4                    // a turn also gets this many fifths of the increment
	clockReserve    = 5 * time.Millisecond // time kept for work outside the search; at most a quarter of the time left
	laterShare      = 8                    // every decision of a turn gets at least the turn's time divided by this
)

// Budget returns the time that a player should use for the rest of the seat's turn. It is at most l.Time, unless that
// is 0, and less than the time left on the seat's clock. It is 0, which means no limit, if the seat has no clock and
// l.Time is 0.
//
// From its clock, a turn gets a fixed fraction of the time left plus most of the increment, but never more than half of
// the time left. A fixed fraction spreads any amount of time over a game of any length. This is the basic formula of
// Huang, Coulom and Lin, Time Management for Monte-Carlo Tree Search Applied to the Game of Go, TAAI 2010. Where fewer
// turns are left until the clock gets more time, the time is divided by their number. All decisions of a turn share one
// budget.
func (l Limits) Budget(seat engine.Seat) time.Duration {
	if !l.Clock.Runs(seat) {
		return l.Time
	}
	left, spent := l.Clock.Left[seat], max(l.Clock.Spent, 0)
	start := left + spent                      // the time left at the beginning of the turn
	turns := tighter(turnShare, l.Clock.Turns) // the turns to divide the time by
	suggested := start/time.Duration(turns) + l.Clock.Increment[seat]/5*incrementFifths
	most := start/time.Duration(min(turns, 2)) - min(clockReserve, start/4)
	turn := max(min(suggested, most), 1)
	rest := max(turn-spent, turn/laterShare)
	return tighter(l.Time, max(min(rest, max(left/2, most-spent)), 1))
}

// LimitsOf returns the limits of a decision: the stricter of the player's own and the given limits, with the time that
// the seat's clock allows (see [Limits.Budget]). If the game is over, it returns an error that names the player.
func LimitsOf(player string, h *engine.History, own, given Limits) (Limits, error) {
	if h.Outcome().Over() {
		return given, fmt.Errorf("%s: the game is over (%s)", player, h.Outcome().Reason)
	}
	limits := own.Tightest(given)
	limits.Time = limits.Budget(h.Position().Seat())
	return limits, nil
}

// TurnDone reports whether the turn of seat has ended in p, the position after a step of that seat.
func TurnDone(p engine.Position, seat engine.Seat) bool {
	return p.Over() || p.StartsTurn() || p.Seat() != seat
}

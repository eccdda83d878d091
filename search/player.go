// Package search says what a player is. Its subpackages hold the players: search/simple (random and greedy),
// search/alphabeta, search/mcts; search/players makes any of them from text such as "alphabeta:nodes=20000".
//
// Players are game-neutral: they see games only through packages engine and eval. With the same seed and a limit by
// nodes or depth a player decides the same everywhere; only a limit by time, a cancelled context, or more threads than
// one make it depend on the machine.
package search

import (
	"context"
	"fmt"
	"time"

	"pillars/engine"
)

// Player decides turns. A Player plays one game at a time and belongs to one goroutine.
type Player interface {
	// Name is the player's full specification, as search/players reads it.
	Name() string
	// NewGame forgets earlier games and sets the seed of all that is random.
	NewGame(seed uint64)
	// Decide chooses steps for the seat to act in h, whose game is not over: at least one, all of the same turn, as far
	// as the player is sure of them. Limits restrict the thinking together with the player's own. When ctx ends, Decide
	// returns soon with the best it has, and no error. Report, if not nil, is called now and then from within Decide.
	// The history is lent until Decide returns: a player may play on in it, and keeps nothing of it but copies.
	Decide(ctx context.Context, h *engine.History, limits Limits, report func(Info)) (Decision, error)
}

// Limits restrict one decision. Zero fields do not restrict; whatever is reached first ends the thinking.
type Limits struct {
	Nodes uint64        // the player's own unit of work: a step made for alphabeta, a simulation for mcts
	Time  time.Duration // on the wall
	Depth int           // in steps; for tree searches without depth it means nothing
	Clock Clock         // of the game; see [Limits.Budget]
}

// Tightest combines limits: both hold.
func (l Limits) Tightest(m Limits) Limits {
	return Limits{
		Nodes: tighter(l.Nodes, m.Nodes), Time: tighter(l.Time, m.Time), Depth: tighter(l.Depth,
			m.Depth), Clock: l.Clock.tightest(m.Clock),
	}
}

// Check refuses limits below 0, which mean nothing.
func (l Limits) Check() error {
	switch {
	case l.Time < 0:
		return fmt.Errorf("time=%v: must not be below 0", l.Time)
	case l.Depth < 0:
		return fmt.Errorf("depth=%d: must not be below 0", l.Depth)
	}
	return nil
}

// tighter is the smaller of two bounds of which 0 is none.
func tighter[T uint64 | time.Duration | int](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// Decision is what a player chose, and why.
type Decision struct {
	Steps []engine.Step // one or more steps of the turn
	Info  Info          // the last thoughts
}

// Info is a player's view while it thinks.
type Info struct {
	Depth     int           // completed depth in steps
	Score     Score         // for the seat to act at the root
	Nodes     uint64        // steps made so far
	Elapsed   time.Duration // since Decide began
	Principal []engine.Step // principal variation, from the root
	Line      int           // 1 for the best line, 2 for the second best when several are asked for
}

// NodesPerSecond is the speed so far, or 0 if no time has passed.
func (i Info) NodesPerSecond() float64 {
	if i.Elapsed <= 0 {
		return 0
	}
	return float64(i.Nodes) / i.Elapsed.Seconds()
}

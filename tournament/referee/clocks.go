package referee

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// clocks are the clocks and limits of a game, as the referee keeps them. Only the player to act spends time, and only
// while it decides.
type clocks struct {
	controls []tournament.Control // by seat
	// by seat, at the start of its next turn; below 0 once the margin has been drawn upon
	left   [engine.MaxSeats]time.Duration
	margin time.Duration
	draws  []draws // by seat; nil for limits by nodes as they are
}

func newClocks(controls []tournament.Control, margin time.Duration) clocks {
	c := clocks{controls: controls, margin: margin}
	for seat, control := range controls {
		c.left[seat] = control.Clock.Base
	}
	return c
}

// allowed is the time that a turn may take, the margin not counted, and whether anything bounds it.
func (c *clocks) allowed(seat engine.Seat) (time.Duration, bool) {
	control := c.controls[seat]
	switch limit := control.Limits.Time; {
	case !control.Clock.Runs():
		return limit, limit > 0
	case limit == 0:
		return c.left[seat], true
	default:
		return min(limit, c.left[seat]), true
	}
}

// limits are those of the next decision, when some time of the turn is spent. Nodes and depth are allowed to every
// decision anew, time is not. No time comes down to 0, which would mean no limit.
func (c *clocks) limits(seat engine.Seat, spent time.Duration) search.Limits {
	limits := c.controls[seat].Limits
	if c.draws != nil {
		limits.Nodes = c.draws[seat].next(limits.Nodes)
	}
	if limits.Time > 0 {
		limits.Time = max(limits.Time-spent, 1)
	}
	for s, control := range c.controls {
		if control.Clock.Runs() {
			limits.Clock.Left[s], limits.Clock.Increment[s] = max(c.left[s], 1), control.Clock.Increment
		}
	}
	if c.controls[seat].Clock.Runs() {
		limits.Clock.Left[seat], limits.Clock.Spent = max(c.left[seat]-spent, 1), spent
	}
	return limits
}

// deadline ends the context of a decision when the player has lost on time: a nanosecond beyond the margin, within
// which it has not.
func (c *clocks) deadline(
	ctx context.Context, seat engine.Seat, spent time.Duration,
) (context.Context, context.CancelFunc) {
	allowed, bounded := c.allowed(seat)
	if !bounded {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, allowed+c.margin-spent+1)
}

// overstepped is the fault of a player who has used too much time in a turn, or nil. It tells times in full, for a
// loss can be one of nanoseconds.
func (c *clocks) overstepped(seat engine.Seat, used time.Duration) error {
	allowed, bounded := c.allowed(seat)
	switch {
	case !bounded || used <= allowed+c.margin:
		return nil
	case c.controls[seat].Clock.Runs() && allowed == c.left[seat]:
		return guard.Errorf(guard.OutOfTime, "lost on time: %v used in a turn, %v left on the clock, margin %v", used,
			allowed, c.margin)
	}
	return guard.Errorf(guard.OutOfTime, "lost on time: %v used in a turn, %v allowed, margin %v", used, allowed,
		c.margin)
}

// finish ends a turn that took so long and is what the clock then shows, 0 if there is none.
func (c *clocks) finish(seat engine.Seat, used time.Duration) time.Duration {
	if clock := c.controls[seat].Clock; clock.Runs() {
		c.left[seat] += clock.Increment - used
	}
	return c.left[seat]
}

// draws are the node limits of a seat's decisions.
type draws struct {
	spread float64
	random *rand.Rand
}

func newDraws(game tournament.Planned) []draws {
	var all []draws
	for _, seed := range game.Draws {
		all = append(all, draws{game.Spread, rand.New(engine.NewRandom(seed))})
	}
	return all
}

// next is the limit of the next decision, where nodes are the limit of all: the logarithm of their ratio is uniform
// between those of 1/spread and spread.
func (d draws) next(nodes uint64) uint64 {
	factor := math.Exp((2*d.random.Float64() - 1) * math.Log(d.spread))
	return uint64(max(1, math.Round(float64(nodes)*factor)))
}

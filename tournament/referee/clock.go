package referee

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// clocks holds the clocks and limits of a game. Only the player to act spends time, and only while it decides.
type clocks struct {
	controls []tournament.Control           // by seat
	left     [engine.MaxSeats]time.Duration // time on the seat's clock before its next turn; at least -margin
	turns    [engine.MaxSeats]int           // number of the seat's turns so far
	margin   time.Duration                  // how far a player may exceed its time without losing
	spread   float64                        // drawn node limits are from 1/spread to spread times the planned limits
	draws    []*rand.Rand                   // random sources of drawn factors, by seat; nil to draw none
}

func newClocks(game tournament.Planned, margin time.Duration) clocks {
	c := clocks{controls: game.Controls, margin: margin, spread: game.Spread}
	if c.controls == nil {
		c.controls = make([]tournament.Control, len(game.Players))
	}
	for seat, control := range c.controls {
		c.left[seat] = control.Clock.Base
	}
	for _, seed := range game.Draws {
		c.draws = append(c.draws, rand.New(engine.NewRandom(seed)))
	}
	return c
}

// allowed returns the time that a turn may take, without the margin, and whether there is a limit at all.
func (c *clocks) allowed(seat engine.Seat) (time.Duration, bool) {
	control := c.controls[seat]
	allowed, limited := control.Limits.Time, control.Limits.Time > 0
	if control.Clock.Runs() && (!limited || c.left[seat] < allowed) {
		return c.left[seat], true
	}
	return allowed, limited
}

// limits returns the limits of a player's next decision in a turn that has already taken the time spent. Limits on
// nodes and depth apply to each decision. A time limit applies to the turn: the result has the rest of the limit, but
// at least 1 ns, because 0 would mean no limit.
func (c *clocks) limits(seat engine.Seat, spent time.Duration) search.Limits {
	limits := c.controls[seat].Limits
	if c.draws != nil {
		logFactor := (2*c.draws[seat].Float64() - 1) * math.Log(c.spread) // uniform from -log(spread) to log(spread)
		factor := math.Exp(logFactor)
		limits.Nodes = uint64(max(1, math.Round(float64(limits.Nodes)*factor)))
	}
	if limits.Time > 0 {
		limits.Time = max(limits.Time-spent, 1)
	}
	for s, control := range c.controls { // players see the clocks of all seats
		if control.Clock.Runs() {
			limits.Clock.Left[s], limits.Clock.Increment[s] = max(c.left[s], 1), control.Clock.Increment
		}
	}
	if c.controls[seat].Clock.Runs() {
		limits.Clock.Left[seat], limits.Clock.Spent = max(c.left[seat]-spent, 1), spent
		if session := c.controls[seat].Clock.Turns; session > 0 {
			limits.Clock.Turns = session - c.turns[seat]%session
		}
	}
	return limits
}

// deadline returns a context that ends as soon as the player has lost on time, 1 ns after its time and the margin have
// passed. Spent is the time that earlier decisions of the turn have taken.
func (c *clocks) deadline(
	ctx context.Context, seat engine.Seat, spent time.Duration,
) (context.Context, context.CancelFunc) {
	allowed, limited := c.allowed(seat)
	if !limited {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, allowed+c.margin-spent+1)
}

// stopwatch starts to measure the time of a player's decision. The function elapsed returns this time. For a player of
// this program ([search.Computing]) with a limit on time, it is the wall time or the processor time of the calling
// thread, whichever is less, so that a busy machine costs the player no time on its clock. For players that run as
// programs it is the wall time, because they may also wait for processes of their own. Without a limit on time it is
// the wall time too, which costs less to measure.
func stopwatch(player search.Player, limited bool) (elapsed func() time.Duration) {
	began := time.Now()
	if _, computes := player.(search.Computing); !computes || !limited {
		return func() time.Duration { return time.Since(began) }
	}
	runtime.LockOSThread()
	before, known := threadTime()
	return func() time.Duration {
		defer runtime.UnlockOSThread()
		wall := time.Since(began)
		if after, _ := threadTime(); known {
			return min(wall, after-before)
		}
		return wall
	}
}

// overstepped returns the player's fault if a turn used more time than allowed, including the margin.
func (c *clocks) overstepped(seat engine.Seat, used time.Duration) error {
	allowed, limited := c.allowed(seat)
	if !limited || used <= allowed+c.margin {
		return nil
	}
	what := "allowed"
	if c.controls[seat].Clock.Runs() && allowed == c.left[seat] {
		what = "left on the clock"
	}
	return guard.Errorf(guard.OutOfTime, "lost on time: %v used in a turn, %v %s, margin %v", used, allowed, what,
		c.margin)
}

// finishTurn updates the seat's clock after a turn, and returns the time left on it, or 0 without a clock.
func (c *clocks) finishTurn(seat engine.Seat, used time.Duration) time.Duration {
	if clock := c.controls[seat].Clock; clock.Runs() {
		c.left[seat] += clock.Increment - used
		if c.turns[seat]++; clock.Turns > 0 && c.turns[seat]%clock.Turns == 0 {
			c.left[seat] += clock.Base
		}
	}
	return c.left[seat]
}

// clockRounding is the largest difference that rounding may cause between a computed and a stored time.
const clockRounding = 2 * time.Microsecond

// verifyClocks checks that the recorded clocks follow from the times of the turns. Seats lists the seat of every turn
// after the opening.
func verifyClocks(planned tournament.Planned, thoughts []tournament.Thought, seats []engine.Seat) error {
	clocks := newClocks(planned, 0)
	for i, thought := range thoughts {
		seat, rounding := seats[i], clockRounding
		if !clocks.controls[seat].Clock.Runs() {
			rounding = 0
		}
		left := clocks.finishTurn(seat, thought.Time)
		if thought.Left < left-rounding || thought.Left > left+rounding {
			return fmt.Errorf("clock: after turn %d player %s had %v left by the times of the turns, %v by the record",
				len(planned.OpeningTurns)+i+1, seat, left, thought.Left)
		}
		clocks.left[seat] = thought.Left // so that rounding errors do not accumulate
	}
	return nil
}

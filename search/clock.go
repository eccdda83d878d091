package search

import (
	"time"

	"pillars/engine"
)

// Clock is what the players have left of a game's time while one of them decides. The zero Clock stands for none.
type Clock struct {
	Left      [engine.MaxSeats]time.Duration // by seat, as it stands now; 0 for a seat without a clock
	Increment [engine.MaxSeats]time.Duration // by seat, gained with every turn finished
	Spent     time.Duration                  // what the seat to act has used of its turn so far; Left is without it
}

// Runs reports whether the seat has a clock.
func (c Clock) Runs(seat engine.Seat) bool { return c.Left[seat] > 0 }

// What a turn may use of a clock.
const (
	turnShare      = 12                   // one part in so many of the time left: games take 15 to 25 turns each
	incrementFifth = 4                    // and so many fifths of the increment
	clockReserve   = 5 * time.Millisecond // is kept back for what happens around the thinking, while there is that much
	laterShare     = 8                    // one part in so many of its turn for each later decision, at least
)

// Budget is the time that a player should take for the rest of the turn that the seat is in: what its clock suggests,
// and no more than Time. 0 means that neither bounds it. It never exceeds what the clock has left.
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

package wire

import (
	"context"
	"time"
)

// The waiting times of both sides.
const (
	AnnounceEvery = 2 * time.Second
	AliveEvery    = 2 * time.Second
	DeadAfter     = 15 * time.Second // without a heartbeat a worker's units are given to others
	LostAfter     = 6 * time.Second  // a unit that its worker does not name as in play has not reached it
	ForgetAfter   = time.Minute      // without an announcement a worker leaves a run
	AgainAfter    = time.Second      // what failed is tried again
	AnswerWithin  = 5 * time.Second  // a coordinator answers, but for units
	UnitWithin    = 10 * time.Second // a coordinator without a unit says so
	StalledAfter  = 5 * time.Minute  // without a game something must be wrong, at the earliest
)

// Haste divides waiting times, in tests; 0 leaves them as they are. Below 1 they are longer.
type Haste float64

// Of returns a waiting time in haste.
func (h Haste) Of(d time.Duration) time.Duration {
	if h == 0 {
		return d
	}
	return time.Duration(float64(d) / float64(h))
}

// Pause waits, and reports whether ctx has not ended.
func Pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

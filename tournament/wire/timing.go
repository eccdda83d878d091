package wire

import (
	"context"
	"time"
)

// The waiting times of both sides.
const (
	AnnounceEvery = 2 * time.Second
	AliveEvery    = 2 * time.Second
	DeadAfter     = 15 * time.Second // a worker without a heartbeat for this long loses its units to others
	LostAfter     = 6 * time.Second  // a unit that its worker does not name in a heartbeat by then is lost
	ForgetAfter   = time.Minute      // a worker leaves a run after this long without an announcement
	AgainAfter    = time.Second      // the pause before what failed is tried again
	AnswerWithin  = 5 * time.Second  // a coordinator answers within this time, except for units
	UnitWithin    = 10 * time.Second // a coordinator without a unit says so after this time
	StalledAfter  = 5 * time.Minute  // a run may count as stalled after this long without a game
)

// Haste divides waiting times in tests; 0 leaves them as they are, and values below 1 make them longer.
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

package pit_test

import (
	"testing"

	"pillars/engine"
)

// TestSettled checks the scores of players who are out.
func TestSettled(t *testing.T) {
	t.Parallel()
	p := read(t, "x5/x5/up,x,o,x2/bp,x3,bt/x4,bt u a x3/4/x4/5 - - 9", nil).(interface {
		Settled(of engine.Seat) (float64, bool)
	})
	for seat, want := range []struct {
		score   float64
		settled bool
	}{{1.0 / 3, true}, {0, false}, {0, true}, {0, false}} {
		if score, settled := p.Settled(engine.Seat(seat)); score != want.score || settled != want.settled {
			t.Errorf("player %d: %v, %v, want %v", seat+1, score, settled, want)
		}
	}
}

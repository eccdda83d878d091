package pit_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
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

// TestPlaces checks the scores of games of three and four players: the share of opponents placed behind.
func TestPlaces(t *testing.T) {
	t.Parallel()
	p := read(t, "x5/x5/up,x,o,x2/bp,x3,bt/x4,bt u a x3/4/x4/5 - - 9", nil)
	step, err := engine.ParseStep(p, "a3a2")
	require.NoError(t, err)
	p.Play(step)
	want := [engine.MaxSeats]float64{1.0 / 3, 2.0 / 3, 0, 1}
	if got := p.Outcome(); got.Scores != want || got.Seats != 4 || got.Reason != "pawn replaced" {
		t.Errorf("the outcome is %v, not the scores %v", got, want)
	}
}

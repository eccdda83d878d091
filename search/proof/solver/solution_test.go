package solver

import (
	"errors"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

// TestSolutionUpToTheLimit checks that a proof is kept although some first turns take too many positions.
func TestSolutionUpToTheLimit(t *testing.T) {
	t.Parallel()
	p := enginetest.Rules(t, "pilastri", "size=4").Start()
	s, err := Solve(t.Context(), p, BySearch, Limits{Positions: 100_000})
	require.NoError(t, err)
	if s.Value != "win" || s.Unproven == 0 || len(s.FirstTurns)+int(s.Unproven) != 24 {
		t.Errorf("solved as %+v; want a win with some first turns proven and some left", s)
	}
	if _, err := Solve(t.Context(), p, BySearch, Limits{Positions: 2000}); !errors.Is(err, ErrTooMany) {
		t.Errorf("far more positions are needed than 2,000: %v", err)
	}
}

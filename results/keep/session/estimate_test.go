package session

import (
	"testing"
	"time"

	"pillars/engine/enginetest/require"
	"pillars/engine/games"
	"pillars/tournament"
)

// TestEstimate estimates a run of quick players from all of its games, and one for which there is no time.
func TestEstimate(t *testing.T) {
	t.Parallel()
	game, err := games.Find("pilastri")
	require.NoError(t, err)
	spec, err := Settle(tournament.Spec{Game: "pilastri", Players: []string{"random", "greedy"}, Rounds: 2}, game)
	require.NoError(t, err)
	s, err := New("tournament", spec, game, Observer{})
	require.NoError(t, err)
	if takes, known := s.Estimate(t.Context(), time.Hour); !known || takes <= 0 {
		t.Errorf("the run takes %v; known: %v", takes, known)
	}
	if takes, known := s.Estimate(t.Context(), time.Nanosecond); known || takes < time.Nanosecond {
		t.Errorf("without time, the run takes %v; known: %v", takes, known)
	}
}

package measurement

import (
	"errors"
	"strings"
	"testing"

	"pillars/results/estimate/metrics"
)

// TestClimb follows climbs in which the climber with 16 nodes just passes against random play, and no other passes
// against it. The last limit becomes a rung in any case.
func TestClimb(t *testing.T) {
	t.Parallel()
	points := map[string]float64{"a:nodes=8": 7, "a:nodes=16": 7.5, "a:nodes=32": 7, "a:nodes=64": 1}
	for _, c := range []struct {
		most    uint64
		matches string
		chain   string
	}{
		{64, "8-random 16-random 32-16 64-16", "random 16 64"},
		{63, "8-random 16-random 32-16", "random 16 32"},
		{8, "8-random", "random 8"},
		{7, "", "random"},
	} {
		var matches, players []string
		short := strings.NewReplacer("a:nodes=", "").Replace
		rungs, err := chain("a", c.most, func(player, below string) (metrics.Rung, error) {
			matches = append(matches, short(player)+"-"+short(below))
			return metrics.Rung{Player: player, Points: points[player], Games: 10}, nil
		})
		for _, rung := range rungs {
			players = append(players, short(rung.Player))
		}
		if err != nil || strings.Join(matches, " ") != c.matches || strings.Join(players, " ") != c.chain {
			t.Errorf("up to %d nodes: matches %v, chain %v, error %v", c.most, matches, players, err)
		}
	}
	fails := errors.New("fails")
	if rungs, err := chain("a", 64, func(string, string) (metrics.Rung, error) {
		return metrics.Rung{}, fails
	}); rungs != nil || !errors.Is(err, fails) {
		t.Errorf("chain %v, error %v", rungs, err)
	}
}

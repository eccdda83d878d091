package multiseat

import (
	"os"
	"path/filepath"
	"testing"

	"pillars/engine/enginetest"
)

// TestModeBySeats checks which mode a player takes who is told none, and that one who is told keeps to it.
func TestModeBySeats(t *testing.T) {
	weights := filepath.Join(t.TempDir(), "strikes.txt")
	if err := os.WriteFile(weights, []byte(enginetest.StrikesWeights), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, tokens := range map[string][]int{Paranoid: {2, 2, 2}, bestReply: {2, 2, 2, 2}} {
		for _, told := range append(modes(), auto) {
			config := DefaultConfig()
			config.Table, config.Weights = 1, weights
			config.Mode = told
			player, err := New("test", &enginetest.Strikes{Tokens: tokens}, config)
			if err != nil {
				t.Fatal(err)
			}
			expected := told
			if told == auto {
				expected = want
			}
			if got := player.searcher.config.Mode; got != expected {
				t.Errorf("%d seats, told %q: mode %q, want %q", len(tokens), told, got, expected)
			}
		}
	}
}

package multiseat

import "testing"

// TestModeBySeats checks which mode auto selects, and that a given mode is used.
func TestModeBySeats(t *testing.T) {
	for seats, want := range map[int]string{2: Paranoid, 3: Paranoid, 4: bestReply} {
		for _, mode := range append(modes, auto) {
			config := DefaultConfig()
			config.Mode = mode
			expected := mode
			if mode == auto {
				expected = want
			}
			if got := config.modeFor(seats); got != expected {
				t.Errorf("%d seats, mode %q: mode %q, want %q", seats, mode, got, expected)
			}
		}
	}
}

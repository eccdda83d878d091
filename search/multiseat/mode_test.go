package multiseat

import "testing"

// TestModeBySeats checks which mode a player takes who is told none, and that one who is told keeps to it.
func TestModeBySeats(t *testing.T) {
	for seats, want := range map[int]string{2: Paranoid, 3: Paranoid, 4: bestReply} {
		for _, told := range append(modes, auto) {
			config := DefaultConfig()
			config.Mode = told
			expected := told
			if told == auto {
				expected = want
			}
			if got := config.modeFor(seats); got != expected {
				t.Errorf("%d seats, told %q: mode %q, want %q", seats, told, got, expected)
			}
		}
	}
}

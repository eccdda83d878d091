package dialogue

import (
	"strings"
	"testing"
)

// TestRestorable checks which games can be gone on with by the names of their players.
func TestRestorable(t *testing.T) {
	for names, want := range map[string]bool{
		"person greedy": true, "alphabeta:nodes=5 person": true, "person person": true, "greedy random": false,
		"person ugi:./engine": false, "person greedy:weights=a/b": false, `person greedy:weights=a\b`: false,
		"person :": false, "": false,
	} {
		if got := Restorable(strings.Fields(names)); got != want {
			t.Errorf("%s: %v", names, got)
		}
	}
}

package progress

import (
	"testing"
	"time"
)

// TestTimeLeftOfWorkThatMayEndEarly checks that no time left is shown for such work before it has run for a while: the
// first games of a test of 1.3 seconds once predicted an hour.
func TestTimeLeftOfWorkThatMayEndEarly(t *testing.T) {
	t.Parallel()
	begun := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := State{Unit: "game", Done: 3, Total: 100_000, AtMost: true}
	b := beginning{at: begun}
	if got := s.plain(b, begun.Add(100*time.Millisecond)); got != "3 of at most 100000 games, 30.0/s" {
		t.Errorf("after 0.1 s: %s", got)
	}
	s.Done = 300
	if got := s.plain(b, begun.Add(10*time.Second)); got != "300 of at most 100000 games, 30.0/s, at most 55 min left" {
		t.Errorf("after 10 s: %s", got)
	}
}

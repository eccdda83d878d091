package tournaments

import (
	"fmt"
	"strings"
	"testing"

	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// TestFaultsAlike checks that similar faults are reported together, with the engine's last lines, in which no control
// sequence reaches the terminal.
func TestFaultsAlike(t *testing.T) {
	t.Parallel()
	j := &Job{Session: &session.Session{Run: store.Run{ID: "abc"}}}
	for i := range 24 {
		j.countFault(tournament.Game{
			Result: tournament.Result{Identity: fmt.Sprintf("1v2/1/%d", i+1), Players: []string{"random", "engine"},
				Fault: tournament.Fault{Kind: guard.Failed, Seat: 1}},
			Trouble: &tournament.Trouble{Cause: "no answer", Said: []string{"reading", "\x1b[2Jno licence"}},
		})
	}
	texts := j.faultTexts()
	if len(texts) != 1 {
		t.Fatalf("%d texts: %q", len(texts), texts)
	}
	for _, part := range []string{"24 faults", "abc/1v2/1/1", "no answer", "reading", `\x1b[2Jno licence`} {
		if !strings.Contains(texts[0], part) {
			t.Errorf("%s\nlacks %q", texts[0], part)
		}
	}
}

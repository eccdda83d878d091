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

// TestFaultsAlike checks that only the first of similar faults is reported, with the engine's last lines, in which no
// control sequence reaches the terminal.
func TestFaultsAlike(t *testing.T) {
	t.Parallel()
	j, texts := &Job{Session: &session.Session{Run: store.Run{ID: "abc"}}, told: map[[2]string]bool{}}, ""
	for i := range 24 {
		texts += j.faultText(tournament.Game{
			Result: tournament.Result{Identity: fmt.Sprintf("1v2/1/%d", i+1), Players: []string{"random", "engine"},
				Fault: tournament.Fault{Kind: guard.Failed, Seat: 1}},
			Trouble: &tournament.Trouble{Cause: "no answer", Said: []string{"reading", "\x1b[2Jno licence"}},
		})
	}
	for _, part := range []string{"abc/1v2/1/1", "no answer", "reading", `\x1b[2Jno licence`} {
		if strings.Count(texts, part) != 1 {
			t.Errorf("%s\nhas %q not once", texts, part)
		}
	}
}

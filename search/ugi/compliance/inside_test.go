package compliance

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine/enginetest"
)

// SetWatch sets how long a check watches an engine that must not answer yet.
func (c *Exam) SetWatch(d time.Duration) { c.watch = d }

// TestQueriesAreNamed checks that the text of the check names the queries for an engine of two seats.
func TestQueriesAreNamed(t *testing.T) {
	at := slices.IndexFunc(checks, func(c check) bool { return c.name == "query" })
	for _, what := range []string{"gameover", "result", "p1turn", "p2turn"} {
		if !strings.Contains(checks[at].wants, `"query `+what+`"`) {
			t.Errorf("query %s is not in: %s", what, checks[at].wants)
		}
	}
}

// TestRandomGames checks that games have the turns asked for, stop before their end, and differ by their seeds. A
// finished game is over.
func TestRandomGames(t *testing.T) {
	trial := &trial{rules: enginetest.Rules(t, "pilastri", "size=4")}
	seen := map[string]bool{}
	for seed := range uint64(8) {
		h := trial.randomGame(seed, 5)
		if len(h.Steps()) != 5 || h.Outcome().Over() || !slices.Equal(h.Steps(), trial.randomGame(seed, 5).Steps()) {
			t.Errorf("seed %d: %d turns of 5", seed, len(h.Steps()))
		}
		seen[h.Position().String()] = true
		if long := trial.randomGame(seed, 1000); long.Outcome().Over() || len(long.Steps()) < 6 ||
			!slices.Equal(long.Steps()[:5], h.Steps()) {
			t.Errorf("seed %d: a game of %d turns, over: %v", seed, len(long.Steps()), long.Outcome().Over())
		}
	}
	if len(seen) < 6 {
		t.Errorf("eight seeds lead to %d positions", len(seen))
	}
	if h := trial.finishedGame(); !h.Outcome().Over() {
		t.Errorf("a finished game goes to %s", h.Position())
	}
}

// TestKeptRequests checks that a report has the last 16 requests.
func TestKeptRequests(t *testing.T) {
	var trial trial
	for i := range 9 {
		trial.remember(fmt.Sprint(2*i), fmt.Sprint(2*i+1))
	}
	if len(trial.sent) != 16 || trial.sent[0] != "2" || trial.sent[15] != "17" {
		t.Errorf("kept are %v", trial.sent)
	}
}

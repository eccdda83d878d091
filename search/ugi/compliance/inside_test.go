package compliance

import (
	"slices"
	"strings"
	"testing"
	"time"
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

package dfs

import (
	"context"
	"testing"
	"time"

	"pillars/search"
)

// TestStop checks when limits end a search: nodes at once, time and context at the next check.
func TestStop(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, test := range map[string]struct {
		ctx    context.Context
		limits search.Limits
		nodes  uint64
		stops  bool
	}{
		"no limit":               {t.Context(), search.Limits{}, 1 << 40, false},
		"fewer nodes":            {t.Context(), search.Limits{Nodes: 100}, 99, false},
		"all nodes":              {t.Context(), search.Limits{Nodes: 100}, 100, true},
		"time left":              {t.Context(), search.Limits{Time: 2 * time.Hour}, 1, false},
		"time over":              {t.Context(), search.Limits{Time: time.Minute}, 1, true},
		"an ended context":       {ended, search.Limits{}, 1, true},
		"an ended context early": {ended, search.Limits{Time: 2 * time.Hour}, 1, true},
	} {
		c := Clock{ended: test.ctx.Done(), Limits: test.limits, started: time.Now().Add(-time.Hour)}
		if got := c.stop(test.nodes); got != test.stops || c.Stopped != test.stops {
			t.Errorf("%s: stops %t", name, got)
		}
	}
}

// TestEnough checks from which share of the time on no deeper search begins.
func TestEnough(t *testing.T) {
	for spent, want := range map[time.Duration]bool{50 * time.Minute: false, 70 * time.Minute: true} {
		c := Clock{Limits: search.Limits{Time: 100 * time.Minute}, started: time.Now().Add(-spent)}
		if c.enough() != want {
			t.Errorf("after %v of 100 minutes: enough is %t", spent, !want)
		}
	}
	if c := (Clock{started: time.Now().Add(-time.Hour)}); c.enough() {
		t.Error("without a limit an hour is enough")
	}
}

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

// TestLooks checks that time is checked at regular numbers of nodes, and that a stopped clock stays stopped.
func TestLooks(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := Clock{ended: ctx.Done(), started: time.Now()}
	if c.stop(7) {
		t.Fatal("stops without a reason")
	}
	cancel()
	if c.stop(7 + checkEvery - 1) {
		t.Error("looks at the context after too few nodes")
	}
	if !c.stop(7+checkEvery) || !c.stop(8) {
		t.Error("does not look at the context, or forgets what it saw")
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

// TestTeam checks the state that threads share: all nodes, published often enough for their limit, and the end.
func TestTeam(t *testing.T) {
	for limit, every := range map[uint64]uint64{0: checkEvery, 640: 10, 63: 1, 1: 1, 1 << 40: checkEvery} {
		if got := newTeam(2, limit).every; got != every {
			t.Errorf("with a limit of %d nodes, every %d are published, want %d", limit, got, every)
		}
	}
	both := newTeam(2, 640)
	first, second := Clock{ended: t.Context().Done(), team: both}, Clock{ended: t.Context().Done(), team: both}
	if first.stop(400) || first.total(410) != 410 || second.total(200) != 610 || second.stop(210) {
		t.Errorf("after 410 and 210 of 640 nodes: %d published, stopped %t", both.nodes.Load(), both.stopped.Load())
	}
	if !second.stop(230) || !first.stop(500) {
		t.Error("640 nodes do not stop both threads")
	}
}

package dfs

import (
	"testing"
	"time"

	"pillars/search"
)

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

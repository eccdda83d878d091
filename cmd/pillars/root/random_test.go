package root

import (
	"strings"
	"testing"
)

// TestRandomIsTheSameForAnyWorkers compares the whole output, with one worker, with several and with another seed.
func TestRandomIsTheSameForAnyWorkers(t *testing.T) {
	args := func(more string) []string {
		return strings.Fields("random --option size=5 --games 300 --json " + more)
	}
	_, one, _ := pillars(args("--seed 7 --workers 1")...)
	_, five, _ := pillars(args("--seed 7 --workers 5")...)
	if one == "" || one != five {
		t.Errorf("one worker:\n%sfive workers:\n%s", one, five)
	}
	if _, other, _ := pillars(args("--seed 8 --workers 1")...); other == one {
		t.Error("another seed gives the same games")
	}
}

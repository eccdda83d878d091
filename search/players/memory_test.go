package players

import (
	"runtime/debug"
	"strings"
	"testing"

	"pillars/engine/enginetest"
)

// TestTablesFitIntoTheMemory makes players on a machine of 1 GiB: 768 MiB are for tables.
func TestTablesFitIntoTheMemory(t *testing.T) {
	if there := physicalMemory(); there == 0 || there>>50 != 0 {
		t.Errorf("this machine has %d bytes", there)
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30))
	const large = "alphabeta:table=256"
	for _, c := range []struct {
		workers int
		texts   []string
		fits    bool
	}{
		{1, []string{large, large, large}, true}, {1, []string{large, large, large, "alphabeta:table=1"}, false},
		{3, []string{large, "random"}, true}, {3, []string{large, "multiseat:table=1"}, false},
		{4, []string{large}, false},
		{1 << 40, []string{"random", "greedy", "ugi:./engine", "mcts:memory=1024"}, true}, {1, nil, true},
		{1, []string{"alphabeta:table=65536"}, false},
	} {
		if err := CheckMemory(c.workers, c.texts...); (err == nil) != c.fits {
			t.Errorf("%d workers, %v: %v", c.workers, c.texts, err)
		}
	}
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4")
	for text, fits := range map[string]bool{
		"alphabeta:table=1": true, "alphabeta:table=1025": false, "mcts:memory=1025": false,
		"multiseat:table=65536": false,
	} {
		if _, err := New(text, rules); (err == nil) != fits ||
			!fits && !strings.Contains(err.Error(), "must fit into the memory of 1024 MiB") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

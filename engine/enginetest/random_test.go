package enginetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// noted is a test that records what it logs.
type noted struct {
	testing.TB
	log string
}

func (n *noted) Logf(format string, args ...any) { n.log = fmt.Sprintf(format, args...) }

func TestRandom(t *testing.T) {
	t.Setenv(seedVariable, "7")
	if got, want := Random(t).Uint64(), rand.NewPCG(7, 0).Uint64(); got != want {
		t.Errorf("with a seed of 7 it draws %d, want %d", got, want)
	}
	t.Setenv(seedVariable, "")
	first, second := noted{TB: t}, noted{TB: t}
	drawn := Random(&first).Uint64()
	if Random(&second); first.log == second.log {
		t.Errorf("two runs say %s", first.log)
	}
	_, seed, _ := strings.Cut(first.log, "=")
	t.Setenv(seedVariable, seed)
	if got := Random(t).Uint64(); got != drawn {
		t.Errorf("with the seed of %q it draws %d, want %d", first.log, got, drawn)
	}
}

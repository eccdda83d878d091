package enginetest

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// seedVariable is the environment variable that, set to a seed that a test logged, has it draw the same numbers again.
const seedVariable = "PILLARS_TEST_SEED"

// Random returns a source of numbers that are different in every run of a test, and logs its seed.
func Random(t testing.TB) *rand.Rand {
	t.Helper()
	seed := rand.Uint64()
	if text := os.Getenv(seedVariable); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("%s: %v", seedVariable, err)
		}
	}
	t.Logf("%s=%d", seedVariable, seed)
	return rand.New(rand.NewPCG(seed, 0))
}

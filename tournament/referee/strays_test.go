package referee

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
)

func TestStraysAreOneTurnInTwelve(t *testing.T) {
	rules, strays := enginetest.Rules(t, "pilastri"), newStrays(3)
	const n = 12000
	random := 0.
	for range n {
		h := engine.NewHistory(rules.Start())
		drawn, err := strays.next(h)
		if err != nil || drawn != (len(h.Steps()) > 0) {
			t.Fatalf("drawn: %v, after %d steps, error %v", drawn, len(h.Steps()), err)
		}
		if drawn {
			random++
		}
	}
	near.Check(t, random, n/strayEvery, 150, "random turns") // five standard errors
}

package remote

import "testing"

// BenchmarkShortPlans has plans of four pairs played one after another, as tuning does.
func BenchmarkShortPlans(b *testing.B) {
	c, address := open(b, Options{})
	start(b, address, &Worker{})
	for i := 0; b.Loop(); i++ {
		spec := spec(4)
		spec.Seed = uint64(i)
		if _, err := play(b, c, plan(b, spec)); err != nil {
			b.Fatal(err)
		}
	}
}

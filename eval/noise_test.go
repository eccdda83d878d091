package eval

import (
	"math"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
)

// even is an evaluator that values every position as 0.
type even struct{}

func (even) Evaluate(engine.Position, engine.Seat) int { return 0 }

// errorsAlongPlay returns the errors for the first seat over all positions of random games.
func errorsAlongPlay(t *testing.T, evaluator Evaluator, games int) (errors []float64) {
	t.Helper()
	rules := enginetest.Rules(t, "pit-of-pillars")
	p := rules.Start()
	random := engine.NewRandom(7)
	for range games {
		q := p.Clone()
		for !q.Over() && len(errors) < 100*games {
			steps := q.AppendSteps(nil)
			q.Play(steps[random.Uint64()%uint64(len(steps))])
			e := evaluator.Evaluate(q, 0)
			if again := evaluator.Evaluate(q, 0); again != e {
				t.Fatalf("the error is %d and then %d", e, again)
			}
			if other := evaluator.Evaluate(q, 1); other != -e {
				t.Fatalf("the error is %d for one seat, %d for the other", e, other)
			}
			errors = append(errors, float64(e))
		}
	}
	return errors
}

// TestNoise checks the mean and standard deviation of the errors, each within four standard errors, and that another
// seed gives other errors.
func TestNoise(t *testing.T) {
	const size = 200
	noise := NewNoise(size)
	noise.Seed(1)
	errors := errorsAlongPlay(t, noise.Over(even{}), 100)
	n, sum, squares := float64(len(errors)), 0.0, 0.0
	for _, e := range errors {
		sum += e
		squares += e * e
	}
	near.Check(t, sum/n, 0, 4*size/math.Sqrt(n), "the mean error")
	near.Check(t, math.Sqrt(squares/n), size, 4*size/math.Sqrt(2*n), "the standard deviation")
	noise.Seed(2)
	same := 0
	for i, e := range errorsAlongPlay(t, noise.Over(even{}), 100) {
		if e == errors[i] {
			same++
		}
	}
	if float64(same) > n/50 {
		t.Errorf("%d of %v errors are the same with another seed", same, n)
	}
}

package tune

import (
	"math"
	"math/rand/v2"
	"testing"

	"pillars/engine/enginetest/near"
)

// together returns the mean loss of logistic regression on inputs that come in groups. Members of a group are mostly
// shown together, so that the function is far more curved along a group than along each of its members.
func together(groups, members, positions int) objective {
	random := rand.New(rand.NewPCG(1, 2))
	shown, targets := make([][]int, positions), make([]float64, positions)
	for n := range shown {
		worth := 0.
		for group := range groups {
			if random.IntN(groups) > 8 {
				continue
			}
			worth += math.Sin(float64(group))
			for member := range members {
				if random.IntN(10) > 0 {
					shown[n] = append(shown[n], group*members+member)
				}
			}
		}
		if random.Float64() < 1/(1+math.Exp(-worth)) {
			targets[n] = 1
		}
	}
	return func(point []float64) (float64, []float64) {
		loss, gradient := 0., make([]float64, len(point))
		for i, x := range point {
			loss += x * x / 2e3
			gradient[i] = x / 1e3
		}
		for n, inputs := range shown {
			worth := 0.
			for _, i := range inputs {
				worth += point[i]
			}
			loss += (math.Log1p(math.Exp(-math.Abs(worth))) + max(worth, 0) - targets[n]*worth) / float64(positions)
			for _, i := range inputs {
				gradient[i] += (1/(1+math.Exp(-worth)) - targets[n]) / float64(positions)
			}
		}
		return loss, gradient
	}
}

// TestDescentOfInputsThatComeTogether descends where the diagonal of the Hessian underestimates the curvature. Hardly
// any step may have to be halved.
func TestDescentOfInputsThatComeTogether(t *testing.T) {
	const groups, members = 30, 12
	f, calls := together(groups, members, 2000), 0
	counted := func(point []float64) (float64, []float64) {
		calls++
		return f(point)
	}
	diagonal := make([]float64, groups*members)
	for i := range diagonal {
		diagonal[i] = 9. / groups * 0.9 / 4
	}
	d := newDescent(counted, make([]float64, len(diagonal)), diagonal)
	const steps = 60
	for range steps {
		d.step(counted)
	}
	steepest := 0.
	for _, slope := range d.Gradient {
		steepest = max(steepest, math.Abs(slope))
	}
	if calls > steps*5/4 || !(steepest <= 1e-4) {
		t.Errorf("%d steps took %d looks at the function and end where it has a slope of %v", steps, calls, steepest)
	}
}

// TestStepForgetsWhatMisleads checks that a descent forgets earlier steps that lead uphill.
func TestStepForgetsWhatMisleads(t *testing.T) {
	f := together(1, 2, 100)
	d := newDescent(f, make([]float64, 2), []float64{1, 1})
	d.Moves, d.Changes = [][]float64{{1, 1}}, [][]float64{{-1, -1}}
	before := d.Value
	if !d.step(f) || !(d.Value < before) {
		t.Errorf("stays at %v, from %v", d.Value, before)
	}
	if len(d.Moves) > 1 {
		t.Errorf("%d moves are remembered after a single step", len(d.Moves))
	}
}

// TestDirectionKnowsTheLatestMove checks the secant equation: if the gradient equals its latest change, the direction
// is the latest move backwards, whatever came before.
func TestDirectionKnowsTheLatestMove(t *testing.T) {
	d := &Descent{
		Gradient: []float64{1, 3, -2}, Diagonal: []float64{0.5, 1, 2},
		Moves:   [][]float64{{1, 0, 1}, {2, 1, 0.5}},
		Changes: [][]float64{{2, 1, 1}, {1, 3, -2}},
	}
	for i, x := range d.direction() {
		near.Check(t, x, -d.Moves[1][i], 1e-12, "coordinate ", i)
	}
}

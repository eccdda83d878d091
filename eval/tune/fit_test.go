package tune

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/optimize"

	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
)

// options returns the options of a fit from weights of 0 to its end.
func options(inputs int) FitOptions {
	return FitOptions{Anchor: make(Vector, 2*inputs), Epochs: 200, Patience: 10, Workers: 2}
}

func mustFit(t *testing.T, train, validation Data, o FitOptions) (Vector, Track) {
	t.Helper()
	best, track, err := Fit(t.Context(), train, validation, o, unwatched)
	require.NoError(t, err)
	return best, track
}

// TestFitAgainstLibrary compares the least loss with the one that gonum's optimiser finds for the same problem.
func TestFitAgainstLibrary(t *testing.T) {
	s := newSimulated(6, 1, 5)
	train, o := s.set(5000), options(6)
	o.L2 = 20
	pull := o.L2 / float64(train.Len())
	problem := optimize.Problem{
		Func: func(x []float64) float64 {
			loss := Loss(train, x, 1)
			for _, w := range x {
				loss += pull / 2 * w * w
			}
			return loss
		},
		Grad: func(gradient, x []float64) {
			_, slopes := train.gradient(x, 1)
			for i, w := range x {
				gradient[i] = slopes[i] + pull*w
			}
		},
	}
	want, err := optimize.Minimize(problem, make([]float64, 12), &optimize.Settings{GradientThreshold: 1e-8},
		&optimize.BFGS{})
	require.NoError(t, err)
	best, _ := mustFit(t, train, NewSet(6), o)
	for i := range want.X {
		near.Check(t, best[i], want.X[i], 1e-3, "weight ", i)
	}
	if got := problem.Func(best); !(got <= want.F+1e-8) {
		t.Errorf("the least loss is %v, by the library %v", got, want.F)
	}
}

// TestEarlyStopping fits weights to random results. The fit must notice that it predicts nothing.
func TestEarlyStopping(t *testing.T) {
	s := newSimulated(200, 1, 7)
	clear(s.truth)
	train, validation := s.set(300), s.set(300)
	o := options(200)
	weights, track := mustFit(t, train, validation, o)
	o.Patience = 0
	if _, longer := mustFit(t, train, validation, o); longer.Epochs() <= track.Epochs() {
		t.Error("a fit without patience ends as soon as one with patience")
	}
	last, best := track.Losses[track.Epochs()], track.Least()
	if track.Epochs() != track.BestAt+10 || !(best.Validation <= last.Validation) ||
		best.Validation != Loss(validation, weights, 1) {
		t.Errorf("ended after %d steps, the best was %d with %v, the last has %v", track.Epochs(), track.BestAt, best,
			last)
	}
	if !(last.Train <= 0.3 && best.Validation <= math.Ln2+1e-9) {
		t.Errorf("losses %v at the end, %v at best", last, best)
	}
}

func unwatched(Track) {}

package tune

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/optimize"

	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/eval"
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

// TestFitFindsTheTruth recovers known weights from results drawn by them, within the error that the number of results
// allows.
func TestFitFindsTheTruth(t *testing.T) {
	for _, parts := range []int{1, 3} {
		s := newSimulated(10, parts, 4)
		train, validation := s.set(60_000), s.set(10_000)
		best, _ := mustFit(t, train, validation, options(10))
		curvature := train.curvature(s.truth, 2)
		for i, want := range s.truth {
			// The diagonal alone tells the deviation from too low, since early and late weights hang together: hence
			// the generous factor.
			deviation := 1 / math.Sqrt(curvature[i]*float64(train.Len()))
			near.Check(t, best[i], want, 10*deviation, parts, " parts: weight ", i)
		}
		if got, truth := Loss(validation, best, 2), Loss(validation, s.truth, 2); !(got <= truth+0.001) {
			t.Errorf("%d parts: the loss on positions held back is %v, with the truth %v", parts, got, truth)
		}
	}
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

func TestFitRefuses(t *testing.T) {
	set := setOf(sample{eval.Inputs{Parts: 1}, 1})
	for name, change := range map[string]func(*FitOptions){
		"no epochs":             func(o *FitOptions) { o.Epochs = 0 },
		"l2 below 0":            func(o *FitOptions) { o.L2 = -1 },
		"l2 of no value":        func(o *FitOptions) { o.L2 = math.NaN() },
		"patience below 0":      func(o *FitOptions) { o.Patience = -1 },
		"weights of other size": func(o *FitOptions) { o.Anchor = o.Anchor[:4] },
	} {
		o := options(10)
		change(&o)
		if _, _, err := Fit(t.Context(), set, NewSet(10), o, unwatched); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, _, err := Fit(t.Context(), NewSet(10), NewSet(10), options(10), unwatched); err == nil {
		t.Error("a fit to nothing is accepted")
	}
}

func unwatched(Track) {}

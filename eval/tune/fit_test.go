package tune

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/optimize"

	"pillars/engine/enginetest/near"
	"pillars/eval"
)

// options returns the options of a fit from weights of 0 to its end.
func options(inputs int) FitOptions {
	return FitOptions{Anchor: make(Vector, 2*inputs), Epochs: 200, Patience: 10, Workers: 2}
}

func mustFit(t *testing.T, train, validation *Set, o FitOptions) *State {
	t.Helper()
	state, err := Fit(t.Context(), train, validation, o, nil, unwatched)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// TestFitFindsTheTruth recovers known weights from results drawn by them, within what their number can tell.
func TestFitFindsTheTruth(t *testing.T) {
	for _, parts := range []int{1, 3} {
		s := newSimulated(10, parts, 4)
		train, validation := s.set(t, 60_000), s.set(t, 10_000)
		state := mustFit(t, train, validation, options(10))
		curvature := train.curvature(s.truth, 2)
		for i, want := range s.truth {
			// The diagonal alone tells the deviation from too low, since early and late weights hang together: hence
			// the generous factor.
			deviation := 1 / math.Sqrt(curvature[i]*float64(train.Len()))
			near.Check(t, state.Best[i], want, 10*deviation, parts, " parts: weight ", i)
		}
		if got, truth := validation.loss(state.Best, 2), validation.loss(s.truth, 2); !(got <= truth+0.001) {
			t.Errorf("%d parts: the loss on positions held back is %v, with the truth %v", parts, got, truth)
		}
	}
}

// TestFitAgainstLibrary compares the least loss with the one that gonum's optimiser finds for the same problem.
func TestFitAgainstLibrary(t *testing.T) {
	s := newSimulated(6, 1, 5)
	train, o := s.set(t, 5000), options(6)
	o.L2 = 20
	pull := o.L2 / float64(train.Len())
	problem := optimize.Problem{
		Func: func(x []float64) float64 {
			loss := train.loss(x, 1)
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
	if err != nil {
		t.Fatal(err)
	}
	state := mustFit(t, train, NewSet(6), o)
	for i := range want.X {
		near.Check(t, state.Best[i], want.X[i], 1e-3, "weight ", i)
	}
	if got := problem.Func(state.Best); !(got <= want.F+1e-8) {
		t.Errorf("the least loss is %v, by the library %v", got, want.F)
	}
}

// TestL2 checks that the penalty keeps weights near their start, and at it if it is strong.
func TestL2(t *testing.T) {
	s := newSimulated(5, 1, 6)
	train, distances := s.set(t, 2000), []float64{}
	for _, l2 := range []float64{0, 100, 1e6} {
		o := options(5)
		o.L2, o.Anchor = l2, Vector{1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
		distance := 0.0
		for i, w := range mustFit(t, train, NewSet(5), o).Best {
			distance += math.Abs(w - o.Anchor[i])
		}
		distances = append(distances, distance)
	}
	if !(distances[0] >= 1 && distances[1] <= distances[0]/1.2 && distances[2] <= 0.01) {
		t.Errorf("distances from the beginning are %v", distances)
	}
}

// TestFitEndsWhereItStandsStill ends after three steps in a row that gain next to nothing, neither sooner nor later.
func TestFitEndsWhereItStandsStill(t *testing.T) {
	s := newSimulated(30, 1, 8)
	state := mustFit(t, s.set(t, 3000), NewSet(30), options(30))
	still := 0
	for i := 1; i <= state.Epochs(); i++ {
		if still++; state.Losses[i-1].Train-state.Losses[i].Train >= 1e-8 {
			still = 0
		}
		if still == 3 && i < state.Epochs() {
			t.Fatalf("goes on after %d of %d steps", i, state.Epochs())
		}
	}
	if still != 3 {
		t.Errorf("the last %d of %d steps gained nothing, want 3", still, state.Epochs())
	}
}

// TestEarlyStopping fits weights to random results. The fit must notice that it predicts nothing.
func TestEarlyStopping(t *testing.T) {
	s := newSimulated(200, 1, 7)
	clear(s.truth)
	train, validation := s.set(t, 300), s.set(t, 300)
	state := mustFit(t, train, validation, options(200))
	last := state.Losses[state.Epochs()]
	best := state.Losses[state.BestAt]
	if state.Epochs() != state.BestAt+10 || !(best.Validation <= last.Validation) ||
		best.Validation != validation.loss(state.Best, 1) {
		t.Errorf("ended after %d steps, the best was %d with %v, the last has %v", state.Epochs(), state.BestAt, best,
			last)
	}
	if !(last.Train <= 0.3 && best.Validation <= math.Ln2+1e-9) {
		t.Errorf("losses %v at the end, %v at best", last, best)
	}
}

// TestFitGoesOn interrupts a fit after every step, stores its state and continues from it. The result must not differ.
func TestFitGoesOn(t *testing.T) {
	s := newSimulated(20, 1, 8)
	train, validation, o := s.set(t, 3000), s.set(t, 500), options(20)
	want := mustFit(t, train, validation, o)
	var state *State
	for calls := 0; state == nil || !state.Done; calls++ {
		ctx, cancel := context.WithCancel(t.Context())
		stopped, err := Fit(ctx, train, validation, o, state, func(*State) error { cancel(); return nil })
		if err != nil && !errors.Is(err, context.Canceled) || calls > 300 {
			t.Fatal(calls, err)
		}
		var b bytes.Buffer
		state = &State{}
		if err := errors.Join(gob.NewEncoder(&b).Encode(stopped), gob.NewDecoder(&b).Decode(state)); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(state.Best, want.Best) || !slices.Equal(state.Losses, want.Losses) {
		t.Errorf("broken off: %d steps to %v; in one go: %d steps to %v", state.Epochs(), state.Losses[state.BestAt],
			want.Epochs(), want.Losses[want.BestAt])
	}
}

func TestFitRefuses(t *testing.T) {
	set := setOf(t, sample{eval.Inputs{Parts: 1}, 1})
	for name, change := range map[string]func(*FitOptions){
		"no epochs":             func(o *FitOptions) { o.Epochs = 0 },
		"l2 below 0":            func(o *FitOptions) { o.L2 = -1 },
		"l2 of no value":        func(o *FitOptions) { o.L2 = math.NaN() },
		"patience below 0":      func(o *FitOptions) { o.Patience = -1 },
		"weights of other size": func(o *FitOptions) { o.Anchor = o.Anchor[:4] },
	} {
		o := options(10)
		change(&o)
		if _, err := Fit(t.Context(), set, NewSet(10), o, nil, unwatched); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := Fit(t.Context(), NewSet(10), NewSet(10), options(10), nil, nil); err == nil {
		t.Error("a fit to nothing is accepted")
	}
}

// TestWeightsBothWays checks the units: hundredths of a logit outside, logits inside, values cut off where package
// eval has its bounds.
func TestWeightsBothWays(t *testing.T) {
	ordered := []eval.Weight{{Early: 12.34, Late: -5}, {Early: 0.01, Late: 10000}}
	w := FromEval(ordered)
	if want := (Vector{0.1234, -0.05, 0.0001, 100}); !slices.EqualFunc(w, want,
		func(a, b float64) bool { return near.Equal(a, b, 1e-12) }) {
		t.Errorf("the point is %v", w)
	}
	if got := w.Eval(); !slices.Equal(got, ordered) {
		t.Errorf("%v come back as %v", ordered, got)
	}
	if got := (Vector{0.12345678, -123456}).Eval()[0]; got != (eval.Weight{Early: 12.35, Late: -10000}) {
		t.Errorf("rounded and cut off: %v", got)
	}
}

func unwatched(*State) error { return nil }

// TestNoPatienceIsNoEnd fits weights whose validation loss rises. With a patience of 0 the fit continues nevertheless.
func TestNoPatienceIsNoEnd(t *testing.T) {
	train, validation := NewSet(1), NewSet(1)
	for i := range 4 {
		in := eval.Inputs{Index: []uint16{0}, Count: []int32{1 + int32(i)}, Parts: 1}
		if err := errors.Join(train.Add(&in, 0.9), validation.Add(&in, 0.1)); err != nil {
			t.Fatal(err)
		}
	}
	o := options(1)
	o.Patience = 0
	if s := mustFit(t, train, validation, o); s.BestAt != 0 || s.Epochs() < 3 {
		t.Errorf("%d epochs, the best is number %d", s.Epochs(), s.BestAt)
	}
	o.Patience = 2
	if s := mustFit(t, train, validation, o); s.Epochs() != 2 {
		t.Errorf("%d epochs with a patience of 2", s.Epochs())
	}
}

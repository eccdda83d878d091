// Package tune fits the weights of an evaluation to results by logistic regression on positions of games. It knows no
// files and no players.
//
// The model of a position's expected result is sigmoid(worth/100), with the worth that package eval computes. The fit
// minimises the mean cross entropy of expected results and targets, plus a penalty for the distance of the weights from
// where they began. The loss is convex, so there is one best answer.
//
// A [Set] holds millions of positions in memory, one to two bytes for each input. [Fit] descends by L-BFGS. The order
// of sums does not depend on the number of workers, so the weights do not either.
package tune

import (
	"context"
	"fmt"
	"math"
	"slices"

	"pillars/eval"
)

// A Vector holds the weights of an evaluation in logits: entry 2i is the early weight of input i, entry 2i+1 its late
// weight.
type Vector []float64

const (
	perLogit   = 100  // units of package eval in a logit
	mostWeight = 100  // the largest weight that package eval takes, in logits
	leastGain  = 1e-7 // least decrease of the validation loss that counts as a new least loss
	mostStill  = 3    // steps in a row without gain that end a fit; a single step may just have been short
)

// FromEval returns the vector of weights in the order of a layout.
func FromEval(ordered []eval.Weight) (w Vector) {
	for _, weight := range ordered {
		w = append(w, weight.Early/perLogit, weight.Late/perLogit)
	}
	return w
}

// Eval returns the weights in the order of the layout, bounded, and rounded to two decimals as in files.
func (w Vector) Eval() (ordered []eval.Weight) {
	bounded := func(logits float64) float64 {
		return math.Round(max(-mostWeight, min(mostWeight, logits))*perLogit*100) / 100
	}
	for both := range slices.Chunk(w, 2) {
		ordered = append(ordered, eval.Weight{Early: bounded(both[0]), Late: bounded(both[1])})
	}
	return ordered
}

// FitOptions holds the options of a fit.
type FitOptions struct {
	Anchor   Vector  // the weights at the beginning; the penalty grows with the distance from them
	L2       float64 // the penalty on the total loss is L2/2 times the squared distance from Anchor, in logits
	Epochs   int     // steps of the descent, at most
	Patience int     // the fit ends after this many steps without a new least validation loss; 0 for never
	Workers  int
}

// Check returns an error that names the first option outside its range.
func (o FitOptions) Check() error {
	switch {
	case !(o.L2 >= 0 && o.L2 <= 1e6):
		return fmt.Errorf("l2 %v: give a number from 0 to 1000000", o.L2)
	case o.Epochs < 1:
		return fmt.Errorf("epochs %d: must be 1 or more", o.Epochs)
	case o.Patience < 0:
		return fmt.Errorf("patience %d: must be 0 or more", o.Patience)
	}
	return nil
}

// Losses holds mean cross entropies in nats, without the penalty.
type Losses struct{ Train, Validation float64 }

// A State is the state of a fit. [Fit] continues from it as if it had not been interrupted.
type State struct {
	Descent *Descent
	Losses  []Losses // before the first step and after each
	Best    Vector   // the weights with the least validation loss so far; without a validation set, the latest
	BestAt  int      // the number of steps after which Best was reached
	Still   int      // the number of latest steps that gained next to nothing
	Done    bool
}

// Epochs returns the number of steps made.
func (s *State) Epochs() int { return len(s.Losses) - 1 }

// Least returns the losses with the best weights.
func (s *State) Least() Losses { return s.Losses[s.BestAt] }

// Fit fits weights to the training set, and stops early by the validation set, which may be empty. It continues from a
// state, or begins if that is nil. It passes the state to watch at the beginning and after every step; an error of
// watch ends the fit. When ctx ends, Fit returns ctx's error and a state from which it can continue.
func Fit(
	ctx context.Context, train, validation *Set, options FitOptions, state *State, watch func(*State) error,
) (*State, error) {
	if err := options.Check(); err != nil {
		return state, err
	}
	if train.Len() == 0 {
		return state, fmt.Errorf("there are no positions to learn from")
	}
	if n := len(options.Anchor) / 2; n != train.inputs || n != validation.inputs {
		return state, fmt.Errorf("the weights are for %d inputs, the positions have %d", n, train.inputs)
	}
	fit := fit{train, validation, options, options.L2 / float64(train.Len())}
	if state == nil {
		state = fit.begin()
		if err := watch(state); err != nil {
			return state, err
		}
	}
	for !state.Done {
		if ctx.Err() != nil {
			return state, ctx.Err()
		}
		fit.step(state)
		if err := watch(state); err != nil {
			return state, err
		}
	}
	return state, nil
}

type fit struct {
	train, validation *Set
	FitOptions
	pull float64 // L2 divided by the number of positions, for the mean loss
}

func (f *fit) begin() *State {
	diagonal := f.train.curvature(f.Anchor, f.Workers)
	for i := range diagonal {
		// A rare input shows little about its curvature; without a floor its first step would be too long.
		diagonal[i] += f.pull + 1/float64(f.train.Len())
	}
	state := &State{Descent: newDescent(f.objective, f.Anchor, diagonal), Best: slices.Clone(f.Anchor)}
	state.Losses = append(state.Losses, f.losses(state.Descent))
	return state
}

func (f *fit) objective(point []float64) (loss float64, gradient []float64) {
	loss, gradient = f.train.gradient(point, f.Workers)
	for i, x := range point {
		gradient[i] += f.pull * (x - f.Anchor[i])
	}
	return loss + f.penalty(point), gradient
}

func (f *fit) penalty(point []float64) float64 {
	sum := 0.
	for i, x := range point {
		sum += (x - f.Anchor[i]) * (x - f.Anchor[i])
	}
	return f.pull / 2 * sum
}

func (f *fit) losses(d *Descent) Losses {
	return Losses{d.Value - f.penalty(d.Point), f.validation.loss(d.Point, f.Workers)}
}

func (f *fit) step(s *State) {
	before := s.Descent.Value
	moved := s.Descent.step(f.objective)
	s.Losses = append(s.Losses, f.losses(s.Descent))
	latest := s.Losses[s.Epochs()].Validation
	if f.validation.Len() == 0 || latest < s.Least().Validation-leastGain {
		s.Best, s.BestAt = slices.Clone(s.Descent.Point), s.Epochs()
	}
	waited := f.validation.Len() > 0 && f.Patience > 0 && s.Epochs()-s.BestAt >= f.Patience
	if s.Still++; before-s.Descent.Value >= leastGain/10 {
		s.Still = 0
	}
	s.Done = !moved || waited || s.Epochs() >= f.Epochs || s.Still >= mostStill
}

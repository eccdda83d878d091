// Package tune fits the numbers of an evaluation to positions of games whose results are known.
//
// [Fit] fits weights by logistic regression. It predicts the expected result of a position as sigmoid(worth/100), with
// the worth that package eval computes. By L-BFGS it minimises the mean cross entropy of predictions and targets, plus
// a penalty for the distance of the weights from their start. The loss is convex, so every local minimum is global. The
// number of workers changes neither the order of additions nor the weights. A [Set] holds the positions in memory.
// [FitNetwork], [FitPolicy] and [FitCurve] fit networks, policies and calibrations.
package tune

import (
	"context"
	"fmt"
	"math"
	"slices"

	"pillars/eval"
)

// A Vector holds weights of a layout, in logits. Element 2i is the early weight of term i, element 2i+1 the late one.
type Vector []float64

const (
	perLogit   = 100            // hundredths of a logit, the unit of package eval, in a logit
	mostWeight = 100            // the largest weight that package eval accepts, in logits
	leastGain  = 1e-7           // a smaller decrease of the validation loss does not count
	leastFall  = leastGain / 10 // a smaller decrease of the loss that the fit minimises does not count
	mostStill  = 3              // a fit ends after this number of successive steps whose decrease does not count
)

// FromEval returns the vector of weights in the order of a layout.
func FromEval(ordered []eval.Weight) (w Vector) {
	for _, weight := range ordered {
		w = append(w, weight.Early/perLogit, weight.Late/perLogit)
	}
	return w
}

// Eval returns the weights in the order of the layout and in hundredths of a logit, the unit of package eval. It cuts
// them to mostWeight and rounds them to two decimals.
func (w Vector) Eval() (ordered []eval.Weight) {
	bounded := func(logits float64) float64 {
		return math.Round(max(-mostWeight, min(mostWeight, logits))*perLogit*100) / 100
	}
	for pair := range slices.Chunk(w, 2) {
		ordered = append(ordered, eval.Weight{Early: bounded(pair[0]), Late: bounded(pair[1])})
	}
	return ordered
}

// FitOptions holds the options of a fit.
type FitOptions struct {
	Anchor   Vector  // the weights at the start
	L2       float64 // L2/2 times the squared distance from Anchor, in logits², is added to the total loss
	Epochs   int     // largest number of steps
	Patience int     // number of steps without a new least validation loss after which the fit ends; 0 for no limit
	Workers  int     // number of goroutines
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

// A State is the state of a fit between two steps. [Fit] continues from it as if it had not been interrupted.
type State struct {
	Descent *Descent
	Losses  []Losses // before the first step and after each step
	Best    Vector   // the weights with the least validation loss so far, or the latest if there is no validation set
	BestAt  int      // the number of steps after which Best was reached
	Still   int      // number of steps since the last one that lowered the loss by leastFall or more
	Done    bool     // whether the fit has ended
}

// Epochs returns the number of steps so far.
func (s *State) Epochs() int { return len(s.Losses) - 1 }

// Least returns the losses of the best weights.
func (s *State) Least() Losses { return s.Losses[s.BestAt] }

// Fit fits weights to the training set. It keeps the weights with the least loss on the validation set, which may be
// empty. It continues from the state, or starts a new fit if the state is nil. Fit passes the state to watch at the
// start of a new fit and after every step. When watch fails or ctx ends, it returns the error and the latest state.
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

// fit holds the arguments of [Fit].
type fit struct {
	train, validation *Set
	FitOptions
	meanL2 float64 // L2 divided by the number of positions, because the fit minimises the mean loss, not the total loss
}

// begin returns the state before the first step.
func (f *fit) begin() *State {
	diagonal := f.train.curvature(f.Anchor, f.Workers)
	for i := range diagonal {
		// Without the last summand, the estimated curvature along the weight of a rare term could be so small that the
		// first step of this weight would be too long.
		diagonal[i] += f.meanL2 + 1/float64(f.train.Len())
	}
	state := &State{Descent: newDescent(f.objective, f.Anchor, diagonal), Best: slices.Clone(f.Anchor)}
	state.Losses = append(state.Losses, f.losses(state.Descent))
	return state
}

// objective returns the mean loss on the training set plus the penalty, and the gradient of this sum.
func (f *fit) objective(point []float64) (loss float64, gradient []float64) {
	loss, gradient = f.train.gradient(point, f.Workers)
	for i, x := range point {
		gradient[i] += f.meanL2 * (x - f.Anchor[i])
	}
	return loss + f.penalty(point), gradient
}

func (f *fit) penalty(point []float64) float64 {
	sum := 0.
	for i, x := range point {
		sum += (x - f.Anchor[i]) * (x - f.Anchor[i])
	}
	return f.meanL2 / 2 * sum
}

func (f *fit) losses(d *Descent) Losses {
	return Losses{d.Value - f.penalty(d.Point), f.validation.loss(d.Point, f.Workers)}
}

// step makes one step of the fit and decides whether the fit has ended.
func (f *fit) step(s *State) {
	before := s.Descent.Value
	moved := s.Descent.step(f.objective)
	s.Losses = append(s.Losses, f.losses(s.Descent))
	latest := s.Losses[s.Epochs()].Validation
	if f.validation.Len() == 0 || latest < s.Least().Validation-leastGain {
		s.Best, s.BestAt = slices.Clone(s.Descent.Point), s.Epochs()
	}
	impatient := f.validation.Len() > 0 && f.Patience > 0 && s.Epochs()-s.BestAt >= f.Patience
	s.Still++
	if before-s.Descent.Value >= leastFall {
		s.Still = 0
	}
	s.Done = !moved || impatient || s.Epochs() >= f.Epochs || s.Still >= mostStill
}

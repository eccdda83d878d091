// Package tune fits the numbers of an evaluation to positions of games whose results are known.
//
// [Fit] fits weights to a [Set] of positions by logistic regression: it predicts the expected result of a position as
// sigmoid(worth/100), with the worth that package eval computes. It also fits policies, to [Choices]. [FitNetwork]
// trains networks on [Examples], and [FitSlope] fits calibrations. The number of workers does not change results.
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
	perLogit   = 100 // number of hundredths of a logit, the unit of package eval, in one logit
	mostWeight = 100 // the largest weight that package eval accepts, in logits
)

// FromEval returns the vector of weights in the order of a layout.
func FromEval(ordered []eval.Weight) (w Vector) {
	for _, weight := range ordered {
		w = append(w, weight.Early/perLogit, weight.Late/perLogit)
	}
	return w
}

// Eval returns the weights in the order of the layout and in hundredths of a logit, the unit of package eval. It limits
// them to ±mostWeight and rounds them to two decimals.
func (w Vector) Eval() (ordered []eval.Weight) {
	bounded := func(logits float64) float64 {
		return math.Round(max(-mostWeight, min(mostWeight, logits))*perLogit*100) / 100
	}
	for pair := range slices.Chunk(w, 2) {
		ordered = append(ordered, eval.Weight{Early: bounded(pair[0]), Late: bounded(pair[1])})
	}
	return ordered
}

// Data is a collection of data from which [Fit] learns: a [Set] or [Choices].
type Data interface {
	Len() int
	size() int // the count of the numbers to fit

	// gradient returns the mean loss if the given numbers predict the data, and its derivative with respect to each
	// number.
	gradient(numbers []float64, workers int) (loss float64, gradient []float64)
	// curvature returns a positive estimate of the second derivative for each number, or 0 for a number without effect.
	curvature(numbers []float64, workers int) []float64
}

// Loss returns the mean cross entropy, in nats, if the given numbers predict the data.
func Loss(data Data, numbers []float64, workers int) float64 {
	loss, _ := data.gradient(numbers, workers)
	return loss
}

// FitOptions holds the options of a fit.
type FitOptions struct {
	Anchor   Vector  // the numbers at the start, towards which L2 pulls
	L2       float64 // 0 or more; L2/2 times the squared distance from Anchor is added to the total loss
	Epochs   int     // largest number of steps, 1 or more
	Patience int     // number of steps without a new least validation loss after which the fit ends; 0 for no limit
	Workers  int     // number of goroutines
}

// Losses holds mean cross entropies on the training and on the validation data, in nats, without the penalty of L2.
type Losses struct{ Train, Validation float64 }

// A Track holds the losses of a fit so far.
type Track struct {
	Losses []Losses // before the first epoch and after each
	BestAt int      // number of epochs at the least validation loss, or of all epochs without validation
}

// Epochs returns the number of epochs so far.
func (t Track) Epochs() int { return len(t.Losses) - 1 }

// Least returns the losses after epoch BestAt.
func (t Track) Least() Losses { return t.Losses[t.BestAt] }

// Fit minimises the mean loss on train plus the penalty of L2, by L-BFGS. The loss is convex, so every local minimum is
// global. Fit returns the numbers with the least loss on held, or the last numbers if held is empty. It calls watch
// before the first step and after each step.
func Fit(ctx context.Context, train, held Data, o FitOptions, watch func(Track)) (best Vector, track Track, err error) {
	if train.Len() == 0 || len(o.Anchor) != train.size() {
		return nil, track, fmt.Errorf("%d numbers to fit to %d observations of %d", len(o.Anchor), train.Len(),
			train.size())
	}
	d := o.begin(train)
	const (
		leastGain = 1e-7           // a smaller decrease of the validation loss does not count
		leastFall = leastGain / 10 // a smaller decrease of the loss that the fit minimises does not count
		mostStill = 3              // the fit ends after this number of successive steps whose decrease does not count
	)
	for moved, still := true, 0; ; {
		losses := Losses{d.value - o.penalty(d.point, train.Len()), Loss(held, d.point, o.Workers)}
		track.Losses = append(track.Losses, losses)
		if held.Len() == 0 || best == nil || losses.Validation < track.Least().Validation-leastGain {
			best, track.BestAt = slices.Clone(d.point), track.Epochs()
		}
		watch(track)
		impatient := held.Len() > 0 && o.Patience > 0 && track.Epochs()-track.BestAt >= o.Patience
		if !moved || impatient || track.Epochs() >= o.Epochs || still >= mostStill || ctx.Err() != nil {
			return best, track, ctx.Err()
		}
		before := d.value
		moved = d.step()
		still++
		if before-d.value >= leastFall {
			still = 0
		}
	}
}

// penalty returns the penalty of L2, divided by the number of observations, since a fit minimises the mean loss.
func (o FitOptions) penalty(point []float64, observations int) float64 {
	sum := 0.
	for i, x := range point {
		sum += (x - o.Anchor[i]) * (x - o.Anchor[i])
	}
	return o.L2 / float64(observations) / 2 * sum
}

// begin returns the descent of a fit at its starting point, o.Anchor.
func (o FitOptions) begin(train Data) *descent {
	meanL2, perObservation := o.L2/float64(train.Len()), 1/float64(train.Len())
	curvature := train.curvature(o.Anchor, o.Workers)
	for i := range curvature {
		// Without the last summand, the estimate for a rare term could be so small that its first step is too long.
		curvature[i] += meanL2 + perObservation
	}
	return newDescent(func(point []float64) (float64, []float64) {
		loss, gradient := train.gradient(point, o.Workers)
		for i, x := range point {
			gradient[i] += meanL2 * (x - o.Anchor[i])
		}
		return loss + o.penalty(point, train.Len()), gradient
	}, o.Anchor, curvature)
}

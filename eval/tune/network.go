package tune

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"pillars/engine/parallel"
	"pillars/eval"
	"pillars/eval/internal/rows"
)

// network holds the numbers of a network (see [eval.Parameters]), or the derivatives of a loss by these numbers, in
// floating point. The slices from rows to linLate are parts of the slice all.
type network struct {
	all               []float32 // all numbers, in the order of [viewNetwork]
	rows, bias        []float32 // rows of the patterns, and biases by hidden unit
	early, late       []float32 // outputs by hidden unit after the set-up, in logits
	setUp             []float32 // outputs by hidden unit in the set-up, in logits
	linEarly, linLate []float32 // weights of the linear part by pattern, in logits
	patterns, units   int       // number of patterns and of hidden units
	decaying          int       // weight decay applies to the numbers all[:decaying]
	hidden, change    []float32 // buffers for the hidden units and for the derivatives of the loss by them
}

// viewNetwork returns a network with the numbers in all, which it does not copy.
func viewNetwork(all []float32, patterns, units int) *network {
	n := &network{all: all, patterns: patterns, units: units}
	rest := all
	take := func(size int) (part []float32) {
		part, rest = rest[:size:size], rest[size:]
		return part
	}
	n.rows, n.early, n.late, n.setUp = take(2*patterns*units), take(units), take(units), take(units)
	n.decaying = len(all) - len(rest)
	n.bias, n.linEarly, n.linLate = take(units), take(patterns), take(patterns)
	n.hidden, n.change = make([]float32, units), make([]float32, units)
	return n
}

// forward returns the evaluation of an example in logits. It leaves the hidden units in n.hidden for backward.
func (n *network) forward(e *example) float64 {
	copy(n.hidden, n.bias)
	rows.AddFloats(n.hidden, n.rows, e.rows)
	early, late := 1-e.phase, e.phase
	earlyOut, lateOut := n.outputs(e)
	var worth float32
	for _, row := range e.rows {
		if number := int(row); number < n.patterns {
			worth += n.linEarly[number]*early + n.linLate[number]*late
		} else { // a pattern of the opponent
			number -= n.patterns
			worth -= n.linEarly[number]*early + n.linLate[number]*late
		}
	}
	for i, x := range n.hidden {
		x = max(0, min(1, x))
		worth += x * x * (earlyOut[i]*early + lateOut[i]*late)
	}
	return float64(worth)
}

// outputs returns the early and late outputs that apply to an example.
func (n *network) outputs(e *example) (early, late []float32) {
	if e.setUp {
		return n.setUp, n.late // the late outputs do not matter, since the phase is 0
	}
	return n.early, n.late
}

// backward adds to g the derivatives of the loss on an example. slope is the derivative of the loss with respect to the
// network's evaluation. The caller must have called n.forward for this example last.
func (n *network) backward(g *network, e *example, slope float32) {
	early, late := 1-e.phase, e.phase
	earlyOut, lateOut := n.outputs(e)
	earlyGradient, lateGradient := g.outputs(e)
	for i, x := range n.hidden {
		n.change[i] = 0
		if x <= 0 {
			continue
		}
		fired := min(1, x) * min(1, x)
		earlyGradient[i] += slope * fired * early
		lateGradient[i] += slope * fired * late
		if x < 1 { // from 1 on, the activation is constant
			n.change[i] = slope * 2 * x * (earlyOut[i]*early + lateOut[i]*late)
			g.bias[i] += n.change[i]
		}
	}
	rows.Spread(g.rows, n.change, e.rows)
	for _, row := range e.rows {
		number, sign := int(row), slope
		if number >= n.patterns {
			number, sign = number-n.patterns, -slope
		}
		g.linEarly[number] += sign * early
		g.linLate[number] += sign * late
	}
}

// startNetwork returns the numbers with which training begins, in the order of [viewNetwork]. They are the numbers in
// from. If from has only a linear part, the hidden units get random numbers.
func startNetwork(from *eval.Parameters, units int, seed uint64) []float32 {
	patterns := len(from.Linear)
	n := viewNetwork(make([]float32, 2*patterns*units+4*units+2*patterns), patterns, units)
	for i, w := range from.Linear {
		n.linEarly[i], n.linLate[i] = float32(w.Early/perLogit), float32(w.Late/perLogit)
	}
	if from.Rows != nil {
		copy(n.rows, from.Rows)
		copy(n.bias, from.Bias)
		for i, w := range from.Output {
			n.early[i], n.late[i], n.setUp[i] = float32(w.Early), float32(w.Late), float32(from.SetUp[i])
		}
		return n.all
	}
	const rowDeviation, outputDeviation, startBias = .05, .1, .3
	random := rand.New(rand.NewPCG(seed, 0x6e6574776f726b)) // "network" in ASCII
	normal := func(deviation float32) float32 { return float32(random.NormFloat64()) * deviation }
	for i := range n.rows {
		n.rows[i] = normal(rowDeviation)
	}
	for i := range units {
		n.bias[i] = startBias
		n.early[i], n.late[i] = normal(outputDeviation), normal(outputDeviation)
		n.setUp[i] = n.early[i]
	}
	return n.all
}

// parameters returns the best network in the form of package eval. If training began without rows, it sets to 0 those
// numbers of rows that are still random, because their gradient was always 0, as for patterns that no example showed.
func (f *networkFit) parameters(from *eval.Parameters) *eval.Parameters {
	n := f.view(slices.Clone(f.best))
	for i, square := range f.view(f.square).rows {
		if neverUsed := square == 0; neverUsed && from.Rows == nil {
			n.rows[i] = 0
		}
	}
	p := &eval.Parameters{Units: f.Units, Rows: slices.Clone(n.rows), Bias: slices.Clone(n.bias)}
	for i := range f.Units {
		p.Output = append(p.Output, eval.Weight{Early: float64(n.early[i]), Late: float64(n.late[i])})
		p.SetUp = append(p.SetUp, float64(n.setUp[i]))
	}
	var linear Vector
	for i, early := range n.linEarly {
		linear = append(linear, float64(early), float64(n.linLate[i]))
	}
	p.Linear = linear.Eval()
	return p
}

// NetworkOptions holds the options of training a network.
type NetworkOptions struct {
	Units   int     // number of hidden units
	Epochs  int     // number of passes over all examples, 1 or more
	Batch   int     // number of examples in a step, a multiple of batchPart
	Rate    float64 // learning rate at the start
	Decay   float64 // weight decay: each step multiplies rows and outputs by 1 - Decay*(learning rate)
	Seed    uint64
	SetUp   bool // for training on the set-up: whether to leave biases, and numbers that no example uses, unchanged
	Workers int  // number of goroutines
}

// batchPart is the number of examples in a part of a batch, whose derivatives one goroutine sums up. The sums of the
// parts are added in the order of the parts, so results do not depend on the number of goroutines.
const batchPart = 1024

// Check returns an error for units or a batch that training cannot use.
func (o NetworkOptions) Check() error {
	switch {
	case o.Units != 32 && o.Units != 64 && o.Units != 128:
		return fmt.Errorf("units %d: must be 32, 64 or 128", o.Units)
	case o.Batch < batchPart || o.Batch%batchPart != 0 || o.Batch > chunkExamples:
		return fmt.Errorf("batch %d: must be a multiple of %d up to %d", o.Batch, batchPart, chunkExamples)
	}
	return nil
}

// networkFit is the state of training between two epochs.
type networkFit struct {
	NetworkOptions
	train, held  *Examples
	track        Track      // before the first epoch, the loss on training examples is NaN
	point        []float32  // the numbers of the network
	mean, square []float32  // Adam's running means of the gradient and of its square
	steps        int        // number of steps so far
	best         []float32  // the numbers with the least validation loss so far
	gradients    []*network // buffers for sums of derivatives, one for each part of a batch
}

// FitNetwork trains a network for two seats on the examples in train, and returns the network with the least loss on
// the examples in held, on which it does not train. It starts from the parameters from, which may have a linear part
// only. It calls watch at the start and after every epoch.
func FitNetwork(
	ctx context.Context, train, held *Examples, from *eval.Parameters, o NetworkOptions, watch func(Track),
) (best *eval.Parameters, track Track, err error) {
	switch err := o.Check(); {
	case err != nil:
		return nil, track, err
	case o.SetUp && from.Rows == nil:
		return nil, track, errors.New("the part for the set-up belongs to a network: start from one")
	case train.Len() < o.Batch:
		return nil, track, fmt.Errorf("%d positions are fewer than a batch of %d", train.Len(), o.Batch)
	}
	point := startNetwork(from, o.Units, o.Seed)
	f := &networkFit{NetworkOptions: o, train: train, held: held, point: point, best: slices.Clone(point),
		mean: make([]float32, len(point)), square: make([]float32, len(point))}
	for range o.Batch / batchPart {
		f.gradients = append(f.gradients, f.view(make([]float32, len(point))))
	}
	f.track.Losses = []Losses{{math.NaN(), f.heldLoss()}}
	for watch(f.track); f.track.Epochs() < o.Epochs; watch(f.track) {
		if err := f.epoch(ctx); err != nil {
			return nil, f.track, err
		}
	}
	return f.parameters(from), f.track, nil
}

// view returns a network with the given numbers, which it does not copy.
func (f *networkFit) view(all []float32) *network { return viewNetwork(all, f.train.patterns, f.Units) }

// epoch trains for one more epoch.
func (f *networkFit) epoch(ctx context.Context) error {
	random := rand.New(rand.NewPCG(f.Seed, uint64(f.track.Epochs())))
	sum, seen := 0., 0
	for chunk := range f.train.shuffled(random) {
		for batch := range slices.Chunk(chunk, f.Batch) {
			if len(batch) < f.Batch { // too few examples are left in the chunk; other epochs skip other examples
				break
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			sum, seen = sum+f.gradient(batch), seen+len(batch)
			f.step()
		}
	}
	loss, track := f.heldLoss(), &f.track
	track.Losses = append(track.Losses, Losses{sum / float64(max(1, seen)), loss})
	hasBest := track.BestAt > 0 // the network at the start does not count
	if f.held.Len() == 0 || loss < track.Least().Validation || !hasBest {
		f.best, track.BestAt = slices.Clone(f.point), track.Epochs()
	}
	return ctx.Err()
}

// gradient returns the sum of the losses on a batch. It leaves the sums of the derivatives in f.gradients[0].
func (f *networkFit) gradient(batch []example) (loss float64) {
	losses := parallel.Map(f.Workers, len(f.gradients), func() func(int) float64 {
		n := f.view(f.point) // each goroutine has a network with its own buffers
		return func(part int) (sum float64) {
			g := f.gradients[part]
			clear(g.all)
			for i := part * batchPart; i < (part+1)*batchPart; i++ {
				worth := n.forward(&batch[i])
				sum += crossEntropy(worth, float64(batch[i].target))
				n.backward(g, &batch[i], float32(sigmoid(worth))-batch[i].target)
			}
			return sum
		}
	})
	for _, part := range losses {
		loss += part
	}
	first := f.gradients[0].all
	for _, g := range f.gradients[1:] {
		for i, x := range g.all {
			first[i] += x
		}
	}
	return loss
}

// rate returns the learning rate of a step, counted from 1. It falls from Rate to almost 0 along a cosine.
func (f *networkFit) rate(step int) float64 {
	steps := f.train.Len() / f.Batch * f.Epochs
	done := float64(step) / float64(steps+1) // less than 1, so that the last step has a rate above 0
	return f.Rate * (1 + math.Cos(math.Pi*min(1, done))) / 2
}

// step makes a step of Adam (Kingma and Ba, Adam: A Method for Stochastic Optimization, 2015) with decoupled weight
// decay (Loshchilov and Hutter, Decoupled Weight Decay Regularization, 2019), by the gradient in f.gradients[0].
func (f *networkFit) step() {
	const keepMean, keepSquare, tiny = .9, .999, 1e-8
	f.steps++
	rate := f.rate(f.steps)
	decay := float32(rate * f.Decay)
	// The running means start at 0. These factors correct their bias in the first steps.
	meanRate := float32(rate / (1 - math.Pow(keepMean, float64(f.steps))))
	squareFactor := float32(1 / (1 - math.Pow(keepSquare, float64(f.steps))))
	n := f.view(f.point)
	perExample := 1 / float32(f.Batch)
	for i, sum := range f.gradients[0].all {
		g := sum * perExample
		f.mean[i] = keepMean*f.mean[i] + (1-keepMean)*g
		f.square[i] = keepSquare*f.square[i] + (1-keepSquare)*g*g
		isUsed, isBias := f.square[i] != 0, i >= n.decaying && i < n.decaying+n.units // biases follow what decays
		if f.SetUp && (isBias || !isUsed) {
			continue
		}
		x := f.point[i]
		if i < n.decaying {
			x -= decay * x
		}
		x -= meanRate * f.mean[i] / (float32(math.Sqrt(float64(f.square[i]*squareFactor))) + tiny)
		if isRow := i < len(n.rows); isRow {
			x = max(-eval.MaxRow, min(eval.MaxRow, x))
		}
		f.point[i] = x
	}
}

// heldLoss returns the mean loss on the examples in f.held, which training does not use.
func (f *networkFit) heldLoss() float64 {
	n, sum := f.view(f.point), 0.
	for i := range f.held.all {
		sum += crossEntropy(n.forward(&f.held.all[i]), float64(f.held.all[i].target))
	}
	return sum / float64(max(1, f.held.Len()))
}

package tune

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"pillars/engine"
	"pillars/engine/parallel"
)

const chunk = 8192 // positions summed up together, for any number of workers, so that sums are the same

// chunkSum is what a chunk comes to. Its sums are not yet divided by the number of positions.
type chunkSum struct {
	weights   Weights
	loss      float64
	gradient  []float64 // nil if it is not wanted
	curvature []float64 // likewise: the diagonal of the Hessian
}

// loss is the mean cross entropy of predictions and targets, in nats.
func (s *Set) loss(w Weights, workers int) float64 {
	return s.sum(workers, chunkSum{weights: w}).loss
}

// gradient is the loss and its derivatives by the weights.
func (s *Set) gradient(w Weights, workers int) (loss float64, gradient []float64) {
	sum := s.sum(workers, chunkSum{weights: w, gradient: make([]float64, len(w))})
	return sum.loss, sum.gradient
}

// curvature is the second derivatives of the loss by each weight alone.
func (s *Set) curvature(w Weights, workers int) []float64 {
	return s.sum(workers, chunkSum{weights: w, curvature: make([]float64, len(w))}).curvature
}

func (s *Set) sum(workers int, empty chunkSum) chunkSum {
	total := empty.clone()
	chunks := (s.Len() + chunk - 1) / chunk
	sums, _ := parallel.Each(context.Background(), workers, chunks, func() (parallel.Worker[int, chunkSum], error) {
		var entries []entry
		return parallel.Worker[int, chunkSum]{Do: func(_ context.Context, i int) (chunkSum, error) {
			sum := empty.clone()
			entries = sum.addChunk(s, i, entries)
			return sum, nil
		}}, nil
	})
	for _, sum := range sums {
		total.loss += sum.loss
		floats.Add(total.gradient, sum.gradient)
		floats.Add(total.curvature, sum.curvature)
	}
	if s.Len() > 0 {
		share := 1 / float64(s.Len())
		total.loss *= share
		floats.Scale(share, total.gradient)
		floats.Scale(share, total.curvature)
	}
	return total
}

func (c chunkSum) clone() chunkSum {
	c.gradient, c.curvature = slices.Clone(c.gradient), slices.Clone(c.curvature)
	return c
}

func (c *chunkSum) addChunk(s *Set, number int, entries []entry) []entry {
	for i := number * chunk; i < min(s.Len(), (number+1)*chunk); i++ {
		entries = s.unpack(i, entries[:0])
		toLate := float64(s.phases[i]) / engine.PhaseEnd / float64(s.parts)
		toEarly := 1/float64(s.parts) - toLate
		worth := worthOf(c.weights, entries, toEarly, toLate)
		target := float64(s.targets[i])
		c.loss += crossEntropy(worth, target)
		p := sigmoid(worth)
		if c.gradient != nil {
			addGradient(c.gradient, entries, (p-target)*toEarly, (p-target)*toLate)
		}
		if c.curvature != nil {
			addCurvature(c.curvature, entries, p*(1-p)*toEarly*toEarly, p*(1-p)*toLate*toLate)
		}
	}
	return entries
}

func worthOf(w Weights, entries []entry, toEarly, toLate float64) float64 {
	early, late := 0., 0.
	for _, e := range entries {
		both := w[2*int(e.index):][:2]
		early += float64(e.count) * both[0]
		late += float64(e.count) * both[1]
	}
	return early*toEarly + late*toLate
}

func addGradient(gradient []float64, entries []entry, early, late float64) {
	for _, e := range entries {
		both := gradient[2*int(e.index):][:2]
		both[0] += float64(e.count) * early
		both[1] += float64(e.count) * late
	}
}

func addCurvature(curvature []float64, entries []entry, early, late float64) {
	for _, e := range entries {
		both, square := curvature[2*int(e.index):][:2], float64(e.count)*float64(e.count)
		both[0] += square * early
		both[1] += square * late
	}
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// crossEntropy is -t ln p - (1-t) ln(1-p) for p = sigmoid(worth), so written that it stays finite.
func crossEntropy(worth, target float64) float64 {
	return max(worth, 0) + math.Log1p(math.Exp(-math.Abs(worth))) - target*worth
}

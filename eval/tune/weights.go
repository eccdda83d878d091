package tune

import (
	"math"

	"pillars/eval"
)

// Weights are the weights of an evaluation in logits, as one point: entry 2i is the early weight of input i, entry 2i+1 its late one.
type Weights []float64

// perLogit is how many of the units of package eval a logit has.
const perLogit = 100

// FromEval is the point of weights that are in the order of a layout.
func FromEval(ordered []eval.Weight) Weights {
	w := make(Weights, 0, 2*len(ordered))
	for _, weight := range ordered {
		w = append(w, weight.Early/perLogit, weight.Late/perLogit)
	}
	return w
}

// mostWeight is the largest weight, in logits, that package eval takes.
const mostWeight = 100

// Eval is the point as weights in the order of the layout. A weight beyond what package eval takes is cut off there.
func (w Weights) Eval() []eval.Weight {
	ordered := make([]eval.Weight, len(w)/2)
	for i := range ordered {
		ordered[i] = eval.Weight{Early: bounded(w[2*i]), Late: bounded(w[2*i+1])}
	}
	return ordered
}

// bounded is a value in the units of package eval, rounded to the two decimals that files keep.
func bounded(logits float64) float64 {
	return math.Round(max(-mostWeight, min(mostWeight, logits))*perLogit*100) / 100
}

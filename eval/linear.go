package eval

import (
	"pillars/engine"
)

// Linear values a position by a sum of features times weights.
type Linear struct {
	weights  []int32 // hundredths of a logit, in the order of the rules' features
	features []int32 // scratch
}

// NewLinear makes an evaluator with the given weights.
func NewLinear(weights Weights, rules engine.Rules) (*Linear, error) {
	ordered, err := weights.order(rules)
	if err != nil {
		return nil, err
	}
	return &Linear{weights: ordered, features: make([]int32, len(ordered))}, nil
}

// Evaluate is the weighted sum for a seat.
func (l *Linear) Evaluate(p engine.Position, seat engine.Seat) int {
	p.Features(seat, l.features)
	sum := int32(0)
	for i, count := range l.features {
		sum += count * l.weights[i]
	}
	return int(max(-Limit, min(Limit, sum)))
}

// Term is one feature's part in a position's worth.
type Term struct {
	Feature engine.Feature
	Count   int
	Weight  int // hundredths of a logit
}

// Worth is the term's contribution in hundredths of a logit.
func (t Term) Worth() int { return t.Count * t.Weight }

// Explain takes the evaluation of p for a seat apart. The terms' worths add up to what Evaluate returns, unless that is cut off at Limit.
func (l *Linear) Explain(p engine.Position, seat engine.Seat) []Term {
	p.Features(seat, l.features)
	terms := make([]Term, len(l.features))
	for i, feature := range p.Rules().Features() {
		terms[i] = Term{feature, int(l.features[i]), int(l.weights[i])}
	}
	return terms
}

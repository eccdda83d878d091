package eval

import "pillars/engine"

// Term is one feature's or pattern's part in a position's worth.
type Term struct {
	Feature engine.Feature
	Count   float64 // the seat's less the mean of the others'; a whole number with two seats
	Weight  float64 // hundredths of a logit, at the position's phase
}

// Worth is the term's contribution in hundredths of a logit.
func (t Term) Worth() float64 { return t.Count * t.Weight }

// Explain takes the evaluation of p for a seat apart: all features, then the patterns whose count and weight are not 0. The terms' worths add up
// to what Evaluate returns before it rounds, unless that is cut off at Limit.
func (l *Linear) Explain(p engine.Position, seat engine.Seat) []Term {
	var in Inputs
	l.layout.Inputs(p, seat, &in)
	var terms []Term
	for i, count := range in.counts {
		term := Term{l.layout.inputs[i], float64(count) / float64(in.Parts), l.weights[i].At(in.Phase)}
		if i < l.layout.features || term.Worth() != 0 {
			terms = append(terms, term)
		}
	}
	return terms
}

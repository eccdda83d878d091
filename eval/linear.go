package eval

import (
	"math"
	"slices"

	"pillars/engine"
)

// scale is how many units a hundredth of a logit has in the whole numbers that weights are kept in: files give two decimals.
const scale = 100

// Linear values a position by the sum of its features and patterns times weights.
type Linear struct {
	layout   *Layout
	weights  []Weight     // in the order of the layout
	features []taper      // empty if features weigh nothing
	patterns []taperLanes // empty if patterns weigh nothing

	counts []int32 // scratch
	lists  engine.PatternLists
}

// taper is a weight in units.
type taper struct{ early, late int64 }

// at is the weight at a phase, times engine.PhaseEnd.
func (t taper) at(phase int) int64 { return t.early*int64(engine.PhaseEnd-phase) + t.late*int64(phase) }

// taperLanes holds the early value in the upper and the late one in the lower half, so that one addition sums both. A half has room for 2,147
// weights of maxWeight, more than two seats can show.
type taperLanes int64

func (t taper) lanes() taperLanes { return taperLanes(t.early<<32 + t.late) }

func (l taperLanes) taper() taper {
	late := int64(int32(l))
	return taper{(int64(l) - late) >> 32, late}
}

// NewLinear makes an evaluator with the given weights.
func NewLinear(weights Weights, rules engine.Rules) (*Linear, error) {
	layout, err := NewLayout(rules)
	if err != nil {
		return nil, err
	}
	ordered, err := layout.Order(weights)
	if err != nil {
		return nil, err
	}
	l := &Linear{layout: layout, weights: ordered, counts: make([]int32, layout.features)}
	if features := ordered[:layout.features]; slices.ContainsFunc(features, Weight.counts) {
		for _, weight := range features {
			l.features = append(l.features, weight.units())
		}
	}
	if patterns := ordered[layout.features:]; slices.ContainsFunc(patterns, Weight.counts) {
		for _, weight := range patterns {
			l.patterns = append(l.patterns, weight.units().lanes())
		}
	}
	return l, nil
}

// counts reports whether the weight is not 0.
func (w Weight) counts() bool { return w != Weight{} }

func (w Weight) units() taper {
	return taper{int64(math.Round(w.Early * scale)), int64(math.Round(w.Late * scale))}
}

// Evaluate is the weighted sum for a seat.
func (l *Linear) Evaluate(p engine.Position, seat engine.Seat) int {
	phase := 0
	var shown int64
	if len(l.weights) > l.layout.features {
		patterned := p.(engine.PatternPosition)
		phase = patterned.Phase()
		if len(l.patterns) > 0 {
			shown = l.worthOfPatterns(patterned, seat).at(phase)
		}
	}
	parts := int64(l.layout.parts)
	sum, one := l.worthOfFeatures(p, seat).at(phase)*parts+shown, scale*engine.PhaseEnd*parts
	half := one / 2
	if sum < 0 {
		half = -half
	}
	return int(max(-Limit, min(Limit, (sum+half)/one)))
}

// worthOfFeatures sums counts times weights.
func (l *Linear) worthOfFeatures(p engine.Position, seat engine.Seat) (sum taper) {
	if len(l.features) == 0 {
		return taper{}
	}
	p.Features(seat, l.counts)
	for i, count := range l.counts {
		sum.early += int64(count) * l.features[i].early
		sum.late += int64(count) * l.features[i].late
	}
	return sum
}

// worthOfPatterns is what the seat shows, as often as there are other seats, less what those show.
func (l *Linear) worthOfPatterns(p engine.PatternPosition, seat engine.Seat) (sum taper) {
	l.lists.Reset()
	p.AppendPatterns(&l.lists)
	if l.layout.parts == 1 {
		return (l.sum(l.lists[seat&1]) - l.sum(l.lists[seat&1^1])).taper()
	}
	for shower, list := range l.lists {
		times := int64(-1)
		if engine.Seat(shower) == seat {
			times = int64(l.layout.parts)
		}
		shown := l.sum(list).taper()
		sum.early += times * shown.early
		sum.late += times * shown.late
	}
	return sum
}

// sum adds the weights of the patterns that a seat shows.
func (l *Linear) sum(list []uint16) (sum taperLanes) {
	weights := l.patterns
	for _, number := range list {
		sum += weights[number]
	}
	return sum
}

// Package eval evaluates positions by weights that it reads from files.
//
// The terms of an evaluation are features and patterns. A feature is a number such as men or moves: the seat's count
// minus the opponents'. A pattern ([engine.PatternRules]) is a fact that a seat either shows or does not show. The
// worth of a position for a seat is
//
//	the sum of its features times their weights + V(the seat) - the mean of V(the other seats)
//
// where V(s) is the sum of the weights of the patterns that s shows. All seats have the same weights. With two seats,
// the worth for one is minus the worth for the other.
//
// Every weight has an early and a late value. At phase f of the game ([engine.PatternPosition]) the weight is
// early*(64-f)/64 + late*f/64. In a game without patterns the phase is always 0.
//
// [Layout] numbers the terms, features first. [Layout.Inputs] returns a position as a sparse vector of counts. Tuning
// multiplies this vector by the weights in floating point. [Linear] computes the same sum in integers, for players.
package eval

import (
	"math"
	"slices"

	"pillars/engine"
)

// Evaluator values positions. It belongs to one goroutine.
type Evaluator interface {
	// Evaluate returns the logit of a seat's expected result in p, which must not be over, in hundredths up to ±Limit.
	Evaluate(p engine.Position, seat engine.Seat) int
}

// Worths holds the evaluations of one position, by seat, in hundredths of a logit.
type Worths [engine.MaxSeats]int

// EvaluateAll returns the evaluations of p for all seats. It computes them together if the evaluator can do that.
func EvaluateAll(evaluator Evaluator, p engine.Position, seats int) (worths Worths) {
	if e, ok := evaluator.(interface {
		evaluateAll(engine.Position, int) Worths
	}); ok {
		return e.evaluateAll(p, seats)
	}
	for seat := range seats {
		worths[seat] = evaluator.Evaluate(p, engine.Seat(seat))
	}
	return worths
}

// Limit is the largest absolute value of an evaluation.
const Limit = 20000

// Layout numbers the terms of an evaluation: features first, then patterns. Goroutines may share it.
type Layout struct {
	rules    engine.Rules
	terms    []engine.Term
	features int            // number of terms that are features
	number   map[string]int // number of a term, by its name
	parts    int            // number of opponents or 1; see Parts in [Inputs]
}

// NewLayout returns the layout of the rules' terms.
func NewLayout(rules engine.Rules) *Layout {
	l := &Layout{rules: rules, terms: slices.Clone(rules.Features()), parts: 1, number: map[string]int{}}
	l.features = len(l.terms)
	if patterned, ok := rules.(engine.PatternRules); ok {
		l.terms = append(l.terms, patterned.Patterns()...)
		l.parts = max(1, rules.Seats()-1)
	}
	for i, term := range l.terms {
		l.number[term.Name] = i
	}
	return l
}

// Len returns the number of terms.
func (l *Layout) Len() int { return len(l.terms) }

// Features returns the number of terms that are features. These come first.
func (l *Layout) Features() int { return l.features }

// Term returns the i-th term.
func (l *Layout) Term(i int) engine.Term { return l.terms[i] }

// Inputs is a position as a sparse vector of counts, from the viewpoint of a seat. [Layout.Inputs] can fill it again.
type Inputs struct {
	Index []uint16 // numbers of the terms whose counts are not 0, in increasing order
	Count []int32  // for each element of Index, the count of the term times Parts
	Parts int      // number of opponents, so that a mean over them times Parts is whole; 1 in a game without patterns
	Phase int      // from 0 to engine.PhaseEnd

	counts   []int32             // a buffer for the count of every term, times Parts
	patterns engine.PatternLists // a buffer
}

// Inputs sets the fields of in for position p, from the viewpoint of seat. The game must not be over.
func (l *Layout) Inputs(p engine.Position, seat engine.Seat, in *Inputs) {
	if len(in.counts) != len(l.terms) {
		in.counts = make([]int32, len(l.terms))
	}
	clear(in.counts)
	in.Parts, in.Phase = l.parts, 0
	features, patterns := in.counts[:l.features], in.counts[l.features:]
	p.Features(seat, features)
	for i := range features {
		features[i] *= int32(l.parts)
	}
	if len(patterns) > 0 {
		patterned := p.(engine.PatternPosition)
		in.Phase = patterned.Phase()
		in.patterns.Reset()
		patterned.AppendPatterns(&in.patterns)
		for showing, list := range in.patterns {
			change := int32(-1) // in units of 1/Parts: the mean over the other seats is subtracted
			if engine.Seat(showing) == seat {
				change = int32(l.parts)
			}
			for _, number := range list {
				patterns[number] += change
			}
		}
	}
	in.Index, in.Count = in.Index[:0], in.Count[:0]
	for i, count := range in.counts {
		if count != 0 {
			in.Index, in.Count = append(in.Index, uint16(i)), append(in.Count, count)
		}
	}
}

// DropFeatures removes the counts of features. The inputs must come from layout l.
func (in *Inputs) DropFeatures(l *Layout) {
	features, _ := slices.BinarySearch(in.Index, uint16(l.features))
	in.Index, in.Count = in.Index[features:], in.Count[features:]
}

// scale is the number of integer units in a hundredth of a logit. Weights have two decimals, so every weight is a whole
// number of units.
const scale = 100

// Linear evaluates a position by the sum of its terms' counts times their weights. To save time, it does not compute
// features if all features have the weight 0. The same holds for patterns.
type Linear struct {
	layout   *Layout
	weights  []Weight // in the order of the layout
	phased   bool     // whether any weight changes with the phase
	features []taper  // empty if all features have the weight 0
	patterns []taper  // empty if all patterns have the weight 0

	counts []int32             // a buffer for features
	lists  engine.PatternLists // a buffer
}

// taper is a weight in the units of scale: its values in the first and in the last phase.
type taper struct{ early, late int64 }

// at returns the weight at a phase, times engine.PhaseEnd so that it is whole.
func (t taper) at(phase int) int64 { return t.early*int64(engine.PhaseEnd-phase) + t.late*int64(phase) }

// NewLinear returns an evaluator with the given weights.
func NewLinear(weights Weights, rules engine.Rules) (*Linear, error) {
	layout := NewLayout(rules)
	ordered, err := layout.order(weights)
	if err != nil {
		return nil, err
	}
	features, patterns := ordered[:layout.features], ordered[layout.features:]
	l := &Linear{layout: layout, weights: ordered, counts: make([]int32, layout.features), features: tapers(features),
		patterns: tapers(patterns)}
	// Without patterns, the phase is always 0.
	l.phased = len(patterns) > 0 && slices.ContainsFunc(ordered, func(w Weight) bool { return w.Early != w.Late })
	return l, nil
}

// tapers returns weights in integer units, or nil if all weights are 0.
func tapers(weights []Weight) (units []taper) {
	if !slices.ContainsFunc(weights, func(w Weight) bool { return w != Weight{} }) {
		return nil
	}
	for _, w := range weights {
		units = append(units, inUnits(w))
	}
	return units
}

func inUnits(w Weight) taper {
	return taper{int64(math.Round(w.Early * scale)), int64(math.Round(w.Late * scale))}
}

// Weights returns the evaluator's weights in the order of its layout.
func (l *Linear) Weights() []Weight { return slices.Clone(l.weights) }

// Evaluate returns the worth of a position for a seat. It implements [Evaluator].
func (l *Linear) Evaluate(p engine.Position, seat engine.Seat) int {
	var shown [engine.MaxSeats]taper
	phase := l.sumPatterns(p, &shown)
	return l.worth(p, seat, &shown, phase)
}

func (l *Linear) evaluateAll(p engine.Position, seats int) (worths Worths) {
	var shown [engine.MaxSeats]taper
	phase := l.sumPatterns(p, &shown)
	for seat := range seats {
		worths[seat] = l.worth(p, engine.Seat(seat), &shown, phase)
	}
	return worths
}

// sumPatterns sets shown to the sum of the weights of each seat's patterns, and returns the phase. If all patterns have
// the weight 0 and no weight changes with the phase, it computes nothing and returns 0.
func (l *Linear) sumPatterns(p engine.Position, shown *[engine.MaxSeats]taper) (phase int) {
	if !l.phased && len(l.patterns) == 0 {
		return 0
	}
	patterned := p.(engine.PatternPosition)
	phase = patterned.Phase()
	if len(l.patterns) > 0 {
		l.lists.Reset()
		patterned.AppendPatterns(&l.lists)
		for seat, list := range l.lists {
			shown[seat] = sumOf(l.patterns, list)
		}
	}
	return phase
}

// worth returns the evaluation for a seat, given the results of sumPatterns. To use integers only, it computes parts
// times the worth and divides at the end. With V as in the comment of the package, the patterns contribute
// parts*V(seat) minus the sum of V over the other seats, which is (parts+1)*V(seat) minus the sum over all seats.
func (l *Linear) worth(p engine.Position, seat engine.Seat, shown *[engine.MaxSeats]taper, phase int) int {
	parts := int64(l.layout.parts)
	sum := taper{shown[seat].early * (parts + 1), shown[seat].late * (parts + 1)}
	for _, ofSeat := range shown {
		sum.early -= ofSeat.early
		sum.late -= ofSeat.late
	}
	var features taper
	if len(l.features) > 0 {
		p.Features(seat, l.counts)
		for i, count := range l.counts {
			features.early += int64(count) * l.features[i].early
			features.late += int64(count) * l.features[i].late
		}
	}
	return rounded(features.at(phase)*parts+sum.at(phase), scale*engine.PhaseEnd*parts)
}

// rounded returns sum/unit rounded to the nearest integer and bounded by Limit. The unit is a hundredth of a logit.
func rounded(sum, unit int64) int {
	half := unit / 2
	if sum < 0 {
		half = -half
	}
	return int(max(-Limit, min(Limit, (sum+half)/unit)))
}

// sumOf returns the sum of the weights whose numbers are in list.
func sumOf(weights []taper, list []uint16) (sum taper) {
	for _, number := range list {
		sum.early += weights[number].early
		sum.late += weights[number].late
	}
	return sum
}

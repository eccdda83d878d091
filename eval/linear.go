package eval

import (
	"math"
	"slices"

	"pillars/engine"
)

// scale is the number of integer units in a hundredth of a logit. Weights have two decimals, so they are whole numbers
// of units.
const scale = 100

// Linear evaluates a position by the sum of its terms' counts times their weights. To save time, it does not compute
// features if all features have the weight 0. The same holds for patterns.
type Linear struct {
	layout   *Layout
	weights  []Weight     // in the order of the layout
	phased   bool         // whether any weight changes with the phase
	features []taper      // empty if all features have the weight 0
	patterns []taperLanes // empty if all patterns have the weight 0

	counts []int32             // a buffer for features
	lists  engine.PatternLists // a buffer
}

// taper is a weight in integer units.
type taper struct{ early, late int64 }

// at returns the weight at a phase, times engine.PhaseEnd so that it is whole.
func (t taper) at(phase int) int64 { return t.early*int64(engine.PhaseEnd-phase) + t.late*int64(phase) }

// taperLanes holds the early value of a taper in its upper half and the late value in its lower half, so that one
// addition adds both. A half has room for the sum of 2,147 weights of maxWeight, more than the patterns of two seats.
type taperLanes int64

// lanes packs both values of a taper into one number.
func (t taper) lanes() taperLanes { return taperLanes(t.early<<32 + t.late) }

// taper is the inverse of [taper.lanes]. A negative late value has borrowed 1 from the early value.
func (l taperLanes) taper() taper {
	late := int64(int32(l))
	return taper{(int64(l) - late) >> 32, late}
}

// NewLinear returns an evaluator with the given weights.
func NewLinear(weights Weights, rules engine.Rules) (*Linear, error) {
	layout, err := NewLayout(rules)
	if err != nil {
		return nil, err
	}
	ordered, err := layout.order(weights)
	if err != nil {
		return nil, err
	}
	l := &Linear{layout: layout, weights: ordered, counts: make([]int32, layout.features)}
	l.phased = layout.Len() > layout.features &&
		slices.ContainsFunc(ordered, func(w Weight) bool { return w.Early != w.Late })
	notZero := func(w Weight) bool { return w != Weight{} }
	features, patterns := ordered[:layout.features], ordered[layout.features:]
	if slices.ContainsFunc(features, notZero) {
		for _, w := range features {
			l.features = append(l.features, inUnits(w))
		}
	}
	if slices.ContainsFunc(patterns, notZero) {
		for _, w := range patterns {
			l.patterns = append(l.patterns, inUnits(w).lanes())
		}
	}
	return l, nil
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
			shown[seat] = sumLanes(l.patterns, list).taper()
		}
	}
	return phase
}

// worth returns the evaluation for a seat, given the results of sumPatterns. To use integers only, it computes parts
// times the worth and divides at the end. With V as in the comment of the package, the patterns contribute
// parts*V(seat) minus the sum of V over the other seats. That equals (parts+1)*V(seat) minus the sum of V over all
// seats.
func (l *Linear) worth(p engine.Position, seat engine.Seat, shown *[engine.MaxSeats]taper, phase int) int {
	parts := int64(l.layout.parts)
	sum := taper{shown[seat].early * (parts + 1), shown[seat].late * (parts + 1)}
	for _, one := range shown {
		sum.early -= one.early
		sum.late -= one.late
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

func sumLanes(weights []taperLanes, list []uint16) (sum taperLanes) {
	for _, number := range list {
		sum += weights[number]
	}
	return sum
}

// Share is the contribution of one term to the evaluation of a position.
type Share struct {
	engine.Term
	Count  float64 // a feature's value, or a pattern's count for the seat minus the mean count for the other seats
	Weight float64 // at the position's phase, in hundredths of a logit
}

// Worth returns the contribution in hundredths of a logit.
func (s Share) Worth() float64 { return s.Count * s.Weight }

// Explain implements [Explainer]. It returns the shares of all features, and of those patterns whose share is not 0.
func (l *Linear) Explain(p engine.Position, seat engine.Seat) []Share {
	var in Inputs
	l.layout.Inputs(p, seat, &in)
	var shares []Share
	for i, count := range in.counts {
		share := Share{l.layout.terms[i], float64(count) / float64(in.Parts), l.weights[i].at(in.Phase)}
		if share.Kind == engine.Feature || share.Worth() != 0 {
			shares = append(shares, share)
		}
	}
	return shares
}

// Noise adds random errors to evaluations, to make a player weak in the way people are: the player misjudges positions,
// but still sees wins and losses that its search proves. The error of a position stays the same until the seed changes.
type Noise struct {
	size float64 // standard deviation of the errors, in hundredths of a logit
	seed uint64
}

// NewNoise returns noise whose errors have the given standard deviation, in hundredths of a logit.
func NewNoise(size int) *Noise { return &Noise{size: float64(size)} }

// Seed sets the seed of the errors, and so changes the evaluations of all positions. It must not be called while an
// evaluation is in progress.
func (n *Noise) Seed(seed uint64) { n.seed = seed }

// Over returns an evaluator that adds the noise to the given one, or the given one if there is no noise.
func (n *Noise) Over(evaluator Evaluator) Evaluator {
	if n.size == 0 {
		return evaluator
	}
	return noisy{evaluator, n}
}

type noisy struct {
	Evaluator
	noise *Noise
}

func (n noisy) Evaluate(p engine.Position, seat engine.Seat) int {
	return n.disturb(p, seat, n.Evaluator.Evaluate(p, seat))
}

// disturb adds the error of a position for a seat to its worth.
func (n noisy) disturb(p engine.Position, seat engine.Seat, worth int) int {
	return max(-Limit, min(Limit, worth+n.noise.errorOf(p.Hash(), seat)))
}

func (n noisy) evaluateAll(p engine.Position, seats int) Worths {
	worths := EvaluateAll(n.Evaluator, p, seats)
	for seat := range seats {
		worths[seat] = n.disturb(p, engine.Seat(seat), worths[seat])
	}
	return worths
}

// errorOf returns the error for a seat in a position with the given hash. The first and the second seat have opposite
// errors, and so have the third and the fourth.
func (n *Noise) errorOf(hash uint64, seat engine.Seat) int {
	e := int(math.Round(n.size * normal(mix(hash^n.seed+uint64(seat>>1)))))
	if seat&1 == 1 {
		return -e
	}
	return e
}

// normal returns a number from a nearly normal distribution with mean 0 and variance 1, given uniformly distributed
// bits. The number is the scaled sum of the four 16-bit numbers in bits.
func normal(bits uint64) float64 {
	sum := 0
	for range 4 {
		sum += int(bits & 0xffff)
		bits >>= 16
	}
	// A uniform number in [0, 1) has variance 1/12. The sum of four has variance 1/3, with the square root 0.577.
	const mean, deviation = 2 * 0xffff, 0x10000 * 0.57735026918962576
	return (float64(sum) - mean) / deviation
}

// mix is the finalizer of SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

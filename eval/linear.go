package eval

import (
	"math"
	"slices"

	"pillars/engine"
)

const scale = 100 // integer units in a hundredth of a logit, since files give two decimals

// Linear values a position by the sum of its terms' counts times their weights. If all features weigh 0 it does not
// compute them, and likewise for patterns.
type Linear struct {
	layout   *Layout
	weights  []Weight     // in the order of the layout
	phased   bool         // whether any weight changes with the phase
	features []taper      // empty if features weigh nothing
	patterns []taperLanes // empty if patterns weigh nothing

	counts []int32 // scratch
	lists  engine.PatternLists
}

type taper struct{ early, late int64 } // a weight in units

// at returns the weight at a phase, times engine.PhaseEnd.
func (t taper) at(phase int) int64 { return t.early*int64(engine.PhaseEnd-phase) + t.late*int64(phase) }

// taperLanes holds the early value in the upper and the late one in the lower half, so that one addition sums both. A
// half has room for 2,147 weights of maxWeight, more than two seats can show.
type taperLanes int64

func (t taper) lanes() taperLanes { return taperLanes(t.early<<32 + t.late) }

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
	weighs := func(w Weight) bool { return w != Weight{} }
	features, patterns := slices.ContainsFunc(ordered[:layout.features], weighs),
		slices.ContainsFunc(ordered[layout.features:], weighs)
	for i, w := range ordered {
		units := taper{int64(math.Round(w.Early * scale)), int64(math.Round(w.Late * scale))}
		switch {
		case i < layout.features && features:
			l.features = append(l.features, units)
		case i >= layout.features && patterns:
			l.patterns = append(l.patterns, units.lanes())
		}
	}
	return l, nil
}

// Weights returns the evaluator's weights in the order of its layout.
func (l *Linear) Weights() []Weight { return slices.Clone(l.weights) }

// Evaluate returns the rounded weighted sum for a seat.
func (l *Linear) Evaluate(p engine.Position, seat engine.Seat) int {
	var shown [engine.MaxSeats]taper
	return l.worth(p, seat, &shown, l.look(p, &shown))
}

func (l *Linear) evaluateAll(p engine.Position, seats int) (worths Worths) {
	var shown [engine.MaxSeats]taper
	phase := l.look(p, &shown)
	for seat := range seats {
		worths[seat] = l.worth(p, engine.Seat(seat), &shown, phase)
	}
	return worths
}

// look returns the phase, and sets the sum of the weights of each seat's patterns, as far as either has an effect.
func (l *Linear) look(p engine.Position, shown *[engine.MaxSeats]taper) (phase int) {
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

// worth returns the evaluation for a seat. Its patterns count once for each opponent, less the opponents' patterns.
func (l *Linear) worth(p engine.Position, seat engine.Seat, shown *[engine.MaxSeats]taper, phase int) int {
	parts := int64(l.layout.parts)
	sum := taper{shown[seat].early * (parts + 1), shown[seat].late * (parts + 1)}
	for _, one := range shown {
		sum.early -= one.early
		sum.late -= one.late
	}
	return rounded(l.worthOfFeatures(p, seat).at(phase)*parts+sum.at(phase), scale*engine.PhaseEnd*parts)
}

// rounded returns the evaluation for a sum of parts, given the number of parts in a hundredth of a logit.
func rounded(parts, one int64) int {
	half := one / 2
	if parts < 0 {
		half = -half
	}
	return int(max(-Limit, min(Limit, (parts+half)/one)))
}

func (l *Linear) worthOfFeatures(p engine.Position, seat engine.Seat) (sum taper) {
	if len(l.features) == 0 {
		return sum
	}
	p.Features(seat, l.counts)
	for i, count := range l.counts {
		sum.early += int64(count) * l.features[i].early
		sum.late += int64(count) * l.features[i].late
	}
	return sum
}

func sumLanes(weights []taperLanes, list []uint16) (sum taperLanes) {
	for _, number := range list {
		sum += weights[number]
	}
	return sum
}

// Share is the contribution of one term to a position's worth.
type Share struct {
	engine.Term
	Count  float64 // the seat's count less the mean of the others'; an integer with two seats
	Weight float64 // hundredths of a logit, at the position's phase
}

// Worth returns the contribution in hundredths of a logit.
func (s Share) Worth() float64 { return s.Count * s.Weight }

// Explain returns the shares of all features, and of the patterns whose count and weight are not 0, in the evaluation
// of p for a seat. They add up to what Evaluate returns before rounding and clamping to Limit.
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

// Noise adds deliberate errors to an evaluator: to the worth of every position an error of its own, the same until the
// seed changes. The player still sees what its search proves, so it plays worse in the way people do: it misjudges
// positions.
type Noise struct {
	size float64 // standard deviation of the errors in hundredths of a logit
	seed uint64
}

// NewNoise returns noise whose errors have the given standard deviation in hundredths of a logit. With 0 there are
// none.
func NewNoise(size int) *Noise { return &Noise{size: float64(size)} }

// Seed sets the seed of the errors. No evaluation may be in progress, and earlier evaluations are no longer valid.
func (n *Noise) Seed(seed uint64) { n.seed = seed }

// Over returns an evaluator with this noise, or the evaluator itself if there is none.
func (n *Noise) Over(evaluator Evaluator) Evaluator {
	if n.size == 0 {
		return evaluator
	}
	return noisy{evaluator, n}
}

// noisy is an evaluator with noise.
type noisy struct {
	Evaluator
	noise *Noise
}

func (n noisy) Evaluate(p engine.Position, seat engine.Seat) int {
	return n.disturb(p, seat, n.Evaluator.Evaluate(p, seat))
}

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

// errorOf returns the error for a position. The seats of a pair have opposite errors.
func (n *Noise) errorOf(hash uint64, seat engine.Seat) int {
	e := int(math.Round(n.size * normal(mix(hash^n.seed+uint64(seat>>1)))))
	if seat&1 == 1 {
		return -e
	}
	return e
}

// normal returns the sum of four uniform numbers, scaled to mean 0 and variance 1, which is nearly normally
// distributed.
func normal(bits uint64) float64 {
	sum := 0
	for range 4 {
		sum += int(bits & 0xffff)
		bits >>= 16
	}
	const mean, deviation = 2 * 0xffff, 0x10000 * 0.57735026918962576 // a uniform number in [0, 1) has variance 1/12
	return (float64(sum) - mean) / deviation
}

// mix scatters the bits of a number (the finalizer of SplitMix64; Steele, Lea and Flood, Fast Splittable Pseudorandom
// Number Generators, 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

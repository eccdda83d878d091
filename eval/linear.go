package eval

import (
	"math"
	"slices"

	"pillars/engine"
)

const scale = 100 // units that a hundredth of a logit has in whole numbers: files give two decimals

// Linear values a position by the sum of its terms' counts times weights. What weighs nothing is not asked for.
type Linear struct {
	layout   *Layout
	weights  []Weight     // in the order of the layout
	phased   bool         // some weight changes with the phase
	features []taper      // empty if features weigh nothing
	patterns []taperLanes // empty if patterns weigh nothing

	counts []int32 // scratch
	lists  engine.PatternLists
}

type taper struct{ early, late int64 } // a weight in units

// at is the weight at a phase, times engine.PhaseEnd.
func (t taper) at(phase int) int64 { return t.early*int64(engine.PhaseEnd-phase) + t.late*int64(phase) }

// taperLanes holds the early value in the upper and the late one in the lower half, so that one addition sums both. A
// half has room for 2,147 weights of maxWeight, more than two seats can show.
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

// Weights are the evaluator's weights in the order of its layout.
func (l *Linear) Weights() []Weight { return slices.Clone(l.weights) }

// Evaluate is the weighted sum for a seat, rounded.
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

// look finds the phase and what the patterns of each seat weigh, as far as they matter.
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

// worth counts the seat's patterns as often as it has opponents, and once off for each of theirs.
func (l *Linear) worth(p engine.Position, seat engine.Seat, shown *[engine.MaxSeats]taper, phase int) int {
	parts := int64(l.layout.parts)
	sum := taper{shown[seat].early * (parts + 1), shown[seat].late * (parts + 1)}
	for _, one := range shown {
		sum.early -= one.early
		sum.late -= one.late
	}
	return rounded(l.worthOfFeatures(p, seat).at(phase)*parts+sum.at(phase), scale*engine.PhaseEnd*parts)
}

// rounded is an evaluation of which one hundredth of a logit has so many parts.
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

// Share is one term's part in a position's worth.
type Share struct {
	engine.Term
	Count  float64 // the seat's less the mean of the others'; a whole number with two seats
	Weight float64 // hundredths of a logit, at the position's phase
}

// Worth is the share in hundredths of a logit.
func (s Share) Worth() float64 { return s.Count * s.Weight }

// Explain takes the evaluation of p for a seat apart: all features, then the patterns whose count and weight are not 0.
// The shares add up to what Evaluate returns before it rounds, unless that is cut off at Limit.
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

// Noise makes an evaluator err: to the worth of every position it adds an error of its own, the same until the seed
// changes. The player still searches and sees what it can prove, so it plays worse the way people do: it takes bad
// positions for good ones.
type Noise struct {
	size float64 // standard deviation of the errors in hundredths of a logit
	seed uint64
}

// NewNoise is noise whose errors have the given standard deviation in hundredths of a logit. With 0 there are none.
func NewNoise(size int) *Noise { return &Noise{size: float64(size)} }

// Seed sets what the errors derive from. No evaluation may be under way; those kept from before no longer hold.
func (n *Noise) Seed(seed uint64) { n.seed = seed }

// Over is an evaluator with this noise, which is the evaluator itself if there is none.
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

// errorOf gives one seat of a pair what the other loses.
func (n *Noise) errorOf(hash uint64, seat engine.Seat) int {
	e := int(math.Round(n.size * normal(mix(hash^n.seed+uint64(seat>>1)))))
	if seat&1 == 1 {
		return -e
	}
	return e
}

// normal is nearly normally distributed with mean 0 and variance 1: the sum of four uniform numbers.
func normal(bits uint64) float64 {
	sum := 0
	for range 4 {
		sum += int(bits & 0xffff)
		bits >>= 16
	}
	const mean, deviation = 2 * 0xffff, 0x10000 * 0.57735026918962576 // the variance of a uniform number is 1/12
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

package eval

import (
	"math"

	"pillars/engine"
)

// Noise makes an evaluator err: to the worth of every position it adds an error of its own, the same whenever the
// position is met until the seed changes. A player whose evaluation errs still searches and still sees what it can
// prove, so it plays worse the way people do: it takes bad positions for good ones.
type Noise struct {
	size float64 // standard deviation of the errors in hundredths of a logit
	seed uint64
}

// NewNoise is noise whose errors have the given standard deviation in hundredths of a logit. With 0 there are none.
func NewNoise(size int) *Noise { return &Noise{size: float64(size)} }

// Seed sets what the errors derive from. No evaluation may be under way, and what was kept of earlier ones no longer
// holds.
func (n *Noise) Seed(seed uint64) { n.seed = seed }

// Over is an evaluator with this noise, which is the evaluator itself if there is none.
func (n *Noise) Over(evaluator Evaluator) Evaluator {
	if n.size == 0 {
		return evaluator
	}
	return noisy{evaluator, n}
}

// noisy is an evaluator with errors.
type noisy struct {
	Evaluator
	noise *Noise
}

func (n noisy) Evaluate(p engine.Position, seat engine.Seat) int {
	worth := n.Evaluator.Evaluate(p, seat) + n.noise.errorOf(p.Hash(), seat)
	return max(-Limit, min(Limit, worth))
}

// errorOf is what is added to the worth of the position with a hash. What one seat of a pair gains the other loses.
func (n *Noise) errorOf(hash uint64, seat engine.Seat) int {
	e := int(math.Round(n.size * normal(mix(hash^n.seed+uint64(seat>>1)))))
	if seat&1 == 1 {
		return -e
	}
	return e
}

// normal makes of random bits a number that is nearly normally distributed with mean 0 and variance 1: the sum of four
// uniform ones.
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

package eval

import (
	"math"

	"pillars/engine"
)

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
	worth := n.Evaluator.Evaluate(p, seat) + n.noise.errorOf(p.Hash(), seat)
	return max(-Limit, min(Limit, worth))
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

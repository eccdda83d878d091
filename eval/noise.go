package eval

import (
	"math"

	"pillars/engine"
)

// Noise adds random errors to evaluations, to make a player weak in the way people are: the player misjudges positions,
// but still sees wins and losses that its search proves. The error of a position stays the same until the seed changes.
type Noise struct {
	size float64 // standard deviation of the errors, in hundredths of a logit
	seed uint64
}

// NewNoise returns noise whose errors have the given standard deviation, in hundredths of a logit.
func NewNoise(size int) *Noise { return &Noise{size: float64(size)} }

// Seed sets the seed of the errors, and so changes all evaluations. It must not be called during an evaluation.
func (n *Noise) Seed(seed uint64) { n.seed = seed }

// Over returns an evaluator that adds the noise to the given evaluator. Without noise, it returns the given evaluator.
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

// Evaluate implements [Evaluator].
func (n noisy) Evaluate(p engine.Position, seat engine.Seat) int {
	return n.disturb(p, seat, n.Evaluator.Evaluate(p, seat))
}

// disturb returns worth, the evaluation of p for a seat, plus the error.
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

package rating

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// bootstrap returns the residuals of all quantities: in samples, where the residuals of each opening get a random sign,
// and as observed.
func (q quantities) bootstrap(m *model, clusters []cluster) (samples [][]float64, observed []float64) {
	random := rand.New(rand.NewPCG(1, uint64(len(clusters)))) // equal tables give equal results
	samples, observed = make([][]float64, replicates), make([]float64, len(q.sums))
	for g, sum := range q.sums {
		observed[g] = sum.Scored - sum.Expected
	}
	gradient := mat.NewVecDense(max(1, len(m.theta)), nil)
	for i := range samples {
		sample := make([]float64, len(q.sums))
		gradient.Zero()
		for _, c := range clusters {
			sign := signs(random, c.count)
			for _, r := range c.residuals {
				sample[r.at] += sign * r.by
			}
			for _, s := range c.gradient {
				gradient.SetVec(s.at, gradient.AtVec(s.at)+sign*s.by)
			}
		}
		if m.hessian != nil { // subtract what a new fit would take up
			var step mat.VecDense
			if m.hessian.SolveVecTo(&step, gradient) == nil {
				for g, slopes := range q.slopes {
					for _, s := range slopes {
						sample[g] -= s.by * step.AtVec(s.at)
					}
				}
			}
		}
		samples[i] = sample
	}
	return samples, observed
}

// signs returns the sum of n numbers that are 1 or -1 with equal chances; of many, by the normal approximation.
func signs(random *rand.Rand, n int) float64 {
	if n > 64 {
		return math.Sqrt(float64(n)) * random.NormFloat64()
	}
	return float64(2*bits.OnesCount64(random.Uint64()>>(64-n)) - n)
}

// standardise divides every residual by its standard deviation in the samples. It reports which residuals can differ
// from 0, and sets the others, which the fit forces to 0, to exactly 0.
func standardise(samples [][]float64, observed []float64) (free []bool) {
	const least = 1e-9 // a smaller deviation is a rounding error
	free = make([]bool, len(observed))
	for g := range observed {
		square := 0.
		for _, sample := range samples {
			square += sample[g] * sample[g] / float64(len(samples))
		}
		free[g] = square > least*least
		factor := 0.
		if free[g] {
			factor = 1 / math.Sqrt(square)
		}
		observed[g] *= factor
		for _, sample := range samples {
			sample[g] *= factor
		}
	}
	return free
}

// adjust sets Z and P of residuals that are listed together. z holds their standardised values; in the samples, these
// begin at the given index. P is the share of samples whose largest absolute value is as large as the residual's.
func adjust(sums []Residual, z []float64, samples [][]float64, at int) {
	largest := make([]float64, len(samples)) // absolute value, by sample
	for i, sample := range samples {
		for _, x := range sample[at : at+len(sums)] {
			largest[i] = max(largest[i], math.Abs(x))
		}
	}
	slices.Sort(largest)
	for g := range sums {
		sums[g].Z, sums[g].P = z[g], beyond(largest, math.Abs(z[g]))
	}
}

// beyond returns the share of values that are at least x, in a sorted sample to which x itself is added.
func beyond(sorted []float64, x float64) float64 {
	below, _ := slices.BinarySearch(sorted, x-1e-9)
	return float64(1+len(sorted)-below) / float64(1+len(sorted))
}

// squares sets the mean squares of the standardised residuals, over all pairings and over each player's, with their
// probabilities. free says which residuals can differ from 0; only these count.
func (f *Fit) squares(players int, free []bool, observed []float64, samples [][]float64) {
	meanSquare := func(belongs func(Residual) bool, z []float64) (square float64) {
		n := 0
		for g, r := range f.Pairings {
			if free[g] && belongs(r) {
				square += z[g] * z[g]
				n++
			}
		}
		return square / max(1, float64(n))
	}
	// bySample returns the mean square in each sample, and a function: the probability of a mean square as large as x.
	bySample := func(belongs func(Residual) bool) (squares []float64, probability func(x float64) float64) {
		for _, sample := range samples {
			squares = append(squares, meanSquare(belongs, sample))
		}
		sorted := slices.Sorted(slices.Values(squares))
		return squares, func(x float64) float64 { return beyond(sorted, x) }
	}
	all := func(Residual) bool { return true }
	f.Square = meanSquare(all, observed)
	_, probability := bySample(all)
	f.P = probability(f.Square)
	least := slices.Repeat([]float64{1}, len(samples)) // by sample: smallest probability of any player
	for p := range players {
		ofPlayer := func(r Residual) bool { return r.Player == p || r.Opponent == p }
		square := meanSquare(ofPlayer, observed)
		if square == 0 {
			continue
		}
		squares, probability := bySample(ofPlayer)
		f.Players = append(f.Players, Misfit{p, square, probability(square)})
		for i, x := range squares {
			least[i] = min(least[i], probability(x))
		}
	}
	// The adjusted P of a player is the share of samples in which some player has a probability as small.
	slices.Sort(least)
	for i, player := range f.Players {
		asSmall, _ := slices.BinarySearch(least, player.P+1e-9)
		f.Players[i].P = float64(1+asSmall) / float64(1+len(least))
	}
}

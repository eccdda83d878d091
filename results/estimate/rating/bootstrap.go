package rating

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// bootstrap returns the residuals of all quantities in samples with random signs, and the observed ones.
func (q quantities) bootstrap(m *model, clusters []cluster) (samples [][]float64, own []float64) {
	random := rand.New(rand.NewPCG(1, uint64(len(clusters))))
	samples, own = make([][]float64, replicates), make([]float64, len(q.sums))
	for g, sum := range q.sums {
		own[g] = sum.Scored - sum.Expected
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
	return samples, own
}

// signs returns the sum of n numbers that are 1 or -1 with equal chances; of many, by the normal approximation.
func signs(random *rand.Rand, n int) float64 {
	if n > 64 {
		return math.Sqrt(float64(n)) * random.NormFloat64()
	}
	return float64(2*bits.OnesCount64(random.Uint64()>>(64-n)) - n)
}

// standardise divides every residual by its deviation in the samples. It returns which of them can differ from 0, and
// sets the others to 0.
func standardise(samples [][]float64, own []float64) (free []bool) {
	const least = 1e-9 // less is rounding
	free = make([]bool, len(own))
	for g := range own {
		square := 0.
		for _, sample := range samples {
			square += sample[g] * sample[g] / float64(len(samples))
		}
		factor := 0.
		if free[g] = square > least*least; free[g] {
			factor = 1 / math.Sqrt(square)
		}
		own[g] *= factor
		for _, sample := range samples {
			sample[g] *= factor
		}
	}
	return free
}

// adjust sets the standardised residuals and their probabilities, by the largest of them in each sample. In the samples
// they begin at the given index.
func adjust(sums []Residual, z []float64, samples [][]float64, at int) {
	largest := make([]float64, len(samples))
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

// beyond returns the probability of a value at least as large, by a sorted sample to which the value itself is added.
func beyond(sorted []float64, x float64) float64 {
	below, _ := slices.BinarySearch(sorted, x-1e-9)
	return float64(1+len(sorted)-below) / float64(1+len(sorted))
}

// squares sets the mean squares of all pairings and of each player's. The list free says which residuals can differ
// from 0.
func (f *Fit) squares(players int, free []bool, own []float64, samples [][]float64) {
	mean := func(of func(Residual) bool, z []float64) (square float64) {
		n := 0
		for g, r := range f.Pairings {
			if free[g] && of(r) {
				square += z[g] * z[g]
				n++
			}
		}
		return square / max(1, float64(n))
	}
	compare := func(of func(Residual) bool) (square float64, rank func(float64) float64, all []float64) {
		for _, sample := range samples {
			all = append(all, mean(of, sample))
		}
		sorted := slices.Sorted(slices.Values(all))
		return mean(of, own), func(x float64) float64 { return beyond(sorted, x) }, all
	}
	var rank func(float64) float64
	f.Square, rank, _ = compare(func(Residual) bool { return true })
	f.P = rank(f.Square)
	least := slices.Repeat([]float64{1}, len(samples)) // smallest probability of any player, by sample
	for p := range players {
		square, rank, all := compare(func(r Residual) bool { return r.Player == p || r.Opponent == p })
		if square == 0 {
			continue
		}
		f.Players = append(f.Players, Misfit{p, square, rank(square)})
		for i, x := range all {
			least[i] = min(least[i], rank(x))
		}
	}
	slices.Sort(least)
	for i, player := range f.Players {
		after, _ := slices.BinarySearch(least, player.P+1e-9)
		f.Players[i].P = float64(1+after) / float64(1+len(least))
	}
}

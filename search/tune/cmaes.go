package tune

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"pillars/engine"
)

// CMAES is covariance matrix adaptation (Hansen, The CMA Evolution Strategy: A Tutorial, 2016, with the constants of its table 1, negative weights
// included). Vectors are drawn from a normal distribution; its mean moves to the better ones, its shape to the ways that led there. Each
// parameter's range is one unit wide; a vector beyond the bounds stands for the nearest one within, and pays for the distance
// (appendix B.5 there). The estimate is the mean, which is less swayed by lucky answers than the best vector.
type CMAES struct {
	parameters  []Parameter
	generations int
	seed        uint64
	gains       gains

	search distribution
	drawn  [][]float64 // the generation, in units of ranges, not clipped
	told   []float64   // answers to the first of them
}

// NewCMAES makes a tuner of so many generations. Sigma is the standard deviation that it begins with, in ranges of the parameters. A population of
// 0 is the usual one for the number of parameters, 4 + 3 ln n.
func NewCMAES(parameters []Parameter, generations, population int, sigma float64, seed uint64) (*CMAES, error) {
	if err := CheckAll(parameters); err != nil {
		return nil, err
	}
	n := len(parameters)
	if population == 0 {
		population = 4 + int(3*math.Log(float64(n)))
	}
	switch {
	case generations < 1 || generations > MaxIterations:
		return nil, fmt.Errorf("iterations: %d is not from 1 to %d", generations, MaxIterations)
	case population < 4 || population > 10_000:
		return nil, fmt.Errorf("population: %d is not from 4 to 10000", population)
	case !(sigma > 0 && sigma <= 1):
		return nil, fmt.Errorf("sigma: %v is not above 0 and at most 1", sigma)
	}
	t := &CMAES{parameters: slices.Clone(parameters), generations: generations, seed: seed, gains: newGains(n, population)}
	mean := make([]float64, n)
	for i, p := range parameters {
		mean[i] = (p.Start - p.Min) / (p.Max - p.Min)
	}
	t.search = newDistribution(mean, sigma)
	t.draw()
	return t, nil
}

// Population is how many candidates a generation has.
func (t *CMAES) Population() int { return len(t.gains.weights) }

// Questions is how many there are in all.
func (t *CMAES) Questions() int { return t.generations * t.Population() }

// Sigma is the overall standard deviation, in ranges.
func (t *CMAES) Sigma() float64 { return t.search.sigma }

// Estimate is the mean of the distribution.
func (t *CMAES) Estimate() []float64 { return t.values(t.search.mean) }

// Ask is about the next candidate of the generation.
func (t *CMAES) Ask() (Question, bool) {
	if t.search.generation == t.generations {
		return Question{}, false
	}
	next := Nearest(t.parameters, t.values(t.drawn[len(t.told)]))
	return Question{Number: t.search.generation*t.Population() + len(t.told) + 1, Candidates: [][]float64{next}}, true
}

// Tell takes the candidate's value.
func (t *CMAES) Tell(answer float64) error {
	switch {
	case t.search.generation == t.generations:
		return errors.New("all questions are answered")
	case math.IsNaN(answer) || math.IsInf(answer, 0):
		return fmt.Errorf("an answer of %v is not a finite number", answer)
	}
	t.told = append(t.told, answer)
	if len(t.told) < t.Population() {
		return nil
	}
	order := t.ranking()
	best := make([][]float64, len(order))
	for rank, i := range order {
		best[rank] = t.drawn[i]
	}
	if err := t.search.update(t.gains, best); err != nil {
		return fmt.Errorf("generation %d: %w", t.search.generation, err)
	}
	t.told = t.told[:0]
	t.draw()
	return nil
}

// ranking orders the generation, the best vector first. A vector beyond the bounds is worth less by the generation's range of answers for each
// squared standard deviation beyond.
func (t *CMAES) ranking() []int {
	span := slices.Max(t.told) - slices.Min(t.told)
	worth, order := make([]float64, len(t.told)), make([]int, len(t.told))
	for i, answer := range t.told {
		order[i], worth[i] = i, answer
		for j, x := range t.drawn[i] {
			beyond := (x - min(max(x, 0), 1)) / t.search.deviation(j)
			worth[i] -= span * beyond * beyond
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
	return order
}

// draw draws the next generation.
func (t *CMAES) draw() {
	t.drawn = make([][]float64, t.Population())
	for i := range t.drawn {
		name := strconv.Itoa(t.search.generation) + "/" + strconv.Itoa(i)
		random := rand.New(engine.NewRandom(engine.DeriveSeed(t.seed, "cmaes", name)))
		t.drawn[i] = t.search.sample(random)
	}
}

// values are the parameters of a vector in units of ranges.
func (t *CMAES) values(vector []float64) []float64 {
	values := make([]float64, len(vector))
	for i, p := range t.parameters {
		values[i] = p.clip(p.Min + vector[i]*(p.Max-p.Min))
	}
	return values
}

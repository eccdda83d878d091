// Package tune searches for better constants of a player by SPSA. It sees only vectors of constants and results of
// matches, and knows no players, games or files.
package tune

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"pillars/engine"
)

// Constants of SPSA. Spall recommends these exponents (Implementation of the Simultaneous Perturbation Algorithm for
// Stochastic Optimization, 1998, section III B). The stability constant is a tenth of the pairs, as in fishtest.
const (
	spsaAlpha     = 0.602
	spsaGamma     = 0.101
	spsaStability = 0.1
)

// SPSA is simultaneous perturbation stochastic approximation (Spall, Multivariate Stochastic Approximation Using a
// Simultaneous Perturbation Gradient Approximation, 1992), with the gains of fishtest, the testing framework of
// Stockfish. Each iteration compares two candidates by a batch of pairs of games. A candidate is a vector of parameters
// within their bounds, with integer parameters rounded. With N pairs of games in all and k pairs before an iteration
//
//	c(k) = c_end N^gamma / (k+1)^gamma
//	a(k) = r_end c_end^2 (A+N)^alpha / (A+k+1)^alpha     A = N/10
//
// each parameter is c(k) higher in one candidate and c(k) lower in the other, at random. Here c_end and r_end are CEnd
// and REnd of the [Parameter]; alpha, gamma and A/N are the constants of SPSA above. Each parameter then moves by
// a(k)/c(k) times the number of games that the first candidate won minus the number that it lost, towards the candidate
// that won more games.
//
// All randomness derives from the seed and the number of iterations done before.
type SPSA struct {
	Parameters []Parameter
	Iterations int // number of iterations in all
	Batch      int // pairs of games in an iteration
	Seed       uint64
}

// Start returns the estimate of the best vector before the first iteration.
func (s SPSA) Start() (estimate []float64) {
	for _, p := range s.Parameters {
		estimate = append(estimate, p.Start)
	}
	return estimate
}

// Candidates returns the two candidates of an iteration, given the estimate and the number of iterations before it.
func (s SPSA) Candidates(estimate []float64, done int) [2][]float64 {
	first, second := make([]float64, len(estimate)), make([]float64, len(estimate))
	random := s.random("round", done)
	for i, sign := range s.signs(done) {
		p := s.Parameters[i]
		c, _ := s.gains(p, done)
		first[i] = p.rounded(p.clip(estimate[i]+c*sign), random.Float64())
		second[i] = p.rounded(p.clip(estimate[i]-c*sign), random.Float64())
	}
	return [2][]float64{first, second}
}

// Next returns the estimate after an iteration, given the estimate and the number of iterations before it. lead is the
// number of games that the first candidate won minus the number that it lost. The parameters of an estimate are within
// their bounds and not rounded.
func (s SPSA) Next(estimate []float64, done, lead int) (next []float64) {
	for i, sign := range s.signs(done) {
		p := s.Parameters[i]
		c, a := s.gains(p, done)
		next = append(next, p.clip(estimate[i]+a/c*float64(lead)*sign))
	}
	return next
}

// gains returns c(k) and a(k) of a parameter (see [SPSA]) for the iteration after the given number of iterations.
func (s SPSA) gains(p Parameter, done int) (c, a float64) {
	all, now := float64(s.Iterations*s.Batch), float64(done*s.Batch+1)
	stability := spsaStability * all
	c = p.CEnd * math.Pow(all, spsaGamma) / math.Pow(now, spsaGamma)
	a = p.REnd * p.CEnd * p.CEnd * math.Pow(stability+all, spsaAlpha) / math.Pow(stability+now, spsaAlpha)
	return c, a
}

// signs returns for each parameter 1 if it is higher in the first candidate of an iteration, and -1 otherwise.
func (s SPSA) signs(done int) (signs []float64) {
	random := s.random("flip", done)
	for range s.Parameters {
		signs = append(signs, float64(2*random.IntN(2)-1))
	}
	return signs
}

// random returns a random source that depends only on the seed, the name and the number of iterations before.
func (s SPSA) random(name string, done int) *rand.Rand {
	return rand.New(engine.NewRandom(engine.DeriveSeed(s.Seed, "spsa", name, strconv.Itoa(done+1))))
}

// A Parameter is a constant to be tuned.
type Parameter struct {
	Name    string  `json:"name"`
	Start   float64 `json:"start"`   // value before the first iteration
	Min     float64 `json:"min"`     // smallest value
	Max     float64 `json:"max"`     // largest value
	CEnd    float64 `json:"c_end"`   // c(k) at the end, see [SPSA]
	REnd    float64 `json:"r_end"`   // learning rate: at the end, a game won moves the value by REnd*CEnd
	Integer bool    `json:"integer"` // whether players take whole numbers only
}

// Check returns an error for the first number that is out of range.
func (p Parameter) Check() error {
	for _, number := range []float64{p.Start, p.Min, p.Max, p.CEnd, p.REnd} {
		if math.IsNaN(number) || math.IsInf(number, 0) {
			return fmt.Errorf("%s: a value is not a finite number", p.Name)
		}
	}
	switch {
	case p.Min >= p.Max:
		return fmt.Errorf("%s: the range %v..%v is empty; write the smaller bound first", p.Name, p.Min, p.Max)
	case p.Start < p.Min || p.Start > p.Max:
		return fmt.Errorf("%s: the start %v must be from %v to %v", p.Name, p.Start, p.Min, p.Max)
	case p.CEnd <= 0:
		return fmt.Errorf("%s: c_end %v must be above 0", p.Name, p.CEnd)
	case p.REnd < 0:
		return fmt.Errorf("%s: r_end %v must be 0 or more", p.Name, p.REnd)
	case p.Integer && (p.Min != math.Trunc(p.Min) || p.Max != math.Trunc(p.Max)):
		return fmt.Errorf("%s: the bounds %v and %v must be whole numbers", p.Name, p.Min, p.Max)
	}
	return nil
}

func (p Parameter) clip(value float64) float64 { return min(max(value, p.Min), p.Max) }

// rounded returns the value within the parameter's bounds. For an integer parameter it first rounds value+add down.
// With an add of 1/2 this gives the nearest integer. With a random add in [0, 1) the mean of the results is value.
func (p Parameter) rounded(value, add float64) float64 {
	if p.Integer {
		value = math.Floor(value + add)
	}
	return p.clip(value)
}

// Nearest returns the estimate within the parameters' bounds, with integer parameters rounded to the nearest integer.
func (s SPSA) Nearest(estimate []float64) (near []float64) {
	for i, p := range s.Parameters {
		near = append(near, p.rounded(estimate[i], 0.5))
	}
	return near
}

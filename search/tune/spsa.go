// Package tune searches for better constants of a player by SPSA. It sees only vectors of constants and results of
// matches, and knows no players, games or files.
package tune

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
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

// maxIterations is the largest number of questions, which users call iterations.
const maxIterations = 1_000_000

// A Question asks which of two candidates is better. A candidate is a vector of parameters within their bounds, with
// integer parameters rounded.
type Question struct {
	Number     int         // number of the question, from 1
	Candidates [][]float64 // the two candidates
}

// SPSA is simultaneous perturbation stochastic approximation (Spall, Multivariate Stochastic Approximation Using a
// Simultaneous Perturbation Gradient Approximation, 1992), with the gains of fishtest, the testing framework of
// Stockfish. With N pairs of games in all and k pairs before the question
//
//	c(k) = c_end N^gamma / (k+1)^gamma
//	a(k) = r_end c_end^2 (A+N)^alpha / (A+k+1)^alpha     A = N/10
//
// each parameter is c(k) higher in one candidate and c(k) lower in the other, at random. Here c_end and r_end are CEnd
// and REnd of the [Parameter]; alpha, gamma and A/N are the constants of SPSA above. The answer is the number of games
// that the first candidate won minus the number that it lost. Each parameter then moves by a(k)/c(k) times the answer,
// towards the candidate that won more games. One question is answered by a batch of pairs of games.
//
// All randomness derives from the seed and the number of the question. Two tuners with the same settings and answers
// therefore ask exactly the same questions.
type SPSA struct {
	parameters []Parameter
	questions  int // number of questions in all
	batch      int // pairs of games for a question
	seed       uint64
	answered   int       // number of questions answered so far
	theta      []float64 // the current estimate, not rounded
}

// NewSPSA returns a tuner that asks the given number of questions. Each question is answered by batch pairs of games.
func NewSPSA(parameters []Parameter, questions, batch int, seed uint64) (*SPSA, error) {
	switch {
	case questions < 1 || questions > maxIterations:
		return nil, fmt.Errorf("iterations: %d: must be from 1 to %d", questions, maxIterations)
	case batch < 1:
		return nil, fmt.Errorf("batch: %d: must be 1 or more", batch)
	}
	if err := CheckAll(parameters); err != nil {
		return nil, err
	}
	s := &SPSA{parameters: slices.Clone(parameters), questions: questions, batch: batch, seed: seed}
	for _, p := range parameters {
		s.theta = append(s.theta, p.Start)
	}
	return s, nil
}

// Questions returns the number of all questions.
func (s *SPSA) Questions() int { return s.questions }

// Estimate returns the current estimate of the best vector. Its parameters are within their bounds and not rounded.
func (s *SPSA) Estimate() []float64 { return slices.Clone(s.theta) }

// Ask returns the next question. It returns false if all questions are answered.
func (s *SPSA) Ask() (Question, bool) {
	if s.answered == s.questions {
		return Question{}, false
	}
	first, second := make([]float64, len(s.theta)), make([]float64, len(s.theta))
	random := s.random("round")
	for i, sign := range s.signs() {
		p := s.parameters[i]
		c, _ := s.gains(p)
		first[i] = p.rounded(p.clip(s.theta[i]+c*sign), random.Float64())
		second[i] = p.rounded(p.clip(s.theta[i]-c*sign), random.Float64())
	}
	return Question{Number: s.answered + 1, Candidates: [][]float64{first, second}}, true
}

// Answer records the answer to the question that Ask returned last: the number of games that the first candidate won
// minus the number of games that it lost.
func (s *SPSA) Answer(answer float64) error {
	switch {
	case s.answered == s.questions:
		return errors.New("all questions are answered")
	case !(math.Abs(answer) <= float64(2*s.batch)): // also true for NaN
		return fmt.Errorf("an answer of %v in %d pairs of games", answer, s.batch)
	}
	for i, sign := range s.signs() {
		p := s.parameters[i]
		c, a := s.gains(p)
		s.theta[i] = p.clip(s.theta[i] + a/c*answer*sign)
	}
	s.answered++
	return nil
}

// gains returns c(k) and a(k) of a parameter (see [SPSA]), where k is the number of pairs before the next question.
func (s *SPSA) gains(p Parameter) (c, a float64) {
	all, now := float64(s.questions*s.batch), float64(s.answered*s.batch+1)
	stability := spsaStability * all
	c = p.CEnd * math.Pow(all, spsaGamma) / math.Pow(now, spsaGamma)
	a = p.REnd * p.CEnd * p.CEnd * math.Pow(stability+all, spsaAlpha) / math.Pow(stability+now, spsaAlpha)
	return c, a
}

// signs returns for each parameter 1 if it is higher in the first candidate of the next question, and -1 otherwise.
func (s *SPSA) signs() []float64 {
	random := s.random("flip")
	signs := make([]float64, len(s.theta))
	for i := range signs {
		signs[i] = float64(2*random.IntN(2) - 1)
	}
	return signs
}

// random returns a random source that depends only on the seed, the name and the number of the next question.
func (s *SPSA) random(name string) *rand.Rand {
	return rand.New(engine.NewRandom(engine.DeriveSeed(s.seed, "spsa", name, strconv.Itoa(s.answered+1))))
}

// DefaultREnd is fishtest's default for [Parameter].REnd.
const DefaultREnd = 0.002

// DefaultCEnd returns fishtest's default for [Parameter].CEnd: a twentieth of the range.
func DefaultCEnd(low, high float64) float64 { return (high - low) / 20 }

// A Parameter is a constant to be tuned.
type Parameter struct {
	Name    string  `json:"name"`
	Start   float64 `json:"start"`   // value before the first question
	Min     float64 `json:"min"`     // smallest value
	Max     float64 `json:"max"`     // largest value
	CEnd    float64 `json:"c_end"`   // c(k) at the end, see [SPSA]
	REnd    float64 `json:"r_end"`   // learning rate: at the end, a game won moves the value by REnd*CEnd
	Integer bool    `json:"integer"` // whether players take whole numbers only
}

// Edge returns "min" or "max" if a tuned value lies within a twentieth of the range from this bound, and "" otherwise.
// The best value may then lie outside the range.
func (p Parameter) Edge(value float64) string {
	switch near := (p.Max - p.Min) / 20; {
	case value >= p.Max-near:
		return "max"
	case value <= p.Min+near:
		return "min"
	}
	return ""
}

func (p Parameter) check() error {
	for _, number := range []float64{p.Start, p.Min, p.Max, p.CEnd, p.REnd} {
		if math.IsNaN(number) || math.IsInf(number, 0) {
			return fmt.Errorf("%s: a value is not a finite number", p.Name)
		}
	}
	switch {
	case p.Name == "":
		return errors.New("a constant has no name")
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

// CheckAll returns an error if there are no parameters, if one is invalid, or if two have the same name.
func CheckAll(parameters []Parameter) error {
	if len(parameters) == 0 {
		return errors.New("no constants are named")
	}
	var errs []error
	seen := map[string]bool{}
	for _, p := range parameters {
		errs = append(errs, p.check())
		if seen[p.Name] {
			errs = append(errs, fmt.Errorf("%s is named twice; leave one out", p.Name))
		}
		seen[p.Name] = true
	}
	return errors.Join(errs...)
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

// Nearest returns the vector within the parameters' bounds, with integer parameters rounded to the nearest integer.
func Nearest(parameters []Parameter, vector []float64) []float64 {
	near := make([]float64, len(vector))
	for i, p := range parameters {
		near[i] = p.rounded(vector[i], 0.5)
	}
	return near
}

// Package tune looks for better constants of a player. It knows vectors and results only: no player, no game, no file.
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

// The exponents are those that Spall finds good in practice (Implementation of the Simultaneous Perturbation
// Algorithm for Stochastic Optimization, 1998, section III B); the stability constant is a tenth of the length, as on
// fishtest.
const (
	spsaAlpha     = 0.602
	spsaGamma     = 0.101
	spsaStability = 0.1
)

const maxIterations = 1_000_000

// Question asks for a comparison of two candidates, both within the bounds and whole numbers rounded.
type Question struct {
	Number     int // from 1
	Candidates [][]float64
}

// SPSA is simultaneous perturbation stochastic approximation (Spall, Multivariate Stochastic Approximation Using a
// Simultaneous Perturbation Gradient Approximation, 1992), with the gains of fishtest, the testing framework of
// Stockfish. With N pairs of games in all and k before the question
//
//	c(k) = c_end N^gamma / (k+1)^gamma
//	a(k) = r_end c_end^2 (A+N)^alpha / (A+k+1)^alpha     A = N/10
//
// each parameter is moved by c(k) up in one candidate and down in the other, at random. The answer, games won less
// games lost by the first candidate, moves it by a(k)/c(k) times the answer towards the side that won. A question
// takes a batch of pairs.
//
// Everything random derives from the seed and the number of the question, so the answers so far are the whole state: a
// tuner of the same settings that is told the same answers asks the same questions, bit by bit.
type SPSA struct {
	parameters []Parameter
	questions  int
	batch      int // pairs of games of a question
	seed       uint64
	answered   int
	theta      []float64
}

// NewSPSA makes a tuner of so many questions, each to be answered by a batch of so many pairs of games.
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
	theta := make([]float64, len(parameters))
	for i, p := range parameters {
		theta[i] = p.Start
	}
	return &SPSA{slices.Clone(parameters), questions, batch, seed, 0, theta}, nil
}

// Questions is how many there are in all.
func (s *SPSA) Questions() int { return s.questions }

// Estimate is the best vector as far as is known, within the bounds and not rounded. The next question perturbs it.
func (s *SPSA) Estimate() []float64 { return slices.Clone(s.theta) }

// Ask is the question to be answered next. There is none once all are answered.
func (s *SPSA) Ask() (Question, bool) {
	if s.answered == s.questions {
		return Question{}, false
	}
	plus, minus := make([]float64, len(s.theta)), make([]float64, len(s.theta))
	random := s.random("round")
	for i, flip := range s.flips() {
		p := s.parameters[i]
		c, _ := s.gains(p)
		plus[i] = p.rounded(p.clip(s.theta[i]+c*flip), random.Float64())
		minus[i] = p.rounded(p.clip(s.theta[i]-c*flip), random.Float64())
	}
	return Question{Number: s.answered + 1, Candidates: [][]float64{plus, minus}}, true
}

// Tell takes the games that the first candidate won less those that it lost.
func (s *SPSA) Tell(answer float64) error {
	switch {
	case s.answered == s.questions:
		return errors.New("all questions are answered")
	case !(math.Abs(answer) <= float64(2*s.batch)):
		return fmt.Errorf("an answer of %v in %d pairs of games", answer, s.batch)
	}
	for i, flip := range s.flips() {
		p := s.parameters[i]
		c, a := s.gains(p)
		s.theta[i] = p.clip(s.theta[i] + a/c*answer*flip)
	}
	s.answered++
	return nil
}

// gains are c(k) and a(k) of a parameter; now counts the first pair of the question.
func (s *SPSA) gains(p Parameter) (c, a float64) {
	all, now := float64(s.questions*s.batch), float64(s.answered*s.batch+1)
	stability := spsaStability * all
	c = p.CEnd * math.Pow(all, spsaGamma) / math.Pow(now, spsaGamma)
	a = p.REnd * p.CEnd * p.CEnd * math.Pow(stability+all, spsaAlpha) / math.Pow(stability+now, spsaAlpha)
	return c, a
}

func (s *SPSA) flips() []float64 {
	random := s.random("flip")
	flips := make([]float64, len(s.theta))
	for i := range flips {
		flips[i] = float64(2*random.IntN(2) - 1)
	}
	return flips
}

func (s *SPSA) random(name string) *rand.Rand {
	return rand.New(engine.NewRandom(engine.DeriveSeed(s.seed, "spsa", name, strconv.Itoa(s.answered+1))))
}

// DefaultREnd is the learning rate at the end of SPSA that fishtest offers.
const DefaultREnd = 0.002

// DefaultCEnd is what fishtest offers for a parameter's last perturbation: a twentieth of its range.
func DefaultCEnd(low, high float64) float64 { return (high - low) / 20 }

// Parameter is a constant to be tuned.
type Parameter struct {
	Name    string  `json:"name"`
	Start   float64 `json:"start"`
	Min     float64 `json:"min"`
	Max     float64 `json:"max"`
	CEnd    float64 `json:"c_end"`   // by how much SPSA moves it to both sides, in the end
	REnd    float64 `json:"r_end"`   // SPSA's learning rate in the end, in units of CEnd and of one game won
	Integer bool    `json:"integer"` // only whole numbers can be played with
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

// CheckAll checks parameters, which must have different names.
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

// rounded adds a number from 0 to 1 before it rounds down: 1/2 rounds to the nearest, a random number keeps the mean.
func (p Parameter) rounded(value, add float64) float64 {
	if p.Integer {
		value = math.Floor(value + add)
	}
	return p.clip(value)
}

// Nearest is the vector to play with that is nearest to a vector.
func Nearest(parameters []Parameter, vector []float64) []float64 {
	near := make([]float64, len(vector))
	for i, p := range parameters {
		near[i] = p.rounded(vector[i], 0.5)
	}
	return near
}

package tune

import (
	"errors"
	"fmt"
	"math"
)

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
		return fmt.Errorf("%s: it starts at %v, which is not from %v to %v", p.Name, p.Start, p.Min, p.Max)
	case p.CEnd <= 0:
		return fmt.Errorf("%s: c_end is %v; it must be above 0", p.Name, p.CEnd)
	case p.REnd < 0:
		return fmt.Errorf("%s: r_end is %v; it must not be below 0", p.Name, p.REnd)
	case p.Integer && (p.Min != math.Trunc(p.Min) || p.Max != math.Trunc(p.Max)):
		return fmt.Errorf("%s: the bounds %v and %v are not whole numbers, which its values are", p.Name, p.Min, p.Max)
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
			errs = append(errs, fmt.Errorf("%s is named twice", p.Name))
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

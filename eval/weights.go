package eval

import (
	"fmt"
	"strings"

	"pillars/engine"
)

// Weight is what one of a feature or pattern is worth, in hundredths of a logit of the expected result.
type Weight struct {
	Early float64 // at phase 0
	Late  float64 // at phase engine.PhaseEnd
}

// Flat is a weight that stays the same in all phases.
func Flat(value float64) Weight { return Weight{value, value} }

// At is the weight at a phase from 0 to engine.PhaseEnd.
func (w Weight) At(phase int) float64 {
	return (w.Early*float64(engine.PhaseEnd-phase) + w.Late*float64(phase)) / engine.PhaseEnd
}

// Weights are weights by the names of the features and patterns.
type Weights map[string]Weight

// maxWeight bounds every weight, so that no sum of weights overflows.
const maxWeight = 10000

// Order lays weights out. Every feature needs a weight; patterns without one weigh 0. A weight that the rules have no use for is an error.
func (l *Layout) Order(weights Weights) ([]Weight, error) {
	ordered := make([]Weight, len(l.inputs))
	var missing []string
	for i, input := range l.inputs {
		weight, given := weights[input.Name]
		if !given && i < l.features {
			missing = append(missing, input.Name)
		}
		ordered[i] = weight
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("no value for %s", strings.Join(missing, ", "))
	}
	for name, weight := range weights {
		if _, known := l.number[name]; !known {
			return nil, fmt.Errorf("%s has no feature %q", l.rules.Game().Title(), name)
		}
		if err := weight.check(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return ordered, nil
}

// check refuses values that are out of bounds, or no numbers.
func (w Weight) check() error {
	for _, value := range [2]float64{w.Early, w.Late} {
		if !(value >= -maxWeight && value <= maxWeight) {
			return fmt.Errorf("weight %v must be a number from %d to %d", value, -maxWeight, maxWeight)
		}
	}
	return nil
}

// Named gives weights in the order of the layout, as many as it has, their names.
func (l *Layout) Named(ordered []Weight) Weights {
	weights := make(Weights, len(ordered))
	for i, weight := range ordered {
		weights[l.inputs[i].Name] = weight
	}
	return weights
}

package eval

import (
	"bufio"
	"embed"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
)

//go:embed weights/*.txt
var embedded embed.FS

// Weights are the worths of a game's features by name, in hundredths of a logit of the expected result.
type Weights map[string]int32

// maxWeight keeps every sum of features times weights far from overflow.
const maxWeight = 10000

// Default is the evaluator with the weights that come with the program.
func Default(rules engine.Rules) (*Linear, error) {
	name := "weights/" + rules.Game().Name() + ".txt"
	file, err := embedded.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s has no built-in weights: %w", rules.Game().Title(), err)
	}
	defer file.Close()
	return read(file, name, rules)
}

// Load is the evaluator with weights from a file, or the default one if path is empty.
func Load(path string, rules engine.Rules) (*Linear, error) {
	if path == "" {
		return Default(rules)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	defer file.Close()
	return read(file, path, rules)
}

func read(r io.Reader, name string, rules engine.Rules) (*Linear, error) {
	weights, err := ReadWeights(r)
	if err != nil {
		return nil, fmt.Errorf("weights %s: %w", name, err)
	}
	linear, err := NewLinear(weights, rules)
	if err != nil {
		return nil, fmt.Errorf("weights %s: %w", name, err)
	}
	return linear, nil
}

// ReadWeights reads lines "name value"; empty lines and what follows a # count for nothing.
func ReadWeights(r io.Reader) (Weights, error) {
	weights := Weights{}
	lines, number := bufio.NewScanner(r), 1
	for ; lines.Scan(); number++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		fields := strings.Fields(text)
		if len(fields) == 0 {
			continue
		}
		if len(fields) != 2 {
			return nil, fmt.Errorf("line %d: %q is not of the form \"name value\"", number, strings.TrimSpace(text))
		}
		value, err := strconv.Atoi(fields[1])
		if err != nil || value < -maxWeight || value > maxWeight {
			return nil, fmt.Errorf("line %d: value %q must be a whole number from %d to %d", number, fields[1], -maxWeight, maxWeight)
		}
		if _, twice := weights[fields[0]]; twice {
			return nil, fmt.Errorf("line %d: %s is given twice", number, fields[0])
		}
		weights[fields[0]] = int32(value)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", number, err)
	}
	return weights, nil
}

// order lays the weights out in the order of the features. Every feature needs a weight, and every weight a feature.
func (w Weights) order(rules engine.Rules) ([]int32, error) {
	features := rules.Features()
	ordered := make([]int32, len(features))
	var missing []string
	for i, feature := range features {
		value, given := w[feature.Name]
		if !given {
			missing = append(missing, feature.Name)
		}
		ordered[i] = value
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("no value for %s", strings.Join(missing, ", "))
	}
	for name := range w {
		if !slices.ContainsFunc(features, func(f engine.Feature) bool { return f.Name == name }) {
			return nil, fmt.Errorf("%s has no feature %q", rules.Game().Title(), name)
		}
	}
	return ordered, nil
}

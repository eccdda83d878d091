package eval

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"pillars/engine"
)

// Weight is what one of a term is worth, in hundredths of a logit of the expected result.
type Weight struct {
	Early float64 // at phase 0
	Late  float64 // at phase engine.PhaseEnd
}

// Flat is a weight that stays the same in all phases.
func Flat(value float64) Weight { return Weight{value, value} }

func (w Weight) at(phase int) float64 {
	return (w.Early*float64(engine.PhaseEnd-phase) + w.Late*float64(phase)) / engine.PhaseEnd
}

// Weights are weights by the names of the terms.
type Weights map[string]Weight

// maxWeight bounds every weight, so that no sum of weights overflows.
const maxWeight = 10000

// order lays weights out. Every feature needs one; patterns without one weigh 0.
func (l *Layout) order(weights Weights) ([]Weight, error) {
	ordered := make([]Weight, len(l.terms))
	var missing []string
	for i, term := range l.terms {
		weight, given := weights[term.Name]
		if !given && i < l.features {
			missing = append(missing, term.Name)
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
		for _, value := range [2]float64{weight.Early, weight.Late} {
			if !(math.Abs(value) <= maxWeight) {
				return nil, fmt.Errorf("%s: weight %v must be a number from -%d to %[3]d", name, value, maxWeight)
			}
		}
	}
	return ordered, nil
}

// Named gives weights in the order of the layout, as many as it has, their names.
func (l *Layout) Named(ordered []Weight) Weights {
	weights := make(Weights, len(ordered))
	for i, weight := range ordered {
		weights[l.terms[i].Name] = weight
	}
	return weights
}

var number = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]{1,2})?$`) // as files write values

// ReadWeights reads lines "name value" or "name early late", values in hundredths of a logit with at most two decimals.
// Empty lines and what follows a # count for nothing.
func ReadWeights(r io.Reader) (Weights, error) {
	weights := Weights{}
	lines, line := bufio.NewScanner(r), 1
	for ; lines.Scan(); line++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		fields := strings.Fields(text)
		if len(fields) == 0 {
			continue
		}
		weight, err := parseWeight(fields)
		if _, twice := weights[fields[0]]; twice && err == nil {
			err = fmt.Errorf("%s is given twice", fields[0])
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		weights[fields[0]] = weight
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", line, err)
	}
	return weights, nil
}

func parseWeight(fields []string) (weight Weight, err error) {
	if len(fields) != 2 && len(fields) != 3 {
		line := strings.Join(fields, " ")
		return weight, fmt.Errorf("%q is not of the form \"name value\" or \"name early late\"", line)
	}
	if weight.Early, err = parseValue(fields[1]); err == nil {
		weight.Late, err = parseValue(fields[len(fields)-1])
	}
	return weight, err
}

func parseValue(text string) (float64, error) {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || !number.MatchString(text) || math.Abs(value) > maxWeight {
		return 0, fmt.Errorf("value %q must be a number from -%d to %[2]d with at most two decimals", text, maxWeight)
	}
	return value, nil
}

// WriteWeights writes weights as ReadWeights reads them, after a header of lines that become comments, in the order of
// the layout. Values are rounded to two decimals. Patterns that weigh nothing are left out.
func WriteWeights(w io.Writer, layout *Layout, weights Weights, header ...string) error {
	ordered, err := layout.order(weights)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	for _, line := range header {
		fmt.Fprintln(out, strings.TrimRight("# "+strings.ReplaceAll(line, "\n", "\n# "), " "))
	}
	for i, weight := range ordered {
		early, late := formatValue(weight.Early), formatValue(weight.Late)
		switch name := layout.terms[i].Name; {
		case early != late:
			fmt.Fprintln(out, name, early, late)
		case early != "0" || i < layout.features:
			fmt.Fprintln(out, name, early)
		}
	}
	return out.Flush()
}

func formatValue(value float64) string {
	text := strconv.FormatFloat(math.Round(value*100)/100, 'f', -1, 64)
	if text == "-0" {
		return "0"
	}
	return text
}

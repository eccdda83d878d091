package eval

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// number is how values are written: at most two decimals.
var number = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]{1,2})?$`)

// ReadWeights reads lines "name value" or "name early late", values in hundredths of a logit with at most two decimals. Empty lines and what follows
// a # count for nothing.
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
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		if _, twice := weights[fields[0]]; twice {
			return nil, fmt.Errorf("line %d: %s is given twice", line, fields[0])
		}
		weights[fields[0]] = weight
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", line, err)
	}
	return weights, nil
}

// parseWeight reads the words of a line.
func parseWeight(fields []string) (weight Weight, err error) {
	if len(fields) != 2 && len(fields) != 3 {
		return Weight{}, fmt.Errorf("%q is not of the form \"name value\" or \"name early late\"", strings.Join(fields, " "))
	}
	if weight.Early, err = parseValue(fields[1]); err != nil {
		return Weight{}, err
	}
	weight.Late, err = parseValue(fields[len(fields)-1])
	return weight, err
}

func parseValue(text string) (float64, error) {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || !number.MatchString(text) || math.Abs(value) > maxWeight {
		return 0, fmt.Errorf("value %q must be a number from %d to %d with at most two decimals", text, -maxWeight, maxWeight)
	}
	return value, nil
}

// WriteWeights writes weights as ReadWeights reads them, after a header of lines that become comments, in the order of the layout. Values are rounded
// to two decimals. Patterns that weigh nothing are left out. Weights that [Layout.Order] refuses are an error.
func WriteWeights(w io.Writer, layout *Layout, weights Weights, header ...string) error {
	ordered, err := layout.Order(weights)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	for _, line := range header {
		fmt.Fprintln(out, strings.TrimRight("# "+strings.ReplaceAll(line, "\n", "\n# "), " "))
	}
	for i, weight := range ordered {
		early, late := formatValue(weight.Early), formatValue(weight.Late)
		switch name := layout.inputs[i].Name; {
		case early != late:
			fmt.Fprintln(out, name, early, late)
		case early != "0" || i < layout.features:
			fmt.Fprintln(out, name, early)
		}
	}
	return out.Flush()
}

// formatValue writes a value with as few of two decimals as it needs.
func formatValue(value float64) string {
	text := strconv.FormatFloat(math.Round(value*100)/100, 'f', -1, 64)
	if text == "-0" {
		return "0"
	}
	return text
}

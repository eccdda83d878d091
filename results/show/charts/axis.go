package charts

import (
	"math"
	"slices"
	"strings"

	"pillars/results/estimate/stats"
)

// An Axis describes one axis of a chart. The axis shows the range of the data, widened to include Low and High.
type Axis struct {
	Label     string  // name of the quantity, with its unit
	Unit      Unit    // format of the values
	Low, High float64 // values that the range must include; if both are 0, no value must be included
	Ticks     []Tick  // the marks on the axis; nil for marks at round numbers
}

// A Tick is a mark on an axis with its text.
type Tick struct {
	Value float64
	Label string
}

// A Unit says how the values of an axis are written.
type Unit uint8

const (
	Number  Unit = iota // the number itself
	Percent             // a share of 1, written in per cent
	Whole               // an integer
)

// marks returns the marks of the axis from low to high. Unless the axis has given ones, the distance of two marks is 1,
// 2 or 5 times a power of ten, so that there are 5 to 13 of them.
func (a Axis) marks(low, high float64) (marks []Tick) {
	if a.Ticks != nil {
		return a.Ticks
	}
	const fewestSteps = 5
	widest := (high - low) / fewestSteps * (1 + 1e-9)
	step := math.Pow(10, math.Floor(math.Log10(widest)))
	for _, factor := range []float64{5, 2} {
		if factor*step <= widest {
			step *= factor
			break
		}
	}
	if a.Unit == Whole {
		step = max(1, step)
	}
	for i := math.Ceil(low/step - 1e-9); i*step <= high+step*1e-9; i++ {
		marks = append(marks, Tick{i * step, a.Unit.text(i*step, step)})
	}
	return marks
}

// text returns a value as text, with just enough decimals to distinguish marks whose distance is step.
func (u Unit) text(x, step float64) string {
	sign := ""
	if u == Percent {
		x, step, sign = 100*x, 100*step, " %"
	}
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	if math.Abs(x) < step/2 {
		decimals = 0
	}
	return strings.Replace(stats.FormatNumber(x, decimals), "-", "−", 1) + sign
}

// rangeOf returns the range that the axis shows for some values. The range is never empty: low < high.
func (a Axis) rangeOf(values []float64) (low, high float64) {
	if a.Low != 0 || a.High != 0 {
		values = append(values, a.Low, a.High)
	}
	if len(values) == 0 {
		return 0, 1
	}
	low, high = slices.Min(values), slices.Max(values)
	if high-low <= 1e-9*math.Abs(high) {
		return low - .5, high + .5
	}
	return low, high
}

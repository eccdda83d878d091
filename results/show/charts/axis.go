package charts

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// Axis describes a coordinate. It shows the range of the data, widened to include Low and High.
type Axis struct {
	Label     string  // with the unit
	Unit      Unit    // how its values are written
	Low, High float64 // values that the range must include; none if both are 0
	Ticks     []Tick  // the places to mark; nil for round numbers
}

// Tick is a place on an axis with its name.
type Tick struct {
	At   float64
	Name string
}

func (a Axis) marker() plot.Ticker {
	if len(a.Ticks) == 0 {
		return a.Unit
	}
	var ticks plot.ConstantTicks
	for _, t := range a.Ticks {
		ticks = append(ticks, plot.Tick{Value: t.At, Label: t.Name})
	}
	return ticks
}

func (a Axis) exact(x float64) string {
	for _, t := range a.Ticks {
		if t.At == x {
			return t.Name
		}
	}
	return a.Unit.exact(x)
}

// Unit says how the values of an axis are written.
type Unit uint8

const (
	Number  Unit = iota // as it is
	Percent             // a share of 1, in hundredths
	Whole               // an integer
)

// text returns a value with the decimals that the step between ticks needs.
func (u Unit) text(x, step float64) string {
	if u == Percent {
		x, step = 100*x, 100*step
	}
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if math.Abs(x) < step/2 {
		text = "0"
	}
	if u == Percent {
		text += " %"
	}
	return minus(text)
}

// fewestSteps is the least number of steps between ticks, of which there are at most 2.5 times as many.
const fewestSteps = 5

// Ticks returns round numbers, all with labels. It implements [plot.Ticker], whose default gives labels to about three
// ticks only.
func (u Unit) Ticks(low, high float64) []plot.Tick {
	if !(high > low) {
		return []plot.Tick{{Value: low, Label: u.text(low, 1)}}
	}
	step := roundDown((high - low) / fewestSteps)
	if u == Whole {
		step = max(1, step)
	}
	var ticks []plot.Tick
	for i := math.Ceil(low/step - 1e-9); i*step <= high+step*1e-9; i++ {
		value := min(max(low, i*step), high) // rounding may lead outside, where nothing is drawn
		ticks = append(ticks, plot.Tick{Value: value, Label: u.text(value, step)})
	}
	return ticks
}

// span is a range of values; the zero span is empty.
type span struct {
	low, high float64
	any       bool
}

func (s *span) add(values ...float64) {
	for _, x := range values {
		if !s.any {
			s.low, s.high, s.any = x, x, true
		}
		s.low, s.high = min(s.low, x), max(s.high, x)
	}
}

// on returns the range as an axis shows it, which is never a single value.
func (s span) on(a Axis) (low, high float64) {
	if a.Low != 0 || a.High != 0 {
		s.add(a.Low, a.High)
	}
	if !s.any {
		s.high = 1
	}
	if s.high-s.low <= 1e-9*math.Abs(s.high) {
		s.low, s.high = s.low-.5, s.high+.5
	}
	return s.low, s.high
}

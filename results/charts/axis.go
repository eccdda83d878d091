package charts

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// Axis says what a coordinate is. Its range is that of the data, and wider where the axis says so.
type Axis struct {
	Label     string  // with the unit
	Unit      Unit    // how its values are written
	Low, High float64 // values that must be in the range; none if both are 0
	Ticks     []Tick  // the places to be marked; none for round numbers
}

// Tick is a place of an axis with a name of its own.
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

// Unit is how values are written at an axis.
type Unit uint8

const (
	Number  Unit = iota // written as it is
	Percent             // a share of 1, written in hundredths
	Whole               // a number of things, of which there are no parts
)

// text writes a value with as many decimals as a step between ticks needs.
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

const wantedTicks = 6

// niceStep is the distance of ticks, 1, 2 or 5 times a power of ten, that gives a span about so many.
func niceStep(span float64, wanted int) float64 {
	rough := span / float64(wanted)
	power := math.Pow(10, math.Floor(math.Log10(rough)))
	for _, factor := range []float64{1, 2, 5} {
		if factor*power >= rough*0.75 {
			return factor * power
		}
	}
	return 10 * power
}

// Ticks are round numbers, all with labels: gonum/plot asks for them.
func (u Unit) Ticks(low, high float64) []plot.Tick {
	if !(high > low) {
		return []plot.Tick{{Value: low, Label: u.text(low, 1)}}
	}
	step := niceStep(high-low, wantedTicks)
	if u == Whole {
		step = max(1, step)
	}
	var ticks []plot.Tick
	for i := math.Ceil(low/step - 1e-9); i*step <= high+step*1e-9; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: u.text(i*step, step)})
	}
	return ticks
}

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

// on is the range as an axis shows it: never empty, with what the axis wants in it.
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

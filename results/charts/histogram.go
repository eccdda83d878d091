package charts

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bin counts the values from Low up to, but not including, High.
type Bin struct {
	Low, High float64
	Count     int
}

// HistogramChart is what [Histogram] draws.
type HistogramChart struct {
	Title string
	X, Y  Axis
	Bins  []Bin
	Marks []Mark
}

// Mark is a vertical line at a value, such as the median.
type Mark struct {
	Name string
	X    float64
}

// mostBins is how many bins there are at most, about.
const mostBins = 40

// Bins sorts values into bins of one round width, which is that of the rule of Freedman and Diaconis (On the histogram as a density
// estimator, 1981), twice the quartiles' distance over the cube root of n, rounded down, and at least least. There are no bins without values.
func Bins(values []float64, least float64) ([]Bin, error) {
	if err := finite("histogram", values...); err != nil || len(values) == 0 {
		return nil, err
	}
	sorted := slices.Sorted(slices.Values(values))
	low, high := sorted[0], sorted[len(sorted)-1]
	quartiles := sorted[3*len(sorted)/4] - sorted[len(sorted)/4]
	width := 2 * quartiles / math.Cbrt(float64(len(sorted)))
	width = max(least, width, (high-low)/mostBins)
	if width <= 0 {
		width = 1
	}
	width = max(least, roundDown(width))
	first := math.Floor(low / width)
	bins := make([]Bin, int(math.Floor(high/width)-first)+1)
	for i := range bins {
		bins[i].Low, bins[i].High = (first+float64(i))*width, (first+float64(i)+1)*width
	}
	for _, x := range sorted {
		bins[min(len(bins)-1, max(0, int(math.Floor(x/width)-first)))].Count++
	}
	return bins, nil
}

// roundDown is the largest of 1, 2 and 5 times powers of ten that is not above x.
func roundDown(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)+1e-9))
	for _, factor := range []float64{5, 2} {
		if factor*power <= x*(1+1e-9) {
			return factor * power
		}
	}
	return power
}

// Histogram draws counts as bars. It fails on bins that are not finite.
func Histogram(chart HistogramChart) (*Chart, error) {
	var xs, ys span
	ys.add(0)
	for _, b := range chart.Bins {
		if err := finite(chart.Title, b.Low, b.High); err != nil {
			return nil, err
		}
		xs.add(b.Low, b.High)
		ys.add(float64(b.Count) * 1.12) // the names of marks stand above the bars
	}
	for _, m := range chart.Marks {
		if err := finite(m.Name, m.X); err != nil {
			return nil, fmt.Errorf("chart %q: %w", chart.Title, err)
		}
		xs.add(m.X)
	}
	c := newChart(chart.Title, chart.X, chart.Y, linesHeight)
	c.fit(chart.X, chart.Y, xs, ys)
	c.plot.Add(gridLines{}, bars{c.hints, chart.X.Label, chart.Bins}, marks(chart.Marks))
	return c, nil
}

// bars are bins on their way to the canvas.
type bars struct {
	to   *hinter
	unit string
	bins []Bin
}

// Plot draws a bar for each.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, bin := range b.bins {
		left, right := x(bin.Low)+.6, x(bin.High)-.6
		if bin.Count == 0 || right <= left {
			continue
		}
		corners := []vg.Point{{X: left, Y: y(0)}, {X: left, Y: y(float64(bin.Count))}, {X: right, Y: y(float64(bin.Count))}, {X: right, Y: y(0)}}
		c.FillPolygon(series[0].color(), corners)
		b.to.add(left, c.Min.Y, right, c.Max.Y, fmt.Sprintf("%s to under %s %s: %d", Number.exact(bin.Low), Number.exact(bin.High), b.unit, bin.Count))
	}
}

// marks are drawn with their names beside their upper ends.
type marks []Mark

// Plot draws them.
func (m marks) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	for _, mark := range m {
		dashed := line(series[1], 1.6)
		dashed.Dashes = []vg.Length{4, 3}
		c.StrokeLine2(dashed, x(mark.X), c.Min.Y, x(mark.X), c.Max.Y)
		named := style(11, ink)
		at := vg.Point{X: x(mark.X) + 4, Y: c.Max.Y - 11}
		if at.X+named.Width(mark.Name) > c.Max.X {
			named.XAlign, at.X = draw.XRight, x(mark.X)-4
		}
		c.FillText(named, at, mark.Name)
	}
}

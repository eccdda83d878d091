package charts

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Bin counts the values from Low up to, but not including, High.
type Bin struct {
	Low, High float64
	Count     int
	Beyond    bool // whether the bin holds all distant outliers at one end; its bar is drawn apart, as wide as others
}

// A HistogramChart describes a chart for [Histogram].
type HistogramChart struct {
	Title string
	X, Y  Axis
	Bins  []Bin
	Mark  *Mark // nil for none
}

// A Mark is a vertical line at a value, such as the median.
type Mark struct {
	Name string
	X    float64
}

// fewestBins and mostBins limit the number of bins before their width is rounded down. Bins for distant outliers do not
// count.
const fewestBins, mostBins = 3, 40

// Bins counts values in bins of equal width, at least 1. The width is 2*IQR/cbrt(n), where IQR is the interquartile
// range of the n values (Freedman and Diaconis, "On the histogram as a density estimator", 1981), unless this makes
// fewer than 3 or more than 40 bins. Bins rounds the width down to 1, 2 or 5 times a power of ten. Distant outliers at
// one end share a wider bin, because on a common scale they would leave little room for the other values.
func Bins(values []int) (bins []Bin) {
	if len(values) == 0 {
		return nil
	}
	sorted := make([]float64, len(values))
	for i, x := range slices.Sorted(slices.Values(values)) {
		sorted[i] = float64(x)
	}
	low, high, width := middle(sorted)
	first, last := math.Floor(low/width), math.Floor(high/width)
	if lowest := math.Floor(sorted[0] / width); lowest < first {
		bins = append(bins, Bin{Low: lowest * width, High: first * width, Beyond: true})
	}
	for i := first; i <= last; i++ {
		bins = append(bins, Bin{Low: i * width, High: (i + 1) * width})
	}
	if highest := math.Floor(sorted[len(sorted)-1] / width); highest > last {
		bins = append(bins, Bin{Low: (last + 1) * width, High: (highest + 1) * width, Beyond: true})
	}
	bin := 0
	for _, x := range sorted {
		for bin+1 < len(bins) && x >= bins[bin].High {
			bin++
		}
		bins[bin].Count++
	}
	return bins
}

// middle returns the range of sorted values without distant outliers, and the width of the bins for this range.
// Outliers lie more than 3*IQR beyond the quartiles ("far out" in J. Tukey, "Exploratory Data Analysis", 1977). The
// outliers at one end are distant if the gap from the outermost to the other values is wider than the range of these
// and than ten bins.
func middle(sorted []float64) (low, high, width float64) {
	n := len(sorted)
	// without returns the range of the values that remain without the n/part lowest and the n/part highest. It leaves
	// out at least the lowest and the highest, if others remain.
	without := func(part int) (low, high float64) {
		out := min((n-1)/2, max(1, n/part))
		return sorted[out], sorted[n-1-out]
	}
	lowerQuartile, upperQuartile := without(4)
	iqr := upperQuartile - lowerQuartile
	if iqr == 0 { // half of the values are equal: use half of the range of the middle nine tenths instead
		lowest, highest := without(20)
		iqr = max(1, (highest-lowest)/2)
	}
	// First leave out all outliers.
	low = sorted[slices.IndexFunc(sorted, func(x float64) bool { return x >= lowerQuartile-3*iqr })]
	high = low
	for _, x := range sorted {
		if x <= upperQuartile+3*iqr {
			high = x
		}
	}
	width = max(1, min(2*iqr/math.Cbrt(float64(n)), (high-low)/fewestBins))
	// Then take outliers back that are not distant.
	distant := max(high-low, 10*width)
	if low-sorted[0] <= distant {
		low = sorted[0]
	}
	if sorted[n-1]-high <= distant {
		high = sorted[n-1]
	}
	return low, high, roundDown(max(width, (high-low)/mostBins))
}

// roundDown returns the largest number up to x that is 1, 2 or 5 times a power of ten.
func roundDown(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)+1e-9))
	for _, factor := range []float64{5, 2} {
		if factor*power <= x*(1+1e-9) {
			return factor * power
		}
	}
	return power
}

// Histogram draws counts as bars. It returns an error if a bin or a mark is not finite.
func Histogram(chart HistogramChart) (*Chart, error) {
	var xs, ys span
	ys.add(0)
	for i, b := range chart.Bins {
		if err := checkFinite(chart.Title, b.Low, b.High); err != nil {
			return nil, err
		}
		left, right := chart.place(i)
		xs.add(left, right)
		ys.add(float64(b.Count) * 1.12) // leave room above the bars for the names of marks
	}
	if chart.Mark != nil {
		if err := checkFinite(chart.Mark.Name, chart.Mark.X); err != nil {
			return nil, fmt.Errorf("chart %q: %w", chart.Title, err)
		}
		xs.add(chart.Mark.X)
	}
	chart.X.Ticks = chart.ticks(xs)
	c := newChart(chart.Title, chart.X, chart.Y, linesHeight)
	c.fit(chart.X, chart.Y, xs, ys)
	c.plot.Add(levelGrid, chart.bars(c.hints))
	if chart.Mark != nil {
		c.plot.Add(drawing(chart.Mark.draw))
	}
	return c, nil
}

// place returns the left and right end of the bar of bin i. If the bin is Beyond, its bar is as wide as the others, and
// the gap between them is as wide as a bar.
func (chart HistogramChart) place(i int) (left, right float64) {
	bin := chart.Bins[i]
	if !bin.Beyond {
		return bin.Low, bin.High
	}
	width := chart.width()
	if i == 0 {
		return bin.High - 2*width, bin.High - width
	}
	return bin.Low + width, bin.Low + 2*width
}

// width returns the width of the bins that are not Beyond.
func (chart HistogramChart) width() float64 {
	for _, b := range chart.Bins {
		if !b.Beyond {
			return b.High - b.Low
		}
	}
	return 0
}

// ticks returns the ticks of the X axis. Bars of bins that are Beyond have bounds such as "≥ 90" below them; if there
// are such bars, the ticks below the other bars are round numbers.
func (chart HistogramChart) ticks(xs span) (ticks []Tick) {
	low, high := xs.low, xs.high
	room := (high - low) * .07 // width on the axis that the text of a bound needs
	for i, b := range chart.Bins {
		left, right := chart.place(i)
		middle := (left + right) / 2
		switch {
		case b.Beyond && i == 0:
			low, ticks = b.High+room, append(ticks, Tick{Value: middle, Label: "< " + Number.exact(b.High)})
		case b.Beyond:
			high, ticks = b.Low-room, append(ticks, Tick{Value: middle, Label: "≥ " + Number.exact(b.Low)})
		}
	}
	if len(ticks) == 0 {
		return chart.X.Ticks
	}
	return append(ticks, chart.X.Unit.Ticks(low, high)...)
}

func (chart HistogramChart) bars(to *hints) drawing {
	return func(c draw.Canvas, p *plot.Plot) {
		x, y := p.Transforms(&c)
		for i, bin := range chart.Bins {
			from, until := chart.place(i)
			const gap = .6 // half of the gap between bars, in points
			left, right := x(from)+gap, x(until)-gap
			if bin.Count == 0 || right <= left {
				continue
			}
			fill, limits := series[0], fmt.Sprintf("%s to under %s", Number.exact(bin.Low), Number.exact(bin.High))
			if bin.Beyond {
				fill = series[5] // grey
			}
			fillBox(c, fill, left, y(0), right, y(float64(bin.Count)))
			to.add(left, c.Min.Y, right, c.Max.Y, fmt.Sprintf("%s %s: %d", limits, chart.X.Label, bin.Count))
		}
	}
}

func fillBox(c draw.Canvas, t tone, left, bottom, right, top vg.Length) {
	corners := []vg.Point{{X: left, Y: bottom}, {X: left, Y: top}, {X: right, Y: top}, {X: right, Y: bottom}}
	c.FillPolygon(t.color(), corners)
}

// draw draws the mark. Its name stands right of its line or, without room there, left.
func (m *Mark) draw(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	c.StrokeLine2(lineStyle(series[1], 1.6, 4, 3), x(m.X), c.Min.Y, x(m.X), c.Max.Y)
	named := textStyle(11, ink)
	at := vg.Point{X: x(m.X) + 4, Y: c.Max.Y - 11}
	if at.X+named.Width(m.Name) > c.Max.X {
		named.XAlign, at.X = draw.XRight, x(m.X)-4
	}
	c.FillText(named, at, m.Name)
}

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

const mostBins = 40

// Bins sorts values into bins of one round width, at least least, by the rule of Freedman and Diaconis (On the
// histogram as a density estimator, 1981): twice the quartiles' distance over the cube root of n, rounded down.
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
	c.plot.Add(drawing(gridLines), bars(c.hints, chart.X.Label, chart.Bins), marks(chart.Marks))
	return c, nil
}

func bars(to *hinter, unit string, bins []Bin) drawing {
	return func(c draw.Canvas, p *plot.Plot) {
		x, y := p.Transforms(&c)
		for _, bin := range bins {
			left, right := x(bin.Low)+.6, x(bin.High)-.6
			if bin.Count == 0 || right <= left {
				continue
			}
			fillBox(c, series[0], left, y(0), right, y(float64(bin.Count)))
			to.add(left, c.Min.Y, right, c.Max.Y, fmt.Sprintf("%s to under %s %s: %d", Number.exact(bin.Low),
				Number.exact(bin.High), unit, bin.Count))
		}
	}
}

func fillBox(c draw.Canvas, t tone, left, bottom, right, top vg.Length) {
	corners := []vg.Point{{X: left, Y: bottom}, {X: left, Y: top}, {X: right, Y: top}, {X: right, Y: bottom}}
	c.FillPolygon(t.color(), corners)
}

type marks []Mark

func (m marks) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	for _, mark := range m {
		c.StrokeLine2(line(series[1], 1.6, 4, 3), x(mark.X), c.Min.Y, x(mark.X), c.Max.Y)
		named := style(11, ink)
		at := vg.Point{X: x(mark.X) + 4, Y: c.Max.Y - 11}
		if at.X+named.Width(mark.Name) > c.Max.X {
			named.XAlign, at.X = draw.XRight, x(mark.X)-4
		}
		c.FillText(named, at, mark.Name)
	}
}

// HeatCell is a share with the text that stands on it. The zero cell is empty.
type HeatCell struct {
	Share float64 // 0 to 1, even at 1/2
	Text  string  // empty for a cell without a value
}

// HeatChart is what [HeatMap] draws.
type HeatChart struct {
	Title   string
	Rows    []string
	Columns []string // short: they stand above their columns
	Cells   [][]HeatCell
}

// HeatMap draws a table of shares in colours.
func HeatMap(chart HeatChart) (*Chart, error) {
	if len(chart.Cells) != len(chart.Rows) {
		return nil, fmt.Errorf("chart %q: %d rows of cells for %d names",
			chart.Title, len(chart.Cells), len(chart.Rows))
	}
	for i, row := range chart.Cells {
		if len(row) != len(chart.Columns) {
			return nil, fmt.Errorf("chart %q: row %q has %d cells for %d columns", chart.Title, chart.Rows[i], len(row),
				len(chart.Columns))
		}
		for _, cell := range row {
			if !(cell.Share >= 0 && cell.Share <= 1) {
				return nil, fmt.Errorf("chart %q: row %q: share %v is not from 0 to 1", chart.Title, chart.Rows[i],
					cell.Share)
			}
		}
	}
	c := newChart(chart.Title, Axis{}, Axis{}, rowHeight*vg.Length(len(chart.Rows)+1)+16)
	p := c.plot
	p.X.Min, p.X.Max = 0, float64(max(1, len(chart.Columns)))
	p.Y.Min, p.Y.Max = 0, float64(max(1, len(chart.Rows)))
	p.X.LineStyle, p.X.Tick.Length = draw.LineStyle{}, 0
	p.Y.Tick.Length, p.Y.Tick.Label.Color = 6, ink.color()
	var rows, columns plot.ConstantTicks
	for i, name := range chart.Rows {
		rows = append(rows, plot.Tick{Value: float64(len(chart.Rows)-i) - .5, Label: shortened(name)})
	}
	for i, name := range chart.Columns {
		columns = append(columns, plot.Tick{Value: float64(i) + .5, Label: name})
	}
	p.Y.Tick.Marker, p.X.Tick.Marker = rows, columns
	p.Add(cells(chart.Cells))
	return c, nil
}

// cells are a heat map on its way to the canvas, the first row on top.
type cells [][]HeatCell

func (h cells) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	text := style(11, ink)
	text.XAlign, text.YAlign = draw.XCenter, draw.YCenter
	for i, row := range h {
		top, bottom := y(float64(len(h)-i))-1, y(float64(len(h)-i-1))+1
		for j, cell := range row {
			if cell.Text == "" {
				continue
			}
			left, right := x(float64(j))+1, x(float64(j+1))-1
			shade := min(len(heat)-1, int(cell.Share*float64(len(heat))))
			fillBox(c, heat[shade], left, bottom, right, top)
			c.FillText(text, vg.Point{X: (left + right) / 2, Y: (top + bottom) / 2}, cell.Text)
		}
	}
}

package charts

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"pillars/results/estimate/stats"
)

// A Point is a point of a line. Its interval is from low to high, or unknown if these are equal.
type Point struct{ X, Y, low, high float64 }

// PointOf returns the point of an estimate at x, with the limits of its interval.
func PointOf(x float64, e stats.Estimate) Point {
	low, high := e.Limits()
	return Point{x, e.Value, low, high}
}

// A Line is a line through points.
type Line struct {
	Name   string  // name in the legend; "" for a line that the legend leaves out
	Points []Point // sorted by X

	// Only for [Trends].
	Curve []Point // points of a curve fitted to Points, with the limits of its band; nil for none
	Until float64 // X at which the curve ends; the band of the curve continues to the last point of Curve
}

// A LineChart describes a chart for [Lines] and [Trends].
type LineChart struct {
	Title string
	X, Y  Axis
	Lines []Line // at most as many as there are styles of series
	Even  bool   // whether a horizontal line marks one half, at which both sides are even
}

const linesHeight = 280 // of charts of lines, in points

// Lines draws lines. It returns an error if there are more lines than styles of series.
func Lines(chart LineChart) (*Chart, error) {
	c, err := chart.frame()
	if err != nil {
		return nil, err
	}
	for i, l := range chart.Lines {
		c.plot.Add(l.drawn(i))
	}
	return c, nil
}

// frame returns a chart with axes for the lines and their curves, with tooltips and, if Even is set, the line at one
// half, but without the lines of the data.
func (chart LineChart) frame() (*Chart, error) {
	if len(chart.Lines) > len(series) {
		return nil, fmt.Errorf("chart %q: %d lines; %d can be told apart", chart.Title, len(chart.Lines), len(series))
	}
	c := newChart(chart.Title, chart.X, chart.Y, linesHeight)
	var xs, ys span
	for i, l := range chart.Lines {
		curve := Line{Name: l.Name, Points: l.Curve}
		if err := cmp.Or(l.addTo(&xs, &ys), curve.addTo(&xs, &ys)); err != nil {
			return nil, fmt.Errorf("chart %q: %w", chart.Title, err)
		}
		if l.Name != "" {
			c.legend = append(c.legend, legendItem{l.Name, seriesLine(i)})
		}
	}
	c.plot.Add(levelGrid)
	if chart.Even {
		ys.add(.5)
		c.plot.Add(drawing(drawEven))
	}
	c.fit(chart.X, chart.Y, xs, ys)
	c.plot.Add(hintStrips(c.hints, chart.X, chart.Y, chart.Lines))
	return c, nil
}

// addTo adds the coordinates of a line to xs and ys. It returns an error if the points of the line cannot be drawn.
func (l Line) addTo(xs, ys *span) error {
	for _, p := range l.Points {
		if err := checkFinite(l.Name, p.X, p.Y, p.low, p.high); err != nil {
			return err
		}
		xs.add(p.X)
		ys.add(p.Y)
		if p.low < p.high {
			ys.add(p.low, p.high)
		}
	}
	if !slices.IsSortedFunc(l.Points, func(a, b Point) int { return cmp.Compare(a.X, b.X) }) {
		return fmt.Errorf("line %q: its points are not in the order of X", l.Name)
	}
	return nil
}

// onCanvas returns the places of points on a canvas, and the upper and lower edges of their band.
func onCanvas(points []Point, c draw.Canvas, p *plot.Plot) (at, upper, lower []vg.Point) {
	x, y := p.Transforms(&c)
	for _, point := range points {
		at = append(at, vg.Point{X: x(point.X), Y: y(point.Y)})
		upper = append(upper, vg.Point{X: x(point.X), Y: y(point.high)})
		lower = append(lower, vg.Point{X: x(point.X), Y: y(point.low)})
	}
	return at, upper, lower
}

// drawn returns a drawing of the line in the style of the series of that number, from 0. A single point becomes a dot.
func (l Line) drawn(number int) drawing {
	return func(c draw.Canvas, p *plot.Plot) {
		at, _, _ := onCanvas(l.Points, c, p)
		if len(at) == 1 {
			c.DrawGlyph(draw.GlyphStyle{Color: series[number].color(), Radius: 3.5, Shape: draw.CircleGlyph{}}, at[0])
			return
		}
		c.StrokeLines(seriesLine(number), at)
	}
}

func drawEven(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	named := textStyle(10, soft)
	named.XAlign = draw.XRight
	c.StrokeLine2(lineStyle(soft, 1, 3, 3), c.Min.X, y(.5), c.Max.X, y(.5))
	c.FillText(named, vg.Point{X: c.Max.X, Y: y(.5) + 2}, "even")
}

// Trends draws the points of lines as dots with intervals, and the curves fitted to the points with bands.
func Trends(chart LineChart) (*Chart, error) {
	c, err := chart.frame()
	if err != nil {
		return nil, err
	}
	margin := (c.plot.X.Max - c.plot.X.Min) * .04 // room for dots moved aside
	c.plot.X.Min, c.plot.X.Max = c.plot.X.Min-margin, c.plot.X.Max+margin
	for i, l := range chart.Lines { // all bands first, so that none covers a dot
		c.plot.Add(l.band(i))
	}
	for i, l := range chart.Lines {
		c.plot.Add(l.dots(i, len(chart.Lines)))
	}
	return c, nil
}

// band returns a drawing of the band of the curve. Thin lines at the edges distinguish bands that overlap.
func (l Line) band(number int) drawing {
	return func(c draw.Canvas, p *plot.Plot) {
		if len(l.Curve) < 2 {
			return
		}
		_, upper, lower := onCanvas(l.Curve, c, p)
		edge := seriesLine(number)
		edge.Width = .6
		c.StrokeLines(edge, upper)
		c.StrokeLines(edge, lower)
		slices.Reverse(lower) // so that both edges go around the area
		c.FillPolygon(series[number].faint(), append(upper, lower...))
	}
}

// shapes has the shape of the dots of each series. Shapes distinguish series in a print without colours.
var shapes = [len(series)]draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{},
	draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}}

// aside is the distance in points between the dots of two lines at the same X.
const aside = 7

// dots returns a drawing of the curve and, over it, of the points with their intervals. number is the index of the line
// among the count lines of the chart. Dots of different lines are moved aside, so that they do not overlap.
func (l Line) dots(number, count int) drawing {
	return func(c draw.Canvas, p *plot.Plot) {
		x, y := p.Transforms(&c)
		drawn := slices.DeleteFunc(slices.Clone(l.Curve), func(point Point) bool { return point.X > l.Until+1e-9 })
		curve, _, _ := onCanvas(drawn, c, p)
		c.StrokeLines(seriesLine(number), curve)
		interval := lineStyle(series[number], 1.4)
		shift := (vg.Length(number) - vg.Length(count-1)/2) * aside
		for _, point := range l.Points {
			at := x(point.X) + shift
			if point.low < point.high {
				c.StrokeLine2(interval, at, y(point.low), at, y(point.high))
				c.StrokeLine2(interval, at-3, y(point.low), at+3, y(point.low))
				c.StrokeLine2(interval, at-3, y(point.high), at+3, y(point.high))
			}
			c.DrawGlyph(draw.GlyphStyle{Color: interval.Color, Radius: 4, Shape: shapes[number]},
				vg.Point{X: at, Y: y(point.Y)})
		}
	}
}

// A Dot is an estimate with its label.
type Dot struct {
	Label    string
	Estimate stats.Estimate
}

// A DotChart describes a chart for [Dots].
type DotChart struct {
	Title string
	X     Axis
	Dots  []Dot
	Even  bool // whether a vertical line marks one half, at which both sides are even
}

const (
	rowHeight  = 25 // height of a row with its label at the left
	slimHeight = 40 // height of a row with its label at the top, for narrow screens
	labelRoom  = 16 // height of a label at the top
)

// Dots draws each estimate in a row: a dot for its value and a line for its interval, or an arrow from a bound.
func Dots(chart DotChart) (*Chart, error) {
	var xs span
	for _, d := range chart.Dots {
		e := d.Estimate
		if err := checkFinite(d.Label, e.Value, e.Low, e.High); err != nil {
			return nil, fmt.Errorf("chart %q: %w", chart.Title, err)
		}
		value, low, high := e.Numbers()
		for _, x := range []*float64{value, low, high} {
			if x != nil {
				xs.add(*x)
			}
		}
	}
	if chart.Even {
		xs.add(.5)
	}
	low, high := xs.rangeOn(chart.X)
	margin := (high - low) * .05
	c := chart.frame(rowHeight)
	c.plot.X.Min, c.plot.X.Max = low-margin, high+margin
	c.slim = func() *Chart { return chart.frame(slimHeight) }
	return c, nil
}

// frame returns the chart with rows of height rowHeight or slimHeight. The caller sets the range of the X axis.
func (chart DotChart) frame(height vg.Length) *Chart {
	const axisRoom = 44 // height of the X axis with its label
	c := newChart(chart.Title, chart.X, Axis{}, height*vg.Length(max(1, len(chart.Dots)))+axisRoom)
	c.plot.Y.Min, c.plot.Y.Max = -.5, max(0, float64(len(chart.Dots))-1)+.5
	var labels []Tick
	for i, d := range chart.Dots {
		labels = append(labels, Tick{Value: float64(len(chart.Dots) - 1 - i), Label: shortened(d.Label)})
	}
	c.plot.Add(&plotter.Grid{Vertical: lineStyle(grid, .8)})
	if chart.Even {
		c.plot.Add(drawing(func(c draw.Canvas, p *plot.Plot) {
			x, _ := p.Transforms(&c)
			c.StrokeLine2(lineStyle(soft, 1.2, 3, 3), x(.5), c.Min.Y, x(.5), c.Max.Y)
		}))
	}
	c.plot.Add(drawDots(c.hints, chart.X.Unit, chart.Dots))
	c.labelRows(labels, height)
	return c
}

// labelRows writes the labels of rows: left of rows that are rowHeight high, and at the top of rows that are slimHeight
// high. The value of a label is the middle of its row.
func (c *Chart) labelRows(labels []Tick, height vg.Length) {
	c.plot.Y.Tick.Label.Color, c.plot.Y.Tick.Length = ink.color(), 6
	if height < slimHeight {
		c.plot.Y.Tick.Marker = plot.ConstantTicks(labels)
		return
	}
	c.width = slimWidth
	c.plot.Y.Tick.Marker, c.plot.Y.Tick.Length = plot.ConstantTicks(nil), 0
	c.plot.Add(drawing(func(area draw.Canvas, p *plot.Plot) {
		_, y := p.Transforms(&area)
		for _, row := range labels {
			at := vg.Point{X: area.Min.X, Y: y(row.Value) + slimHeight/2 - labelRoom + 2}
			area.FillText(textStyle(11, ink), at, row.Label)
		}
	}))
}

const longestLabel = 44 // in letters

func shortened(label string) string {
	if letters := []rune(label); len(letters) > longestLabel {
		return string(letters[:longestLabel-1]) + "…"
	}
	return label
}

// drawDots returns a drawing of each estimate in its row, which adds the text of the estimate as a tooltip.
func drawDots(to *hints, unit Unit, dots []Dot) drawing {
	return func(c draw.Canvas, p *plot.Plot) {
		x, y := p.Transforms(&c)
		interval := lineStyle(series[0], 2)
		for i, dot := range dots {
			e, middle := dot.Estimate, y(float64(len(dots)-1-i)) // middle of the row; the first row is at the top
			text := e.Text(1)
			if unit == Percent {
				text = e.Percent(1)
			}
			to.add(c.Min.X, middle-rowHeight/2, c.Max.X, middle+rowHeight/2, dot.Label+": "+text)
			switch e.Kind {
			case stats.Measured, stats.Bracketed:
				c.StrokeLine2(interval, x(e.Low), middle, x(e.High), middle)
				whisker(c, interval, x(e.Low), middle)
				whisker(c, interval, x(e.High), middle)
			case stats.AtLeast:
				arrow(c, interval, x(e.Low), middle, 1)
			case stats.AtMost:
				arrow(c, interval, x(e.High), middle, -1)
			}
			if e.HasValue() {
				c.DrawGlyph(draw.GlyphStyle{Color: series[0].color(), Radius: 4.5, Shape: draw.CircleGlyph{}},
					vg.Point{X: x(e.Value), Y: middle})
			}
		}
	}
}

func whisker(c draw.Canvas, l draw.LineStyle, x, y vg.Length) { c.StrokeLine2(l, x, y-4, x, y+4) }

// arrow draws an arrow from a bound at x to the open side: direction is 1 for the right and -1 for the left.
func arrow(c draw.Canvas, l draw.LineStyle, x, y, direction vg.Length) {
	whisker(c, l, x, y)
	tip := x + direction*16
	c.StrokeLine2(l, x, y, tip, y)
	c.StrokeLines(l, []vg.Point{{X: tip - direction*5, Y: y - 4}, {X: tip, Y: y}, {X: tip - direction*5, Y: y + 4}})
}

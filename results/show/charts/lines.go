package charts

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"pillars/results/estimate/stats"
)

// A Point is a point of a line. The band of the line extends from low to high at X.
type Point struct{ X, Y, low, high float64 }

// PointOf returns the point of an estimate at x, with the limits of its interval for the band.
func PointOf(x float64, e stats.Estimate) Point {
	low, high := e.Limits()
	return Point{x, e.Value, low, high}
}

// A Line is a line through points, perhaps with a band.
type Line struct {
	Name   string  // name in the legend; "" for a line that the legend leaves out
	Points []Point // sorted by X
	Banded bool    // whether the band between the limits of the points is drawn

	// Only for [Trends].
	Curve []Point // points of a curve fitted to Points, with the limits of its band; nil for none
	Until float64 // X at which the curve ends; the band of the curve continues to the last point of Curve
}

// A Level is a horizontal line across the whole chart, such as a bound.
type Level struct {
	Name string // text at its end
	Y    float64
}

// A LineChart describes a chart for [Lines] and [Trends].
type LineChart struct {
	Title  string
	X, Y   Axis
	Lines  []Line // at most as many as there are styles of series
	Levels []Level
	Narrow bool // whether another chart stands beside it
}

// Sizes of charts of lines, in points; [LineChart.Narrow] selects the narrow ones.
const (
	linesHeight  = 280
	narrowHeight = 190
	narrowWidth  = slimWidth
)

// Lines draws lines with their bands. It returns an error if there are more lines than styles of series.
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

// frame returns a chart with axes for the lines and their curves, and with levels and tooltips, but without lines.
func (chart LineChart) frame() (*Chart, error) {
	if len(chart.Lines) > len(series) {
		return nil, fmt.Errorf("chart %q: %d lines; %d can be told apart", chart.Title, len(chart.Lines), len(series))
	}
	c := newChart(chart.Title, chart.X, chart.Y, linesHeight)
	if chart.Narrow {
		c.width, c.height = narrowWidth, narrowHeight
	}
	var xs, ys span
	for i, l := range chart.Lines {
		curve := Line{Name: l.Name, Points: l.Curve, Banded: true}
		if err := cmp.Or(l.reach(&xs, &ys), curve.reach(&xs, &ys)); err != nil {
			return nil, fmt.Errorf("chart %q: %w", chart.Title, err)
		}
		if l.Name != "" {
			c.legend = append(c.legend, legendItem{l.Name, seriesLine(i)})
		}
	}
	for _, level := range chart.Levels {
		if err := finite(level.Name, level.Y); err != nil {
			return nil, err
		}
		ys.add(level.Y)
	}
	c.fit(chart.X, chart.Y, xs, ys)
	c.plot.Add(levelGrid, drawLevels(chart.Levels), strips(c.hints, chart.X, chart.Y, chart.Lines))
	return c, nil
}

// reach adds the coordinates of a line to xs and ys. It returns an error if the points of the line cannot be drawn.
func (l Line) reach(xs, ys *span) error {
	for _, p := range l.Points {
		if err := finite(l.Name, p.X, p.Y, p.low, p.high); err != nil {
			return err
		}
		xs.add(p.X)
		ys.add(p.Y)
		if l.Banded {
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

// fillBand fills the area between two edges. It reverses the slice lower.
func fillBand(c draw.Canvas, t tone, upper, lower []vg.Point) {
	slices.Reverse(lower)
	c.FillPolygon(t.faint(), append(upper, lower...))
}

// drawn returns a drawing of the line in the style of a series, by its index. A single point becomes a dot.
func (l Line) drawn(number int) drawing {
	return func(c draw.Canvas, p *plot.Plot) {
		at, upper, lower := onCanvas(l.Points, c, p)
		if l.Banded && len(at) > 1 {
			fillBand(c, series[number], upper, lower)
		}
		if len(at) == 1 {
			c.DrawGlyph(draw.GlyphStyle{Color: series[number].color(), Radius: 3.5, Shape: draw.CircleGlyph{}}, at[0])
			return
		}
		c.StrokeLines(seriesLine(number), at)
	}
}

func drawLevels(levels []Level) drawing {
	return func(c draw.Canvas, p *plot.Plot) {
		_, y := p.Transforms(&c)
		named := style(10, soft)
		named.XAlign = draw.XRight
		for _, level := range levels {
			c.StrokeLine2(line(soft, 1, 3, 3), c.Min.X, y(level.Y), c.Max.X, y(level.Y))
			c.FillText(named, vg.Point{X: c.Max.X, Y: y(level.Y) + 2}, level.Name)
		}
	}
}

// Trends draws the points of lines as dots with intervals, and the curves fitted to the points with bands.
func Trends(chart LineChart) (*Chart, error) {
	c, err := chart.frame()
	if err != nil {
		return nil, err
	}
	margin := (c.plot.X.Max - c.plot.X.Min) * .04
	c.plot.X.Min, c.plot.X.Max = c.plot.X.Min-margin, c.plot.X.Max+margin
	for i, l := range chart.Lines {
		c.plot.Add(l.band(i))
	}
	for i, l := range chart.Lines {
		c.plot.Add(l.dots(i, len(chart.Lines)))
	}
	return c, nil
}

// band draws the band of the curve. Thin lines at the edges of bands distinguish bands that overlap.
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
		fillBand(c, series[number], upper, lower)
	}
}

// shapes has the shape of the dots of each series. Shapes distinguish series in a print without colours.
var shapes = [len(series)]draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{},
	draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}}

// aside is the distance in points between the dots of two lines at the same X.
const aside = 7

// dots draws the curve and over it the points with their intervals. number is the index of the line among the given
// count of lines in the chart. Dots of different lines are moved aside, so that they do not overlap.
func (l Line) dots(number, count int) drawing {
	return func(c draw.Canvas, p *plot.Plot) {
		x, y := p.Transforms(&c)
		var curve []vg.Point
		for _, point := range l.Curve {
			if point.X <= l.Until+1e-9 {
				curve = append(curve, vg.Point{X: x(point.X), Y: y(point.Y)})
			}
		}
		c.StrokeLines(seriesLine(number), curve)
		interval := line(series[number], 1.4)
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

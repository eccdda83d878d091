package charts

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"pillars/results/stats"
)

// Trend is estimates at several places and a curve that was laid through them.
type Trend struct {
	Name  string
	Dots  []TrendDot
	Curve []Point // in the order of X, with the limits of its band; none where no curve is known
	Until float64 // where the line of the curve ends: its band goes on as far as there are points
}

// TrendDot is an estimate at a place.
type TrendDot struct {
	X        float64
	Estimate stats.Estimate
}

// TrendChart is what [Trends] draws.
type TrendChart struct {
	Title  string
	X, Y   Axis
	Trends []Trend // at most 6
	Levels []Level
}

// Trends draws estimates with their intervals over one coordinate, those of several trends side by side, and the curves through them with their bands.
// It fails on data that are not finite, that come in no order, or of more trends than can be told apart.
func Trends(chart TrendChart) (*Chart, error) {
	if len(chart.Trends) > len(series) {
		return nil, fmt.Errorf("chart %q: %d trends; %d can be told apart", chart.Title, len(chart.Trends), len(series))
	}
	var xs, ys span
	var told []Line
	for _, t := range chart.Trends {
		dots := t.dotted()
		for _, l := range []Line{dots, {Name: t.Name, Points: t.Curve, Banded: true}} {
			if err := l.check(); err != nil {
				return nil, fmt.Errorf("chart %q: %w", chart.Title, err)
			}
			l.reach(&xs, &ys)
		}
		told = append(told, dots)
	}
	for _, level := range chart.Levels {
		if err := finite(level.Name, level.Y); err != nil {
			return nil, err
		}
		ys.add(level.Y)
	}
	c := newChart(chart.Title, chart.X, chart.Y, linesHeight)
	c.fit(chart.X, chart.Y, xs, ys)
	margin := (c.plot.X.Max - c.plot.X.Min) * .04
	c.plot.X.Min, c.plot.X.Max = c.plot.X.Min-margin, c.plot.X.Max+margin
	c.plot.Add(gridLines{}, levels(chart.Levels))
	for i, t := range chart.Trends {
		c.plot.Add(trendBand{t, i})
	}
	for i, t := range chart.Trends {
		c.plot.Add(trendDots{t, i, len(chart.Trends)})
		c.legend = append(c.legend, legendItem{t.Name, seriesLine(i)})
	}
	c.plot.Add(strips{c.hints, chart.X, chart.Y, told})
	return c, nil
}

// dotted are the dots as points of a line. What has no value is left out.
func (t Trend) dotted() Line {
	line := Line{Name: t.Name, Banded: true}
	for _, d := range t.Dots {
		p := Point{d.X, d.Estimate.Value, d.Estimate.Value, d.Estimate.Value}
		if d.Estimate.Kind == stats.Measured || d.Estimate.Kind == stats.Bracketed {
			p.Low, p.High = d.Estimate.Low, d.Estimate.High
		}
		if d.Estimate.HasValue() {
			line.Points = append(line.Points, p)
		}
	}
	return line
}

// trendBand is the band of a trend on its way to the canvas. Bands lie under all lines and dots.
type trendBand struct {
	Trend
	number int
}

// Plot draws the band with its edges, which tell bands apart where they overlap.
func (b trendBand) Plot(c draw.Canvas, p *plot.Plot) {
	if len(b.Curve) < 2 {
		return
	}
	x, y := p.Transforms(&c)
	tone := series[b.number%len(series)]
	var upper, lower []vg.Point
	for _, point := range b.Curve {
		upper, lower = append(upper, vg.Point{X: x(point.X), Y: y(point.High)}), append(lower, vg.Point{X: x(point.X), Y: y(point.Low)})
	}
	edge := seriesLine(b.number)
	edge.Width = .6
	c.StrokeLines(edge, upper)
	c.StrokeLines(edge, lower)
	slices.Reverse(lower)
	c.FillPolygon(tone.faint(), append(upper, lower...))
}

// trendDots are the rest of a trend, one of several.
type trendDots struct {
	Trend
	number, of int
}

// shapes tell trends apart without colours.
var shapes = [len(series)]draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{},
}

// aside is how far the dots of two trends stand apart at one place.
const aside = 7

// Plot draws the line of the curve, and over it the dots with their intervals.
func (d trendDots) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var line []vg.Point
	for _, point := range d.Curve {
		if point.X <= d.Until+1e-9 {
			line = append(line, vg.Point{X: x(point.X), Y: y(point.Y)})
		}
	}
	c.StrokeLines(seriesLine(d.number), line)
	color := series[d.number%len(series)].color()
	interval := draw.LineStyle{Color: color, Width: 1.4}
	shift := (vg.Length(d.number) - vg.Length(d.of-1)/2) * aside
	for _, point := range d.dotted().Points {
		at := x(point.X) + shift
		if point.Low < point.High {
			c.StrokeLine2(interval, at, y(point.Low), at, y(point.High))
			c.StrokeLine2(interval, at-3, y(point.Low), at+3, y(point.Low))
			c.StrokeLine2(interval, at-3, y(point.High), at+3, y(point.High))
		}
		c.DrawGlyph(draw.GlyphStyle{Color: color, Radius: 4, Shape: shapes[d.number%len(shapes)]}, vg.Point{X: at, Y: y(point.Y)})
	}
}

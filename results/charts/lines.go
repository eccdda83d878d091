package charts

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"pillars/results/stats"
)

// Point is a point of a line and, at the same place, the limits of its band.
type Point struct{ X, Y, Low, High float64 }

// Line is a line through points in the order of X, with a band if it is [Line.Banded].
type Line struct {
	Name   string // in the legend, which is left out for a line without
	Points []Point
	Banded bool // the limits of the points mean something
}

// Level is a line at one height across the whole chart, such as a bound.
type Level struct {
	Name string // at its end
	Y    float64
}

// LineChart is what [Lines] draws.
type LineChart struct {
	Title  string
	X, Y   Axis
	Lines  []Line // at most 6
	Levels []Level
	Size   Size
}

// Size is how much room a chart takes.
type Size uint8

const (
	// Wide is as wide as the text of a page.
	Wide Size = iota
	// Narrow is for two charts side by side.
	Narrow
)

// Heights of a chart of lines or of a histogram, and the width of a narrow one.
const (
	linesHeight  = 280
	narrowHeight = 190
	narrowWidth  = 350
)

// Lines draws lines over one coordinate, no more than can be told apart.
func Lines(chart LineChart) (*Chart, error) {
	if len(chart.Lines) > len(series) {
		return nil, fmt.Errorf("chart %q: %d lines; %d can be told apart", chart.Title, len(chart.Lines), len(series))
	}
	var xs, ys span
	for _, l := range chart.Lines {
		if err := l.check(); err != nil {
			return nil, fmt.Errorf("chart %q: %w", chart.Title, err)
		}
		l.reach(&xs, &ys)
	}
	if err := reachLevels(chart.Levels, &ys); err != nil {
		return nil, err
	}
	c := newChart(chart.Title, chart.X, chart.Y, linesHeight)
	if chart.Size == Narrow {
		c.width, c.height = narrowWidth, narrowHeight
	}
	c.fit(chart.X, chart.Y, xs, ys)
	c.plot.Add(gridLines{}, levels(chart.Levels))
	for i, l := range chart.Lines {
		c.plot.Add(drawnLine{l, seriesLine(i), series[i%len(series)]})
		if l.Name != "" {
			c.legend = append(c.legend, legendItem{l.Name, seriesLine(i)})
		}
	}
	c.plot.Add(strips{c.hints, chart.X, chart.Y, chart.Lines})
	return c, nil
}

func (l Line) check() error {
	for _, p := range l.Points {
		if err := finite(l.Name, p.X, p.Y, p.Low, p.High); err != nil {
			return err
		}
	}
	if !slices.IsSortedFunc(l.Points, func(a, b Point) int { return cmp.Compare(a.X, b.X) }) {
		return fmt.Errorf("line %q: its points are not in the order of X", l.Name)
	}
	return nil
}

func (l Line) reach(xs, ys *span) {
	for _, p := range l.Points {
		xs.add(p.X)
		ys.add(p.Y)
		if l.Banded {
			ys.add(p.Low, p.High)
		}
	}
}

type drawnLine struct {
	Line
	style draw.LineStyle
	tone  tone
}

func (l drawnLine) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at := make([]vg.Point, 0, len(l.Points))
	var upper, lower []vg.Point
	for _, point := range l.Points {
		at = append(at, vg.Point{X: x(point.X), Y: y(point.Y)})
		upper = append(upper, vg.Point{X: x(point.X), Y: y(point.High)})
		lower = append(lower, vg.Point{X: x(point.X), Y: y(point.Low)})
	}
	slices.Reverse(lower)
	if l.Banded && len(at) > 1 {
		c.FillPolygon(l.tone.faint(), append(upper, lower...))
	}
	if len(at) == 1 {
		c.DrawGlyph(draw.GlyphStyle{Color: l.tone.color(), Radius: 3.5, Shape: draw.CircleGlyph{}}, at[0])
		return
	}
	c.StrokeLines(l.style, at)
}

type gridLines struct{}

func (gridLines) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	for _, tick := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		c.StrokeLine2(line(grid, .8), c.Min.X, y(tick.Value), c.Max.X, y(tick.Value))
	}
}

func reachLevels(all []Level, ys *span) error {
	for _, level := range all {
		if err := finite(level.Name, level.Y); err != nil {
			return err
		}
		ys.add(level.Y)
	}
	return nil
}

type levels []Level

func (l levels) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	named := style(10, soft)
	named.XAlign = draw.XRight
	dashed := line(soft, 1)
	dashed.Dashes = []vg.Length{3, 3}
	for _, level := range l {
		c.StrokeLine2(dashed, c.Min.X, y(level.Y), c.Max.X, y(level.Y))
		c.FillText(named, vg.Point{X: c.Max.X, Y: y(level.Y) + 2}, level.Name)
	}
}

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

// Trends draws estimates with their intervals over one coordinate, and the curves through them with their bands.
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
	if err := reachLevels(chart.Levels, &ys); err != nil {
		return nil, err
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
		upper, lower = append(upper, vg.Point{X: x(point.X), Y: y(point.High)}),
			append(lower, vg.Point{X: x(point.X), Y: y(point.Low)})
	}
	edge := seriesLine(b.number)
	edge.Width = .6
	c.StrokeLines(edge, upper)
	c.StrokeLines(edge, lower)
	slices.Reverse(lower)
	c.FillPolygon(tone.faint(), append(upper, lower...))
}

type trendDots struct {
	Trend
	number, of int
}

// shapes tell trends apart without colours.
var shapes = [len(series)]draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{},
	draw.TriangleGlyph{},
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
		c.DrawGlyph(draw.GlyphStyle{Color: color, Radius: 4, Shape: shapes[d.number%len(shapes)]},
			vg.Point{X: at, Y: y(point.Y)})
	}
}

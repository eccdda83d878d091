package charts

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
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

// Lines draws lines over one coordinate. It fails on data that are not finite, that come in no order, or of more series than can be told apart.
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
	for _, level := range chart.Levels {
		if err := finite(level.Name, level.Y); err != nil {
			return nil, err
		}
		ys.add(level.Y)
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
	if !slices.IsSortedFunc(l.Points, func(a, b Point) int { return sign(a.X - b.X) }) {
		return fmt.Errorf("line %q: its points are not in the order of X", l.Name)
	}
	return nil
}

func sign(x float64) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
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

// drawnLine is a line on its way to the canvas.
type drawnLine struct {
	Line
	style draw.LineStyle
	tone  tone
}

// Plot draws the band, the line over it, and a line of one point as a dot.
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

// gridLines are fine lines at the ticks of the vertical axis.
type gridLines struct{}

// Plot draws them.
func (gridLines) Plot(c draw.Canvas, p *plot.Plot) {
	_, y := p.Transforms(&c)
	for _, tick := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		c.StrokeLine2(line(grid, .8), c.Min.X, y(tick.Value), c.Max.X, y(tick.Value))
	}
}

// levels are drawn with their names above their right ends.
type levels []Level

// Plot draws them.
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

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

// A Point is a point of a line. Its interval is from low to high; if both are equal, the point has no interval.
type Point struct{ X, Y, low, high float64 }

func (p Point) hasInterval() bool { return p.low < p.high }

// PointOf returns the point of an estimate at x, with the limits of its interval.
func PointOf(x float64, e stats.Estimate) Point {
	low, high := e.Limits()
	return Point{x, e.Value, low, high}
}

// A Line is a line through points.
type Line struct {
	Name   string  // name in the legend; "" for a line that the legend leaves out
	Points []Point // sorted by X
}

// lines returns a picture of the chart's lines, in which points with intervals are drawn as dots. It returns an error
// if series has fewer styles than there are lines.
func (c Chart) lines() (*picture, error) {
	if len(c.Lines) > len(series) {
		return nil, fmt.Errorf("%d lines; %d can be told apart", len(c.Lines), len(series))
	}
	const height = 280 // in points
	p := c.newPicture(height)
	p.plot.Add(&plotter.Grid{Horizontal: lineStyle(grid, .8)})
	var xs, ys []float64
	if c.Even {
		ys = append(ys, .5)
		p.plot.Add(drawing(drawEven))
	}
	for i, l := range c.Lines {
		if err := l.check(); err != nil {
			return nil, err
		}
		for _, point := range l.Points {
			xs, ys = append(xs, point.X), append(ys, point.Y)
			if point.hasInterval() {
				ys = append(ys, point.low, point.high)
			}
		}
		if l.Name != "" {
			const longest = 90 // greatest length of a name, in letters
			p.legend = append(p.legend, legendItem{shortened(l.Name, longest), seriesLine(i)})
		}
		p.plot.Add(l.drawn(i, len(c.Lines)))
	}
	p.plot.X.Min, p.plot.X.Max = c.X.rangeOf(xs)
	p.plot.Y.Min, p.plot.Y.Max = c.Y.rangeOf(ys)
	return p, nil
}

// check returns an error if the points of the line cannot be drawn.
func (l Line) check() error {
	for _, p := range l.Points {
		if err := checkFinite(l.Name, p.X, p.Y, p.low, p.high); err != nil {
			return err
		}
	}
	if !slices.IsSortedFunc(l.Points, func(a, b Point) int { return cmp.Compare(a.X, b.X) }) {
		return fmt.Errorf("line %q: its points are not in the order of X", l.Name)
	}
	return nil
}

// aside is the distance in points between the dots of two lines at the same X.
const aside = 7

// drawn returns a drawing of the line and of its dots. number is the index of the line among the count lines of the
// chart. Points with intervals are moved aside, so that dots of different lines do not overlap.
func (l Line) drawn(number, count int) drawing {
	return func(c draw.Canvas, p *plot.Plot) {
		toX, toY := p.Transforms(&c)
		interval := lineStyle(series[number].tone, 1.4)
		var at []vg.Point
		for _, point := range l.Points {
			x, y := toX(point.X), toY(point.Y)
			if point.hasInterval() {
				x += (vg.Length(number) - vg.Length(count-1)/2) * aside
				low, high := toY(point.low), toY(point.high)
				c.StrokeLine2(interval, x, low, x, high)
				c.StrokeLine2(interval, x-3, low, x+3, low)
				c.StrokeLine2(interval, x-3, high, x+3, high)
			}
			at = append(at, vg.Point{X: x, Y: y})
			if point.hasInterval() || len(l.Points) == 1 {
				dot := draw.GlyphStyle{Color: interval.Color, Radius: 4, Shape: series[number].shape}
				c.DrawGlyph(dot, vg.Point{X: x, Y: y})
			}
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

// A Dot is an estimate with its label.
type Dot struct {
	Label    string
	Estimate stats.Estimate
}

// dots returns a picture with a row for each of c.Dots: a dot for the value and a line for the interval, or an arrow
// from a bound.
func (c Chart) dots() (*picture, error) {
	var xs []float64
	var labels []Tick
	rows := len(c.Dots)
	for i, d := range c.Dots {
		e := d.Estimate
		if err := checkFinite(d.Label, e.Value, e.Low, e.High); err != nil {
			return nil, err
		}
		value, low, high := e.Numbers()
		for _, x := range []*float64{value, low, high} {
			if x != nil {
				xs = append(xs, *x)
			}
		}
		const longest = 44 // greatest length of a label, in letters
		labels = append(labels, Tick{Value: float64(rows - 1 - i), Label: shortened(d.Label, longest)})
	}
	if c.Even {
		xs = append(xs, .5)
	}
	const rowHeight, axisRoom = 25, 44 // heights in points: of a dot with its label, and of the X axis with its label
	p := c.newPicture(vg.Length(rowHeight*rows + axisRoom))
	low, high := c.X.rangeOf(xs)
	margin := (high - low) * .05
	p.plot.X.Min, p.plot.X.Max = low-margin, high+margin
	p.plot.Y.Min, p.plot.Y.Max = -.5, float64(rows)-.5
	p.plot.Y.Tick.Label.Color, p.plot.Y.Tick.Length = ink.color(), 6
	p.plot.Y.Tick.Marker = plot.ConstantTicks(labels)
	p.plot.Add(&plotter.Grid{Vertical: lineStyle(grid, .8)})
	if c.Even {
		p.plot.Add(drawing(func(c draw.Canvas, p *plot.Plot) {
			x, _ := p.Transforms(&c)
			c.StrokeLine2(lineStyle(soft, 1.2, 3, 3), x(.5), c.Min.Y, x(.5), c.Max.Y)
		}))
	}
	p.plot.Add(drawDots(c.Dots))
	return p, nil
}

// shortened returns a label of at most longest letters.
func shortened(label string, longest int) string {
	if letters := []rune(label); len(letters) > longest {
		return string(letters[:longest-1]) + "…"
	}
	return label
}

// drawDots returns a drawing of the given dots, with their intervals or bounds, one row each.
func drawDots(dots []Dot) drawing {
	return func(c draw.Canvas, p *plot.Plot) {
		x, y := p.Transforms(&c)
		interval := lineStyle(series[0].tone, 2)
		for i, dot := range dots {
			e, middle := dot.Estimate, y(float64(len(dots)-1-i)) // height of the row's middle; row 0 is at the top
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

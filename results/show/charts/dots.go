package charts

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"pillars/results/estimate/stats"
)

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
	Mark  *Mark // value to compare the estimates with; nil for none
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
		if err := finite(d.Label, e.Value, e.Low, e.High); err != nil {
			return nil, fmt.Errorf("chart %q: %w", chart.Title, err)
		}
		value, low, high := e.Numbers()
		for _, x := range []*float64{value, low, high} {
			if x != nil {
				xs.add(*x)
			}
		}
	}
	if chart.Mark != nil {
		xs.add(chart.Mark.X)
	}
	low, high := xs.on(chart.X)
	margin := (high - low) * .05
	c := chart.frame(rowHeight)
	c.plot.X.Min, c.plot.X.Max = low-margin, high+margin
	c.slim = func() *Chart { return chart.frame(slimHeight) }
	return c, nil
}

// frame returns the chart with rows of height rowHeight or slimHeight. The caller sets the range of the X axis.
func (chart DotChart) frame(height vg.Length) *Chart {
	c := newChart(chart.Title, chart.X, Axis{}, height*vg.Length(max(1, len(chart.Dots)))+44)
	c.plot.Y.Min, c.plot.Y.Max = -.5, max(0, float64(len(chart.Dots))-1)+.5
	var labels []Tick
	for i, d := range chart.Dots {
		labels = append(labels, Tick{Value: float64(len(chart.Dots) - 1 - i), Label: shortened(d.Label)})
	}
	c.plot.Add(&plotter.Grid{Vertical: line(grid, .8)})
	if chart.Mark != nil {
		c.plot.Add(drawing(func(c draw.Canvas, p *plot.Plot) {
			x, _ := p.Transforms(&c)
			c.StrokeLine2(line(soft, 1.2, 3, 3), x(chart.Mark.X), c.Min.Y, x(chart.Mark.X), c.Max.Y)
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
			area.FillText(style(11, ink), at, row.Label)
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

// drawDots draws each estimate in its row, and adds its text as a tooltip to a hinter.
func drawDots(to *hinter, unit Unit, dots []Dot) drawing {
	return func(c draw.Canvas, p *plot.Plot) {
		x, y := p.Transforms(&c)
		interval := line(series[0], 2)
		for i, dot := range dots {
			e, height := dot.Estimate, y(float64(len(dots)-1-i))
			text := e.Text(1)
			if unit == Percent {
				text = e.Percent(1)
			}
			to.add(c.Min.X, height-rowHeight/2, c.Max.X, height+rowHeight/2, dot.Label+": "+text)
			switch e.Kind {
			case stats.Measured, stats.Bracketed:
				c.StrokeLine2(interval, x(e.Low), height, x(e.High), height)
				whisker(c, interval, x(e.Low), height)
				whisker(c, interval, x(e.High), height)
			case stats.AtLeast:
				arrow(c, interval, x(e.Low), height, 1)
			case stats.AtMost:
				arrow(c, interval, x(e.High), height, -1)
			}
			if e.HasValue() {
				c.DrawGlyph(draw.GlyphStyle{Color: series[0].color(), Radius: 4.5, Shape: draw.CircleGlyph{}},
					vg.Point{X: x(e.Value), Y: height})
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

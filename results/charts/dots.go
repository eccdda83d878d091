package charts

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"pillars/results/stats"
)

// Dot is an estimate with a label of its own.
type Dot struct {
	Label    string
	Estimate stats.Estimate
}

// DotChart is what [Dots] draws.
type DotChart struct {
	Title string
	X     Axis
	Dots  []Dot
	Mark  *Mark // what the dots are compared with
}

const rowHeight = 25

// Dots draws estimates one below the other: a dot for the value, a line for the interval, an arrow for a bound.
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
	c := newChart(chart.Title, chart.X, Axis{}, rowHeight*vg.Length(max(1, len(chart.Dots)))+44)
	if chart.Mark != nil {
		xs.add(chart.Mark.X)
	}
	low, high := xs.on(chart.X)
	margin := (high - low) * .05
	c.plot.X.Min, c.plot.X.Max = low-margin, high+margin
	c.plot.Y.Min, c.plot.Y.Max = -.5, max(0, float64(len(chart.Dots))-1)+.5
	var labels plot.ConstantTicks
	for i, d := range chart.Dots {
		labels = append(labels, plot.Tick{Value: float64(len(chart.Dots) - 1 - i), Label: shortened(d.Label)})
	}
	c.plot.Y.Tick.Marker, c.plot.Y.Tick.Label.Color = labels, ink.color()
	c.plot.Y.Tick.Length = 6
	c.plot.Add(uprights{chart.Mark}, drawDots(c.hints, chart.X.Unit, chart.Dots))
	return c, nil
}

const longestLabel = 44

func shortened(label string) string {
	if letters := []rune(label); len(letters) > longestLabel {
		return string(letters[:longestLabel-1]) + "…"
	}
	return label
}

func drawDots(to *hinter, unit Unit, dots []Dot) drawing {
	return func(c draw.Canvas, p *plot.Plot) {
		x, y := p.Transforms(&c)
		interval := line(series[0], 2)
		for i, dot := range dots {
			e, height := dot.Estimate, y(float64(len(dots)-1-i))
			to.add(c.Min.X, height-rowHeight/2, c.Max.X, height+rowHeight/2, dot.Label+": "+unit.estimated(e))
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

// arrow points from a bound to where nothing bounds.
func arrow(c draw.Canvas, l draw.LineStyle, x, y, direction vg.Length) {
	whisker(c, l, x, y)
	tip := x + direction*16
	c.StrokeLine2(l, x, y, tip, y)
	c.StrokeLines(l, []vg.Point{{X: tip - direction*5, Y: y - 4}, {X: tip, Y: y}, {X: tip - direction*5, Y: y + 4}})
}

// uprights are fine lines at the ticks of the horizontal axis, and a mark.
type uprights struct{ mark *Mark }

func (u uprights) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	for _, tick := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		c.StrokeLine2(line(grid, .8), x(tick.Value), c.Min.Y, x(tick.Value), c.Max.Y)
	}
	if u.mark != nil {
		c.StrokeLine2(line(soft, 1.2, 3, 3), x(u.mark.X), c.Min.Y, x(u.mark.X), c.Max.Y)
	}
}

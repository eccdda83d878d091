// Package charts draws figures as SVG elements of a page: lines, and estimates with their intervals.
//
// The colours are variables of the page's style: --ink (text), --soft (secondary text and axes), --line (fine lines),
// and --series-1 to --series-6. Equal data give equal bytes. Charts with numbers that are infinite or NaN are errors.
package charts

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"pillars/results/estimate/stats"
)

// A Chart describes a figure, which has lines or dots.
type Chart struct {
	X, Y  Axis   // charts of dots do not use Y
	Lines []Line // at most as many as series has styles
	Dots  []Dot
	Even  bool // whether to draw a line at one half, where both sides are even
}

// A Line is a line through points.
type Line struct {
	Name   string  // name in the legend; "" for a line that the legend leaves out
	Points []Point // sorted by X
}

// A Point is a point of a line. Its interval is from low to high; if both are equal, the point has no interval.
type Point struct{ X, Y, low, high float64 }

// PointOf returns the point of an estimate at x, with the limits of its interval.
func PointOf(x float64, e stats.Estimate) Point {
	low, high := e.Limits()
	return Point{x, e.Value, low, high}
}

func (p Point) hasInterval() bool { return p.low < p.high }

// A Dot is an estimate with its label.
type Dot struct {
	Label    string
	Estimate stats.Estimate
}

// Empty reports whether the chart has neither lines nor dots.
func (c Chart) Empty() bool { return len(c.Lines)+len(c.Dots) == 0 }

// series has the colour of each line of a chart, adapted from those of Okabe and Ito (Color Universal Design, 2002),
// and the lengths of its dashes and gaps, which distinguish lines in a print without colours.
var series = [...]struct{ colour, dashes string }{
	{"var(--series-1,#0072b2)", ""},
	{"var(--series-2,#d55e00)", "7 3"},
	{"var(--series-3,#00815e)", "2 2.5"},
	{"var(--series-4,#b8508a)", "9 3 2 3"},
	{"var(--series-5,#9a6e00)", "4 3"},
	{"var(--series-6,#6b7480)", "9 2 2 2 2 2"},
}

// check returns an error if the chart cannot be drawn.
func (c Chart) check() error {
	if len(c.Lines) > len(series) {
		return fmt.Errorf("%d lines; %d can be told apart", len(c.Lines), len(series))
	}
	for _, l := range c.Lines {
		for _, p := range l.Points {
			if err := checkFinite(l.Name, p.X, p.Y, p.low, p.high); err != nil {
				return err
			}
		}
		if !slices.IsSortedFunc(l.Points, func(a, b Point) int { return cmp.Compare(a.X, b.X) }) {
			return fmt.Errorf("line %q: its points are not in the order of X", l.Name)
		}
	}
	for _, d := range c.Dots {
		if err := checkFinite(d.Label, d.Estimate.Value, d.Estimate.Low, d.Estimate.High); err != nil {
			return err
		}
	}
	return nil
}

// checkFinite returns an error if one of the values is infinite or NaN. The text what names the owner of the values.
func checkFinite(what string, values ...float64) error {
	for _, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("%s: %v cannot be drawn; leave out what has no value", what, x)
		}
	}
	return nil
}

// Inline returns the chart as an element of an HTML page. alt describes the chart to screen readers.
func (c Chart) Inline(alt string) (string, error) {
	if err := c.check(); err != nil {
		return "", err
	}
	d := drawing{}
	if len(c.Dots) > 0 {
		d.dots(c)
	} else {
		d.lines(c)
	}
	return fmt.Sprintf(`<svg viewBox="0 0 %d %[2]d" width="%[1]d" height="%d" role="img" aria-label="%s" `+
		`font-size="11" font-family="'Helvetica Neue',Arial,'Liberation Sans',sans-serif">%s</svg>`, width, d.height,
		html.EscapeString(alt), d.String()), nil
}

// Sizes in pixels.
const (
	width      = 720
	lineHeight = 17
	rowHeight  = 25 // of a dot with its label
	plotHeight = 220
	axisHeight = 40  // of the marks and the label below a chart
	margin     = 14  // at the right of a chart
	letter     = 6.6 // mean width of a letter
	aside      = 7   // between the dots of two lines at the same X
)

// A drawing holds the SVG elements of a chart, the scales of its axes, and its height.
type drawing struct {
	strings.Builder
	x, y   scale
	height int
}

// A scale turns the values from low to high into places from first to last.
type scale struct{ low, high, first, last float64 }

func (s scale) at(value float64) float64 {
	return s.first + (value-s.low)/(s.high-s.low)*(s.last-s.first)
}

// line draws a line through places, which are x and y in turn.
func (d *drawing) line(colour string, thickness float64, dashes string, places ...float64) {
	var points strings.Builder
	for i := 0; i < len(places); i += 2 {
		fmt.Fprintf(&points, "%.1f,%.1f ", places[i], places[i+1])
	}
	fmt.Fprintf(d, `<polyline fill="none" stroke="%s" stroke-width="%g" stroke-dasharray="%s" points="%s"/>`, colour,
		thickness, dashes, strings.TrimSpace(points.String()))
}

func (d *drawing) dot(colour string, x, y float64) {
	fmt.Fprintf(d, `<circle cx="%.1f" cy="%.1f" r="4" fill="%s"/>`, x, y, colour)
}

// text writes a text. Its anchor, which is start, middle or end, is at x.
func (d *drawing) text(colour string, x, y float64, anchor, text string) {
	fmt.Fprintf(d, `<text x="%.1f" y="%.1f" text-anchor="%s" fill="%s">%s</text>`, x, y, anchor, colour,
		html.EscapeString(text))
}

// Colours of the parts of a chart that are not data.
const (
	ink  = "var(--ink)"
	soft = "var(--soft)"
	fine = "var(--line)"
)

// axisBelow draws a horizontal axis with its marks and its label.
func (d *drawing) axisBelow(a Axis, marks []Tick, y float64) {
	d.line(soft, .8, "", d.x.first, y, d.x.last, y)
	for _, mark := range marks {
		x := d.x.at(mark.Value)
		d.line(soft, .8, "", x, y, x, y+4)
		d.text(soft, x, y+15, "middle", mark.Label)
	}
	d.text(soft, (d.x.first+d.x.last)/2, y+32, "middle", a.Label)
	d.height = int(y) + axisHeight
}

// lines draws the legend, the label of the vertical axis and the lines of the chart. Points with intervals are drawn as
// dots.
func (d *drawing) lines(c Chart) {
	var xs, ys []float64
	top := 0.
	for i, l := range c.Lines {
		for _, p := range l.Points {
			xs, ys = append(xs, p.X), append(ys, p.Y)
			if p.hasInterval() {
				ys = append(ys, p.low, p.high)
			}
		}
		if l.Name != "" {
			top += lineHeight
			d.line(series[i].colour, 2, series[i].dashes, 4, top-4, 24, top-4)
			d.text(ink, 30, top, "start", shortened(l.Name, 90))
		}
	}
	if c.Even {
		ys = append(ys, .5)
	}
	if c.Y.Label != "" {
		top += lineHeight + 4
		d.text(soft, 4, top, "start", c.Y.Label)
	}
	low, high := c.Y.rangeOf(ys)
	rows := c.Y.marks(low, high)
	left := 0.
	for _, row := range rows {
		left = max(left, widthOf(row.Label))
	}
	bottom := top + 10 + plotHeight
	d.y = scale{low, high, bottom, top + 10}
	low, high = c.X.rangeOf(xs)
	d.x = scale{low, high, left, width - margin}
	for _, row := range rows {
		y := d.y.at(row.Value)
		d.line(fine, .8, "", d.x.first, y, d.x.last, y)
		d.text(soft, left-letter, y+4, "end", row.Label)
	}
	d.axisBelow(c.X, c.X.marks(low, high), bottom)
	if y := d.y.at(.5); c.Even {
		d.line(soft, 1, "3 3", d.x.first, y, d.x.last, y)
		d.text(soft, d.x.last, y-3, "end", "even")
	}
	for i := range c.Lines {
		d.points(c, i)
	}
}

// points draws the line i of the chart. Points with intervals are moved aside, so that dots of different lines do not
// overlap.
func (d *drawing) points(c Chart, i int) {
	colour := series[i].colour
	var places []float64
	for _, p := range c.Lines[i].Points {
		x, y := d.x.at(p.X), d.y.at(p.Y)
		if p.hasInterval() {
			x += (float64(i) - float64(len(c.Lines)-1)/2) * aside
			low, high := d.y.at(p.low), d.y.at(p.high)
			d.line(colour, 1.4, "", x-3, low, x+3, low, x, low, x, high, x-3, high, x+3, high)
		}
		if p.hasInterval() || len(c.Lines[i].Points) == 1 {
			d.dot(colour, x, y)
		}
		places = append(places, x, y)
	}
	d.line(colour, 2, series[i].dashes, places...)
}

// dots draws a row for each dot of the chart, with a line for its interval or an arrow from its bound.
func (d *drawing) dots(c Chart) {
	const longestLabel = 44 // letters
	var xs []float64
	left := 0.
	for _, dot := range c.Dots {
		value, low, high := dot.Estimate.Numbers()
		for _, x := range []*float64{value, low, high} {
			if x != nil {
				xs = append(xs, *x)
			}
		}
		left = max(left, widthOf(shortened(dot.Label, longestLabel)))
	}
	if c.Even {
		xs = append(xs, .5)
	}
	low, high := c.X.rangeOf(xs)
	room, bottom := (high-low)*.05, float64(rowHeight*len(c.Dots)+4)
	d.x = scale{low - room, high + room, left, width - margin}
	marks := c.X.marks(d.x.low, d.x.high)
	for _, mark := range marks {
		d.line(fine, .8, "", d.x.at(mark.Value), 4, d.x.at(mark.Value), bottom)
	}
	d.axisBelow(c.X, marks, bottom)
	if x := d.x.at(.5); c.Even {
		d.line(soft, 1.2, "3 3", x, 4, x, bottom)
	}
	for i, dot := range c.Dots {
		y := float64(rowHeight*i + 4 + rowHeight/2)
		d.text(ink, left-letter, y+4, "end", shortened(dot.Label, longestLabel))
		d.interval(dot.Estimate, y)
	}
}

// interval draws an estimate at the height y.
func (d *drawing) interval(e stats.Estimate, y float64) {
	colour := series[0].colour
	const whisker, reach = 4, 16 // half the height of the end of an interval; length of an arrow
	arrow := func(x, direction float64) {
		tip, barb := x+direction*reach, x+direction*(reach-5)
		d.line(colour, 2, "", x, y-whisker, x, y+whisker, x, y, tip, y, barb, y-4, tip, y, barb, y+4)
	}
	switch low, high := d.x.at(e.Low), d.x.at(e.High); e.Kind {
	case stats.Measured, stats.Bracketed:
		d.line(colour, 2, "", low, y-whisker, low, y+whisker, low, y, high, y, high, y-whisker, high, y+whisker)
	case stats.AtLeast:
		arrow(low, 1)
	case stats.AtMost:
		arrow(high, -1)
	}
	if e.HasValue() {
		d.dot(colour, d.x.at(e.Value), y)
	}
}

// widthOf returns about the width of a label, with a gap after it.
func widthOf(label string) float64 { return letter * float64(len([]rune(label))+2) }

// shortened returns a label of at most longest letters.
func shortened(label string, longest int) string {
	if letters := []rune(label); len(letters) > longest {
		return string(letters[:longest-1]) + "…"
	}
	return label
}

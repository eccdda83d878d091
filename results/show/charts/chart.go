// Package charts draws estimates with their intervals as SVG elements of a page.
//
// The colours are variables of the page's style: --ink (text), --soft (secondary text and axes), --line (fine lines),
// and --series-1 (estimates). Equal data give equal bytes. Estimates must not be infinite or NaN.
package charts

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"pillars/results/estimate/stats"
)

// A Chart describes a figure with a row for each estimate.
type Chart struct {
	Label  string // name of the quantity on the axis, with its unit
	Shares bool   // whether the values are shares: the axis goes from 0 to 100 %, with a line at one half
	Dots   []Dot
}

// A Dot is an estimate with its label.
type Dot struct {
	Label    string
	Estimate stats.Estimate
	Range    stats.Estimate // drawn from its lower to its upper limit by a thin line; absent for none
}

// Inline returns the chart as an element of an HTML page. alt describes the chart to screen readers.
func (c Chart) Inline(alt string) string {
	d := drawing{}
	height := d.draw(c)
	return fmt.Sprintf(`<svg viewBox="0 0 %d %[2]d" width="%[1]d" height="%d" role="img" aria-label="%s" `+
		`font-size="11" font-family="'Helvetica Neue',Arial,'Liberation Sans',sans-serif">%s</svg>`, width, height,
		html.EscapeString(alt), d.String())
}

// Sizes in pixels.
const (
	width      = 720
	rowHeight  = 25  // of a dot with its label
	axisHeight = 40  // of the marks and the label below a chart
	margin     = 14  // at the right of a chart
	letter     = 6.6 // mean width of a letter
)

// A drawing holds the SVG elements of a chart, and the scale of its axis.
type drawing struct {
	strings.Builder
	low, high   float64 // values at the ends of the axis
	first, last float64 // places of the ends of the axis
}

// at returns the place of a value on the axis.
func (d *drawing) at(value float64) float64 {
	return d.first + (value-d.low)/(d.high-d.low)*(d.last-d.first)
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

// text writes a text. Its anchor, which is start, middle or end, is at x.
func (d *drawing) text(colour string, x, y float64, anchor, text string) {
	fmt.Fprintf(d, `<text x="%.1f" y="%.1f" text-anchor="%s" fill="%s">%s</text>`, x, y, anchor, colour,
		html.EscapeString(text))
}

// Colours of the parts of a chart.
const (
	ink    = "var(--ink)"
	soft   = "var(--soft)"
	fine   = "var(--line)"
	colour = "var(--series-1,#0072b2)" // of estimates
)

// draw draws the axis and a row for each dot of the chart. It returns the height of the chart.
func (d *drawing) draw(c Chart) (height int) {
	left := 0.
	for _, dot := range c.Dots {
		left = max(left, letter*float64(len([]rune(shortened(dot.Label)))+2)) // about its width, with a gap
	}
	low, high := c.extent()
	room, bottom := (high-low)*.05, float64(rowHeight*len(c.Dots)+4)
	d.low, d.high, d.first, d.last = low-room, high+room, left, width-margin
	for _, mark := range c.marks(d.low, d.high) {
		x := d.at(mark.value)
		d.line(fine, .8, "", x, 4, x, bottom)
		d.line(soft, .8, "", x, bottom, x, bottom+4)
		d.text(soft, x, bottom+15, "middle", mark.label)
	}
	d.line(soft, .8, "", d.first, bottom, d.last, bottom)
	d.text(soft, (d.first+d.last)/2, bottom+32, "middle", c.Label)
	if x := d.at(.5); c.Shares {
		d.line(soft, 1.2, "3 3", x, 4, x, bottom)
	}
	for i, dot := range c.Dots {
		y := float64(rowHeight*i + 4 + rowHeight/2)
		d.text(ink, left-letter, y+4, "end", shortened(dot.Label))
		if _, low, high := dot.Range.Numbers(); low != nil && high != nil {
			d.line(colour, .8, "", d.at(*low), y, d.at(*high), y)
		}
		d.estimate(dot.Estimate, y)
	}
	return int(bottom) + axisHeight
}

// estimate draws an estimate at the height y, with a line for its interval or an arrow from its bound.
func (d *drawing) estimate(e stats.Estimate, y float64) {
	const whisker, reach = 4, 16 // half the height of the end of an interval; length of an arrow
	arrow := func(x, direction float64) {
		tip, barb := x+direction*reach, x+direction*(reach-5)
		d.line(colour, 2, "", x, y-whisker, x, y+whisker, x, y, tip, y, barb, y-4, tip, y, barb, y+4)
	}
	switch low, high := d.at(e.Low), d.at(e.High); e.Kind {
	case stats.Measured, stats.Bracketed:
		d.line(colour, 2, "", low, y-whisker, low, y+whisker, low, y, high, y, high, y-whisker, high, y+whisker)
	case stats.AtLeast:
		arrow(low, 1)
	case stats.AtMost:
		arrow(high, -1)
	}
	if e.HasValue() {
		fmt.Fprintf(d, `<circle cx="%.1f" cy="%.1f" r="4" fill="%s"/>`, d.at(e.Value), y, colour)
	}
}

// shortened returns a label without the end of a text that is too long.
func shortened(label string) string {
	const longest = 44 // letters
	if letters := []rune(label); len(letters) > longest {
		return string(letters[:longest-1]) + "…"
	}
	return label
}

// extent returns the range of the values of the chart. The range is never empty: low < high.
func (c Chart) extent() (low, high float64) {
	var values []float64
	if c.Shares {
		values = []float64{0, 1}
	}
	for _, dot := range c.Dots {
		value, low, high := dot.Estimate.Numbers()
		_, least, most := dot.Range.Numbers()
		for _, x := range []*float64{value, low, high, least, most} {
			if x != nil {
				values = append(values, *x)
			}
		}
	}
	if len(values) == 0 {
		return 0, 1
	}
	low, high = slices.Min(values), slices.Max(values)
	if high-low <= 1e-9*math.Abs(high) {
		return low - .5, high + .5
	}
	return low, high
}

// A mark is a place on the axis with its text.
type mark struct {
	value float64
	label string
}

// marks returns the marks of the axis from low to high. The distance of two marks is 1, 2 or 5 times a power of ten, so
// that there are 5 to 13 of them. Their texts have just enough decimals to distinguish them.
func (c Chart) marks(low, high float64) (marks []mark) {
	const fewestSteps = 5
	widest := (high - low) / fewestSteps * (1 + 1e-9)
	step := math.Pow(10, math.Floor(math.Log10(widest)))
	for _, factor := range []float64{5, 2} {
		if factor*step <= widest {
			step *= factor
			break
		}
	}
	scale, unit := 1., ""
	if c.Shares {
		scale, unit = 100, " %"
	}
	decimals := max(0, -int(math.Floor(math.Log10(scale*step)+1e-9)))
	for i := math.Ceil(low/step - 1e-9); i*step <= high+step*1e-9; i++ {
		text := stats.FormatNumber(scale*i*step, decimals)
		marks = append(marks, mark{i * step, strings.Replace(text, "-", "−", 1) + unit})
	}
	return marks
}

// Package charts draws figures in one style with gonum/plot: lines, and estimates with their intervals.
//
// A [Chart] is written as an SVG element of a page ([Chart.Inline]). The colours of the element are the variables of
// [Styles], so they follow the reader's choice of a light or dark page. Equal data give equal bytes.
//
// The colours are adapted from those of Okabe and Ito (Color Universal Design, 2002). Lines also differ in their
// dashes, so that a grey print can be read.
//
// Charts with numbers that are infinite or NaN are errors.
package charts

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A Chart describes a figure, which has lines or dots.
type Chart struct {
	X, Y  Axis   // charts of dots do not use Y
	Lines []Line // at most as many as series has styles
	Dots  []Dot
	Even  bool // whether to draw a line at one half, where both sides are even
}

// Empty reports whether the chart has neither lines nor dots.
func (c Chart) Empty() bool { return len(c.Lines)+len(c.Dots) == 0 }

// Inline returns the chart as an element of an HTML page, in the colours of [Styles]. alt describes the chart to screen
// readers.
func (c Chart) Inline(alt string) (string, error) {
	draw := c.lines
	if len(c.Dots) > 0 {
		draw = c.dots
	}
	p, err := draw()
	if err != nil {
		return "", err
	}
	canvas := vgsvg.New(chartWidth, p.height+p.heightAbove())
	p.draw(canvas)
	var raw bytes.Buffer
	_, err = canvas.WriteTo(&raw)
	text := svgHead.ReplaceAll(plain(raw.Bytes()), []byte(`<svg viewBox="${box}" width="${width}" height="${height}" `+
		`role="img" aria-label="ALT" font-family="`+fontFamily+`">`))
	label := `aria-label="` + html.EscapeString(alt) + `"` // put in last, since it may contain what coloured replaces
	return strings.Replace(coloured(string(text)), `aria-label="ALT"`, label, 1), err
}

// A picture is a chart that can be drawn.
type picture struct {
	plot   *plot.Plot
	above  string // label of the vertical axis, written above the axis
	legend []legendItem
	height vg.Length // height of the plot without legend and label
}

// Sizes in points.
const (
	chartWidth  = 720
	lineHeight  = 17
	labelHeight = lineHeight + 4 // height of the label of the vertical axis, with the gap below
)

// newPicture returns a picture of a chart with axes but no data.
func (c Chart) newPicture(height vg.Length) *picture {
	p := plot.New()
	p.BackgroundColor = nil
	p.X.Label.Text, p.X.Label.TextStyle = c.X.Label, textStyle(11, soft)
	p.X.Label.TextStyle.XAlign, p.X.Label.Padding = draw.XCenter, 4
	p.X.Tick.Label, p.Y.Tick.Label = textStyle(11, soft), textStyle(11, soft)
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XCenter, draw.YTop
	p.Y.Tick.Label.XAlign, p.Y.Tick.Label.YAlign = draw.XRight, draw.YCenter
	p.X.LineStyle, p.X.Tick.LineStyle = lineStyle(soft, .8), lineStyle(soft, .8)
	p.Y.LineStyle, p.Y.Tick.LineStyle = draw.LineStyle{}, draw.LineStyle{} // instead, there are grid lines
	p.X.Tick.Length, p.Y.Tick.Length = 4, 2
	p.X.Padding, p.Y.Padding = 0, 0
	p.X.Tick.Marker, p.Y.Tick.Marker = c.X.Unit, c.Y.Unit
	if c.X.Ticks != nil {
		p.X.Tick.Marker = plot.ConstantTicks(c.X.Ticks)
	}
	return &picture{plot: p, above: c.Y.Label, height: height}
}

// A drawing draws a part of a chart. It implements [plot.Plotter].
type drawing func(c draw.Canvas, p *plot.Plot)

// Plot draws this part of the chart.
func (d drawing) Plot(c draw.Canvas, p *plot.Plot) { d(c, p) }

// draw draws from top to bottom: the legend, the label of the vertical axis, and the plot.
func (p *picture) draw(canvas *vgsvg.Canvas) {
	width, height := canvas.Size()
	canvas.SetColor(ground.color())
	canvas.Fill(vg.Rectangle{Max: vg.Point{X: width, Y: height}}.Path())
	area := draw.Crop(draw.New(canvas), 4, -14, 4, -4) // margins left, right, bottom and top
	at, legendHeight := p.legendPlaces()
	for i, item := range p.legend {
		x, y := area.Min.X+at[i].X, area.Max.Y-at[i].Y-lineHeight
		area.StrokeLine2(item.line, x, y+6, x+keyWidth-6, y+6)
		area.FillText(textStyle(11, ink), vg.Point{X: x + keyWidth, Y: y + 2}, item.name)
	}
	area.FillText(textStyle(11, soft), vg.Point{X: area.Min.X, Y: area.Max.Y - legendHeight - lineHeight + 3}, p.above)
	area.Max.Y -= p.heightAbove()
	p.plot.Draw(area)
}

// heightAbove returns the height of the legend and the label above the plot.
func (p *picture) heightAbove() vg.Length {
	_, height := p.legendPlaces()
	if p.above != "" {
		height += labelHeight
	}
	return height
}

// checkFinite returns an error if one of the values is infinite or NaN. The text what names the owner of the values in
// the error.
func checkFinite(what string, values ...float64) error {
	for _, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("%s: %v cannot be drawn; leave out what has no value", what, x)
		}
	}
	return nil
}

// A legendItem is the name of a line of the chart with the style of the line.
type legendItem struct {
	name string
	line draw.LineStyle
}

const (
	keyWidth  = 26 // width of the sample of a line in the legend, with the gap after it
	legendGap = 18 // width of the gap between two items of the legend
)

// legendPlaces returns the offsets of the legend's items from its upper left corner, and the height of the legend.
func (p *picture) legendPlaces() (at []vg.Point, height vg.Length) {
	if len(p.legend) == 0 {
		return nil, 0
	}
	var x, y vg.Length
	for _, item := range p.legend {
		width := keyWidth + textStyle(11, ink).Width(item.name) + legendGap
		if x > 0 && x+width > chartWidth-20 { // the margins of the chart take almost 20 points
			x, y = 0, y+lineHeight
		}
		at = append(at, vg.Point{X: x, Y: y})
		x += width
	}
	return at, y + lineHeight
}

// Package charts draws figures in one style with gonum/plot: lines ([Lines]) and estimates with their intervals
// ([Dots]).
//
// A [Chart] is written as an SVG file or as an SVG element of a page ([Chart.Inline]). The colours of the element are
// the variables of [Styles], so they follow the reader's choice of a light or dark page. Equal data give equal bytes.
//
// The colours are adapted from those of Okabe and Ito (Color Universal Design, 2002). Series also differ in the dashes
// of their lines, so that a grey print can be read.
//
// Charts with numbers that are infinite or NaN are errors.
package charts

import (
	"bytes"
	"fmt"
	"math"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A Chart is a figure made by [Lines] or [Dots]. Only one goroutine may use it.
type Chart struct {
	title  string
	plot   *plot.Plot
	above  string // label of the vertical axis, written above the axis
	legend []legendItem
	height vg.Length // height without title and legend
}

// Sizes in points, except where a comment gives another unit.
const (
	chartWidth = 720
	lineHeight = 17

	titleHeight = lineHeight + 6 // with the gap below
	aboveHeight = lineHeight + 4 // of the label Chart.above, with the gap below
)

// newChart returns a chart with axes but no data. height is its height in points, without title and legend.
func newChart(title string, x, y Axis, height vg.Length) *Chart {
	c := &Chart{title: title, plot: plot.New(), above: y.Label, height: height}
	p := c.plot
	p.BackgroundColor = nil
	p.X.Label.Text, p.X.Label.TextStyle = x.Label, textStyle(11, soft)
	p.X.Label.TextStyle.XAlign, p.X.Label.Padding = draw.XCenter, 4
	p.X.Tick.Label, p.Y.Tick.Label = textStyle(11, soft), textStyle(11, soft)
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XCenter, draw.YTop
	p.Y.Tick.Label.XAlign, p.Y.Tick.Label.YAlign = draw.XRight, draw.YCenter
	p.X.LineStyle, p.X.Tick.LineStyle = lineStyle(soft, .8), lineStyle(soft, .8)
	p.Y.LineStyle, p.Y.Tick.LineStyle = draw.LineStyle{}, draw.LineStyle{} // grid lines take their place
	p.X.Tick.Length, p.Y.Tick.Length = 4, 2
	p.X.Padding, p.Y.Padding = 0, 0
	p.X.Tick.Marker, p.Y.Tick.Marker = x.marker(), y.marker()
	return c
}

func (c *Chart) fit(x, y Axis, xs, ys span) {
	c.plot.X.Min, c.plot.X.Max = xs.rangeOn(x)
	c.plot.Y.Min, c.plot.Y.Max = ys.rangeOn(y)
}

// A drawing draws a part of a chart. It implements [plot.Plotter].
type drawing func(c draw.Canvas, p *plot.Plot)

func (d drawing) Plot(c draw.Canvas, p *plot.Plot) { d(c, p) }

// levelGrid draws fine lines at the ticks of the vertical axis.
var levelGrid = &plotter.Grid{Horizontal: lineStyle(grid, .8)}

// draw draws from top to bottom: the title, unless it is "", the legend, the label of the vertical axis, and the plot.
func (c *Chart) draw(canvas vg.CanvasSizer, title string) {
	area := draw.Crop(draw.New(canvas), 4, -14, 4, -4) // margins left, right, bottom and top
	if title != "" {
		bold := textStyle(13, ink)
		bold.Font.Weight = font.WeightBold
		area.FillText(bold, vg.Point{X: area.Min.X, Y: area.Max.Y - lineHeight}, title)
		area.Max.Y -= titleHeight
	}
	area.Max.Y -= c.drawLegend(area)
	if c.above != "" {
		area.FillText(textStyle(11, soft), vg.Point{X: area.Min.X, Y: area.Max.Y - lineHeight + 3}, c.above)
		area.Max.Y -= aboveHeight
	}
	c.plot.Draw(area)
}

// heightWith returns the height that draw needs with a title.
func (c *Chart) heightWith(title string) vg.Length {
	_, legendHeight := c.legendPlaces()
	height := c.height + legendHeight
	if c.above != "" {
		height += aboveHeight
	}
	if title != "" {
		height += titleHeight
	}
	return height
}

// SVG returns the content of an SVG file with the chart and its title on a light background.
func (c *Chart) SVG() ([]byte, error) {
	raw, err := c.rawSVG(c.title, true)
	opening := `<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}" font-family="` +
		fontFamily + `">`
	return svgHead.ReplaceAll(plain(raw), []byte(opening)), err
}

// Inline returns the chart as an element of an HTML page, in the colours of [Styles] and without its title. alt
// describes the chart to screen readers.
func (c *Chart) Inline(alt string) (string, error) {
	raw, err := c.rawSVG("", false)
	return inline(raw, alt), err
}

// rawSVG returns the chart as gonum/plot writes it, with a light background if background is set.
func (c *Chart) rawSVG(title string, background bool) ([]byte, error) {
	size := vg.Point{X: chartWidth, Y: c.heightWith(title)}
	canvas := vgsvg.New(size.X, size.Y)
	if background {
		canvas.SetColor(ground.color())
		canvas.Fill(vg.Rectangle{Max: size}.Path())
	}
	c.draw(canvas, title)
	var b bytes.Buffer
	_, err := canvas.WriteTo(&b)
	return b.Bytes(), err
}

// checkFinite returns an error if one of the values is infinite or NaN. The error names what has the values.
func checkFinite(what string, values ...float64) error {
	for _, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("chart: %s: %v cannot be drawn; leave out what has no value", what, x)
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
func (c *Chart) legendPlaces() (at []vg.Point, height vg.Length) {
	if len(c.legend) == 0 {
		return nil, 0
	}
	var x, y vg.Length
	for _, item := range c.legend {
		width := keyWidth + textStyle(11, ink).Width(item.name) + legendGap
		if x > 0 && x+width > chartWidth-20 { // the margins of the chart take almost 20 points
			x, y = 0, y+lineHeight
		}
		at = append(at, vg.Point{X: x, Y: y})
		x += width
	}
	return at, y + lineHeight
}

func (c *Chart) drawLegend(area draw.Canvas) vg.Length {
	at, height := c.legendPlaces()
	for i, item := range c.legend {
		x, y := area.Min.X+at[i].X, area.Max.Y-at[i].Y-lineHeight
		area.StrokeLine2(item.line, x, y+6, x+keyWidth-6, y+6)
		area.FillText(textStyle(11, ink), vg.Point{X: x + keyWidth, Y: y + 2}, item.name)
	}
	return height
}

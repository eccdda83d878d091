// Package charts draws figures: lines with bands ([Lines]), estimates with a curve through them ([Trends]), histograms
// ([Histogram]), estimates with their intervals ([Dots]) and heat maps ([HeatMap]). The drawing is gonum/plot's; what
// is here makes all figures look like one family.
//
// A [Chart] is written as SVG and as PNG, each standing for itself, and as SVG for a page ([Chart.Inline]), whose
// colours are the variables of [Styles] and so follow the reader's choice of light or dark. The same data give the same
// bytes.
//
// The colours are those of Okabe and Ito (Color Universal Design, 2002), darkened or lightened for their ground. Series
// differ in the dashes of their lines too, so that a print in grey can be read.
//
// Data that are not finite are refused: a figure never shows what is not there.
package charts

import (
	"bytes"
	"fmt"
	"image/png"
	"math"
	"sort"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Chart is a figure, made with [Lines], [Trends], [Histogram], [Dots] or [HeatMap]. It belongs to one goroutine.
type Chart struct {
	title  string
	plot   *plot.Plot
	above  string // what the vertical axis shows
	legend []legendItem
	width  vg.Length
	height vg.Length // without title and legend
	hints  *hinter
	slim   func() *Chart // for a narrow screen, where it is not only less wide
}

// Measures in points. A chart is as wide as the text of a page.
const (
	chartWidth = 720
	slimWidth  = 350 // on a narrow screen
	lineHeight = 17
	resolution = 160 // of PNG, in dots per inch
)

func newChart(title string, x, y Axis, height vg.Length) *Chart {
	c := &Chart{title: title, plot: plot.New(), above: y.Label, width: chartWidth, height: height, hints: &hinter{}}
	p := c.plot
	p.BackgroundColor = nil
	p.X.Label.Text, p.X.Label.TextStyle = x.Label, style(11, soft)
	p.X.Label.TextStyle.XAlign, p.X.Label.Padding = draw.XCenter, 4
	p.X.Tick.Label, p.Y.Tick.Label = style(11, soft), style(11, soft)
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XCenter, draw.YTop
	p.Y.Tick.Label.XAlign, p.Y.Tick.Label.YAlign = draw.XRight, draw.YCenter
	p.X.LineStyle, p.X.Tick.LineStyle = line(soft, .8), line(soft, .8)
	p.Y.LineStyle, p.Y.Tick.LineStyle = draw.LineStyle{}, draw.LineStyle{}
	p.X.Tick.Length, p.Y.Tick.Length = 4, 2
	p.X.Padding, p.Y.Padding = 0, 0
	p.X.Tick.Marker, p.Y.Tick.Marker = x.marker(), y.marker()
	return c
}

func (c *Chart) fit(x, y Axis, xs, ys span) {
	c.plot.X.Min, c.plot.X.Max = xs.on(x)
	c.plot.Y.Min, c.plot.Y.Max = ys.on(y)
}

// drawing draws a part of a chart.
type drawing func(c draw.Canvas, p *plot.Plot)

func (d drawing) Plot(c draw.Canvas, p *plot.Plot) { d(c, p) }

// draw draws everything; the title only where nothing else gives it.
func (c *Chart) draw(canvas vg.CanvasSizer, title string) {
	c.hints.hints = nil
	area := draw.Crop(draw.New(canvas), 4, -14, 4, -4)
	if title != "" {
		bold := style(13, ink)
		bold.Font.Weight = font.WeightBold
		area.FillText(bold, vg.Point{X: area.Min.X, Y: area.Max.Y - lineHeight}, title)
		area.Max.Y -= lineHeight + 6
	}
	area.Max.Y -= c.drawLegend(area)
	if c.above != "" {
		area.FillText(style(11, soft), vg.Point{X: area.Min.X, Y: area.Max.Y - lineHeight + 3}, c.above)
		area.Max.Y -= lineHeight + 4
	}
	c.plot.Draw(area)
}

func (c *Chart) size(title string) (width, height vg.Length) {
	_, legend := c.places()
	height = c.height + legend
	if c.above != "" {
		height += lineHeight + 4
	}
	if title != "" {
		height += lineHeight + 6
	}
	return c.width, height
}

// SVG is the chart as a file of its own, on light ground, with its title.
func (c *Chart) SVG() ([]byte, error) {
	raw, err := c.rawSVG(c.title, true)
	return standalone(raw), err
}

// Inline is the chart as an element of an HTML page, without its title, in the colours of the page's [Styles], with
// values where the pointer is. alt says what there is to see. A wide chart is followed by one for narrow screens, of
// which a page shows one: they have the classes wide and slim, and broad
// where that is for scrolling.
func (c *Chart) Inline(alt string) (string, error) {
	raw, err := c.rawSVG("", false)
	_, height := c.size("")
	if c.width <= slimWidth || err != nil {
		return inline(raw, "", alt, c.hints.elements(height)), err
	}
	text := inline(raw, "wide", alt, c.hints.elements(height))
	slim, class := c.slimmed(), "slim"
	if slim.width > slimWidth {
		class += " broad"
	}
	raw, err = slim.rawSVG("", false)
	return text + inline(raw, class, alt, ""), err
}

// slimmed is the chart for a narrow screen, with the same ranges.
func (c *Chart) slimmed() *Chart {
	s := *c
	s.width = slimWidth
	if c.slim != nil {
		s = *c.slim()
		s.plot.X.Min, s.plot.X.Max = c.plot.X.Min, c.plot.X.Max
	}
	return &s
}

// ShareX gives charts of the same quantity the same horizontal axis, wide enough for all.
func ShareX(all ...*Chart) { share(all, func(c *Chart) *plot.Axis { return &c.plot.X }) }

// ShareY gives charts of the same quantity the same vertical axis.
func ShareY(all ...*Chart) { share(all, func(c *Chart) *plot.Axis { return &c.plot.Y }) }

func share(all []*Chart, of func(*Chart) *plot.Axis) {
	var both span
	for _, c := range all {
		both.add(of(c).Min, of(c).Max)
	}
	for _, c := range all {
		of(c).Min, of(c).Max = both.low, both.high
	}
}

func (c *Chart) rawSVG(title string, grounded bool) ([]byte, error) {
	width, height := c.size(title)
	canvas := vgsvg.New(width, height)
	if grounded {
		paint(canvas, width, height)
	}
	c.draw(canvas, title)
	var b bytes.Buffer
	_, err := canvas.WriteTo(&b)
	return b.Bytes(), err
}

// PNG is the chart as a picture of 1,600 dots' width, on light ground, with its title.
func (c *Chart) PNG() ([]byte, error) {
	width, height := c.size(c.title)
	canvas := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(resolution))
	paint(canvas, width, height)
	c.draw(canvas, c.title)
	var b bytes.Buffer
	err := png.Encode(&b, canvas.Image())
	return b.Bytes(), err
}

func paint(canvas vg.Canvas, width, height vg.Length) {
	canvas.SetColor(ground.color())
	canvas.Fill(vg.Rectangle{Max: vg.Point{X: width, Y: height}}.Path())
}

// finite refuses numbers that cannot be drawn, naming what they belong to.
func finite(what string, values ...float64) error {
	for _, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("chart: %s: %v cannot be drawn; leave out what has no value", what, x)
		}
	}
	return nil
}

type legendItem struct {
	name string
	line draw.LineStyle
}

const (
	keyWidth  = 26 // of the sample of a line
	legendGap = 18 // between items
)

// places are where the items of the legend stand, from the upper left corner, and its height.
func (c *Chart) places() (at []vg.Point, height vg.Length) {
	if len(c.legend) == 0 {
		return nil, 0
	}
	var x, y vg.Length
	for _, item := range c.legend {
		width := keyWidth + style(11, ink).Width(c.fitting(item.name)) + legendGap
		if x > 0 && x+width > c.width-20 {
			x, y = 0, y+lineHeight
		}
		at = append(at, vg.Point{X: x, Y: y})
		x += width
	}
	return at, y + lineHeight
}

// drawLegend draws the legend at the top of an area and returns its height.
func (c *Chart) drawLegend(area draw.Canvas) vg.Length {
	at, height := c.places()
	for i, item := range c.legend {
		x, y := area.Min.X+at[i].X, area.Max.Y-at[i].Y-lineHeight
		area.StrokeLine2(item.line, x, y+6, x+keyWidth-6, y+6)
		area.FillText(style(11, ink), vg.Point{X: x + keyWidth, Y: y + 2}, c.fitting(item.name))
	}
	return height
}

// fitting is a name of the legend, shortened where the chart is narrower.
func (c *Chart) fitting(name string) string {
	letters := []rune(name)
	if len(letters) < 2 || c.holds(name) {
		return name
	}
	short := func(n int) string { return string(letters[:n]) + "…" }
	return short(max(1, sort.Search(len(letters), func(n int) bool { return !c.holds(short(n)) })-1))
}

// holds reports whether a name is no wider than the legend.
func (c *Chart) holds(name string) bool {
	return style(11, ink).Width(name) <= c.width-keyWidth-legendGap-8
}

package charts

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// An Axis describes one axis of a chart. The axis shows the range of the data, widened to include Low and High.
type Axis struct {
	Label     string  // name of the quantity, with its unit
	Unit      Unit    // format of the values
	Low, High float64 // values that the range must include; if both are 0, no value must be included
	Ticks     []Tick  // the marks on the axis; nil for marks at round numbers
}

// A Tick is a mark on an axis with its text.
type Tick = plot.Tick

// A Unit says how the values of an axis are written.
type Unit uint8

const (
	Number  Unit = iota // the number itself
	Percent             // a share of 1, written in per cent
	Whole               // an integer
)

// text returns a value as text, with just enough decimals to distinguish ticks whose distance is step.
func (u Unit) text(x, step float64) string {
	if u == Percent {
		x, step = 100*x, 100*step
	}
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if math.Abs(x) < step/2 {
		text = "0" // not "-0"
	}
	if u == Percent {
		text += " %"
	}
	return strings.Replace(text, "-", "−", 1)
}

// fewestSteps is the smallest number of steps, from one tick to the next, on an axis. Since a step is rounded down to
// 1, 2 or 5 times a power of ten, an axis has at most 2.5 times as many steps.
const fewestSteps = 5

// Ticks returns ticks at round numbers from low to high, all with labels. It makes a Unit a [plot.Ticker], since
// [plot.DefaultTicks] labels only about three ticks.
func (u Unit) Ticks(low, high float64) (ticks []Tick) {
	step := roundDown((high - low) / fewestSteps)
	if u == Whole {
		step = max(1, step)
	}
	for i := math.Ceil(low/step - 1e-9); i*step <= high+step*1e-9; i++ {
		value := min(max(low, i*step), high) // a rounded value outside the range would not be drawn
		ticks = append(ticks, Tick{Value: value, Label: u.text(value, step)})
	}
	return ticks
}

// roundDown returns the largest number up to x that is 1, 2 or 5 times a power of ten.
func roundDown(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)+1e-9))
	for _, factor := range []float64{5, 2} {
		if factor*power <= x*(1+1e-9) {
			return factor * power
		}
	}
	return power
}

// rangeOf returns the range that the axis shows for some values. The range is never empty: low < high.
func (a Axis) rangeOf(values []float64) (low, high float64) {
	if a.Low != 0 || a.High != 0 {
		values = append(values, a.Low, a.High)
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

// textStyle returns the style of text of a size in points. The font, Liberation Sans, has letters as wide as Arial's.
func textStyle(size vg.Length, t tone) text.Style {
	return text.Style{
		Color: t.color(), Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		Handler: plot.DefaultTextHandler, XAlign: draw.XLeft, YAlign: draw.YBottom,
	}
}

func lineStyle(t tone, width vg.Length, dashes ...vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: t.color(), Width: width, Dashes: dashes}
}

// A tone is a colour with a role on a page, in a light and a dark form.
type tone struct {
	name        string // name of the CSS variable with the colour, without the leading dashes
	light, dark string // #RRGGBB; light differs from tone to tone, since [Chart.Inline] recognises a tone by it
}

var (
	ground = tone{"card", "#FFFFFF", "#272420"} // background
	ink    = tone{"ink", "#26231D", "#ECE6D8"}  // text
	soft   = tone{"soft", "#5F5747", "#B9AE98"} // secondary text, axes
	grid   = tone{"grid", "#E6DFCF", "#423C31"} // fine lines
)

// series has the style of each line of a chart, or of its dots. Dashes and shapes distinguish lines in a print without
// colours.
var series = [...]struct {
	tone
	dashes []vg.Length      // lengths in points of the dashes and gaps of lines; nil for a solid line
	shape  draw.GlyphDrawer // shape of dots
}{
	{tone{"series-1", "#0072B2", "#5AB4E5"}, nil, draw.CircleGlyph{}},
	{tone{"series-2", "#D55E00", "#FF8A45"}, []vg.Length{7, 3}, draw.BoxGlyph{}},
	{tone{"series-3", "#00815E", "#3CC9A0"}, []vg.Length{2, 2.5}, draw.PyramidGlyph{}},
	{tone{"series-4", "#B8508A", "#E59BC4"}, []vg.Length{9, 3, 2, 3}, draw.RingGlyph{}},
	{tone{"series-5", "#9A6E00", "#F0C04A"}, []vg.Length{4, 3}, draw.SquareGlyph{}},
	{tone{"series-6", "#6B7480", "#B6BEC8"}, []vg.Length{9, 2, 2, 2, 2, 2}, draw.TriangleGlyph{}},
}

func seriesLine(i int) draw.LineStyle { return lineStyle(series[i].tone, 2, series[i].dashes...) }

func (t tone) color() color.Color {
	var c color.NRGBA
	_, _ = fmt.Sscanf(t.light, "#%02X%02X%02X", &c.R, &c.G, &c.B) // cannot fail: a test checks the form of all colours
	c.A = 255
	return c
}

func tones() []tone {
	all := []tone{ground, ink, soft, grid}
	for _, s := range series {
		all = append(all, s.tone)
	}
	return all
}

// Styles returns CSS declarations of the variables that charts use on a page, for light and for dark backgrounds:
// --card (background of a chart), --ink (text), --soft (secondary text), --grid (fine lines) and --series-1 to -6.
func Styles() (light, dark string) {
	for _, t := range tones() {
		light += fmt.Sprintf("--%s:%s;", t.name, t.light)
		dark += fmt.Sprintf("--%s:%s;", t.name, t.dark)
	}
	return light, dark
}

const fontFamily = "'Helvetica Neue',Arial,'Liberation Sans',sans-serif"

// fontWords matches the font properties that gonum/plot writes with every text.
var fontWords = regexp.MustCompile(`font-family:[^;"]*;font-variant:[^;"]*;font-weight:[^;"]*;font-style:[^;"]*;`)

// svgHead matches the beginning of an SVG file up to the end of the svg tag. Its width and height are in points.
var svgHead = regexp.MustCompile(
	`(?s)^.*?<svg width="(?P<width>[0-9.]+)pt" height="(?P<height>[0-9.]+)pt" viewBox="(?P<box>[^"]*)"[^>]*>`)

// plain removes the font properties from all texts, since the root element names the font.
func plain(raw []byte) []byte {
	raw = fontWords.ReplaceAll(raw, nil)
	return bytes.ReplaceAll(raw, []byte("\n\tstyle="), []byte(" style=")) // keep elements on one line
}

// coloured returns svg with the CSS variables of [Styles] instead of colours.
func coloured(svg string) string {
	var colorsAndVariables []string
	for _, t := range tones() {
		colorsAndVariables = append(colorsAndVariables, t.light, "var(--"+t.name+")")
	}
	return strings.NewReplacer(colorsAndVariables...).Replace(svg)
}

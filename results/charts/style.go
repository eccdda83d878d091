package charts

import (
	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// style is text of a size in points. Liberation Sans has the widths of Arial and Helvetica, which stand in for it on pages.
func style(size vg.Length, t tone) text.Style {
	return text.Style{
		Color: t.color(), Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}, Handler: plot.DefaultTextHandler,
		XAlign: draw.XLeft, YAlign: draw.YBottom,
	}
}

func bold(size vg.Length, t tone) text.Style {
	s := style(size, t)
	s.Font.Weight = xfont.WeightBold
	return s
}

func line(t tone, width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: t.color(), Width: width}
}

// dashes tell series apart without colours.
var dashes = [len(series)][]vg.Length{nil, {7, 3}, {2, 2.5}, {9, 3, 2, 3}, {4, 3}, {9, 2, 2, 2, 2, 2}}

// seriesLine is the line of series number i.
func seriesLine(i int) draw.LineStyle {
	l := line(series[i%len(series)], 2)
	l.Dashes = dashes[i%len(series)]
	return l
}

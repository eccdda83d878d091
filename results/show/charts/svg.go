package charts

import (
	"bytes"
	"fmt"
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"pillars/results/estimate/stats"
)

const fontFamily = "'Helvetica Neue',Arial,'Liberation Sans',sans-serif"

// fontWords matches the font properties that gonum/plot writes with every text. Of these only the weight varies.
var fontWords = regexp.MustCompile(`font-family:[^;"]*;font-variant:[^;"]*;font-weight:([^;"]*);font-style:[^;"]*;`)

// head matches the beginning of a file of gonum/plot up to the svg tag. Its groups are the width, the height and the
// view box.
var head = regexp.MustCompile(`(?s)^.*?<svg width="([0-9.]+)pt" height="([0-9.]+)pt" viewBox="([^"]*)"[^>]*>`)

// plain removes the font properties from all texts, except bold. The root element has the others.
func plain(raw []byte) []byte {
	raw = fontWords.ReplaceAllFunc(raw, func(words []byte) []byte {
		if bytes.Contains(words, []byte("font-weight:bold")) || bytes.Contains(words, []byte("font-weight:700")) {
			return []byte("font-weight:bold;")
		}
		return nil
	})
	return bytes.ReplaceAll(raw, []byte("\n\tstyle="), []byte(" style="))
}

// standalone returns a picture of gonum/plot as a complete file.
func standalone(raw []byte) []byte {
	return head.ReplaceAll(plain(raw), []byte(`<?xml version="1.0" encoding="UTF-8"?>`+"\n"+
		`<svg xmlns="http://www.w3.org/2000/svg" width="$1" height="$2" viewBox="$3" font-family="`+fontFamily+`">`))
}

// inline returns a picture of gonum/plot as an element of a class, in the colours of the page. alt describes it, and
// the elements of more are put on top.
func inline(raw []byte, class, alt, more string) string {
	opening := `<svg class="` + class + `" viewBox="$3" width="$1" height="$2" role="img" aria-label="ALT" ` +
		`font-family="` + fontFamily + `">`
	text := string(head.ReplaceAll(plain(raw), []byte(opening)))
	var pairs []string
	for _, t := range tones() {
		pairs = append(pairs, t.light, "var(--"+t.name+")", t.faintText(), "var(--"+t.name+")")
	}
	text = strings.NewReplacer(pairs...).Replace(text)
	text = strings.Replace(text, "</svg>", more+"</svg>", 1)
	return strings.Replace(text, `aria-label="ALT"`, `aria-label="`+html.EscapeString(alt)+`"`, 1)
}

// A hint is a tooltip on a rectangle.
type hint struct {
	area vg.Rectangle
	text string
}

// A hinter collects hints while a chart is drawn, since the places are known only then.
type hinter struct{ hints []hint }

func (h *hinter) add(left, bottom, right, top vg.Length, text string) {
	area := vg.Rectangle{Min: vg.Point{X: left, Y: bottom}, Max: vg.Point{X: right, Y: top}}
	h.hints = append(h.hints, hint{area, text})
}

// elements returns the hints as invisible SVG elements. The height of the chart turns its coordinates upside down.
func (h *hinter) elements(height vg.Length) string {
	var b strings.Builder
	for _, hint := range h.hints {
		size := hint.area.Size()
		fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="none" pointer-events="all">`+
			"<title>%s</title></rect>\n",
			hint.area.Min.X, height-hint.area.Max.Y, size.X, size.Y, html.EscapeString(hint.text))
	}
	return b.String()
}

// mostStrips is the most hints side by side. A pointer could not hit more of them.
const mostStrips = 400

// strips adds the hints of lines: for each X at which any line has a point, the values of all lines there.
func strips(to *hinter, x, y Axis, lines []Line) drawing {
	return func(c draw.Canvas, p *plot.Plot) {
		toX, _ := p.Transforms(&c)
		texts := map[float64]string{}
		for _, l := range lines {
			for _, point := range l.Points {
				if texts[point.X] == "" {
					texts[point.X] = strings.TrimSpace(x.Label + " " + x.exact(point.X))
				}
				texts[point.X] += "\n" + l.hint(point, y.Unit)
			}
		}
		at := slices.Sorted(maps.Keys(texts))
		if len(at) > mostStrips {
			return
		}
		for i, x := range at {
			left, right := c.Min.X, c.Max.X
			if i > 0 {
				left = (toX(at[i-1]) + toX(x)) / 2
			}
			if i+1 < len(at) {
				right = (toX(x) + toX(at[i+1])) / 2
			}
			to.add(left, c.Min.Y, right, c.Max.Y, texts[x])
		}
	}
}

// hint returns the name of the line and the value of a point with its limits.
func (l Line) hint(p Point, u Unit) string {
	text := u.exact(p.Y)
	if l.Banded && p.low < p.high {
		text += " (" + u.exact(p.low) + " .. " + u.exact(p.high) + ")"
	}
	if l.Name != "" {
		text = l.Name + ": " + text
	}
	return text
}

// exact returns a value as tooltips show it.
func (u Unit) exact(x float64) string {
	switch {
	case u == Percent:
		return minus(stats.Percent(x, 1))
	case x == float64(int64(x)):
		return minus(stats.FormatNumber(x, 0))
	}
	return minus(stats.FormatNumber(x, 2))
}

// minus replaces a hyphen by a minus sign.
func minus(text string) string { return strings.Replace(text, "-", "−", 1) }

// estimated returns an estimate as tooltips show it.
func (u Unit) estimated(e stats.Estimate) string {
	if u == Percent {
		return e.Percent(1)
	}
	return e.Text(1)
}

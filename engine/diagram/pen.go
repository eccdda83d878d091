package diagram

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"pillars/engine"
)

// pen writes SVG elements. Coordinates are in SVG user units, and the y axis points down.
type pen struct {
	b      strings.Builder
	turned bool // whether the first rank is at the top
}

// look holds the colours of a shape and the width of its stroke.
type look struct {
	fill, stroke string  // colours; "" for none
	width        float64 // of the stroke
}

// num returns the text of a number with at most two decimals. Adding 0 turns -0 into 0.
func num(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100+0, 'f', -1, 64) }

func nums(xs ...float64) string {
	words := make([]string, len(xs))
	for i, x := range xs {
		words[i] = num(x)
	}
	return strings.Join(words, " ")
}

// escape escapes a text for XML. It replaces characters that XML does not allow.
func escape(text string) string {
	visible := func(r rune) rune {
		if unicode.IsControl(r) || r == '\uFFFE' || r == '\uFFFF' {
			return utf8.RuneError
		}
		return r
	}
	return html.EscapeString(strings.Map(visible, text))
}

func (p *pen) raw(text string) { p.b.WriteString(text) }

// attributes writes attributes. The arguments are names, each followed by its value: a string or a float64.
func (p *pen) attributes(pairs ...any) {
	for pair := range slices.Chunk(pairs, 2) {
		value := pair[1]
		if x, is := value.(float64); is {
			value = num(x)
		}
		fmt.Fprintf(&p.b, ` %s="%s"`, pair[0], value)
	}
}

// shape writes an element with the given attributes and the attributes of the look.
func (p *pen) shape(name string, l look, pairs ...any) {
	p.raw("<" + name)
	p.attributes(append(pairs, "fill", cmp.Or(l.fill, "none"))...)
	if l.stroke != "" {
		p.attributes("stroke", l.stroke, "stroke-width", l.width)
	}
	p.raw("/>")
}

// open begins a group whose origin is at x, y. The method close ends the group.
func (p *pen) open(x, y float64) { p.raw(`<g transform="translate(` + nums(x, y) + `)">`) }
func (p *pen) close()            { p.raw("</g>\n") }

func (p *pen) rect(x, y, width, height float64, l look, more ...any) {
	p.shape("rect", l, append([]any{"x", x, "y", y, "width", width, "height", height}, more...)...)
}

func (p *pen) ellipse(cx, cy, rx, ry float64, l look) {
	p.shape("ellipse", l, "cx", cx, "cy", cy, "rx", rx, "ry", ry)
}
func (p *pen) path(d string, l look) { p.shape("path", l, "d", d) }

// font is the style of a text.
type font struct {
	size   float64
	ink    string
	bold   bool
	anchor string // start, middle or end
}

func (p *pen) text(x, y float64, text string, f font) {
	p.raw("<text")
	p.attributes("x", x, "y", y, "font-size", f.size, "fill", f.ink)
	if f.bold {
		p.attributes("font-weight", "bold")
	}
	p.attributes("text-anchor", f.anchor)
	p.raw(">" + escape(text) + "</text>")
}

// The outlines of pillars, towers and pawns, as SVG paths in a cell whose upper left corner is the origin.
const (
	shaftPath   = "M21.5 17C23 26 23 36 20.5 46H39.5C37 36 37 26 38.5 17Z"
	flutesPath  = "M26.5 18C27.3 27 27.1 37 26 46M33.5 18C32.7 27 32.9 37 34 46"
	capitalPath = "M12.5 6H47.5V11.5C47.5 14.5 43 17 38.5 17H21.5C17 17 12.5 14.5 12.5 11.5Z"
	abacusPath  = "M12.5 11H47.5"
	basePath    = "M19 46H41C43.5 46 43.5 49 47 49V54.5H13V49C16.5 49 16.5 46 19 46Z"

	towerPath      = "M15 53V47.5L19.5 44L21.5 24H17V9.5H23.5V14H27V9.5H33V14H36.5V9.5H43V24H38.5L40.5 44L45 47.5V53Z"
	towerLinesPath = "M19.5 44H40.5M21.5 24H38.5"

	pawnPath = "M16.5 53V48C24 45.5 26 38 26 30.5H22.5V26.5H26.2A8.6 8.6 0 1 1 33.8 26.5H37.5V30.5H34C34 38 36 45.5 " +
		"43.5 48V53Z"
)

// single draws a pillar, a tower or a pawn.
func (p *pen) single(piece engine.Piece) {
	c := paints[piece.Color]
	body, lines := look{fill: c.face, stroke: outline, width: 1.5}, look{stroke: c.seam, width: 1.2}
	switch piece.Shape {
	case engine.Tower:
		p.path(towerPath, body)
		p.path(towerLinesPath, lines)
	case engine.Pawn:
		p.path(pawnPath, body)
	default:
		p.path(shaftPath, look{fill: c.side, stroke: outline, width: 1.5})
		p.path(flutesPath, lines)
		p.path(capitalPath, body)
		p.path(abacusPath, lines)
		p.path(basePath, body)
	}
}

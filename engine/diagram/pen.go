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
)

// pen writes SVG elements. Coordinates are in SVG user units, and the y axis points down.
type pen struct {
	b      strings.Builder
	turned bool // whether the first rank is at the top
}

// look holds the colours and the stroke of a shape. The style sheet of a page can replace them by the shape's classes.
type look struct {
	class        string  // classes, separated by blanks; "" for none
	fill, stroke string  // colours; "" for none
	width        float64 // of the stroke
	opacity      float64 // from 0 to 1; 0 means 1, an opaque shape
	dash         string  // lengths of the dashes and gaps of the stroke; "" for none
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

// escape escapes a text for XML. It replaces control characters, and two others that XML forbids, by U+FFFD.
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
	if l.class != "" {
		p.attributes("class", l.class)
	}
	p.attributes(append(pairs, "fill", cmp.Or(l.fill, "none"))...)
	if l.stroke != "" {
		p.attributes("stroke", l.stroke, "stroke-width", l.width)
	}
	if l.dash != "" {
		p.attributes("stroke-dasharray", l.dash)
	}
	if l.opacity > 0 {
		p.attributes("opacity", l.opacity)
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
	class  string
	size   float64
	ink    string // colour
	bold   bool
	anchor string // start, middle or end
}

func (p *pen) text(x, y float64, text string, f font) {
	p.raw("<text")
	p.attributes("class", f.class, "x", x, "y", y, "font-size", f.size, "fill", f.ink)
	if f.bold {
		p.attributes("font-weight", "bold")
	}
	p.attributes("text-anchor", f.anchor)
	p.raw(">" + escape(text) + "</text>")
}

package diagram

import (
	"encoding/xml"
	"math"
	"strconv"
	"strings"
)

// pen writes SVG elements. Coordinates are user units, the y axis points down.
type pen struct{ b strings.Builder }

// look is the attributes that say how an element looks. Empty and zero fields are left out.
type look struct {
	fill, stroke string
	width        float64 // of the stroke
}

func (l look) attributes() string {
	fill := l.fill
	if fill == "" {
		fill = "none"
	}
	out := ` fill="` + fill + `"`
	if l.stroke != "" {
		out += ` stroke="` + l.stroke + `" stroke-width="` + num(l.width) + `"`
	}
	return out
}

// num writes a number with at most two decimals.
func num(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100+0, 'f', -1, 64) }

func nums(xs ...float64) string {
	words := make([]string, len(xs))
	for i, x := range xs {
		words[i] = num(x)
	}
	return strings.Join(words, " ")
}

// escape makes text safe inside elements and attributes. What XML cannot hold is replaced.
func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder never fails
	return b.String()
}

func (p *pen) raw(text string) { p.b.WriteString(text) }

// open begins a group moved to x, y; close ends it.
func (p *pen) open(x, y float64) { p.raw(`<g transform="translate(` + nums(x, y) + `)">`) }
func (p *pen) close()            { p.raw("</g>\n") }

// openTitled begins a group that stands for one thing of that name.
func (p *pen) openTitled(x, y float64, title string) {
	p.raw(`<g role="img" transform="translate(` + nums(x, y) + `)"><title>` + escape(title) + `</title>`)
}

// target takes the pointer over a rectangle in which nothing of its own is seen.
func (p *pen) target(width, height float64) {
	p.raw(`<rect width="` + num(width) + `" height="` + num(height) + `" fill="none" pointer-events="all"/>`)
}

func (p *pen) rect(x, y, width, height, radius float64, l look) {
	rounded := ""
	if radius > 0 {
		rounded = ` rx="` + num(radius) + `"`
	}
	p.raw(`<rect x="` + num(x) + `" y="` + num(y) + `" width="` + num(width) + `" height="` + num(height) + `"` + rounded + l.attributes() + `/>`)
}

func (p *pen) ellipse(cx, cy, rx, ry float64, l look) {
	p.raw(`<ellipse cx="` + num(cx) + `" cy="` + num(cy) + `" rx="` + num(rx) + `" ry="` + num(ry) + `"` + l.attributes() + `/>`)
}

func (p *pen) path(d string, l look) {
	p.raw(`<path d="` + d + `"` + l.attributes() + `/>`)
}

// font is how letters look.
type font struct {
	size   float64
	ink    string
	bold   bool
	anchor string // start, middle or end
}

func (p *pen) text(x, y float64, text string, f font) {
	weight := ""
	if f.bold {
		weight = ` font-weight="bold"`
	}
	p.raw(`<text x="` + num(x) + `" y="` + num(y) + `" font-size="` + num(f.size) + `" fill="` + f.ink + `"` + weight +
		` text-anchor="` + f.anchor + `">` + escape(text) + `</text>`)
}

// Package diagram draws an [engine.Diagram]: [Text] for terminals, [SVG] and [SVGRow] for pages and print.
//
// Text and pictures show the men of every stack. In text, a stack is written from bottom to top: "wrw". Five men or
// more are written as runs of the same colour with their lengths: "w4rw2". In a picture, a stack is a pile of discs
// seen from the side. A stack too high for its square is its top disc with the height on it, beside a bar of all its
// men. Every square of a picture has a title, which browsers show as a tooltip and screen readers read: "d3: height 5,
// bottom to top w r r w w".
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

// maxFiles is the largest number of files, which have letters as names.
const maxFiles = 26

// check returns an error for a diagram that cannot be drawn.
func check(d engine.Diagram) error {
	if d.Files < 1 || d.Files > maxFiles || d.Ranks < 1 {
		return fmt.Errorf("diagram: a board of %d files and %d ranks; it needs 1 to %d files and at least 1 rank",
			d.Files, d.Ranks, maxFiles)
	}
	if len(d.Cells) != d.Files*d.Ranks {
		return fmt.Errorf("diagram: %d cells for %d files and %d ranks; it needs %d", len(d.Cells), d.Files, d.Ranks,
			d.Files*d.Ranks)
	}
	for i, cell := range d.Cells {
		if err := checkCell(cell); err != nil {
			return fmt.Errorf("diagram: file %d, rank %d: %w", i%d.Files+1, i/d.Files+1, err)
		}
	}
	return nil
}

func checkCell(cell engine.Cell) error {
	if cell.Kind > engine.Hole {
		return fmt.Errorf("unknown kind of cell %d", cell.Kind)
	}
	if cell.Kind != engine.Square && len(cell.Pieces) > 0 {
		return fmt.Errorf("%d pieces where there is no square", len(cell.Pieces))
	}
	for _, piece := range cell.Pieces {
		switch {
		case piece.Color > engine.Blue:
			return fmt.Errorf("unknown colour %d", piece.Color)
		case piece.Shape > engine.Pawn:
			return fmt.Errorf("unknown shape %d", piece.Shape)
		case piece.Shape != engine.Man && len(cell.Pieces) > 1:
			return fmt.Errorf("a %s in a stack; only men stand on one another", shapeNames[piece.Shape])
		}
	}
	return nil
}

// at returns the cell on a file and rank, counted from 0. Outside the board it returns the zero Cell.
func at(d engine.Diagram, file, rank int) engine.Cell {
	if file < 0 || rank < 0 || file >= d.Files || rank >= d.Ranks {
		return engine.Cell{}
	}
	return d.Cells[rank*d.Files+file]
}

// paint holds the colours, as #rrggbb, in which a picture shows pieces of one colour.
type paint struct {
	face string // of the piece seen from above
	side string // of the piece seen from the side
	seam string // of lines on the piece
	ink  string // of letters on the face
}

// paints holds the paint of each colour. People with any of the three kinds of colour blindness can tell them apart.
var paints = [...]paint{
	engine.White: {face: "#ffffff", side: "#efebe1", seam: "#767060", ink: "#26231d"},
	engine.Black: {face: "#3b4048", side: "#2a2d33", seam: "#868d98", ink: "#ffffff"},
	engine.Red:   {face: "#e0573a", side: "#c8401f", seam: "#6f1f0c", ink: "#ffffff"},
	engine.Blue:  {face: "#4191df", side: "#2f7fd0", seam: "#103e6e", ink: "#ffffff"},
}

// The colours of the board. The board is drawn on a card, so that it looks the same on light and dark pages.
const (
	cardFill    = "#f8f4ea"
	cardLine    = "#d3c8b0"
	squareFill  = "#d8caa7"
	squareLine  = "#ab9a74"
	outline     = "#2b2822" // around every piece
	labelInk    = "#6d6350"
	textInk     = "#2b2822"
	holeRim     = "#6b5d43"
	holeDepth   = "#2a241a"
	barrierFill = "#6a3aa2"
)

// colorLetters holds the letters of the colours in position texts.
var colorLetters = [...]string{engine.White: "w", engine.Black: "b", engine.Red: "r", engine.Blue: "u"}

var shapeNames = [...]string{engine.Man: "man", engine.Pillar: "pillar", engine.Tower: "tower", engine.Pawn: "pawn"}

// letter returns the text of a piece: a letter for a man or a pillar, two for a tower or a pawn.
func letter(p engine.Piece) string {
	letter := colorLetters[p.Color]
	switch p.Shape {
	case engine.Pillar:
		return strings.ToUpper(letter)
	case engine.Tower:
		return letter + "t"
	case engine.Pawn:
		return letter + "p"
	}
	return letter
}

// Title returns the name of a cell and what is on it, such as "d3: white man; barrier north".
func Title(cell engine.Cell) string {
	words := cell.Name + ": " + contents(cell)
	switch {
	case cell.North && cell.East:
		return words + "; barrier north and east"
	case cell.North:
		return words + "; barrier north"
	case cell.East:
		return words + "; barrier east"
	}
	return words
}

// PieceName returns the name of a piece, such as "white man".
func PieceName(p engine.Piece) string { return p.Color.String() + " " + shapeNames[p.Shape] }

func contents(cell engine.Cell) string {
	switch {
	case cell.Kind == engine.Hole:
		return "hole"
	case len(cell.Pieces) == 0:
		return "empty"
	case len(cell.Pieces) == 1:
		return PieceName(cell.Pieces[0])
	}
	letters := make([]string, len(cell.Pieces))
	for i, piece := range cell.Pieces {
		letters[i] = letter(piece)
	}
	return fmt.Sprintf("height %d, bottom to top %s", len(cell.Pieces), strings.Join(letters, " "))
}

// run is a number of adjacent equal pieces of a stack.
type run struct {
	piece  engine.Piece
	length int
}

// runs splits a stack into runs of at most most pieces.
func runs(pieces []engine.Piece, most int) []run {
	var out []run
	for _, piece := range pieces {
		if last := len(out) - 1; last >= 0 && out[last].piece == piece && out[last].length < most {
			out[last].length++
		} else {
			out = append(out, run{piece, 1})
		}
	}
	return out
}

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

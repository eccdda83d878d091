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

// The measures of a picture, in SVG user units.
const (
	cellSize    = 60.0
	leftMargin  = 32.0 // width between the edge of the card and the board, with room for the numbers of the ranks
	margin      = 14.0
	beside      = 15.0 // distance from the board to the middle of the names of its files and ranks
	namesLine   = 34.0 // height of the line below the board with the letters of the files
	textLine    = 21.0 // height of a caption or a note
	letterWidth = 8.5  // average width of a letter in a caption or a note, approximately
	cardRound   = 8.0  // radius of the corners of a card
)

// fontFamily is a CSS list of fonts. Every common system has at least one of them.
const fontFamily = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"

// SVG draws one diagram as a self-contained picture on a light card. The picture has no scripts, styles or references
// to other files, and no identifiers that could clash with identifiers of a page. The notes stand below the board.
func SVG(d engine.Diagram) string {
	width, height := float64(d.Files)*cellSize, margin+float64(d.Ranks)*cellSize+namesLine
	for _, note := range d.Notes { // an estimate, since the width of letters depends on the font
		width = max(width, float64(utf8.RuneCountInString(note))*letterWidth)
	}
	width += leftMargin + margin
	firstNote := height + textLine/2
	if len(d.Notes) > 0 {
		height += float64(len(d.Notes))*textLine + margin/2
	}
	var p pen
	// Half a unit on each side leaves room for the line around the card.
	p.begin(-0.5, -0.5, width+1, height+1,
		"width", width+1, "height", height+1, "font-family", fontFamily, "role", "group")
	p.open(0, 0)
	p.rect(0, 0, width, height, look{class: "card", fill: cardFill, stroke: cardLine, width: 1}, "rx", cardRound)
	p.raw("\n")
	p.open(leftMargin, margin)
	for rank := d.Ranks - 1; rank >= 0; rank-- {
		for file := range d.Files {
			p.cell(d, file, rank)
		}
	}
	p.barriers(d)
	p.names(d)
	p.close()
	for i, note := range d.Notes {
		p.text(leftMargin, firstNote+float64(i)*textLine, note,
			font{class: "words", size: 15, ink: textInk, anchor: "start"})
	}
	p.close()
	p.raw("</svg>\n")
	return p.b.String()
}

// begin begins a picture that shows the given rectangle of the plane. more holds further attributes of the picture.
func (p *pen) begin(x, y, width, height float64, more ...any) {
	p.raw("<svg")
	p.attributes("xmlns", "http://www.w3.org/2000/svg", "class", "board", "viewBox", nums(x, y, width, height))
	p.attributes(more...)
	p.attributes("stroke-linejoin", "round", "stroke-linecap", "round")
	p.raw(">\n")
}

// Contents draws what is on a cell, for a page that draws the squares itself: SVG elements in a square of 60 units.
// Cells with equal keys look the same; the key of an empty cell is "".
func Contents(d engine.Diagram, cell engine.Cell) (key, drawing string) {
	var p pen
	if p.contents(d, cell); p.b.Len() == 0 {
		return "", ""
	}
	key = "o"
	if len(cell.Pieces) > 0 {
		key = ""
	}
	for _, r := range runs(cell.Pieces, len(cell.Pieces)) {
		key += letter(r.piece) + strconv.Itoa(r.length)
	}
	if counted(d, cell) {
		key += "#"
	}
	return key, p.b.String()
}

// cell draws a cell, unless it is not on the board, as a group with a title.
func (p *pen) cell(d engine.Diagram, file, rank int) {
	cell := cellAt(d, file, rank)
	if cell.Kind == engine.NoCell {
		return
	}
	x, y := corner(d, file, rank)
	p.raw(`<g role="img" transform="translate(` + nums(x, y) + `)">`)
	p.raw(`<title>` + escape(Title(cell)) + `</title>`)
	square := look{class: "square", fill: lightSquare, stroke: squareLine, width: 1}
	if (file+rank)%2 == 0 {
		square.class, square.fill = "square dark", darkSquare
	}
	p.rect(0, 0, cellSize, cellSize, square)
	p.contents(d, cell)
	p.raw("<rect")
	p.attributes("width", cellSize, "height", cellSize, "fill", "none", "pointer-events", "all")
	p.raw("/>")
	p.close()
}

// contents draws what is on a cell.
func (p *pen) contents(d engine.Diagram, cell engine.Cell) {
	switch {
	case cell.Kind == engine.Hole:
		p.hole()
	case len(cell.Pieces) == 1 && cell.Pieces[0].Shape != engine.Man:
		p.single(cell.Pieces[0])
	case len(cell.Pieces) > 0:
		p.pile(cell.Pieces)
		if counted(d, cell) {
			p.count(len(cell.Pieces))
		}
	}
}

// counted reports whether the height of a stack is written on it.
func counted(d engine.Diagram, cell engine.Cell) bool {
	return len(cell.Pieces) >= cmp.Or(d.CountFrom, 3)
}

// corner returns the upper left corner of a cell.
func corner(d engine.Diagram, file, rank int) (x, y float64) {
	return float64(file) * cellSize, float64(d.Ranks-1-rank) * cellSize
}

// hole draws a round pit: the light falls on its wall at the lower right.
func (p *pen) hole() {
	const middle = cellSize / 2
	p.ellipse(middle, middle, 24, 24, look{class: "hole-rim", fill: holeRim})
	p.ellipse(middle, middle, 21.5, 21.5, look{class: "hole-wall", fill: holeWall})
	p.ellipse(middle-2, middle-2, 18, 18, look{class: "hole-depth", fill: holeDepth})
	p.path("M46 17.5A21.5 21.5 0 0 1 17.5 46", look{class: "gloss", stroke: light, width: 1.5, opacity: 0.35})
}

// barriers draws all barriers. The caller must draw all cells before, since cells drawn later would cover half of each
// barrier.
func (p *pen) barriers(d engine.Diagram) {
	for rank := range d.Ranks {
		for file := range d.Files {
			cell := cellAt(d, file, rank)
			x, y := corner(d, file, rank)
			if cell.North {
				p.barrier(x+cellSize/2, y, cellSize/2, barrierHalf)
			}
			if cell.East {
				p.barrier(x+cellSize, y+cellSize/2, barrierHalf, cellSize/2)
			}
		}
	}
}

// barrierHalf is half the thickness of a barrier.
const barrierHalf = 4.0

// barrier draws a wall, given its middle and half its width and height, with a shadow and a bright upper edge.
func (p *pen) barrier(x, y, halfWidth, halfHeight float64) {
	width, height := 2*halfWidth, 2*halfHeight
	p.rect(x-halfWidth+2, y-halfHeight+2.5, width, height, look{class: "shade", fill: dark, opacity: 0.22}, "rx", 3.0)
	p.rect(x-halfWidth, y-halfHeight, width, height,
		look{class: "barrier", fill: barrierFill, stroke: outline, width: 1.2}, "rx", 3.0)
	// The bright edge is shorter than the barrier and 2 units thick: across the barrier the difference is negative, and
	// max gives 2.
	p.rect(x-halfWidth+2, y-halfHeight+1.5, max(2, width-4-2*barrierHalf), max(2, height-4-2*barrierHalf),
		look{class: "gloss", fill: light, opacity: 0.4}, "rx", 1.0)
}

// names writes the names of files and ranks beside the board.
func (p *pen) names(d engine.Diagram) {
	f := font{class: "name", size: 15, ink: labelInk, anchor: "middle"}
	const baseline = 5 // how far the baseline is below the middle of a letter
	for file := range d.Files {
		x, _ := corner(d, file, 0)
		p.text(x+cellSize/2, float64(d.Ranks)*cellSize+beside+baseline, string(rune('a'+file)), f)
	}
	for rank := range d.Ranks {
		_, y := corner(d, 0, rank)
		p.text(-beside, y+cellSize/2+baseline, strconv.Itoa(rank+1), f)
	}
}

// pen writes SVG elements. Coordinates are in SVG user units, and the y axis points down.
type pen struct{ b strings.Builder }

// look holds the colours and the stroke of a shape. The style sheet of a page can replace them by the shape's classes.
type look struct {
	class        string  // classes, separated by blanks; "" for none
	fill, stroke string  // colours; "" for none
	width        float64 // width of the stroke
	opacity      float64 // at most 1, which is opaque; 0 means 1 too
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
	ink    string // colour of the text
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

// paint holds the colours, as #rrggbb, in which a picture shows pieces of one colour. Each piece also has a line, the
// mark, that shows its colour to people who cannot distinguish the colours: a plain line on white and black pieces,
// dashes on red ones, dots on blue ones.
type paint struct {
	face string  // colour of surfaces seen from above
	side string  // colour of surfaces seen from the side
	seam string  // colour of thin lines on the piece, such as between discs
	mark string  // colour of the mark
	wide float64 // width of the mark
	dash string  // lengths of the dashes and gaps of the mark; "" for a plain line
}

// paints holds the paint of each colour. People with any of the three kinds of colour blindness can distinguish them.
var paints = [...]paint{
	engine.White: {face: "#fffdf7", side: "#eee4cf", seam: "#857a63", mark: "#857a63", wide: 0.8},
	engine.Black: {face: "#3c4149", side: "#2a2d33", seam: "#7f8792", mark: "#d9dee5", wide: 1.8},
	engine.Red:   {face: "#d84e33", side: "#bd3b1d", seam: "#6f1f0c", mark: "#ffe3d6", wide: 2.2, dash: "7 6"},
	engine.Blue:  {face: "#3785d6", side: "#276fba", seam: "#103e6e", mark: "#e6f2ff", wide: 2.6, dash: "0.1 5"},
}

// The colours of the board. The board is drawn on a card, so that it looks the same on light and dark pages.
const (
	cardFill    = "#f8f4ea"
	cardLine    = "#d3c8b0"
	lightSquare = "#e1cb9d"
	darkSquare  = "#d0b47f"
	squareLine  = "#b89b68"
	outline     = "#2b2822" // line around every piece
	labelInk    = "#6d6350"
	textInk     = "#2b2822"
	holeRim     = "#8a744c"
	holeWall    = "#4a3c26"
	holeDepth   = "#1f1a12"
	barrierFill = "#5d3391"
	light       = "#ffffff" // colour of highlights, which are drawn with an opacity
	dark        = "#000000" // colour of shadows, which are drawn with an opacity
)

// The measures of a pile of discs seen from the side, in SVG user units.
const (
	pileRX    = 22.0 // half the width of a disc's face
	pileRY    = 9.5  // half the height of a disc's face
	thickness = 7.0  // thickness of a disc, except in high piles
	maxRise   = 35.0 // largest height of the side of a pile; high piles get thinner discs
	minMark   = 5.0  // smallest thickness of discs whose sides have dashes or dots
)

// pile draws a stack of men in the middle of a cell: first the shadow on the board, then the sides of the discs from
// the bottom up, light and shade on the sides, the upper face, and the outline. Bare numbers here and below are lengths
// and coordinates in a cell of cellSize units, whose upper left corner is the origin.
func (p *pen) pile(pieces []engine.Piece) {
	thick := min(thickness, maxRise/float64(len(pieces)))
	rise := thick * float64(len(pieces))
	top := (cellSize - rise) / 2
	bottom := top + rise
	p.ellipse(33.5, bottom+2.5, pileRX+1, pileRY+0.5, look{class: "shade", fill: dark, opacity: 0.13})
	p.ellipse(32, bottom+1.5, pileRX+0.5, pileRY, look{class: "shade", fill: dark, opacity: 0.2})
	y := bottom // the upper edge of the sides drawn so far
	for _, r := range runs(pieces, len(pieces)) {
		y -= thick * float64(r.length)
		p.layer(r, y, thick)
	}
	p.path(band(10.5, 16, top, rise), look{class: "gloss", fill: light, opacity: 0.3})
	p.path(band(37, 52, top, rise)+band(44, 52, top, rise), look{class: "shade", fill: dark, opacity: 0.15})
	p.face(pieces[len(pieces)-1], top)
	left, right := cellSize/2-pileRX, cellSize/2+pileRX
	arc := "A" + nums(pileRX, pileRY) + " 0 0 0 "
	p.path("M"+nums(left, top)+"v"+num(rise)+arc+nums(right, bottom)+"v"+num(-rise)+arc+nums(left, top)+"Z",
		look{class: "line", stroke: outline, width: 1.4})
}

// layer draws the sides of a run of equal men, each of the thickness thick. The upper edge of the highest man is at y.
func (p *pen) layer(r run, y, thick float64) {
	colors, class := paints[r.piece.Color], " "+r.piece.Color.String()
	p.path(band(cellSize/2-pileRX, cellSize/2+pileRX, y, thick*float64(r.length)),
		look{class: "side" + class, fill: colors.side})
	var seams, marks strings.Builder
	for i := range r.length {
		seams.WriteString(front(y + thick*float64(i)))
		marks.WriteString(front(y + thick*(float64(i)+0.5)))
	}
	p.path(seams.String(), look{class: "seam" + class, stroke: colors.seam, width: min(0.8, thick/3)})
	if thick >= minMark && colors.dash != "" {
		p.path(marks.String(), look{class: "mark" + class, stroke: colors.mark, width: colors.wide, dash: colors.dash})
	}
}

// face draws the upper face of a disc, a rim around a flat dish, with its middle at y.
func (p *pen) face(piece engine.Piece, y float64) {
	colors, class := paints[piece.Color], " "+piece.Color.String()
	p.ellipse(cellSize/2, y, pileRX, pileRY, look{class: "face" + class, fill: colors.face})
	p.ellipse(cellSize/2, y+0.4, 15, 6, look{class: "shade", fill: dark, opacity: 0.06})
	p.ellipse(cellSize/2, y+0.4, 15, 6,
		look{class: "mark" + class, stroke: colors.mark, width: colors.wide, dash: colors.dash})
	p.path("M"+nums(10, y+1)+"A20.3 8 0 0 1 "+nums(42, y-6.2),
		look{class: "gloss", stroke: light, width: 1.6, opacity: 0.6})
}

// dip returns how far, at the coordinate x, the front edge of a disc lies below the middle of the disc.
func dip(x float64) float64 {
	along := (x - cellSize/2) / pileRX
	return pileRY * math.Sqrt(1-along*along)
}

// front returns the path of the front half of the edge of a disc whose middle is at y.
func front(y float64) string {
	return "M" + nums(cellSize/2-pileRX, y) + "a" + nums(pileRX, pileRY) + " 0 0 0 " + num(2*pileRX) + " 0"
}

// band returns the path around the part of a pile's side between the coordinates left and right. The upper edge of the
// part is at y.
func band(left, right, y, height float64) string {
	arc := "A" + nums(pileRX, pileRY) + " 0 0 "
	return "M" + nums(left, y+dip(left)) + "v" + num(height) + arc + "0 " + nums(right, y+height+dip(right)) +
		"v" + num(-height) + arc + "1 " + nums(left, y+dip(left)) + "Z"
}

// count writes the height of a stack on a tag near the lower right corner of the cell. The tag leaves room for the
// marks that a page draws along the edges of a square.
func (p *pen) count(height int) {
	const corner = cellSize - 4.5
	digits := strconv.Itoa(height)
	width := 5.5 + 10.5*float64(len(digits))
	p.raw(`<g class="count">`)
	p.rect(corner-width, corner-17.5, width, 17.5, look{fill: cardFill, opacity: 0.94}, "rx", 2.5)
	p.text(corner-width/2, corner-2.8, digits,
		font{class: "number", size: 17, ink: textInk, bold: true, anchor: "middle"})
	p.raw("</g>")
}

// drawing holds the SVG paths of a pillar, tower or pawn in a cell whose upper left corner is the origin.
type drawing struct {
	back        string // outline of the part filled with paint.side, which lies behind front; "" if there is none
	front       string // outline of the part filled with paint.face
	lines       string // thin lines on the piece
	shade, glow string // the part in shadow, and the lines in bright light
	mark        string // the line whose dashes show the colour; see paint
}

var drawings = [...]drawing{
	engine.Pillar: {
		back: "M21.5 17C23 26 23 36 20.5 46H39.5C37 36 37 26 38.5 17Z",
		front: "M12.5 6H47.5V11.5C47.5 14.5 43 17 38.5 17H21.5C17 17 12.5 14.5 12.5 11.5Z" +
			"M19 46H41C43.5 46 43.5 49 47 49V54.5H13V49C16.5 49 16.5 46 19 46Z",
		lines: "M26.5 18C27.3 27 27.1 37 26 46M33.5 18C32.7 27 32.9 37 34 46",
		shade: "M33.5 17.5H38C36.8 26 36.8 36 39 45.5H34C32.9 37 32.7 27 33.5 17.5Z" +
			"M38 6.7H46.8V11.5C46.8 14 43 16.3 38 16.3ZM38 46.7H41C43 46.7 43 49.7 46.3 49.7V53.8H38Z",
		glow: "M14 8H36M14.5 50.3H34M23.8 19C24.9 27 24.7 36 23 44.5",
		mark: "M14.5 11.5H45.5M15 51.8H45",
	},
	engine.Tower: {
		front: "M15 53V47.5L19.5 44L21.5 24H17V9.5H23.5V14H27V9.5H33V14H36.5V9.5H43V24H38.5L40.5 44L45 47.5V53Z",
		lines: "M19.5 44H40.5M21.5 24H38.5M30 35V40",
		shade: "M34 14.7H37.2V10.2H42.3V23.3H37.8L39.8 44.4L44.3 47.8V52.3H34Z",
		glow:  "M18.7 22V11.2H22M23.3 27L21.6 42.5M16.8 51V48.5L20 46",
		mark:  "M21.5 28.8H38.5",
	},
	engine.Pawn: {
		front: "M16.5 53V48C24 45.5 26 38 26 30.5H22.5V26.5H26.2A8.6 8.6 0 1 1 33.8 26.5H37.5V30.5H34C34 38 36 45.5 " +
			"43.5 48V53Z",
		lines: "M26 30.5H34M26.2 26.5H33.8",
		shade: "M33 11.2A7.9 7.9 0 0 1 33.5 25.8L33.7 27.2H36.8V29.8H33.3C33.3 38 35.3 45.8 42.8 48.5V52.3H33" +
			"C34.5 44 31 36 31.5 27C35.5 22.5 36 16 33 11.2Z",
		glow: "M24.3 20.3A6.2 6.2 0 0 1 29 12.8M27.8 32C27.7 39 25.6 45.5 18.6 49",
		mark: "M18.5 50.3H41.5",
	},
}

// single draws a pillar, tower or pawn, with its shadow.
func (p *pen) single(piece engine.Piece) {
	colors, class, drawing := paints[piece.Color], " "+piece.Color.String(), drawings[piece.Shape]
	p.ellipse(34.5, 53.5, 20, 4.5, look{class: "shade", fill: dark, opacity: 0.13})
	p.ellipse(33, 53.5, 18.5, 3.5, look{class: "shade", fill: dark, opacity: 0.2})
	if drawing.back != "" {
		p.path(drawing.back, look{class: "side line" + class, fill: colors.side, stroke: outline, width: 1.4})
	}
	p.path(drawing.front, look{class: "face line" + class, fill: colors.face, stroke: outline, width: 1.4})
	p.path(drawing.lines, look{class: "seam" + class, stroke: colors.seam, width: 1.2})
	p.path(drawing.shade, look{class: "shade", fill: dark, opacity: 0.16})
	p.path(drawing.glow, look{class: "gloss", stroke: light, width: 1.5, opacity: 0.6})
	p.path(drawing.mark, look{class: "mark" + class, stroke: colors.mark, width: colors.wide, dash: colors.dash})
}

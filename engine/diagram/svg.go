package diagram

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"unicode/utf8"

	"pillars/engine"
)

// Measures of a picture in user units.
const (
	cellSize    = 60.0
	leftMargin  = 32.0 // between the edge of the card and the board, with room for the numbers of the ranks
	margin      = 14.0
	namesLine   = 34.0 // height of the line below the board with the letters of the files
	textLine    = 21.0 // height of a caption or a note
	letterWidth = 8.5  // average width of a letter in a caption or a note, approximately
	cardGap     = 20.0 // between cards of a row
	cardRound   = 8.0
)

// fontFamily is a CSS list of fonts, of which every common system has one.
const fontFamily = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"

// SVG draws one diagram as a self-contained picture on a light card. The picture has no scripts, styles or references
// to other files, and no identifiers that could clash with identifiers of a page.
func SVG(w io.Writer, d engine.Diagram) error { return SVGRow(w, nil, []engine.Diagram{d}) }

// SVGRow draws diagrams side by side, each on a card with its caption and its notes below the board. The slice captions
// is nil, or has a caption for each diagram; "" stands for no caption.
func SVGRow(w io.Writer, captions []string, ds []engine.Diagram) error {
	if len(ds) == 0 {
		return fmt.Errorf("diagram: nothing to draw")
	}
	if captions == nil {
		captions = make([]string, len(ds))
	}
	if len(captions) != len(ds) {
		return fmt.Errorf("diagram: %d captions for %d diagrams; give one for each, or none", len(captions), len(ds))
	}
	cards := make([]card, len(ds))
	for i, d := range ds {
		if err := check(d); err != nil {
			return err
		}
		cards[i] = card{d, d.Notes, captions[i] != ""}
		if cards[i].captioned {
			cards[i].lines = slices.Concat(captions[i:i+1], d.Notes)
		}
	}
	var p pen
	p.row(cards)
	_, err := io.WriteString(w, p.b.String())
	return err
}

// card is a diagram with lines of text below the board.
type card struct {
	diagram   engine.Diagram
	lines     []string
	captioned bool // whether the first of the lines is a caption
}

// width returns the width of a card. It estimates the width of the text, which depends on the font.
func (c card) width() float64 {
	longest := 0
	for _, line := range c.lines {
		longest = max(longest, utf8.RuneCountInString(line))
	}
	return leftMargin + max(float64(c.diagram.Files)*cellSize, float64(longest)*letterWidth) + margin
}

func (c card) height() float64 {
	height := margin + float64(c.diagram.Ranks)*cellSize + namesLine
	if len(c.lines) > 0 {
		height += float64(len(c.lines))*textLine + margin/2
	}
	return height
}

func (p *pen) row(cards []card) {
	width, height := -cardGap, 0.0
	for _, c := range cards {
		width += c.width() + cardGap
		height = max(height, c.height())
	}
	// Half a unit on each side leaves room for the line around a card.
	p.begin(-0.5, -0.5, width+1, height+1, "width", width+1, "height", height+1, "font-family", fontFamily,
		"role", "group")
	x := 0.0
	for _, c := range cards {
		p.open(x, 0)
		p.card(c, height)
		p.close()
		x += c.width() + cardGap
	}
	p.raw("</svg>\n")
}

// begin begins a picture that shows the given rectangle of the plane, with further attributes.
func (p *pen) begin(x, y, width, height float64, more ...any) {
	p.raw("<svg")
	p.attributes("xmlns", "http://www.w3.org/2000/svg", "viewBox", nums(x, y, width, height))
	p.attributes(more...)
	p.attributes("stroke-linejoin", "round", "stroke-linecap", "round")
	p.raw(">\n")
}

func (p *pen) card(c card, height float64) {
	p.rect(0, 0, c.width(), height, look{fill: cardFill, stroke: cardLine, width: 1}, "rx", cardRound)
	p.raw("\n")
	p.open(leftMargin, margin)
	p.board(c.diagram)
	p.close()
	y := margin + float64(c.diagram.Ranks)*cellSize + namesLine + textLine/2
	for i, line := range c.lines {
		f := font{size: 15, ink: textInk, anchor: "start"}
		if c.captioned && i == 0 {
			f.size, f.bold = 16, true
		}
		p.text(leftMargin, y+float64(i)*textLine, line, f)
	}
}

// SVGBoard draws the board without card and notes, for pages on which people play. Its elements have the ARIA roles
// grid, row and gridcell. A cell has its name in the attribute data-square and its title as its label. The page adds
// highlights and moves the focus. A turned board has its first rank at the top.
func SVGBoard(w io.Writer, d engine.Diagram, turned bool) error {
	if err := check(d); err != nil {
		return err
	}
	p := pen{turned: turned}
	width, height := leftMargin+float64(d.Files)*cellSize+margin, margin+float64(d.Ranks)*cellSize+namesLine
	p.begin(-leftMargin, -margin, width, height, "font-family", fontFamily, "role", "grid", "aria-label", "board")
	for row := range d.Ranks {
		p.raw(`<g role="row">`)
		for column := range d.Files {
			file, rank := column, d.Ranks-1-row
			if turned {
				file, rank = d.Files-1-column, row
			}
			if cell := at(d, file, rank); cell.Kind != engine.NoCell {
				p.cell(d, cell, file, rank, `role="gridcell" tabindex="-1" data-square="`+escape(cell.Name)+
					`" aria-label="`+escape(Title(cell))+`"`)
			}
		}
		p.close()
	}
	p.raw(`<g aria-hidden="true">`)
	p.barriers(d)
	p.names(d)
	p.raw("</g></svg>\n")
	_, err := io.WriteString(w, p.b.String())
	return err
}

// board draws a board with its upper left corner at the origin.
func (p *pen) board(d engine.Diagram) {
	for rank := d.Ranks - 1; rank >= 0; rank-- {
		for file := range d.Files {
			if cell := at(d, file, rank); cell.Kind != engine.NoCell {
				p.cell(d, cell, file, rank, `role="img"`)
			}
		}
	}
	p.barriers(d)
	p.names(d)
}

// cell draws a cell as a group with a title and the given attributes. An invisible rectangle on top receives all events
// of the pointer.
func (p *pen) cell(d engine.Diagram, cell engine.Cell, file, rank int, attributes string) {
	x, y := p.corner(d, file, rank)
	p.raw(`<g ` + attributes + ` transform="translate(` + nums(x, y) + `)"><title>` + escape(Title(cell)) + `</title>`)
	p.rect(0, 0, cellSize, cellSize, look{fill: squareFill, stroke: squareLine, width: 1})
	switch {
	case cell.Kind == engine.Hole:
		p.hole()
	case len(cell.Pieces) == 1 && cell.Pieces[0].Shape != engine.Man:
		p.single(cell.Pieces[0])
	case len(cell.Pieces) > 0:
		p.men(cell.Pieces)
	}
	p.raw("<rect")
	p.attributes("width", cellSize, "height", cellSize, "fill", "none", "pointer-events", "all")
	p.raw("/>")
	p.close()
}

// corner returns the upper left corner of a cell.
func (p *pen) corner(d engine.Diagram, file, rank int) (x, y float64) {
	if p.turned {
		return float64(d.Files-1-file) * cellSize, float64(rank) * cellSize
	}
	return float64(file) * cellSize, float64(d.Ranks-1-rank) * cellSize
}

func (p *pen) hole() {
	const middle = cellSize / 2
	p.ellipse(middle, middle, 23, 23, look{fill: holeRim})
	p.ellipse(middle, middle+1.5, 20.5, 20.5, look{fill: holeDepth})
}

// barriers draws all barriers. All cells must be drawn before, since a cell covers half of each barrier on its edges.
func (p *pen) barriers(d engine.Diagram) {
	const inset, half = 3.0, 3.5
	wall := look{fill: barrierFill, stroke: outline, width: 1.2}
	for rank := range d.Ranks {
		for file := range d.Files {
			cell := at(d, file, rank)
			x, y := p.corner(d, file, rank)
			north, east := y, x+cellSize
			if p.turned { // north is below, east to the left
				north, east = y+cellSize, x
			}
			if cell.North {
				p.rect(x+inset, north-half, cellSize-2*inset, 2*half, wall, "rx", half)
			}
			if cell.East {
				p.rect(east-half, y+inset, 2*half, cellSize-2*inset, wall, "rx", half)
			}
		}
	}
}

func (p *pen) names(d engine.Diagram) {
	f := font{size: 15, ink: labelInk, anchor: "middle"}
	for file := range d.Files {
		x, _ := p.corner(d, file, 0)
		p.text(x+cellSize/2, float64(d.Ranks)*cellSize+20, string(rune('a'+file)), f)
	}
	for rank := range d.Ranks {
		_, y := p.corner(d, 0, rank)
		p.text(-15, y+cellSize/2+5, strconv.Itoa(rank+1), f)
	}
}

// Measures of a pile of discs seen from the side.
const (
	maxPile   = 5    // the highest stack that is drawn as a pile
	pileRX    = 22.0 // half the width of a disc's face
	pileRY    = 8.0  // half the height of a disc's face
	thickness = 7.0  // of a disc
)

// Measures of a stack too high for a pile, which is drawn as its top disc and a bar of its men.
const (
	discX, discR     = 25.0, 17.5
	barX, barW       = 47.0, 8.0
	barTop, barFloor = 5.0, 55.0
	minTick          = 3.0 // height from which on lines separate men of the same colour
)

func (p *pen) men(pieces []engine.Piece) {
	if len(pieces) <= maxPile {
		p.pile(pieces)
		return
	}
	p.topDisc(pieces)
	p.bar(pieces)
}

func (p *pen) pile(pieces []engine.Piece) {
	n := float64(len(pieces))
	top := cellSize/2 - n*thickness/2
	for i, piece := range pieces {
		c := paints[piece.Color]
		p.path(mantle(top+(n-float64(i)-1)*thickness, thickness, "1"), look{fill: c.side, stroke: c.seam, width: 1})
	}
	c := paints[pieces[len(pieces)-1].Color]
	p.ellipse(cellSize/2, top, pileRX, pileRY, look{fill: c.face, stroke: c.seam, width: 1})
	p.ellipse(cellSize/2, top, pileRX*0.62, pileRY*0.62, look{stroke: c.seam, width: 0.8})
	p.path(mantle(top, n*thickness, "0"), look{stroke: outline, width: 1.5})
}

// mantle returns the outline of a disc whose face is at height y. The outline contains only the visible side of the
// disc if sweep is "1", and also its face if sweep is "0".
func mantle(y, thick float64, sweep string) string {
	left, right, arc := cellSize/2-pileRX, cellSize/2+pileRX, "A"+nums(pileRX, pileRY)
	return "M" + nums(left, y) + "V" + num(y+thick) + arc + " 0 0 0 " + nums(right, y+thick) + "V" + num(y) + arc +
		" 0 0 " + sweep + " " + nums(left, y) + "Z"
}

// topDisc draws the top man of a stack seen from above, with the height of the stack on it.
func (p *pen) topDisc(pieces []engine.Piece) {
	c := paints[pieces[len(pieces)-1].Color]
	p.ellipse(discX, cellSize/2, discR, discR, look{fill: c.face, stroke: outline, width: 1.5})
	p.ellipse(discX, cellSize/2, discR-3.5, discR-3.5, look{stroke: c.seam, width: 0.8})
	p.text(discX, cellSize/2+6, strconv.Itoa(len(pieces)), font{size: 17, ink: c.ink, bold: true, anchor: "middle"})
}

// bar draws a stack as a bar of the colours of its men.
func (p *pen) bar(pieces []engine.Piece) {
	tick := (barFloor - barTop) / float64(len(pieces))
	floor := barFloor
	for _, r := range runs(pieces, len(pieces)) {
		c := paints[r.piece.Color]
		height := tick * float64(r.length)
		p.rect(barX, floor-height, barW, height, look{fill: c.face, stroke: outline, width: 0.7})
		if tick >= minTick {
			for i := 1; i < r.length; i++ {
				y := floor - tick*float64(i)
				p.path("M"+nums(barX, y)+"h"+num(barW), look{stroke: c.seam, width: 0.7})
			}
		}
		floor -= height
	}
	p.rect(barX, barTop, barW, barFloor-barTop, look{stroke: outline, width: 1.3})
}

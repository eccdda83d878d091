package diagram

import (
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"pillars/engine"
)

// Measures of a picture in SVG user units.
const (
	cellSize    = 60.0
	leftMargin  = 32.0 // between the edge of the card and the board, with room for the numbers of the ranks
	margin      = 14.0
	boardFrame  = 22.0 // width of the frame, on each side, of a board that SVGBoard draws
	beside      = 15.0 // from the board to the middle of the names of its files and ranks
	namesLine   = 34.0 // height of the line below the board with the letters of the files
	textLine    = 21.0 // height of a caption or a note
	letterWidth = 8.5  // average width of a letter in a caption or a note, approximately
	cardGap     = 20.0 // between cards of a row
	cardRound   = 8.0
)

// fontFamily is a CSS list of fonts. Every common system has at least one of them.
const fontFamily = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"

// SVG draws one diagram as a self-contained picture on a light card. The picture has no scripts, styles or references
// to other files, and no identifiers that could clash with identifiers of a page.
func SVG(w io.Writer, d engine.Diagram) error { return SVGRow(w, nil, []engine.Diagram{d}) }

// SVGRow draws diagrams side by side, each on a card with its caption and its notes below the board. The slice captions
// is nil, or has an element for each diagram, which is "" for no caption.
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

// row draws the whole picture of cards side by side.
func (p *pen) row(cards []card) {
	width, height := -cardGap, 0.0 // there is one gap less than cards
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

// begin begins a picture that shows the given rectangle of the plane. More attributes may follow.
func (p *pen) begin(x, y, width, height float64, more ...any) {
	p.raw("<svg")
	p.attributes("xmlns", "http://www.w3.org/2000/svg", "class", "board", "viewBox", nums(x, y, width, height))
	p.attributes(more...)
	p.attributes("stroke-linejoin", "round", "stroke-linecap", "round")
	p.raw(">\n")
}

// card draws a card of the given height with its upper left corner at the origin.
func (p *pen) card(c card, height float64) {
	p.rect(0, 0, c.width(), height, look{class: "card", fill: cardFill, stroke: cardLine, width: 1}, "rx", cardRound)
	p.raw("\n")
	p.open(leftMargin, margin)
	p.board(c.diagram)
	p.close()
	y := margin + float64(c.diagram.Ranks)*cellSize + namesLine + textLine/2
	for i, line := range c.lines {
		f := font{class: "words", size: 15, ink: textInk, anchor: "start"}
		if c.captioned && i == 0 {
			f.size, f.bold = 16, true
		}
		p.text(leftMargin, y+float64(i)*textLine, line, f)
	}
}

// SVGBoard draws the board without card and notes, for pages on which people play. Its elements have the ARIA roles
// grid, row and gridcell. A cell has its name in the attribute data-square and its title as its label. Highlights and
// the focus are left to the page. A turned board has its first rank at the top.
func SVGBoard(w io.Writer, d engine.Diagram, turned bool) error {
	if err := check(d); err != nil {
		return err
	}
	p := pen{turned: turned}
	width, height := float64(d.Files)*cellSize+2*boardFrame, float64(d.Ranks)*cellSize+2*boardFrame
	p.begin(-boardFrame, -boardFrame, width, height, "font-family", fontFamily, "role", "grid", "aria-label", "board")
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
	p.names(d, boardFrame/2)
	p.raw("</g></svg>\n")
	_, err := io.WriteString(w, p.b.String())
	return err
}

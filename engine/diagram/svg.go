package diagram

import (
	"fmt"
	"io"
	"unicode/utf8"

	"pillars/engine"
)

// Measures of a picture in user units.
const (
	cellSize    = 60.0
	leftMargin  = 32.0 // between the edge of the card and the board, with room for the numbers of the ranks
	margin      = 14.0
	namesLine   = 34.0 // below the board, with the letters of the files
	textLine    = 21.0 // of a caption or a note
	letterWidth = 8.5  // of a letter in such a line, about
	cardGap     = 20.0 // between cards of a row
	cardRound   = 8.0
)

// fontFamily names faces that one or another is there everywhere.
const fontFamily = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"

// SVG draws one diagram as a picture that stands for itself: no scripts, styles, fonts or other files, no identifiers that could clash with
// those of a page it is put into. It scales to any size and brings a light ground of its own.
func SVG(w io.Writer, d engine.Diagram) error { return SVGRow(w, nil, []engine.Diagram{d}) }

// SVGRow draws diagrams side by side, each on a card of its own with its caption below the board and the notes below that. captions is nil for
// none or holds one for each diagram.
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
		cards[i] = card{d, captions[i]}
	}
	var p pen
	p.row(cards)
	_, err := io.WriteString(w, p.b.String())
	return err
}

// card is a diagram with its caption, "" for none.
type card struct {
	diagram engine.Diagram
	caption string
}

// width leaves room for the board and for the longest line of text, as far as its width can be told without the reader's fonts.
func (c card) width() float64 {
	longest := utf8.RuneCountInString(c.caption)
	for _, note := range c.diagram.Notes {
		longest = max(longest, utf8.RuneCountInString(note))
	}
	return leftMargin + max(float64(c.diagram.Files)*cellSize, float64(longest)*letterWidth) + margin
}

func (c card) height() float64 {
	height := margin + float64(c.diagram.Ranks)*cellSize + namesLine
	if lines := c.lines(); lines > 0 {
		height += float64(lines)*textLine + margin/2
	}
	return height
}

// lines counts the lines of text below the board.
func (c card) lines() int {
	if c.caption != "" {
		return len(c.diagram.Notes) + 1
	}
	return len(c.diagram.Notes)
}

// row writes the whole picture.
func (p *pen) row(cards []card) {
	width, height := -cardGap, 0.0
	for _, c := range cards {
		width += c.width() + cardGap
		height = max(height, c.height())
	}
	// Half a unit all round leaves room for the line around a card.
	p.raw(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="` + nums(-0.5, -0.5, width+1, height+1) + `" width="` + num(width+1) +
		`" height="` + num(height+1) + `" font-family="` + fontFamily + `" role="group" stroke-linejoin="round" stroke-linecap="round">` + "\n")
	x := 0.0
	for _, c := range cards {
		p.open(x, 0)
		p.card(c, height)
		p.close()
		x += c.width() + cardGap
	}
	p.raw("</svg>\n")
}

// card draws one card as high as the highest of its row.
func (p *pen) card(c card, height float64) {
	p.rect(0, 0, c.width(), height, cardRound, look{fill: cardFill, stroke: cardLine, width: 1})
	p.raw("\n")
	p.open(leftMargin, margin)
	p.board(c.diagram)
	p.close()
	y := margin + float64(c.diagram.Ranks)*cellSize + namesLine + textLine/2
	if c.caption != "" {
		p.text(leftMargin, y, c.caption, font{size: 16, ink: textInk, bold: true, anchor: "start"})
		y += textLine
	}
	for _, note := range c.diagram.Notes {
		p.text(leftMargin, y, note, font{size: 15, ink: textInk, anchor: "start"})
		y += textLine
	}
}

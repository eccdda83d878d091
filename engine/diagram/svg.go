package diagram

import (
	"cmp"
	"slices"
	"strconv"
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
	cardRound   = 8.0  // radius of the corners of a card
)

// fontFamily is a CSS list of fonts. Every common system has at least one of them.
const fontFamily = "system-ui, -apple-system, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"

// SVG draws one diagram as a self-contained picture on a light card. The picture has no scripts, styles or references
// to other files, and no identifiers that could clash with identifiers of a page.
func SVG(d engine.Diagram) string { return SVGRow([]string{""}, []engine.Diagram{d}) }

// SVGRow draws diagrams side by side, each on a card. The caption and the notes stand below the board. captions has an
// element for each diagram, which is "" for no caption.
func SVGRow(captions []string, ds []engine.Diagram) string {
	ds = slices.Clone(ds)
	width, height := -cardGap, 0.0 // the loop adds a gap for each card, but there is none after the last
	for i := range ds {
		d := &ds[i]
		if captions[i] != "" {
			d.Notes = slices.Concat(captions[i:i+1], d.Notes)
		}
		width += cardWidth(*d) + cardGap
		below := namesLine
		if len(d.Notes) > 0 {
			below += float64(len(d.Notes))*textLine + margin/2
		}
		height = max(height, margin+float64(d.Ranks)*cellSize+below)
	}
	var p pen
	// Half a unit on each side leaves room for the line around a card.
	p.begin(-0.5, -0.5, width+1, height+1,
		"width", width+1, "height", height+1, "font-family", fontFamily, "role", "group")
	x := 0.0
	for i, d := range ds {
		p.open(x, 0)
		p.card(d, height, captions[i] != "")
		p.close()
		x += cardWidth(d) + cardGap
	}
	p.raw("</svg>\n")
	return p.b.String()
}

// cardWidth returns the width of a card. It estimates the width of the notes, which depends on the font.
func cardWidth(d engine.Diagram) float64 {
	inner := float64(d.Files) * cellSize
	for _, note := range d.Notes {
		inner = max(inner, float64(utf8.RuneCountInString(note))*letterWidth)
	}
	return leftMargin + inner + margin
}

// begin begins a picture that shows the given rectangle of the plane. more holds further attributes of the picture.
func (p *pen) begin(x, y, width, height float64, more ...any) {
	p.raw("<svg")
	p.attributes("xmlns", "http://www.w3.org/2000/svg", "class", "board", "viewBox", nums(x, y, width, height))
	p.attributes(more...)
	p.attributes("stroke-linejoin", "round", "stroke-linecap", "round")
	p.raw(">\n")
}

// card draws a card of the given height with its upper left corner at the origin. The first note may be a caption.
func (p *pen) card(d engine.Diagram, height float64, captioned bool) {
	p.rect(0, 0, cardWidth(d), height, look{class: "card", fill: cardFill, stroke: cardLine, width: 1}, "rx", cardRound)
	p.raw("\n")
	p.open(leftMargin, margin)
	p.board(d)
	p.close()
	y := margin + float64(d.Ranks)*cellSize + namesLine + textLine/2
	for i, line := range d.Notes {
		f := font{class: "words", size: 15, ink: textInk, anchor: "start"}
		if captioned && i == 0 {
			f.size, f.bold = 16, true
		}
		p.text(leftMargin, y+float64(i)*textLine, line, f)
	}
}

// SVGBoard draws the board without card and notes, for pages on which people play. Its elements have the ARIA roles
// grid, row and gridcell. A cell has its name in the attribute data-square and its title as its label. Highlights and
// the focus are left to the page. A turned board has its first rank at the top.
func SVGBoard(d engine.Diagram, turned bool) string {
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
			if cell := cellAt(d, file, rank); cell.Kind != engine.NoCell {
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
	return p.b.String()
}

// board draws a board with its upper left corner at the origin.
func (p *pen) board(d engine.Diagram) {
	for rank := d.Ranks - 1; rank >= 0; rank-- {
		for file := range d.Files {
			if cell := cellAt(d, file, rank); cell.Kind != engine.NoCell {
				p.cell(d, cell, file, rank, `role="img"`)
			}
		}
	}
	p.barriers(d)
	p.names(d, beside)
}

// cell draws a cell as a group with a title and the given attributes. An invisible rectangle on top receives all
// pointer events, so that the whole square reacts and not only its pieces.
func (p *pen) cell(d engine.Diagram, cell engine.Cell, file, rank int, attributes string) {
	x, y := p.corner(d, file, rank)
	p.raw(`<g ` + attributes + ` transform="translate(` + nums(x, y) + `)"><title>` + escape(Title(cell)) + `</title>`)
	square := look{class: "square", fill: lightSquare, stroke: squareLine, width: 1}
	if (file+rank)%2 == 0 {
		square.class, square.fill = "square dark", darkSquare
	}
	p.rect(0, 0, cellSize, cellSize, square)
	switch {
	case cell.Kind == engine.Hole:
		p.hole()
	case len(cell.Pieces) == 1 && cell.Pieces[0].Shape != engine.Man:
		p.single(cell.Pieces[0])
	case len(cell.Pieces) > 0:
		p.pile(cell.Pieces)
		if len(cell.Pieces) >= cmp.Or(d.CountFrom, usualCount) {
			p.count(len(cell.Pieces))
		}
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

// hole draws a round pit: the light falls on its wall at the lower right.
func (p *pen) hole() {
	const middle = cellSize / 2
	p.ellipse(middle, middle, 24, 24, look{class: "hole-rim", fill: holeRim})
	p.ellipse(middle, middle, 21.5, 21.5, look{class: "hole-wall", fill: holeWall})
	p.ellipse(middle-2, middle-2, 18, 18, look{class: "hole-depth", fill: holeDepth})
	p.path("M46 17.5A21.5 21.5 0 0 1 17.5 46", look{class: "gloss", stroke: light, width: 1.5, opacity: 0.35})
}

// barriers draws all barriers. The caller must have drawn all cells, which would cover half of the barriers.
func (p *pen) barriers(d engine.Diagram) {
	for rank := range d.Ranks {
		for file := range d.Files {
			cell := cellAt(d, file, rank)
			x, y := p.corner(d, file, rank)
			north, east := y, x+cellSize
			if p.turned { // north is below, east to the left
				north, east = y+cellSize, x
			}
			if cell.North {
				p.barrier(x+cellSize/2, north, cellSize/2, barrierHalf)
			}
			if cell.East {
				p.barrier(east, y+cellSize/2, barrierHalf, cellSize/2)
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
	// The bright edge is shorter than the barrier, and 2 units thick: across the barrier, the differences are negative.
	p.rect(x-halfWidth+2, y-halfHeight+1.5, max(2, width-4-2*barrierHalf), max(2, height-4-2*barrierHalf),
		look{class: "gloss", fill: light, opacity: 0.4}, "rx", 1.0)
}

// names writes the names of files and ranks beside the board, aside units from its edge.
func (p *pen) names(d engine.Diagram, aside float64) {
	f := font{class: "name", size: 15, ink: labelInk, anchor: "middle"}
	const baseline = 5 // below the middle of a letter
	for file := range d.Files {
		x, _ := p.corner(d, file, 0)
		p.text(x+cellSize/2, float64(d.Ranks)*cellSize+aside+baseline, string(rune('a'+file)), f)
	}
	for rank := range d.Ranks {
		_, y := p.corner(d, 0, rank)
		p.text(-aside, y+cellSize/2+baseline, strconv.Itoa(rank+1), f)
	}
}

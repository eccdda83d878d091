package diagram

import (
	"cmp"
	"strconv"

	"pillars/engine"
)

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

// barriers draws all barriers. All cells must be drawn before them: a cell drawn later would cover half of a barrier on
// its edge.
func (p *pen) barriers(d engine.Diagram) {
	for rank := range d.Ranks {
		for file := range d.Files {
			cell := at(d, file, rank)
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
	p.rect(x-halfWidth+2, y-halfHeight+1.5, max(2, width-4-2*barrierHalf), max(2, height-4-2*barrierHalf),
		look{class: "gloss", fill: light, opacity: 0.4}, "rx", 1.0)
}

// names writes the names of files and ranks beside the board, at a distance from it.
func (p *pen) names(d engine.Diagram, aside float64) {
	f := font{class: "name", size: 15, ink: labelInk, anchor: "middle"}
	for file := range d.Files {
		x, _ := p.corner(d, file, 0)
		p.text(x+cellSize/2, float64(d.Ranks)*cellSize+aside+5, string(rune('a'+file)), f)
	}
	for rank := range d.Ranks {
		_, y := p.corner(d, 0, rank)
		p.text(-aside, y+cellSize/2+5, strconv.Itoa(rank+1), f)
	}
}

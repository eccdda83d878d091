package diagram

import (
	"strconv"

	"pillars/engine"
)

// board draws squares, holes, pieces, barriers and the names of files and ranks of a board whose upper left corner is the origin.
func (p *pen) board(d engine.Diagram) {
	for rank := d.Ranks - 1; rank >= 0; rank-- {
		for file := range d.Files {
			if cell := at(d, file, rank); cell.Kind != engine.NoCell {
				p.cell(d, cell, file, rank)
			}
		}
	}
	p.barriers(d)
	p.names(d)
}

// cell draws one cell as a group of its own with a title. The target on top takes the pointer, whatever is drawn below.
func (p *pen) cell(d engine.Diagram, cell engine.Cell, file, rank int) {
	x, y := corner(d, file, rank)
	p.openTitled(x, y, title(cell))
	p.rect(0, 0, cellSize, cellSize, 0, look{fill: squareFill, stroke: squareLine, width: 1})
	switch {
	case cell.Kind == engine.Hole:
		p.hole()
	case len(cell.Pieces) == 1 && cell.Pieces[0].Shape != engine.Man:
		p.single(cell.Pieces[0])
	case len(cell.Pieces) > 0:
		p.men(cell.Pieces)
	}
	p.target(cellSize, cellSize)
	p.close()
}

// corner is the upper left corner of a cell.
func corner(d engine.Diagram, file, rank int) (x, y float64) {
	return float64(file) * cellSize, float64(d.Ranks-1-rank) * cellSize
}

func (p *pen) hole() {
	const middle = cellSize / 2
	p.ellipse(middle, middle, 23, 23, look{fill: holeRim})
	p.ellipse(middle, middle+1.5, 20.5, 20.5, look{fill: holeDepth})
}

// barriers draws all barriers last, so that no cell covers half of one.
func (p *pen) barriers(d engine.Diagram) {
	const inset, half = 3.0, 3.5
	wall := look{fill: barrierFill, stroke: outline, width: 1.2}
	for rank := range d.Ranks {
		for file := range d.Files {
			cell := at(d, file, rank)
			x, y := corner(d, file, rank)
			if cell.North {
				p.rect(x+inset, y-half, cellSize-2*inset, 2*half, half, wall)
			}
			if cell.East {
				p.rect(x+cellSize-half, y+inset, 2*half, cellSize-2*inset, half, wall)
			}
		}
	}
}

// names writes the letters of the files below the board and the numbers of the ranks to its left.
func (p *pen) names(d engine.Diagram) {
	f := font{size: 15, ink: labelInk, anchor: "middle"}
	for file := range d.Files {
		x, _ := corner(d, file, 0)
		p.text(x+cellSize/2, float64(d.Ranks)*cellSize+20, string(rune('a'+file)), f)
	}
	for rank := range d.Ranks {
		_, y := corner(d, 0, rank)
		p.text(-15, y+cellSize/2+5, strconv.Itoa(rank+1), f)
	}
}

package diagram

import (
	"strconv"

	"pillars/engine"
)

// A pile is a stack seen from the side. These are the measures of its discs, in a cell of cellSize.
const (
	maxPile   = 5 // the highest stack that is drawn as a pile
	pileRX    = 22.0
	pileRY    = 8.0
	thickness = 7.0
)

// The measures of a stack that is too high for a pile: its top disc and the bar of its men.
const (
	discX, discR     = 25.0, 17.5
	barX, barW       = 47.0, 8.0
	barTop, barFloor = 5.0, 55.0
	minTick          = 3.0 // men thinner than this are not parted from their like
)

// men draws a stack of men in a cell whose upper left corner is the origin.
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
		p.path(mantle(top+(n-float64(i)-1)*thickness, thickness), look{fill: c.side, stroke: c.seam, width: 1})
	}
	c := paints[pieces[len(pieces)-1].Color]
	p.ellipse(cellSize/2, top, pileRX, pileRY, look{fill: c.face, stroke: c.seam, width: 1})
	p.ellipse(cellSize/2, top, pileRX*0.62, pileRY*0.62, look{stroke: c.seam, width: 0.8})
	p.path(mantleOutline(top, n*thickness), look{stroke: outline, width: 1.5})
}

// mantle is the visible side of a disc whose upper face lies at y.
func mantle(y, thick float64) string {
	left, right := cellSize/2-pileRX, cellSize/2+pileRX
	return "M" + nums(left, y) + "V" + num(y+thick) + "A" + nums(pileRX, pileRY) + " 0 0 0 " + nums(right, y+thick) +
		"V" + num(y) + "A" + nums(pileRX, pileRY) + " 0 0 1 " + nums(left, y) + "Z"
}

// mantleOutline is the outline of a pile whose upper face lies at y.
func mantleOutline(y, thick float64) string {
	left, right := cellSize/2-pileRX, cellSize/2+pileRX
	return "M" + nums(left, y) + "V" + num(y+thick) + "A" + nums(pileRX, pileRY) + " 0 0 0 " + nums(right, y+thick) +
		"V" + num(y) + "A" + nums(pileRX, pileRY) + " 0 0 0 " + nums(left, y) + "Z"
}

func (p *pen) topDisc(pieces []engine.Piece) {
	c := paints[pieces[len(pieces)-1].Color]
	p.ellipse(discX, cellSize/2, discR, discR, look{fill: c.face, stroke: outline, width: 1.5})
	p.ellipse(discX, cellSize/2, discR-3.5, discR-3.5, look{stroke: c.seam, width: 0.8})
	p.text(discX, cellSize/2+6, strconv.Itoa(len(pieces)), font{size: 17, ink: c.ink, bold: true, anchor: "middle"})
}

// bar draws every man of the stack as a layer of the same height.
func (p *pen) bar(pieces []engine.Piece) {
	tick := (barFloor - barTop) / float64(len(pieces))
	floor := barFloor
	for _, r := range runs(pieces) {
		c := paints[r.piece.Color]
		height := tick * float64(r.length)
		p.rect(barX, floor-height, barW, height, 0, look{fill: c.face, stroke: outline, width: 0.7})
		if tick >= minTick {
			for i := 1; i < r.length; i++ {
				y := floor - tick*float64(i)
				p.path("M"+nums(barX, y)+"h"+num(barW), look{stroke: c.seam, width: 0.7})
			}
		}
		floor -= height
	}
	p.rect(barX, barTop, barW, barFloor-barTop, 0, look{stroke: outline, width: 1.3})
}

package pylyx

import (
	"fmt"

	"pillars/engine"
)

// colorsDrawn are the checkers' colours.
var colorsDrawn = [colors]engine.Color{white: engine.White, black: engine.Black}

// Diagram draws the board, who acts, and who plays which colour.
func (p *position) Diagram() engine.Diagram {
	size := p.rules.board.size
	d := engine.Diagram{Files: size, Ranks: size, Cells: make([]engine.Cell, size*size)}
	for rank := range size {
		for file := range size {
			if s := squareAt(file, rank); p.rules.board.has(s) {
				d.Cells[rank*size+file] = engine.Cell{Kind: engine.Square, Name: s.String(), Pieces: p.pieces(s)}
			}
		}
	}
	d.Notes = []string{p.stateNote(), p.ownerNote()}
	if p.passes > 0 {
		d.Notes = append(d.Notes, "the turn before was a pass")
	}
	return d
}

func (p *position) stateNote() string {
	names := p.rules.SeatNames()
	switch p.end {
	case gathered:
		return fmt.Sprintf("%s wins: %s", names[p.seat^1], byStack)
	case twoPasses:
		return fmt.Sprintf("drawn: %s", byPasses)
	}
	return fmt.Sprintf("turn %d: %s, %s step", p.turn, names[p.seat], stepKindNames[p.kind])
}

func (p *position) ownerNote() string {
	if p.owner == unsettled {
		return "who plays which colour is still to be chosen"
	}
	names := p.rules.SeatNames()
	return fmt.Sprintf("%s plays White, %s Black", names[p.owner-1], names[2-p.owner])
}

func (p *position) pieces(s square) []engine.Piece {
	drawn := colorsDrawn[white]
	if p.stacks[black].has(s) {
		drawn = colorsDrawn[black]
	}
	var pieces []engine.Piece
	for range p.heights[s] {
		pieces = append(pieces, engine.Piece{Color: drawn, Shape: engine.Man})
	}
	return pieces
}

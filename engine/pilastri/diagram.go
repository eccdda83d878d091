package pilastri

import (
	"fmt"

	"pillars/engine"
)

// colors are the seats' colours.
var colors = [2]engine.Color{white: engine.White, black: engine.Black}

// Diagram draws the board and who acts.
func (p *position) Diagram() engine.Diagram {
	shape := p.rules.shape
	d := engine.Diagram{Files: shape.files, Ranks: shape.ranks}
	for rank := range shape.ranks {
		for file := range shape.files {
			s := squareAt(file, rank)
			d.Cells = append(d.Cells, engine.Cell{Kind: engine.Square, Name: s.String(), Pieces: p.pieces(s)})
		}
	}
	d.Notes = []string{p.stateNote()}
	return d
}

func (p *position) stateNote() string {
	if outcome := p.Outcome(); outcome.Over() {
		return fmt.Sprintf("%s wins: %s", p.rules.SeatNames()[p.seat.other()], outcome.Reason)
	}
	return fmt.Sprintf("turn %d: %s", p.turn, p.rules.SeatNames()[p.seat])
}

func (p *position) pieces(s square) []engine.Piece {
	var pieces []engine.Piece
	for level := range int(p.board.heights[s]) {
		pieces = append(pieces, engine.Piece{Color: colors[p.board.owner(s, level)], Shape: engine.Man})
	}
	return pieces
}

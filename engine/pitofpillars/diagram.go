package pitofpillars

import (
	"fmt"

	"pillars/engine"
)

// colors are the seats' colours.
var colors = [2]engine.Color{white: engine.White, red: engine.Red}

// Diagram draws the board, who acts, and the reserves.
func (p *position) Diagram() engine.Diagram {
	size := p.rules.board.size
	d := engine.Diagram{Files: size, Ranks: size, Cells: make([]engine.Cell, size*size)}
	for rank := range size {
		for file := range size {
			if s := squareAt(file, rank); p.rules.board.squares.has(s) {
				d.Cells[rank*size+file] = engine.Cell{Kind: engine.Square, Name: s.String(), Pieces: p.pieces(s)}
			}
		}
	}
	d.Notes = []string{
		p.stateNote(),
		fmt.Sprintf("reserves: White %d, Red %d", p.reserve[white], p.reserve[red]),
	}
	return d
}

func (p *position) stateNote() string {
	if outcome := p.Outcome(); outcome.Over() {
		winner := p.rules.SeatNames()[p.seat.other()]
		return fmt.Sprintf("%s wins: %s", winner, outcome.Reason)
	}
	return fmt.Sprintf("turn %d: %s, %s step", p.turn, p.rules.SeatNames()[p.seat], stepKindNames[p.kind])
}

func (p *position) pieces(s square) []engine.Piece {
	for owner := range p.pillars {
		if p.pillars[owner].has(s) {
			return []engine.Piece{{Color: colors[owner], Shape: engine.Pillar}}
		}
	}
	here := p.stacks[s]
	var pieces []engine.Piece
	for above := int(here.height) - 1; above >= 0; above-- {
		pieces = append(pieces, engine.Piece{Color: colors[here.man(above)], Shape: engine.Man})
	}
	return pieces
}

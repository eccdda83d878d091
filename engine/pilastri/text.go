package pilastri

import (
	"fmt"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

// String is the position's text: board, player, turn.
func (p *position) String() string {
	shape := p.rules.shape
	board := kit.BoardText(shape.files, shape.ranks, func(file, rank int) (string, bool) {
		return p.squareText(squareAt(file, rank)), true
	})
	return fmt.Sprintf("%s %c %d", board, "wb"[p.seat], p.turn)
}

func (p *position) squareText(s square) string {
	pieces := make([]byte, p.board.heights[s])
	for level := range pieces {
		pieces[level] = "wb"[p.board.owner(s, level)]
	}
	return string(pieces)
}

var colors = [2]engine.Color{white: engine.White, black: engine.Black}

func (p *position) Diagram() engine.Diagram {
	shape := p.rules.shape
	return kit.Diagram(shape.files, shape.ranks, func(file, rank int) engine.Cell {
		s := squareAt(file, rank)
		return engine.Cell{Kind: engine.Square, Name: s.String(), Pieces: p.pieces(s)}
	}, p.stateNote())
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

package pilastri

import (
	"fmt"
	"strconv"
	"strings"

	"pillars/engine"
)

// String is the position's text: board, player, turn.
func (p *position) String() string {
	var b strings.Builder
	for rank := p.rules.shape.ranks - 1; rank >= 0; rank-- {
		var row rowWriter
		for file := range p.rules.shape.files {
			row.add(p.squareText(squareAt(file, rank)))
		}
		b.WriteString(row.text())
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	fmt.Fprintf(&b, " %c %d", "wb"[p.seat], p.turn)
	return b.String()
}

// rowWriter joins the texts of a rank's squares, writing runs of empty ones as numbers.
type rowWriter struct {
	parts []string
	empty int
}

// add appends a square's text, "" for an empty one.
func (w *rowWriter) add(text string) {
	if text == "" {
		w.empty++
		return
	}
	w.endRun()
	w.parts = append(w.parts, text)
}

func (w *rowWriter) endRun() {
	switch {
	case w.empty == 1:
		w.parts = append(w.parts, "x")
	case w.empty > 1:
		w.parts = append(w.parts, "x"+strconv.Itoa(w.empty))
	}
	w.empty = 0
}

func (w *rowWriter) text() string {
	w.endRun()
	return strings.Join(w.parts, ",")
}

// squareText is the stack on a square from bottom to top; "" for none.
func (p *position) squareText(s square) string {
	pieces := make([]byte, p.board.heights[s])
	for level := range pieces {
		pieces[level] = "wb"[p.board.owner(s, level)]
	}
	return string(pieces)
}

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

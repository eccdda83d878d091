package pitofpillars

import (
	"fmt"
	"strconv"
	"strings"

	"pillars/engine"
)

// stepLetters are how a position text names the kinds of step, indexed by kind.
const stepLetters = "oaimp"

// StepText is "@c3" for an entry, "c3c5" for a move, "^c5f5" for a pillar's move, "-" for none.
func (p *position) StepText(step engine.Step) string {
	switch form(step) {
	case formEnter:
		return "@" + entered(step).String()
	case formMove:
		from, to, _ := moved(step)
		return from.String() + to.String()
	case formPillar:
		from, to := slid(step)
		return "^" + from.String() + to.String()
	}
	return engine.Decline
}

// String is the position's text: board, player, step, reserves, last man, turn.
func (p *position) String() string {
	var b strings.Builder
	p.writeBoard(&b)
	last := "-"
	if p.kind == adjoiningStep {
		last = p.last.String()
	}
	fmt.Fprintf(&b, " %c %c %d/%d %s %d", "wr"[p.seat], stepLetters[p.kind], p.reserve[white], p.reserve[red], last, p.turn)
	return b.String()
}

// writeBoard writes the ranks from the highest to the lowest.
func (p *position) writeBoard(b *strings.Builder) {
	size := p.rules.board.size
	for rank := size - 1; rank >= 0; rank-- {
		var row rowWriter
		for file := range size {
			if s := squareAt(file, rank); p.rules.board.squares.has(s) {
				row.add(p.squareText(s))
			}
		}
		b.WriteString(row.text())
		if rank > 0 {
			b.WriteByte('/')
		}
	}
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

// squareText is what stands on a square, the men from bottom to top; "" for nothing.
func (p *position) squareText(s square) string {
	switch {
	case p.pillars[white].has(s):
		return "W"
	case p.pillars[red].has(s):
		return "R"
	}
	here := p.stacks[s]
	men := make([]byte, here.height)
	for i := range men {
		men[i] = "wr"[here.man(len(men)-1-i)]
	}
	return string(men)
}

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

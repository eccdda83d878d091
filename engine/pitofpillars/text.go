package pitofpillars

import (
	"fmt"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

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
	last := "-"
	if p.kind == adjoiningStep {
		last = p.last.String()
	}
	size := p.rules.board.size
	return fmt.Sprintf("%s %c %c %d/%d %s %d", kit.BoardText(size, size, p.squareText),
		"wr"[p.seat], stepLetters[p.kind], p.reserve[white], p.reserve[red], last, p.turn)
}

func (p *position) squareText(file, rank int) (text string, inside bool) {
	s := squareAt(file, rank)
	switch {
	case !p.rules.board.squares.has(s):
		return "", false
	case p.pillars[white].has(s):
		return "W", true
	case p.pillars[red].has(s):
		return "R", true
	}
	here := p.stacks[s]
	men := make([]byte, here.height)
	for i := range men {
		men[i] = "wr"[here.man(len(men)-1-i)]
	}
	return string(men), true
}

var colors = [2]engine.Color{white: engine.White, red: engine.Red}

func (p *position) Diagram() engine.Diagram {
	size := p.rules.board.size
	return kit.Diagram(size, size, func(file, rank int) engine.Cell {
		s := squareAt(file, rank)
		if !p.rules.board.squares.has(s) {
			return engine.Cell{}
		}
		return engine.Cell{Kind: engine.Square, Name: s.String(), Pieces: p.pieces(s)}
	}, p.stateNote(), fmt.Sprintf("reserves: White %d, Red %d", p.reserve[white], p.reserve[red]))
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

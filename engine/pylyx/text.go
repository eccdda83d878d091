package pylyx

import (
	"fmt"
	"strconv"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

const stepLetters = "sckm"

// colorLetters are how texts name the colours: as pieces on the board, and in placing a checker.
const (
	colorLetters = "wb"
	placeLetters = "WB"
)

// StepText is "@Wc4" for placing a checker, "first", "white" or "black" for a choice, "2c4c9" for a move of two men,
// "-" for a pass.
func (p *position) StepText(step engine.Step) string {
	if isMove(step) {
		from, to, k := moved(step)
		return string('0'+rune(k)) + from.String() + to.String()
	}
	switch form := step & (1<<squareShift - 1); form {
	case placeWhite, placeBlack:
		return "@" + placeLetters[(form-placeWhite)>>formShift:][:1] + placed(step).String()
	case chooseFirst:
		return "first"
	case chooseWhite:
		return "white"
	case chooseBlack:
		return "black"
	}
	return engine.Decline
}

// String is the position's text: board, seat, step, owner, passes, turn.
func (p *position) String() string {
	size := p.rules.board.size
	return fmt.Sprintf("%s %s %c %s %d %d", kit.BoardText(size, size, p.squareText), p.seat, stepLetters[p.kind],
		p.owner, p.passes, p.turn)
}

// String is the number of the seat that plays White, or "?".
func (o owner) String() string {
	if o == unsettled {
		return "?"
	}
	return strconv.Itoa(int(o))
}

func (p *position) squareText(file, rank int) (text string, inside bool) {
	s := squareAt(file, rank)
	height := p.heights[s]
	if height == 0 {
		return "", p.rules.board.has(s)
	}
	text = colorLetters[:1]
	if p.stacks[black].has(s) {
		text = colorLetters[1:]
	}
	if height > 1 {
		text += strconv.Itoa(int(height))
	}
	return text, true
}

var colorsDrawn = [colors]engine.Color{white: engine.White, black: engine.Black}

func (p *position) Diagram() engine.Diagram {
	size := p.rules.board.size
	d := kit.Diagram(size, size, func(file, rank int) engine.Cell {
		s := squareAt(file, rank)
		if !p.rules.board.has(s) {
			return engine.Cell{}
		}
		return engine.Cell{Kind: engine.Square, Name: s.String(), Pieces: p.pieces(s)}
	}, p.stateNote(), p.ownerNote())
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

package pit

import (
	"fmt"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/internal/kit"
)

// The fields of a position text.
const (
	boardField = iota
	playerField
	stepField
	reservesField
	barriersField
	atField
	turnField
	fieldCount
)

// seatLetters name the players in texts, by seat; stepLetters the kinds of step, by kind.
const (
	seatLetters = "wbru"
	stepLetters = "pab"
)

// StepText is "@d4" for a pawn placed or a tower entered, "d4d7" for a move, a replacement or a fall, "d7|n" for a
// barrier.
func (p *position) StepText(step engine.Step) string {
	if isBarrier(step) {
		at, side := walled(step)
		return at.String() + "|" + sideLetters[side:side+1]
	}
	from, to := moved(step)
	if from == to {
		return "@" + to.String()
	}
	return from.String() + to.String()
}

// String is the position's text: board, player, step, reserves, barriers, cell just reached, turn.
func (p *position) String() string {
	at := "-"
	if p.kind == barrierStep {
		at = p.at.String()
	}
	return strings.Join([]string{
		p.boardText(), seatLetters[p.seat : p.seat+1], stepLetters[p.kind : p.kind+1], p.reservesText(),
		p.barriersText(), at,
		strconv.Itoa(int(p.turn)),
	}, " ")
}

func (p *position) boardText() string {
	return kit.BoardText(p.rules.board.files, p.rules.board.ranks, func(file, rank int) (string, bool) {
		return p.cellText(cellAt(file, rank)), true
	})
}

func (p *position) cellText(c cell) string {
	if p.rules.board.holes.has(c) {
		return "o"
	}
	if !p.occupied.has(c) {
		return ""
	}
	of := p.owner(c)
	shape := "t"
	if p.pawnAt(of, c) {
		shape = "p"
	}
	return seatLetters[of:of+1] + shape
}

// reservesText writes the towers in reserve, or x and the place of a player who is out.
func (p *position) reservesText() string {
	parts := make([]string, p.rules.seats)
	for s := range parts {
		if p.place[s] > 0 {
			parts[s] = "x" + strconv.Itoa(int(p.place[s]))
			continue
		}
		parts[s] = strconv.Itoa(int(p.reserve[s]))
	}
	return strings.Join(parts, "/")
}

func (p *position) barriersText() string {
	var parts []string
	for e := range p.barriers {
		parts = append(parts, e.String())
	}
	if len(parts) == 0 {
		return "-"
	}
	return strings.Join(parts, ",")
}

func (e edge) String() string { return e.low.String() + "|" + sideLetters[e.side:e.side+1] }

var colors = [engine.MaxSeats]engine.Color{engine.White, engine.Black, engine.Red, engine.Blue}

func (p *position) Diagram() engine.Diagram {
	b := p.rules.board
	return kit.Diagram(b.files, b.ranks, func(file, rank int) engine.Cell { return p.drawn(cellAt(file, rank)) },
		p.stateNote(), "reserves: "+p.reservesNote())
}

func (p *position) drawn(c cell) engine.Cell {
	b := p.rules.board
	if b.holes.has(c) {
		return engine.Cell{Kind: engine.Hole, Name: c.String()}
	}
	drawn := engine.Cell{
		Kind: engine.Square, Name: c.String(),
		North: p.walls.north.has(c) && !b.walls.north.has(c),
		East:  p.walls.east.has(c) && !b.walls.east.has(c),
	}
	if p.occupied.has(c) {
		of := p.owner(c)
		piece := engine.Piece{Color: colors[of], Shape: engine.Tower}
		if p.pawnAt(of, c) {
			piece.Shape = engine.Pawn
		}
		drawn.Pieces = []engine.Piece{piece}
	}
	return drawn
}

func (p *position) stateNote() string {
	if p.end != ongoing {
		return fmt.Sprintf("%s wins: %s", seatNames[p.winner], endingReasons[p.end])
	}
	note := fmt.Sprintf("turn %d: %s, %s step", p.turn, seatNames[p.seat], stepKindNames[p.kind])
	if p.kind == barrierStep {
		note += " at " + p.at.String()
	}
	return note
}

func (p *position) reservesNote() string {
	parts := make([]string, p.rules.seats)
	for s := range parts {
		if p.place[s] > 0 {
			parts[s] = fmt.Sprintf("%s out (place %d)", seatNames[s], p.place[s])
			continue
		}
		parts[s] = fmt.Sprintf("%s %d", seatNames[s], p.reserve[s])
	}
	return strings.Join(parts, ", ")
}

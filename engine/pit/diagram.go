package pit

import (
	"fmt"
	"strings"

	"pillars/engine"
)

// colors are the seats' colours.
var colors = [engine.MaxSeats]engine.Color{engine.White, engine.Black, engine.Red, engine.Blue}

// Diagram draws the board with its holes and barriers, who acts, and the reserves.
func (p *position) Diagram() engine.Diagram {
	b := p.rules.board
	d := engine.Diagram{Files: b.files, Ranks: b.ranks, Cells: make([]engine.Cell, b.files*b.ranks)}
	for rank := range b.ranks {
		for file := range b.files {
			d.Cells[rank*b.files+file] = p.drawn(cellAt(file, rank))
		}
	}
	d.Notes = []string{p.stateNote(), "reserves: " + p.reservesNote()}
	return d
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

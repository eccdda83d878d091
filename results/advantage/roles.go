package advantage

import (
	"fmt"

	"pillars/engine"
)

// Roles are what the seats of a game had besides their numbers. A set-up is the stage in which the board is only being set up, see
// [engine.Position.InOpening].
type Roles struct {
	SetUp   bool        // there was a set-up, and it was finished
	Opener  engine.Seat // who acted first when the board was set up
	Turns   int         // of the set-up
	Men     int         // pieces on the board when it was set up
	Chosen  bool        // the set-up ended with a choice that left the board as it was, and the players made it
	Chooser engine.Seat // who chose first
}

// RolesOf plays the set-up of a recorded game again. It fails where a turn of it cannot be played.
func RolesOf(game engine.Game, record engine.Record) (Roles, error) {
	p, err := game.Read(record.Start, record.Settings)
	if err != nil {
		return Roles{}, fmt.Errorf("start: %w", err)
	}
	var roles Roles
	for i, text := range record.Turns {
		if p.Over() || !p.InOpening() {
			break
		}
		if !roles.Chosen && i >= record.Opening && engine.IsPieChoice(p) {
			roles.Chosen, roles.Chooser = true, p.Seat()
		}
		steps, err := engine.ParseTurn(p, text)
		if err != nil {
			return Roles{}, fmt.Errorf("turn %d: %w", i+1, err)
		}
		for _, step := range steps {
			p.Play(step)
		}
		roles.Turns++
	}
	if roles.Turns > 0 && !p.Over() && !p.InOpening() {
		roles.SetUp, roles.Opener, roles.Men = true, p.Seat(), pieces(p.Diagram())
	}
	return roles, nil
}

// pieces counts the pieces on a board.
func pieces(d engine.Diagram) (count int) {
	for _, cell := range d.Cells {
		count += len(cell.Pieces)
	}
	return count
}

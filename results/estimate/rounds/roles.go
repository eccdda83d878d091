package rounds

import (
	"fmt"

	"pillars/engine"
)

// Roles says which seat acted first after the set-up of the board, and which seat made the pie choice of the set-up.
type Roles struct {
	SetUp   bool        // whether the game had a set-up and finished it
	Opener  engine.Seat // seat that acted first after the set-up
	Chosen  bool        // whether the players themselves, not a given opening, made a pie choice
	Chooser engine.Seat // seat that made the first pie choice
}

// rolesOf replays the set-up of a recorded game. It returns an error if a turn cannot be played.
func rolesOf(game engine.Game, record engine.Record) (r Roles, err error) {
	p, err := game.Read(record.Start, record.Settings)
	if err != nil {
		return r, fmt.Errorf("start: %w", err)
	}
	turns := 0
	for i, text := range record.Turns {
		if p.Over() || !p.InOpening() {
			break
		}
		if !r.Chosen && i >= record.Opening && engine.IsPieChoice(p) {
			r.Chosen, r.Chooser = true, p.Seat()
		}
		steps, err := engine.ParseTurn(p, text)
		if err != nil {
			return Roles{}, fmt.Errorf("turn %d: %w", i+1, err)
		}
		for _, step := range steps {
			p.Play(step)
		}
		turns++
	}
	if turns > 0 && !p.Over() && !p.InOpening() {
		r.SetUp, r.Opener = true, p.Seat()
	}
	return r, nil
}

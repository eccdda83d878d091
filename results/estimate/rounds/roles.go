package rounds

import (
	"fmt"
	"iter"

	"pillars/engine"
)

// Roles says which seat acted first after the set-up of the board, and which seat made the pie choice of the set-up.
type Roles struct {
	SetUp      bool        // whether the game had a set-up and finished it
	SetUpTurns int         // length of the set-up, if it was finished
	Opener     engine.Seat // seat that acted first after the set-up
	Chosen     bool        // whether the players themselves, not a given opening, made a pie choice
	Chooser    engine.Seat // seat that made the first pie choice
}

// rolesOf replays the set-up of a recorded game. It returns an error if a turn cannot be played.
func rolesOf(game engine.Game, record engine.Record) (r Roles, err error) {
	p, err := game.Read(record.Start, record.Settings)
	if err != nil {
		return r, fmt.Errorf("start: %w", err)
	}
	r = RolesOf(func(yield func(engine.Position) bool) {
		for i, text := range record.Turns {
			if !yield(p) {
				return
			}
			var steps []engine.Step
			if steps, err = engine.ParseTurn(p, text); err != nil {
				err = fmt.Errorf("turn %d: %w", i+1, err)
				return
			}
			for _, step := range steps {
				p.Play(step)
			}
		}
		yield(p)
	}, record.Opening)
	if err != nil {
		return Roles{}, err
	}
	return r, nil
}

// RolesOf returns the roles in a game with the given positions: the start, then the position after each turn. The first
// opening turns were given. It looks at positions only up to the end of the set-up, and keeps none.
func RolesOf(positions iter.Seq[engine.Position], opening int) (r Roles) {
	chooses := false // whether the last position was the first pie choice
	turns := -1
	for p := range positions {
		turns++
		r.Chosen = r.Chosen || chooses
		if p.Over() || !p.InOpening() {
			if turns > 0 && !p.Over() {
				r.SetUp, r.SetUpTurns, r.Opener = true, turns, p.Seat()
			}
			return r
		}
		if !chooses && turns >= opening && engine.IsPieChoice(p) {
			chooses, r.Chooser = true, p.Seat()
		}
	}
	return r
}

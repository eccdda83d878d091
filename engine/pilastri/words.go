package pilastri

import (
	"fmt"

	"pillars/engine"
	"pillars/engine/internal/base"
)

var (
	seatNames  = [2]string{"White", "Black"}
	colorNames = [2]string{"white", "black"}
)

// Choice implements [engine.Worded]. The two squares of a step tell it from all other steps, so the choice has no
// words.
func (p *position) Choice(step engine.Step) engine.Choice {
	from, to := ends(step)
	return engine.Choice{Squares: []string{from.String(), to.String()}}
}

// EndWords implements [engine.Worded].
func (p *position) EndWords() string { return seatNames[p.seat] + " has no step" }

// TurnWords implements [engine.Worded].
func (p *position) TurnWords(steps []engine.Step) string {
	return base.TurnWords(p, steps, (*position).stepWords)
}

// fewSteps is the largest number of the opponent's steps that the words of a turn mention.
const fewSteps = 3

func (p *position) stepWords(after *position, step engine.Step) string {
	from, to := ends(step)
	other := p.seat.other()
	words := fmt.Sprintf("climbs from %s (level %d) to %s (level %d)", from, p.board.heights[from], to,
		after.board.heights[to])
	if p.board.tops[other].Has(to) {
		words += fmt.Sprintf(" and covers a %s piece", colorNames[other])
	}
	if after.board.tops[other].Has(from) {
		words += fmt.Sprintf("; this frees a %s piece on %s", colorNames[other], from)
	}
	switch left := after.CountSteps(); {
	case left == 0:
		words += fmt.Sprintf("; this wins: %s has no step", seatNames[other])
	case left <= fewSteps:
		words += fmt.Sprintf("; %s has only %s", seatNames[other], base.Count(left, "step", "steps"))
	}
	return words
}

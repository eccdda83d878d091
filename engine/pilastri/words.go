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

// Refusal implements [engine.Worded].
func (p *position) Refusal(squares []string) string {
	from, to := base.SquareNamed(squares[0]), base.SquareNamed(squares[len(squares)-1])
	level := p.board.heights[from]
	switch {
	case level == 0:
		return fmt.Sprintf("%s is empty: move a %s piece from the top of a stack.", from, colorNames[p.seat])
	case p.board.tops[p.seat.other()].Has(from):
		return fmt.Sprintf("The piece on top of %s is %s's: %s moves %s pieces.", from, seatNames[p.seat.other()],
			seatNames[p.seat], colorNames[p.seat])
	case from == to && level == 1 && p.rules.jump != 0:
		return fmt.Sprintf("The piece on %s cannot move: no stack is left on its file or rank.", from)
	case from == to && level == 1:
		return fmt.Sprintf("The piece on %s cannot move: on the ground, it needs a single piece as its nearest "+
			"stack.", from)
	case from == to:
		return fmt.Sprintf("The piece on %s cannot climb: it stands on level %d, and no nearest stack is that high.",
			from, level)
	case from.File() != to.File() && from.Rank() != to.Rank():
		return fmt.Sprintf("A piece moves straight along its file or its rank: %s is on neither from %s.", to, from)
	case p.board.heights[to] == 0:
		return fmt.Sprintf("%s is empty: a piece moves to the first stack that it meets.", to)
	}
	if first := p.firstBetween(from, to); first != to {
		return fmt.Sprintf("The stack on %s comes first: a piece lands on the first stack that it meets.", first)
	}
	if height := p.board.heights[to]; height < level {
		return fmt.Sprintf("A piece must climb: it stands on level %d, and would reach only level %d on %s.", level,
			height+1, to)
	}
	return fmt.Sprintf("A piece on the ground lands only on a single piece: %s holds %d.", to, p.board.heights[to])
}

// firstBetween returns the first square with a stack on the straight way from one square to another. There must be a
// stack on the square to.
func (p *position) firstBetween(from, to square) square {
	delta := 1
	if from.File() == to.File() {
		delta = 8
	}
	if to < from {
		delta = -delta
	}
	at := int(from) + delta
	for p.board.heights[at&63] == 0 {
		at += delta
	}
	return square(at)
}

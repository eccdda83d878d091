package pitofpillars

import (
	"fmt"
	"strings"

	"pillars/engine"
	"pillars/engine/internal/base"
)

var (
	seatNames  = [2]string{"White", "Red"}
	colorNames = [2]string{"white", "red"}
)

// Choice implements [engine.Worded]. A move needs no words, since its squares say how many men move.
func (p *position) Choice(step engine.Step) engine.Choice {
	switch form(step) {
	case formEnter:
		return engine.Choice{Squares: []string{entered(step).String()}, Words: "enter here"}
	case formMove:
		from, to, men := moved(step)
		return engine.Choice{Squares: []string{from.String(), to.String()}, Count: int(men)}
	case formPillar:
		from, to := slid(step)
		return engine.Choice{Squares: []string{from.String(), to.String()}}
	}
	return engine.Choice{Words: "end the turn"}
}

// EndWords implements [engine.Worded].
func (p *position) EndWords() string {
	if p.end == noStackLeft {
		return seatNames[p.seat] + " controls no stack"
	}
	return seatNames[p.seat] + " has no step"
}

// TurnWords implements [engine.Worded].
func (p *position) TurnWords(steps []engine.Step) string {
	words := base.TurnWords(p, steps, (*position).stepWords)
	// In the entering stage a turn enters two men.
	return strings.Replace(words, "; then enters a man on ", " and another on ", 1)
}

func (p *position) stepWords(after *position, step engine.Step) string {
	words := ""
	switch form(step) {
	case formEnter:
		words = "enters a man on " + entered(step).String()
		if p.kind == mainStep {
			words += p.landingWords(after, entered(step), manOf(p.seat))
		}
	case formMove:
		words = p.moveWords(after, step)
	case formPillar:
		from, to := slid(step)
		words = fmt.Sprintf("moves a pillar from %s to %s", from, to)
	}
	switch {
	case p.kind < mainStep && after.kind == mainStep:
		words += fmt.Sprintf("; the movement stage begins with %s", seatNames[after.seat])
	case after.end == noStackLeft:
		words += fmt.Sprintf("; this wins: %s controls no stack", seatNames[after.seat])
	case after.end == noStepLeft:
		words += fmt.Sprintf("; this wins: %s has no step", seatNames[after.seat])
	}
	return words
}

// moveWords describes a move, including who then controls the men left behind.
func (p *position) moveWords(after *position, step engine.Step) string {
	from, to, k := moved(step)
	moving, left := p.stacks[from].take(k)
	words := fmt.Sprintf("moves %s from %s to %s", base.Count(int(k), "man", "men"), from, to) +
		p.landingWords(after, to, moving)
	if left.height > 0 && left.top() != p.seat {
		words += fmt.Sprintf("; %s now controls %s", seatNames[left.top()], from)
	}
	if after.control[p.seat] == 0 && after.end == ongoing {
		words += fmt.Sprintf("; %s now controls no stack", seatNames[p.seat])
	}
	return words
}

// landingWords says what happens on the square that men move to or enter.
func (p *position) landingWords(after *position, to square, moving stack) string {
	old := p.stacks[to]
	own, theirs := old.men(p.seat)+moving.men(p.seat), old.men(p.seat.other())+moving.men(p.seat.other())
	color, other := colorNames[p.seat], colorNames[p.seat.other()]
	switch {
	case after.pillars[p.seat].Has(to):
		return fmt.Sprintf(" and captures the stack there: %s the game, %s to the reserve, a %s pillar rises on %s",
			base.Count(theirs, other+" man leaves", other+" men leave"),
			base.Count(own, color+" man returns", color+" men return"), color, to)
	case old.height == 0:
		return ""
	case old.top() == p.seat:
		return fmt.Sprintf(", onto its own stack, now %d high", own+theirs)
	}
	return fmt.Sprintf(" and takes over the stack there, now %d high", own+theirs)
}

// Refusal implements [engine.Worded].
func (p *position) Refusal(squares []string) string {
	from, to := base.SquareNamed(squares[0]), base.SquareNamed(squares[len(squares)-1])
	switch {
	case p.kind < mainStep:
		return p.refuseEntering(from)
	case p.kind == pillarStep:
		return p.refusePillar(from, to)
	}
	return p.refuseMain(from, to)
}

func (p *position) refuseEntering(at square) string {
	near := orthogonalSpread(at.Bit()) & p.occupied()
	switch {
	case p.occupied().Has(at):
		return fmt.Sprintf("%s is occupied: a man enters an empty square.", at)
	case p.kind == adjoiningStep:
		return fmt.Sprintf("%s is not next to %s: the first man of a turn enters next to the man that %s entered "+
			"last.", at, p.last, seatNames[p.seat.other()])
	case near != 0:
		return fmt.Sprintf("%s is next to the man on %s: the second man of a turn enters where all neighbours are "+
			"empty.", at, near.First())
	}
	return ""
}

func (p *position) refuseMain(from, to square) string {
	own := p.control[p.seat]
	switch {
	case (p.pillars[white] | p.pillars[red]).Has(from):
		return fmt.Sprintf("A pillar stands on %s: pillars move only after the men.", from)
	case p.occupied().Has(from) && !own.Has(from):
		return fmt.Sprintf("That is %s's stack: %s moves stacks with a %s man on top.", seatNames[p.seat.other()],
			seatNames[p.seat], colorNames[p.seat])
	case !own.Has(from) && p.reserve[p.seat] > 0:
		return fmt.Sprintf("%s is empty: move a stack with a %s man on top, or enter a man.", from, colorNames[p.seat])
	case !own.Has(from):
		return fmt.Sprintf("%s is empty: move a stack with a %s man on top.", from, colorNames[p.seat])
	case from == to:
		return fmt.Sprintf("The stack on %s cannot move: pillars and the edge of the board close every side.", from)
	case from.File() != to.File() && from.Rank() != to.Rank():
		return fmt.Sprintf("A stack moves straight along its file or its rank: %s is on neither from %s.", to, from)
	}
	files := max(from.File(), to.File()) - min(from.File(), to.File())
	ranks := max(from.Rank(), to.Rank()) - min(from.Rank(), to.Rank())
	distance := files + ranks // one of them is 0
	if height := int(p.stacks[from].height); distance > height {
		return fmt.Sprintf("%s is %d squares away, and %s holds %s: men move as many squares as there are men "+
			"moving.", to, distance, from, base.Count(height, "man", "men"))
	}
	if at := (between(from, to) | to.Bit()) &^ p.open; at != 0 {
		return fmt.Sprintf("The pillar on %s is in the way: men neither pass a pillar nor land on it.", at.First())
	}
	return ""
}

func (p *position) refusePillar(from, to square) string {
	color := colorNames[p.seat]
	switch {
	case p.pillars[p.seat.other()].Has(from):
		return fmt.Sprintf("That is %s's pillar: %s moves %s pillars.", seatNames[p.seat.other()], seatNames[p.seat],
			color)
	case p.occupied().Has(from):
		return fmt.Sprintf("The men have moved in this turn: now move a %s pillar or end the turn.", color)
	case !p.pillars[p.seat].Has(from):
		return fmt.Sprintf("%s is empty: move a %s pillar or end the turn.", from, color)
	case from == to:
		return fmt.Sprintf("The pillar on %s cannot move: no square beside it is empty.", from)
	case !p.vacant().Has(to):
		return fmt.Sprintf("%s is occupied: a pillar goes to an empty square.", to)
	}
	if line := between(from, to); line != 0 {
		return fmt.Sprintf("%s is occupied: a pillar passes only empty squares.", (line &^ p.vacant()).First())
	}
	return fmt.Sprintf("A pillar moves straight or diagonally: %s is on no such line from %s.", to, from)
}

// between returns the squares strictly between two squares on a common line. It returns none if the squares share no
// line.
func between(from, to square) (line bitboard) {
	for d := range direction(directions) {
		line = 0
		for at := shift(from.Bit(), d); at != 0; at = shift(at, d) {
			if at == to.Bit() {
				return line
			}
			line |= at
		}
	}
	return 0
}

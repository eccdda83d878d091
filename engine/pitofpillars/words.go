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

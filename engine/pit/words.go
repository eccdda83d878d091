package pit

import (
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/internal/base"
)

// Choice implements [engine.Worded].
func (p *position) Choice(step engine.Step) engine.Choice {
	if isBarrier(step) {
		at, side := walled(step)
		name := [directions]string{"north", "east", "south", "west"}[side]
		return engine.Choice{Squares: []string{at.String()}, Side: sideLetters[side : side+1],
			Words: "barrier to the " + name}
	}
	from, to := moved(step)
	switch {
	case p.kind == placeStep:
		return engine.Choice{Squares: []string{to.String()}, Words: "place the pawn here"}
	case from == to:
		return engine.Choice{Squares: []string{to.String()}, Words: "enter here"}
	}
	return engine.Choice{Squares: []string{from.String(), to.String()}}
}

// EndWords implements [engine.Worded]. It says why the last player to go out did so.
func (p *position) EndWords() string {
	loser := p.winner ^ 1
	if p.rules.seats > 2 {
		loser = seat(slices.Index(p.place[:], 2)) // the player in second place went out last
	}
	return fmt.Sprintf(endingWords[p.end], seatNames[loser])
}

// TurnWords implements [engine.Worded].
func (p *position) TurnWords(steps []engine.Step) string {
	return base.TurnWords(p, steps, (*position).stepWords)
}

func (p *position) stepWords(after *position, step engine.Step) string {
	var words string
	from, to := moved(step)
	switch {
	case isBarrier(step):
		words = p.barrierWords(after, step)
	case p.kind == placeStep:
		words = fmt.Sprintf("places its pawn on %s", to)
	default:
		words = p.actionWords(from, to)
	}
	return words + p.outWords(after, step)
}

func (p *position) actionWords(from, to cell) string {
	piece := "a tower"
	if p.pawnAt(p.seat, from) {
		piece = "its pawn"
	}
	switch {
	case from == to:
		return fmt.Sprintf("enters a tower on %s", to)
	case p.rules.board.holes.has(to):
		return fmt.Sprintf("moves %s from %s into the hole on %s, where it leaves the game", piece, from, to)
	case !p.occupied.has(to):
		return fmt.Sprintf("moves %s from %s to %s", piece, from, to)
	}
	owner := p.owner(to)
	if p.pawnAt(owner, to) {
		return fmt.Sprintf("replaces %s's pawn on %s with %s from %s", seatNames[owner], to, piece, from)
	}
	return fmt.Sprintf("replaces %s's tower on %s with %s from %s; the tower returns to %[1]s's reserve",
		seatNames[owner], to, piece, from)
}

// barrierWords describes a barrier step, with the towers that it cuts off from the holes.
func (p *position) barrierWords(after *position, step engine.Step) string {
	at, side := walled(step)
	words := fmt.Sprintf("puts a barrier between %s and %s", at, at.next(side))
	if after.lost(p.seat) { // the barrier parts two pawns
		if p.rules.seats > 2 {
			words += ", which is taken away again"
		}
		return words
	}
	var cut []string
	total := 0
	for s := range seat(p.rules.seats) {
		before, left := p.towers(s), after.towers(s)
		if after.lost(s) && p.rules.seats > 2 { // all pieces of a player who goes out leave the board
			continue
		}
		if n := before.count() - left.count(); n > 0 {
			total += n
			cut = append(cut, base.Count(n, strings.ToLower(seatNames[s])+" tower",
				strings.ToLower(seatNames[s])+" towers"))
		}
	}
	switch {
	case total == 1:
		words += fmt.Sprintf("; %s has no path to a hole and leaves the game", cut[0])
	case total > 1:
		words += fmt.Sprintf("; %s have no path to a hole and leave the game", base.List(cut))
	}
	return words
}

// outWords names the players who go out by a step, with the reasons, and the winner if the step ends the game.
func (p *position) outWords(after *position, step engine.Step) string {
	var words string
	for n := range seat(p.rules.seats) {
		player := (p.seat + n) % seat(p.rules.seats) // the player who acts goes out first
		if p.lost(player) || !after.lost(player) {
			continue
		}
		words += "; " + p.outReason(player, step)
		if p.rules.seats > 2 {
			place := [...]string{"", "first", "second", "third", "fourth"}[after.place[player]]
			words += fmt.Sprintf(" (%s of %d)", place, p.rules.seats)
		}
	}
	if after.Over() && after.winner == p.seat {
		return words + ", and this wins"
	}
	if after.Over() {
		return words + fmt.Sprintf(", and %s wins", seatNames[after.winner])
	}
	return words
}

// outReason says why a player goes out by a step of the seat to act.
func (p *position) outReason(of seat, step engine.Step) string {
	name, own := seatNames[of], of == p.seat
	_, to := moved(step)
	replaced := !own && !isBarrier(step) && p.kind == actionStep && p.pawnAt(of, to)
	fallen := own && !isBarrier(step)
	switch {
	case replaced || fallen:
		return name + " has lost its pawn and is out"
	case own:
		return fmt.Sprintf("no path is left between two pawns, so %s is out", name)
	}
	return name + " has no legal turn and is out"
}

var _ engine.Worded = (*position)(nil)

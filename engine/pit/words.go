package pit

import (
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/internal/kit"
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

// IfToAct implements [engine.Worded]. It makes sense between turns once all pawns are placed.
func (p *position) IfToAct(of engine.Seat) engine.Position {
	if p.kind != actionStep || p.end != ongoing || !p.isIn(seat(of)) {
		return nil
	}
	other := *p
	other.seat = seat(of)
	other.hash = other.hashFromScratch()
	if !other.canStep() {
		return nil
	}
	return &other
}

// EndWords implements [engine.Worded]. It says why the last player to go out did so.
func (p *position) EndWords() string {
	of := p.winner ^ 1
	if p.rules.seats > 2 {
		of = seat(slices.Index(p.place[:], 2)) // the player in second place went out last
	}
	return fmt.Sprintf(endingWords[p.end], seatNames[of])
}

// TurnWords implements [engine.Worded].
func (p *position) TurnWords(steps []engine.Step) string {
	return kit.TurnWords(p, steps, (*position).stepWords)
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
	of := p.owner(to)
	if p.pawnAt(of, to) {
		return fmt.Sprintf("replaces %s's pawn on %s with %s from %s", seatNames[of], to, piece, from)
	}
	return fmt.Sprintf("replaces %s's tower on %s with %s from %s; the tower returns to %[1]s's reserve",
		seatNames[of], to, piece, from)
}

// barrierWords describes a barrier step, with the towers that it cuts off from the holes.
func (p *position) barrierWords(after *position, step engine.Step) string {
	at, side := walled(step)
	words := fmt.Sprintf("puts a barrier between %s and %s", at, at.next(side))
	if after.lost(p.seat) {
		if p.rules.seats > 2 {
			words += ", which is taken away again"
		}
		return words
	}
	var cut []string
	total := 0
	for s := range seat(p.rules.seats) {
		before, left := p.towers(s), after.towers(s)
		if after.lost(s) && p.rules.seats > 2 { // all pieces of a player who goes out leave
			continue
		}
		if n := before.count() - left.count(); n > 0 {
			total += n
			cut = append(cut, kit.Count(n, strings.ToLower(seatNames[s])+" tower",
				strings.ToLower(seatNames[s])+" towers"))
		}
	}
	switch {
	case total == 1:
		words += fmt.Sprintf("; %s has no path to a hole and leaves the game", cut[0])
	case total > 1:
		words += fmt.Sprintf("; %s have no path to a hole and leave the game", kit.List(cut))
	}
	return words
}

// outWords names the players who go out by a step, with the reasons.
func (p *position) outWords(after *position, step engine.Step) string {
	var words string
	for n := range seat(p.rules.seats) {
		of := (p.seat + n) % seat(p.rules.seats) // the player who acts goes out first
		if p.lost(of) || !after.lost(of) {
			continue
		}
		words += "; " + p.outReason(of, step) + p.placeWords(after, of)
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

// placeWords returns the place of a player who goes out, such as " (third of 3)", or "" in a game of two players.
func (p *position) placeWords(after *position, of seat) string {
	if p.rules.seats == 2 {
		return ""
	}
	return fmt.Sprintf(" (%s of %d)", [...]string{"", "first", "second", "third", "fourth"}[after.place[of]],
		p.rules.seats)
}

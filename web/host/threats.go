package host

import (
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/search"
)

// A threat is a turn with which a seat would win, or eliminate another seat, if it could act now.
type threat struct {
	from  engine.Position // the position with this seat to act
	steps []engine.Step
	wins  bool
	out   engine.Seat // the seat that the turn eliminates, if it does not win
}

func (t *threat) words() string { return engine.TurnWords(t.from, t.steps) }

func (t *threat) goal() string {
	if t.wins {
		return "win"
	}
	return fmt.Sprintf("put %s out", t.from.Rules().SeatNames()[t.out])
}

// threatOf returns a threat of a seat at p: what the seat could do if it were to act now. It prefers a turn that wins,
// and returns nil if the seat threatens nothing.
func threatOf(p engine.Position, seat engine.Seat) (found *threat) {
	worded, ok := p.(engine.Worded)
	if !ok {
		return nil
	}
	from := p // with the seat to act
	if p.Seat() != seat || !p.StartsTurn() {
		if from = worded.IfToAct(seat); from == nil {
			return nil
		}
	}
	for steps, after := range engine.EachTurn(from) {
		switch out, wins := achieved(from, after, seat); {
		case wins:
			return &threat{from: from, steps: slices.Clone(steps), wins: true}
		case out != seat && found == nil:
			found = &threat{from: from, steps: slices.Clone(steps), out: out}
		}
	}
	return found
}

// achieved reports whether seat wins by the turn between two positions. If it does not win, out is another seat that
// the turn has eliminated, or seat itself if there is no such seat.
func achieved(before, after engine.Position, seat engine.Seat) (out engine.Seat, wins bool) {
	if outcome := after.Outcome(); outcome.Over() {
		return seat, outcome.Score(seat) == 1
	}
	left := engine.Left(before)
	for _, gone := range engine.Left(after) {
		if gone != seat && !slices.Contains(left, gone) {
			return gone, false
		}
	}
	return seat, false
}

// threatWords returns in words what a seat that has just acted threatens to do next, or "" if it threatens nothing.
func threatWords(p engine.Position, seat engine.Seat) string {
	if p.Over() || p.Seat() == seat {
		return ""
	}
	if t := threatOf(p, seat); t != nil {
		return fmt.Sprintf("threatens to %s next turn: it %s", t.goal(), t.words())
	}
	return ""
}

// hintWords returns sentences that say what a turn does, what it threatens and which threats it stops.
func hintWords(turn chosenTurn) (says []string) {
	seat, names := turn.before.Seat(), turn.before.Rules().SeatNames()
	steps, after, _ := firstTurn(turn.before, turn.steps)
	say := func(format string, args ...any) { says = append(says, fmt.Sprintf(format, args...)) }
	say("%s %s.", names[seat], engine.TurnWords(turn.before, steps))
	if after.Over() {
		return says
	}
	switch score := turn.info.Score; {
	case score > search.Proven:
		say("%s wins by force%s.", names[seat], inTurns(turn))
	case score < -search.Proven:
		say("Every turn loses against the best play; this one holds out longest.")
	}
	if words := threatWords(after, seat); words != "" {
		say("It %s.", words)
	}
	for i := range len(names) - 1 {
		other := (seat + engine.Seat(i) + 1) % engine.Seat(len(names))
		if t := threatOf(turn.before, other); t != nil && stops(t, after, other) {
			say("It stops a threat: %s %s.", names[other], t.words())
		}
	}
	return says
}

// stops reports whether a turn that leads to after stops the threat t of a seat. If t was a threat to win, and the seat
// can then only eliminate another seat, the turn also stops t.
func stops(t *threat, after engine.Position, seat engine.Seat) bool {
	now := threatOf(after, seat)
	return now == nil || t.wins && !now.wins
}

// inTurns returns in words how many own turns a proven win takes. It returns "" for one turn or an unknown number.
func inTurns(turn chosenTurn) string {
	own := ownTurns(turn.before, turn.info.LegalPrincipal(turn.before))
	if own < 2 {
		return ""
	}
	return fmt.Sprintf(", in %d turns against the longest defence", own)
}

// ownTurns returns how many turns the seat to act at p plays in a line that ends the game, or 0 if the line does not.
func ownTurns(p engine.Position, line []engine.Step) (own int) {
	for seat := p.Seat(); len(line) > 0; {
		if p.Seat() == seat {
			own++
		}
		_, p, line = firstTurn(p, line)
	}
	if !p.Over() {
		return 0
	}
	return own
}

package host

import (
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/search"
)

type choice struct {
	Step string `json:"step"`
	engine.Choice
}

type wall struct {
	Cell string `json:"cell"`
	Side string `json:"side"`
}

// A trace holds the squares and barriers of a turn, which the page marks on the board.
type trace struct {
	Ways  [][]string `json:"ways"`            // squares of each step, except steps without squares
	Walls []wall     `json:"walls,omitempty"` // barriers that the turn places
}

// firstTurn splits steps played from p into the first turn, which may be unfinished, and the rest. It also returns the
// position after the turn.
func firstTurn(p engine.Position, steps []engine.Step) (turn []engine.Step, after engine.Position, rest []engine.Step) {
	after = p.Clone()
	for i, step := range steps {
		if after.Play(step); after.Over() || after.StartsTurn() {
			return steps[:i+1], after, steps[i+1:]
		}
	}
	return steps, after, nil
}

func traceOf(p engine.Position, steps []engine.Step) (t trace) {
	steps, _, _ = firstTurn(p, steps)
	p = p.Clone()
	for _, step := range steps {
		c := engine.ChoiceOf(p, step)
		if len(c.Squares) > 0 {
			t.Ways = append(t.Ways, c.Squares)
		}
		if c.Side != "" {
			t.Walls = append(t.Walls, wall{c.Squares[0], c.Side})
		}
		p.Play(step)
	}
	return t
}

// wordsOf returns the words of each turn of a sequence of steps played from p. The last turn may be unfinished.
func wordsOf(p engine.Position, steps []engine.Step) []string {
	all := []string{}
	for len(steps) > 0 {
		turn, after, rest := firstTurn(p, steps)
		all = append(all, engine.TurnWords(p, turn))
		p, steps = after, rest
	}
	return all
}

// A shownTurn is a turn as the page shows it: in words and as squares. It may be unfinished.
type shownTurn struct {
	Seat   int    `json:"seat"`
	Words  string `json:"words"`
	Threat string `json:"threat,omitempty"` // what the seat threatens to do next
	trace
}

// last returns the unfinished turn or, if there is none, the last turn. It returns nil at the start.
func last(h *engine.History) *shownTurn {
	if len(h.Steps()) == 0 {
		return nil
	}
	var before engine.Position // at the start of the turn
	var steps []engine.Step
	p := h.Start().Clone()
	for _, step := range h.Steps() {
		if p.StartsTurn() || before == nil {
			before, steps = p.Clone(), nil
		}
		steps = append(steps, step)
		p.Play(step)
	}
	turn := shownTurn{Seat: int(before.Seat()), Words: engine.TurnWords(before, steps), trace: traceOf(before, steps)}
	if p.StartsTurn() && !h.Outcome().Over() {
		turn.Threat = threatWords(p, before.Seat())
	}
	return &turn
}

// turnWords returns the words of a turn given by its text. A text such as "c3c5*" means all turns that begin with a
// step; the words are then those of this step. turnWords returns the text itself if no such turn is legal.
func turnWords(p engine.Position, text string) string {
	if steps, err := engine.ParseTurn(p, text); err == nil {
		return engine.TurnWords(p, steps)
	}
	if step, err := engine.ParseStep(p, strings.TrimSuffix(text, "*")); err == nil {
		return engine.TurnWords(p, []engine.Step{step})
	}
	return text
}

// guide returns a sentence that tells the person at the seat to act what they can do.
func guide(p engine.Position) (text string) {
	if steps := engine.StepTexts(p); len(steps) == 1 && steps[0] == engine.Decline {
		return "You can only pass: press the button."
	}
	if guided, ok := p.Rules().(engine.GuideRules); ok {
		text = guided.Guide(p.StepKind())
	}
	if engine.IsPieChoice(p) {
		text = "Pie rule. " + text
	}
	return text
}

// A threat is a turn with which a seat would win, or eliminate another seat, if it could act now.
type threat struct {
	from  engine.Position // the position with the threatening seat to act
	steps []engine.Step
	wins  bool
	out   engine.Seat // the seat that the turn eliminates, if it does not win
}

func (t *threat) words() string { return engine.TurnWords(t.from, t.steps) }

// threatOf returns a threat of a seat at p: what the seat could do if it were to act now. It prefers a turn that wins,
// and returns nil if the seat threatens nothing.
func threatOf(p engine.Position, seat engine.Seat) (found *threat) {
	from := p // the position with seat to act
	if p.Seat() != seat || !p.StartsTurn() {
		if from = ifToAct(p, seat); from == nil {
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

// ifToAct returns the position with the given seat to act at the start of a turn, as if all seats before it had passed.
// It returns nil if that makes no sense, such as inside a turn or during the set-up.
func ifToAct(p engine.Position, seat engine.Seat) engine.Position {
	rules := p.Rules()
	game, ok := rules.Game().(engine.ShownGame)
	if !ok || p.Over() || p.InOpening() || !p.StartsTurn() {
		return nil
	}
	fields := strings.Fields(p.String())
	fields[1] = game.Form().Fields[0].Values[seat] // the first field after the board is the seat to act
	free, err := game.Read(strings.Join(fields, " "), rules.Settings())
	if err != nil || free.Over() { // the seat is out, or has no step
		return nil
	}
	return free
}

// achieved reports whether seat wins by the turn between two positions. If it does not win, out is another seat that
// the turn has eliminated, or seat itself if there is no such seat.
func achieved(before, after engine.Position, seat engine.Seat) (out engine.Seat, wins bool) {
	if outcome := after.Outcome(); outcome.Over() {
		return seat, outcome.Score(seat) == 1
	}
	left := engine.Departed(before)
	for _, gone := range engine.Departed(after) {
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
	t := threatOf(p, seat)
	if t == nil {
		return ""
	}
	goal := "win"
	if !t.wins {
		goal = fmt.Sprintf("put %s out", t.from.Rules().SeatNames()[t.out])
	}
	return fmt.Sprintf("threatens to %s next turn: it %s", goal, t.words())
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
		length := ""
		if own := ownTurns(turn.before, turn.info.LegalPrincipal(turn.before)); own > 1 {
			length = fmt.Sprintf(", in %d turns against the longest defence", own)
		}
		say("%s wins by force%s.", names[seat], length)
	case score < -search.Proven:
		say("Every turn loses against the best play; this one holds out longest.")
	}
	if words := threatWords(after, seat); words != "" {
		say("It %s.", words)
	}
	for i := range len(names) - 1 {
		other := (seat + engine.Seat(i) + 1) % engine.Seat(len(names))
		t := threatOf(turn.before, other)
		if t == nil {
			continue
		}
		// A turn also stops a threat to win if the seat can then only eliminate another seat.
		if now := threatOf(after, other); now == nil || t.wins && !now.wins {
			say("It stops a threat: %s %s.", names[other], t.words())
		}
	}
	return says
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

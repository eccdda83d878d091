package host

import (
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/engine/typed"
)

type choice struct {
	Step    string   `json:"step"`
	Squares []string `json:"squares,omitempty"` // names of the squares to click, in order
	Rest    string   `json:"rest,omitempty"`    // kind of the step; it differs between steps with equal squares
	Count   int      `json:"count,omitempty"`   // number of pieces that a move takes along; 0 stands for 1
	Side    string   `json:"side,omitempty"`    // side of the square on which a barrier stands: n, e, s or w
	Words   string   `json:"words,omitempty"`   // label of the step's button
}

type wall struct {
	Cell string `json:"cell"`
	Side string `json:"side"`
}

// A trace holds the squares and barriers of a turn, which the page marks on the board.
type trace struct {
	Ways  [][]string `json:"ways"`            // squares of each step that has any
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
	Seat  int    `json:"seat"`
	Words string `json:"words"`
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
	return &shownTurn{int(before.Seat()), engine.TurnWords(before, steps), traceOf(before, steps)}
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

// A clickQuestion asks why a square cannot be clicked.
type clickQuestion struct {
	State
	Chosen []string `json:"chosen"` // squares that were clicked before, for one step
	Square string   `json:"square"`
}

func explainClick(q clickQuestion) (any, error) {
	h, err := q.history()
	if err != nil {
		return nil, err
	}
	return map[string]string{"why": refusal(h, append(q.Chosen, q.Square))}, nil
}

// refusal returns a sentence that says why squares, clicked in this order, begin no legal step.
func refusal(h *engine.History, squares []string) string {
	p := h.Position()
	if outcome := h.Outcome(); outcome.Over() {
		return fmt.Sprintf("The game is over. %s.", engine.OutcomeWords(p, outcome))
	}
	clicked := squares[len(squares)-1] // never empty: the square just clicked comes last
	isGoal := false                    // whether a legal step from another square ends on the square clicked last
	for _, step := range p.AppendSteps(nil) {
		if typed.Begins(p, step, squares) {
			return "That can be played."
		}
		way := engine.ChoiceOf(p, step).Squares
		isGoal = isGoal || len(way) > 1 && way[len(way)-1] == clicked
	}
	isEmpty := func(c engine.Cell) bool { return c.Name == clicked && len(c.Pieces) == 0 }
	if isGoal && len(squares) == 1 && slices.ContainsFunc(p.Diagram().Cells, isEmpty) {
		return fmt.Sprintf("Click the piece that goes to %s first.", clicked)
	}
	return typed.WhyNot(p, squares)
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

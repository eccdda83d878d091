package host

import (
	"strings"

	"pillars/engine"
)

// known holds the words for steps, by their text without squares: for the button that plays one, and for the past.
var known = map[string]struct{ button, told string }{
	"|n":    {"barrier to the north", "put a barrier north of "},
	"|e":    {"barrier to the east", "put a barrier east of "},
	"|s":    {"barrier to the south", "put a barrier south of "},
	"|w":    {"barrier to the west", "put a barrier west of "},
	"@":     {"enter here", "entered "},
	"@W":    {"a white checker", "placed a white checker on "},
	"@B":    {"a black checker", "placed a black checker on "},
	"^":     {"", "moved a pillar from "},
	"first": {"I move first; the other seat chooses its colour", "took the first move"},
	"white": {"I play White", "took White"},
	"black": {"I play Black", "took Black"},

	engine.Decline: {"pass", "passed"},
}

// words returns the label of a step's button.
func words(c choice) string {
	rest := strings.TrimSpace(c.Rest)
	if text := known[rest].button; text != "" {
		return text
	}
	if rest != "" && strings.Trim(rest, "0123456789") == "" {
		return "move " + rest
	}
	return c.Step
}

// told is a turn, perhaps unfinished, in words and as the squares of each step.
type told struct {
	Seat  int        `json:"seat"`
	Words string     `json:"words"`
	Ways  [][]string `json:"ways"`
	Out   []int      `json:"out,omitempty"` // seats that the turn eliminated
}

// last returns the unfinished turn, or else the last one; nil at the start.
func last(h *engine.History) *told {
	if len(h.Steps()) == 0 {
		return nil
	}
	p := h.Start().Clone()
	var turn told
	var before string
	var in []int // places before the turn
	for _, step := range h.Steps() {
		if p.StartsTurn() {
			turn, before, in = told{Seat: int(p.Seat())}, "", places(p, engine.Outcome{})
		}
		text := p.StepText(step)
		squares, rest := squaresIn(text)
		if len(squares) > 0 {
			turn.Ways = append(turn.Ways, squares)
		}
		if does := deed(strings.TrimSpace(rest)); text != engine.Decline || p.StartsTurn() {
			turn.Words += and(before, does) + strings.Join(squares, " to ")
			before = does
		}
		p.Play(step)
	}
	for s, place := range places(p, engine.Outcome{}) {
		if place > 0 && in[s] == 0 {
			turn.Out = append(turn.Out, s)
		}
	}
	return &turn
}

// deed returns what a step did, in words up to its squares.
func deed(rest string) string {
	if text := known[rest].told; text != "" {
		return text
	}
	if rest != "" && strings.Trim(rest, "0123456789") == "" {
		return "moved " + rest + " from "
	}
	return "moved from "
}

// and returns a deed with the words that join it to the one before.
func and(before, does string) string {
	switch before {
	case "":
		return does
	case does:
		return " and "
	}
	return ", then " + does
}

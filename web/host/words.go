package host

import (
	"strings"

	"pillars/engine"
)

// known are the steps, or what is left of them without squares, that a button or the teller has words for: to choose
// one, and to tell that it was played.
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

// words say what a step does that the squares alone do not tell.
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

// told is a turn, or as much of it as is played, in words and as the squares that each step names.
type told struct {
	Seat  int        `json:"seat"`
	Words string     `json:"words"`
	Ways  [][]string `json:"ways"`
	Out   []int      `json:"out,omitempty"` // seats that the turn put out of the game
}

// last tells the turn begun, or else the latest turn; nil at the start.
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

// deed says what a step did, up to its squares.
func deed(rest string) string {
	if text := known[rest].told; text != "" {
		return text
	}
	if rest != "" && strings.Trim(rest, "0123456789") == "" {
		return "moved " + rest + " from "
	}
	return "moved from "
}

// and joins a deed to the one before it.
func and(before, does string) string {
	switch before {
	case "":
		return does
	case does:
		return " and "
	}
	return ", then " + does
}

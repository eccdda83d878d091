package pylyx

import (
	"fmt"
	"strconv"

	"pillars/engine"
	"pillars/engine/internal/base"
)

var seatNames = [2]string{"One", "Two"}

// Choice implements [engine.Worded].
func (p *position) Choice(step engine.Step) engine.Choice {
	if isMove(step) {
		from, to, k := moved(step)
		c := engine.Choice{Squares: []string{from.String(), to.String()}, Count: int(k)}
		if p.heights[from] >= 3 { // three men can go wherever one or two can, so the squares do not say how many move
			c.Kind, c.Words = strconv.Itoa(int(k)), "move "+base.Count(int(k), "checker", "checkers")
		}
		return c
	}
	switch withoutSquare(step) {
	case placeWhite:
		return engine.Choice{Squares: []string{placed(step).String()}, Kind: "white", Words: "a white checker"}
	case placeBlack:
		return engine.Choice{Squares: []string{placed(step).String()}, Kind: "black", Words: "a black checker"}
	case chooseFirst:
		return engine.Choice{Words: "I move first; the other seat chooses its colour"}
	case chooseWhite:
		return engine.Choice{Words: "I play White"}
	case chooseBlack:
		return engine.Choice{Words: "I play Black"}
	}
	return engine.Choice{Words: "pass"}
}

// EndWords implements [engine.Worded].
func (p *position) EndWords() string {
	if p.end == twoPasses {
		return "both have passed"
	}
	return seatNames[p.seat^1] + " has gathered all its checkers in one stack"
}

// TurnWords implements [engine.Worded].
func (p *position) TurnWords(steps []engine.Step) string {
	if p.kind == setUpStep && len(steps) > 0 {
		return p.setUpWords(steps)
	}
	return base.TurnWords(p, steps, (*position).stepWords)
}

// setUpWords says where the turn of the set-up places a checker. Of several checkers, up to 20, it says only how many
// there are of each colour, and where the last one stands.
func (p *position) setUpWords(steps []engine.Step) string {
	last := steps[len(steps)-1]
	if len(steps) == 1 {
		return fmt.Sprintf("places %s on %s", p.Choice(last).Words, placed(last))
	}
	after := engine.After(p, steps).(*position)
	var counts []string
	for c, name := range colorsDrawn {
		if n := after.stacks[c].count() - p.stacks[c].count(); n > 0 {
			counts = append(counts, base.Count(n, name.String()+" checker", name.String()+" checkers"))
		}
	}
	return fmt.Sprintf("places %s, the last on %s", base.List(counts), placed(last))
}

func (p *position) stepWords(after *position, step engine.Step) string {
	other := seatNames[p.seat^1]
	switch {
	case isMove(step):
		return p.moveWords(step)
	case step == chooseFirst:
		return fmt.Sprintf("takes the first move; %s chooses its colour", other)
	case step == chooseWhite:
		return fmt.Sprintf("takes White; %s moves first", other)
	case step == chooseBlack:
		return fmt.Sprintf("takes Black; %s moves first", other)
	case after.end == twoPasses:
		return "passes too; the game is a draw"
	}
	return fmt.Sprintf("passes; the game is a draw if %s passes too", other)
}

func (p *position) moveWords(step engine.Step) string {
	from, to, k := moved(step)
	there, left := int(p.heights[to])+int(k), int(p.heights[from])-int(k)
	words := fmt.Sprintf("moves %s from %s to %s", base.Count(int(k), "checker", "checkers"), from, to)
	switch {
	case there == p.rules.board.men:
		return words + fmt.Sprintf("; this wins: all %d %s checkers are in one stack", there, colorsDrawn[p.mover()])
	case there > int(k):
		words += fmt.Sprintf(", onto a stack that is now %d high", there)
	}
	if left > 0 {
		words += fmt.Sprintf("; %s on %s", base.Count(left, "checker stays", "checkers stay"), from)
	}
	return words
}

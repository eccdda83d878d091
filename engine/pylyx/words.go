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

// Refusal implements [engine.Worded].
func (p *position) Refusal(squares []string) string {
	from, to := squareNamed(squares[0]), squareNamed(squares[len(squares)-1])
	switch p.kind {
	case setUpStep:
		return p.refusePlacing(from)
	case mainStep:
		return p.refuseMove(from, to)
	}
	return "The board stays as it is in this turn: choose by the buttons."
}

func squareNamed(name string) square {
	rank, _ := strconv.Atoi(name[1:])
	return squareAt(int(name[0]-'a'), rank-1)
}

func (p *position) refusePlacing(at square) string {
	c := p.findPlacements().color
	if p.heights[at] > 0 {
		return fmt.Sprintf("%s is occupied: a checker goes to an empty square.", at)
	}
	var last square // the own checker placed last
	placed := &p.stacks[c]
	for s := range placed.all {
		if s.rank() == at.rank() {
			return fmt.Sprintf("%s stands in the same rank as %s: no two %s checkers share a file or a rank.", at, s,
				colorsDrawn[c])
		}
		if s.file() >= last.file() {
			last = s
		}
	}
	left := p.rules.board.men - placed.count()
	switch {
	case placed.count() > 0 && at.file() == last.file():
		return fmt.Sprintf("%s stands in the same file as %s: no two %s checkers share a file or a rank.", at, last,
			colorsDrawn[c])
	case placed.count() > 0 && at.file() < last.file():
		return fmt.Sprintf("Checkers are placed from left to right: the next %s one goes to the right of %s.",
			colorsDrawn[c], last)
	case at.file()+left > p.rules.board.size:
		return fmt.Sprintf("%s is too far to the right: %s are to be placed, each in a file of its own.", at,
			base.Count(left, "checker", "checkers"))
	}
	return fmt.Sprintf("A checker on %s would leave no square for the last %s checker.", at, colorsDrawn[c])
}

func (p *position) refuseMove(from, to square) string {
	own, other := p.mover(), p.mover()^1
	height := int(p.heights[from])
	d, distance := p.way(from, to)
	switch {
	case height == 0:
		return fmt.Sprintf("%s is empty: move %s checkers.", from, colorsDrawn[own])
	case p.stacks[other].has(from):
		return fmt.Sprintf("That is a %s stack: %s plays the %s ones.", colorsDrawn[other], seatNames[p.seat],
			colorsDrawn[own])
	case from == to && height == 1:
		return fmt.Sprintf("The checker on %s cannot move: a single checker moves diagonally, and its diagonals "+
			"are blocked.", from)
	case from == to:
		return fmt.Sprintf("The stack on %s cannot move: all its lines are blocked.", from)
	case distance == 0:
		return fmt.Sprintf("Checkers move straight or diagonally: %s is on no such line from %s.", to, from)
	case height == 1 && axis(d/2) >= diagonals:
		return "A single checker moves diagonally; two move straight, and three in all directions."
	case p.stacks[other].has(to):
		return fmt.Sprintf("%s holds a %s stack: checkers go to empty squares and onto their own stacks.", to,
			colorsDrawn[other])
	}
	for at, ok := p.rules.board.next(from, d); ok && at != to; at, ok = p.rules.board.next(at, d) {
		if p.heights[at] > 0 {
			return fmt.Sprintf("The stack on %s is in the way: checkers pass only empty squares.", at)
		}
	}
	return fmt.Sprintf("Checkers move a single square in this game: %s is %d squares away.", to, distance)
}

// way returns the direction and the distance from one square to another. The distance is 0 if the squares share no
// line.
func (p *position) way(from, to square) (d direction, distance int) {
	for d := range directions {
		distance := 1
		for at, ok := p.rules.board.next(from, d); ok; at, ok = p.rules.board.next(at, d) {
			if at == to {
				return d, distance
			}
			distance++
		}
	}
	return 0, 0
}

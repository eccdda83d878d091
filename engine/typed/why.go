package typed

import (
	"fmt"
	"slices"
	"strings"

	"pillars/engine"
)

// why says why a text is not legal, as far as board and legal steps tell.
func why(p engine.Position, text string, words []string) error {
	for _, step := range p.AppendSteps(nil) { // the beginning may be right
		full := wordsOf(p.StepText(step))
		if len(full) == 0 || len(full) >= len(words) || !begins(words, full) {
			continue
		}
		if child := after(p, step); !child.StartsTurn() && !child.Over() {
			return fmt.Errorf("after %s: %w", p.StepText(step), why(child, text, words[len(full):]))
		}
	}
	squares := Squares(strings.Join(words, " "))
	if len(squares) == 0 {
		return fmt.Errorf("%q is no turn here", text)
	}
	board := p.Diagram()
	for _, name := range squares {
		if cell(board, name).Kind == engine.NoCell {
			return fmt.Errorf("%s is not on this board", name)
		}
	}
	if len(squares) == 1 {
		return whyNotOn(p, board, text, squares[0])
	}
	return whyNotFrom(p, board, text, squares[0])
}

func cell(board engine.Diagram, name string) engine.Cell {
	i := slices.IndexFunc(board.Cells, func(c engine.Cell) bool { return c.Name == name && c.Kind != engine.NoCell })
	if i < 0 {
		return engine.Cell{}
	}
	return board.Cells[i]
}

// whyNotOn is about a text of one square, where something could be put.
func whyNotOn(p engine.Position, board engine.Diagram, text, name string) error {
	taken, moves := len(cell(board, name).Pieces) > 0, false
	for _, legal := range engine.StepTexts(p) {
		squares := Squares(legal)
		moves = moves || len(squares) > 1
		taken = taken && !(len(squares) == 1 && len(cell(board, squares[0]).Pieces) > 0)
	}
	switch {
	case taken && moves:
		return fmt.Errorf("%q is not legal: nothing on %s can move now", text, name)
	case taken:
		return fmt.Errorf("%q is not legal: %s is taken", text, name)
	}
	return fmt.Errorf("%q is not legal here", text)
}

// whyNotFrom is about a move.
func whyNotFrom(p engine.Position, board engine.Diagram, text, from string) error {
	pieces := cell(board, from).Pieces
	if len(pieces) == 0 {
		return fmt.Errorf("%q is not legal: nothing stands on %s", text, from)
	}
	var possible []string
	owners := map[engine.Color]bool{}
	for _, legal := range engine.StepTexts(p) {
		squares := Squares(legal)
		if len(squares) < 2 {
			continue
		}
		if squares[0] == from {
			possible = append(possible, legal)
		}
		if origin := cell(board, squares[0]).Pieces; len(origin) > 0 {
			owners[origin[len(origin)-1].Color] = true
		}
	}
	top := pieces[len(pieces)-1].Color
	switch {
	case len(possible) > 0:
		return fmt.Errorf("%q is not legal; from %s there are %s", text, from, strings.Join(possible, "  "))
	case len(owners) == 1 && !owners[top]:
		return fmt.Errorf("%q is not legal: the piece on top of %s is %s, not yours", text, from, top)
	}
	return fmt.Errorf("%q is not legal: nothing on %s can move now", text, from)
}

package recorder

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/tournament"
)

// TestSquaresOfTurns checks that a turn of Pilastri changes the two squares that its text names, and that the squares
// of every turn include all that differ between its start and its end, each once.
func TestSquaresOfTurns(t *testing.T) {
	t.Parallel()
	for name, rules := range small(t) {
		r := &recorder{rules: rules}
		board := rules.Start().Diagram().Cells
		for _, game := range playedGames(t, rules, 1) {
			g, err := r.Record(context.Background(), game)
			if err != nil {
				t.Fatal(err)
			}
			differing := differences(t, rules, game)
			for i, turn := range g.Turns {
				found := slices.Sorted(slices.Values(turn.Squares))
				if len(slices.Compact(slices.Clone(found))) != len(found) ||
					slices.ContainsFunc(differing[i], func(square int) bool {
						return !slices.Contains(found, square)
					}) {
					t.Errorf("%s: turn %s changes %v; from its start to its end %v differ", name, turn.Text, found,
						differing[i])
				}
				if name == "pilastri" && !(len(found) == 2 && strings.Contains(turn.Text, board[found[0]].Name) &&
					strings.Contains(turn.Text, board[found[1]].Name)) {
					t.Errorf("%s: turn %s changes %v", name, turn.Text, found)
				}
			}
		}
	}
}

// differences returns, for each turn of a game, the squares whose numbers or colours of pieces differ between its start
// and its end.
func differences(t *testing.T, rules engine.Rules, game tournament.Game) (all [][]int) {
	t.Helper()
	p := rules.Start()
	for _, text := range game.Record.Turns {
		steps, err := engine.ParseTurn(p, text)
		if err != nil {
			t.Fatal(err)
		}
		before := p.Diagram().Cells
		for _, step := range steps {
			p.Play(step)
		}
		var differing []int
		for i, cell := range p.Diagram().Cells {
			if !slices.Equal(cell.Pieces, before[i].Pieces) {
				differing = append(differing, i)
			}
		}
		all = append(all, differing)
	}
	return all
}

// board returns a row of squares, each with a number of men.
func board(men ...int) (cells []engine.Cell) {
	for _, n := range men {
		cells = append(cells, engine.Cell{Kind: engine.Square, Pieces: make([]engine.Piece, n)})
	}
	return cells
}

// TestUndone checks that a turn is undone if everything that it changed is as before, even if other squares have
// changed.
func TestUndone(t *testing.T) {
	t.Parallel()
	walled := board(1, 1, 0)
	walled[0].East = true
	for _, c := range []struct {
		first, second, third []engine.Cell
		want                 bool
	}{
		{board(1, 0, 0), board(0, 1, 0), board(1, 0, 0), true},
		{board(1, 0, 0), board(0, 1, 0), board(1, 0, 5), true},
		{board(1, 0, 0), board(0, 1, 0), board(0, 0, 1), false},
		{board(1, 0, 0), board(1, 0, 0), board(1, 0, 0), false}, // a pass changes nothing
		{board(1, 1, 0), walled, board(1, 1, 0), true},
		{board(1, 1, 0), walled, walled, false},
	} {
		if got := undone(c.first, c.second, c.third); got != c.want {
			t.Errorf("%v, %v, %v: undone is %t", c.first, c.second, c.third, got)
		}
	}
}

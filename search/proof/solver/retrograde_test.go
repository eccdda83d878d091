package solver

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine"
	"pillars/engine/enginetest/require"
)

// anything is a limit that no test reaches.
var anything = Limits{Positions: 1 << 22}

func solved(t rapid.TB, p engine.Position) *graph {
	t.Helper()
	g, err := retrograde(context.Background(), p, anything)
	require.NoError(t, err)
	return g
}

// handMade returns a maze with a win, a loss and endless play.
func handMade() *maze {
	return newMaze(
		place{next: []int{1, 7, 3}},         // 0: round, or to places where the opponent has won or wins
		place{next: []int{2, 3}},            // 1: round, or to where the opponent wins
		place{next: []int{1}},               // 2: must go round
		place{next: []int{4, 2}},            // 3: wins in 3 turns, or round
		place{next: []int{5}},               // 4: must go to where the opponent wins
		place{next: []int{4, 6}},            // 5: wins with this turn, over 6
		place{next: []int{8}, inTurn: true}, // 6
		place{value: win},
		place{value: loss},
	)
}

// TestSameText solves a maze in which finished games have the same text as a place where the game continues.
func TestSameText(t *testing.T) {
	t.Parallel()
	start := newMaze(
		place{next: []int{1, 2}},
		place{next: []int{3}}, // a win in 1
		place{value: win, like: 1},
		place{value: loss, like: 1},
	)
	g := solved(t, start)
	for at, want := range []result{{loss, 2}, {win, 1}, {win, 0}, {loss, 0}} {
		if got, err := g.resultOf(start.at(at), start.at(at).Seat()); err != nil || got != want {
			t.Errorf("place %d: %v, %v; want %v", at, got, err, want)
		}
	}
	if all := g.counts().Positions; all != 4 {
		t.Errorf("%d positions, want 4", all)
	}
}

// TestAgainstModel compares random mazes with a plain model: verdicts of all places, what the turns are worth, counts.
func TestAgainstModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		start := drawMaze(t, 14)
		m := &model{start.rules.places, map[question]bool{}}
		g := solved(t, start)
		reached, want, longest := m.reached(), Count{}, 0
		for at := range reached {
			verdict := m.verdict(at)
			want.add(verdict.Value)
			longest = max(longest, verdict.turns)
			if got, err := g.resultOf(start.at(at), start.at(at).Seat()); err != nil || got != verdict {
				t.Fatalf("place %d: %v, %v; want %v", at, got, err, verdict)
			}
			if !start.at(at).Over() {
				checkTurns(t, g, start.at(at), verdict)
			}
		}
		if got := g.counts(); got != want || g.longest() != longest {
			t.Fatalf("counts %+v, longest %d; want %+v, %d", got, g.longest(), want, longest)
		}
	})
}

// checkTurns checks that the best of a place's turns has the value of the place, and the length of a line of best play.
func checkTurns(t *rapid.T, g *graph, p *maze, want result) {
	turns, err := g.turns(p)
	require.NoError(t, err)
	order := func(a, b turn) int { return a.result.compare(b.result) }
	if best := slices.MaxFunc(turns, order).result; best != want {
		t.Fatalf("place %d is worth %v, but its best turn %v", p.place, want, best)
	}
	if line, err := g.line(p); err != nil || len(line) != want.turns {
		t.Fatalf("place %d: a line of %d turns, %v; want %d", p.place, len(line), err, want.turns)
	}
}

// TestRefusals checks what cannot be solved, and interruptions.
func TestRefusals(t *testing.T) {
	t.Parallel()
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	three := handMade()
	three.rules.seats = 3
	twice := newMaze(place{next: []int{1}}, place{next: []int{0}})
	twice.rules.oneSeat = true
	for name, test := range map[string]struct {
		ctx   context.Context
		p     engine.Position
		limit int
		want  string
	}{
		"limit":       {context.Background(), handMade(), 7, "too many positions: more than 7"},
		"interrupt":   {canceled, handMade(), 100, "context canceled"},
		"three seats": {context.Background(), three, 100, "only two-seat games can be solved; Maze has 3 seats here"},
		"over": {context.Background(), handMade().at(7), 100,
			"the game is over (win); give an earlier position"},
		"in a turn": {context.Background(), handMade().at(6), 100,
			"the position is in the middle of a turn; give one at the start of a turn"},
		"two turns each": {context.Background(), twice, 100, errSameSeat.Error()},
	} {
		if _, err := Solve(test.ctx, test.p, ByRetrograde, Limits{Positions: test.limit}); err == nil ||
			err.Error() != test.want {
			t.Errorf("%s: %v; want %s", name, err, test.want)
		}
	}
	if g, err := retrograde(context.Background(), handMade(), Limits{Positions: 8}); err != nil ||
		g.counts().Positions != 8 {
		t.Errorf("a limit of 8 for 8 positions: %v", err)
	}
}

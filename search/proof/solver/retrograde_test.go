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
	for at, want := range []verdict{newVerdict(loss, 2), newVerdict(win, 1), newVerdict(win, 0), newVerdict(loss, 0)} {
		if got, err := g.verdictOf(start.at(at), start.at(at).Seat()); err != nil || got != want {
			t.Errorf("place %d: %x, %v; want %x", at, got, err, want)
		}
	}
	if len(g.verdicts) != 4 {
		t.Errorf("%d positions, want 4", len(g.verdicts))
	}
}

// TestAgainstModel compares random mazes with a plain model: verdicts of all places, what the turns are worth, counts.
func TestAgainstModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		start := drawMaze(t, 14)
		m := &model{start.rules.places, map[question]bool{}}
		g := solved(t, start)
		reached, counts, longest := m.reached(), map[outcome]int{}, 0
		for at := range reached {
			verdict := m.verdict(at)
			counts[verdict.value()]++
			longest = max(longest, verdict.turns())
			if got, err := g.verdictOf(start.at(at), start.at(at).Seat()); err != nil || got != verdict {
				t.Fatalf("place %d: %x, %v; want %x", at, got, err, verdict)
			}
			if !start.at(at).Over() {
				checkTurns(t, g, start.at(at), verdict)
			}
		}
		want := Count{len(reached), counts[win], counts[loss], counts[draw]}
		if s, err := Solve(context.Background(), start, anything); err != nil && len(reached) > 1 ||
			err == nil && (*s.Counts != want || s.Longest != longest) {
			t.Fatalf("%+v, %v; want %+v, longest %d", s, err, want, longest)
		}
	})
}

// checkTurns checks that the best of a place's turns has the value of the place, and the length of a line of best play.
func checkTurns(t *rapid.T, g *graph, p *maze, want verdict) {
	turns, err := g.turns(p)
	require.NoError(t, err)
	order := func(a, b turn) int { return a.compare(b.verdict) }
	if best := slices.MaxFunc(turns, order).verdict; best != want {
		t.Fatalf("place %d is worth %x, but its best turn %x", p.place, want, best)
	}
	if line, err := g.line(p); err != nil || len(line) != want.turns() {
		t.Fatalf("place %d: a line of %d turns, %v; want %d", p.place, len(line), err, want.turns())
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
		if _, err := Solve(test.ctx, test.p, Limits{Positions: test.limit}); err == nil ||
			err.Error() != test.want {
			t.Errorf("%s: %v; want %s", name, err, test.want)
		}
	}
	if g, err := retrograde(t.Context(), handMade(), Limits{Positions: 8}); err != nil || len(g.verdicts) != 8 {
		t.Errorf("a limit of 8 for 8 positions: %v", err)
	}
}

package puzzles

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestPuzzlesAreProven proves by plain recursion which first turns win within the promised number, and that none wins
// sooner. There must be few of them, and the same as [Puzzle.Judge] knows.
func TestPuzzlesAreProven(t *testing.T) {
	t.Parallel()
	for _, p := range sample(t) {
		t.Run(p.ID(), func(t *testing.T) {
			t.Parallel()
			var plain prover
			start := load(t, &p)
			if p.Own > 1 && plain.forces(start, start.Seat(), 2*p.Own-3) {
				t.Errorf("%s wins within %d turns", start, p.Own-1)
			}
			verdict, err := p.Judge(t.Context(), engine.NewHistory(start), "")
			if err != nil || verdict.Right || len(verdict.Turns) == 0 || len(verdict.Turns) > 2 {
				t.Fatalf("%+v, %v", verdict, err)
			}
			wins := plain.first(start, p.Own)
			for turn, want := range wins {
				if got := slices.ContainsFunc(verdict.Turns, func(pattern string) bool {
					begin, open := strings.CutSuffix(pattern, "*")
					return turn == pattern || open && strings.HasPrefix(turn, begin)
				}); got != want {
					t.Errorf("%s of %v: listed %v, wins %v", turn, verdict.Turns, got, want)
				}
			}
			judgeSome(t, &p, start, wins)
			t.Logf("%d turns by plain recursion, of %d legal ones", plain.played, len(wins))
		})
	}
}

// judgeSome compares the verdicts on some turns with the turns that win. A reply to a wrong turn must refute it, and
// the reply to a right turn must be a longest defence.
func judgeSome(t *testing.T, p *Puzzle, start engine.Position, wins map[string]bool) {
	var plain prover
	turns := slices.Sorted(maps.Keys(wins))
	random := enginetest.Random(t)
	random.Shuffle(len(turns), func(i, j int) { turns[i], turns[j] = turns[j], turns[i] })
	right := slices.IndexFunc(turns, func(turn string) bool { return wins[turn] })
	for _, turn := range append(turns[:min(len(turns), 5)], turns[right]) {
		h := engine.NewHistory(start)
		got, err := p.Judge(t.Context(), h, turn)
		if err != nil || got.Right != wins[turn] || got.Left != p.Own-1 || got.Comment == "" {
			t.Errorf("%s: %+v, %v; wins: %v", turn, got, err, wins[turn])
			continue
		}
		after := afterTurn(t, h, turn)
		if got.Right && after.Over() != (got.Reply == "") || after.Over() && got.Reply != "" {
			t.Errorf("%s: the reply is %q", turn, got.Reply)
		}
		if after.Over() || got.Reply == "" {
			continue
		}
		end := afterTurn(t, h, got.Reply)
		if plain.forces(end, start.Seat(), 2*got.Left-1) != got.Right {
			t.Errorf("%s: the reply %s holds: %v", turn, got.Reply, got.Right)
		}
		if got.Right && got.Left > 1 && plain.forces(end, start.Seat(), 2*got.Left-3) {
			t.Errorf("%s: the reply %s is not the longest defence", turn, got.Reply)
		}
	}
}

// afterTurn plays a turn and returns the position.
func afterTurn(t *testing.T, h *engine.History, turn string) engine.Position {
	t.Helper()
	if err := h.PlayTurn(turn); err != nil {
		t.Fatal(err)
	}
	return h.Position()
}

// TestUnknownPuzzles asks for puzzles that do not exist.
func TestUnknownPuzzles(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"", "pit", "pit-", "pit-0", "pit--1", "pit-01", "pit-+1", "pit-100000", "chess-1",
		"-1"} {
		if p, err := Find(id); err == nil {
			t.Errorf("%q is %+v", id, p)
		}
	}
	if list, err := Default("chess"); err != nil || len(list) > 0 {
		t.Errorf("%d puzzles of chess, %v", len(list), err)
	}
	for _, text := range []string{"1 300 x", "game pit\none 300 x", "game pit\n1 x", "game pit\n1 300",
		"game pit\n1 300 "} {
		if list, err := read(text); err == nil {
			t.Errorf("%q holds %v", text, list)
		}
	}
}

// TestHardPositionsAreRefused asks for wins that need more search than allowed.
func TestHardPositionsAreRefused(t *testing.T) {
	t.Parallel()
	start := load(t, &Puzzle{Game: "pit-of-pillars", Start: "x6/x8/x8/x8/x8/x8/x8/x6 w o 0/0 - 1"})
	if _, err := Wins(t.Context(), start, 4); !errors.Is(err, ErrHard) {
		t.Errorf("a win from the start: %v", err)
	}
}

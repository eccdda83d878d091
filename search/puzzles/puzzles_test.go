package puzzles

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/games"
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

// TestPuzzlesArePlayedToTheEnd plays right turns against the longest defence, and against replies drawn by chance,
// until the game is won, within the promised number of turns.
func TestPuzzlesArePlayedToTheEnd(t *testing.T) {
	t.Parallel()
	list := all(t)
	random := enginetest.Random(t)
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	for i, p := range list[:enginetest.Count(min(60, len(list)), len(list))] {
		start := load(t, &p)
		seat, h := start.Seat(), engine.NewHistory(start)
		own := 0
		for !h.Outcome().Over() && own < p.Own {
			hint, err := p.Judge(t.Context(), h, "")
			if err != nil || len(hint.Turns) == 0 {
				t.Fatalf("%s after %d own turns: %+v, %v", p.ID(), own, hint, err)
			}
			turn := matching(h.Position(), drawn(random, hint.Turns))
			verdict, err := p.Judge(t.Context(), h, turn)
			if err != nil || !verdict.Right || verdict.Left != p.Own-own-1 {
				t.Fatalf("%s after %d own turns: %s: %+v, %v", p.ID(), own, turn, verdict, err)
			}
			own++
			if afterTurn(t, h, turn); !h.Outcome().Over() {
				if i%2 == 0 {
					afterTurn(t, h, verdict.Reply)
				} else if err := engine.RandomTurn(h, engine.NewRandom(random.Uint64())); err != nil {
					t.Fatal(err)
				}
			}
			if i%2 == 0 && verdict.Finished != h.Outcome().Over() {
				t.Errorf("%s: finished %v, but the game is over: %v", p.ID(), verdict.Finished, h.Outcome().Over())
			}
		}
		if !h.Outcome().Over() || h.Outcome().Score(seat) != 1 || i%2 == 0 && own < p.Own-1 {
			t.Errorf("%s: %v after %d own turns of %d", p.ID(), h.Outcome(), own, p.Own)
		}
		if _, err := p.Judge(t.Context(), h, ""); err == nil {
			t.Errorf("%s: a turn is judged after the end", p.ID())
		}
	}
}

// matching returns the first legal turn that a pattern matches.
func matching(p engine.Position, pattern string) string {
	begin, open := strings.CutSuffix(pattern, "*")
	for steps := range engine.EachTurn(p) {
		if turn := engine.LineText(p, steps); turn == pattern || open && strings.HasPrefix(turn, begin) {
			return turn
		}
	}
	return "no turn"
}

// TestPuzzlesVary checks that each game has enough puzzles, easy and hard, on the boards of beginners, of both seats,
// and none twice, mirrored or with exchanged seats. Each is found by its id, and the file gives positions as the game
// does.
func TestPuzzlesVary(t *testing.T) {
	t.Parallel()
	boards := map[string][]int{"pit-of-pillars": {5, 6}, "pilastri": {4, 6}, "pylyx": {6, 8}, "pit": {9}}
	for _, game := range games.All() {
		list, err := Default(game.Name())
		if err != nil || len(list) < 100 {
			t.Fatalf("%s: %d puzzles, %v", game.Name(), len(list), err)
		}
		own, seats, ranks := map[int]int{}, map[engine.Seat]int{}, map[int]int{}
		seen := map[string]bool{}
		for i, p := range list {
			start := load(t, &p)
			key := fmt.Sprint(engine.CanonicalHash(start), strings.Count(p.Start, "/"))
			if seen[key] || start.String() != p.Start || start.Over() || start.Rules().Seats() != 2 {
				t.Errorf("%s: %s, read as %s; seen before: %v", p.ID(), p.Start, start, seen[key])
			}
			seen[key] = true
			own[p.Own]++
			seats[start.Seat()]++
			ranks[strings.Count(strings.Fields(p.Start)[0], "/")+1]++
			if found, err := Find(p.ID()); err != nil || *found != p {
				t.Errorf("%s: %+v, %v", p.ID(), found, err)
			}
			if i > 0 && p.Rating < list[i-1].Rating {
				t.Errorf("%s is rated %d, after %d", p.ID(), p.Rating, list[i-1].Rating)
			}
		}
		if own[1] < 10 && game.Name() != "pit" || min(own[2], 2*own[3]) < 20 || own[1] > len(list)/3 ||
			min(seats[0], seats[1]) < 25 {
			t.Errorf("%s: by turns %v, by seat %v", game.Name(), own, seats)
		}
		for _, n := range boards[game.Name()] {
			if ranks[n] < 40 || len(ranks) != len(boards[game.Name()]) {
				t.Errorf("%s: by ranks of the board %v, want 40 of each of %v", game.Name(), ranks, boards[game.Name()])
			}
		}
	}
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

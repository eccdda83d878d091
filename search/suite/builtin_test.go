package suite

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/games"
)

// builtInProblems returns all problems that come with the program.
func builtInProblems(t *testing.T) []Problem {
	t.Helper()
	return append(read(t, Default), read(t, Hard)...)
}

// dearProofs holds problems whose proofs take a second or more; only thorough runs check them.
var dearProofs = []string{"win-in-six-cover-one-man", "hold-for-five-quiet-one-man"}

// TestBuiltInProblems proves every solution by exact search, except the long proofs, which are left to pillars suite
// --verify, and in short mode only the cheap ones.
func TestBuiltInProblems(t *testing.T) {
	t.Parallel()
	for _, problem := range builtInProblems(t) {
		if problem.long || testing.Short() && problem.Kind.turns > 1 {
			continue
		}
		if !enginetest.Long() && slices.Contains(dearProofs, problem.ID) {
			continue
		}
		t.Run(problem.ID, func(t *testing.T) {
			t.Parallel()
			if err := problem.Verify(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestBuiltInTurnByTurn checks immediate wins and saving turns without the exact search, by playing all turns and all
// answers.
func TestBuiltInTurnByTurn(t *testing.T) {
	t.Parallel()
	for _, problem := range builtInProblems(t) {
		if problem.Kind.turns > 1 || problem.Kind.theme == bad {
			continue
		}
		t.Run(problem.ID, func(t *testing.T) {
			t.Parallel()
			p, err := problem.Load()
			if err != nil {
				t.Fatal(err)
			}
			for steps, after := range engine.EachTurn(p) {
				turn, want := engine.LineText(p, steps), won(after, p.Seat())
				if problem.Kind.theme == only {
					want = !after.Over() && !winsAtOnce(after)
				}
				if problem.Solves(turn) != want {
					t.Errorf("%s: listed %v, by play %v", turn, problem.Solves(turn), want)
				}
			}
		})
	}
}

// won reports whether the game in p is over and a seat has won it.
func won(p engine.Position, seat engine.Seat) bool { return p.Over() && p.Outcome().Score(seat) == 1 }

// winsAtOnce reports whether the seat to act has a turn that wins.
func winsAtOnce(p engine.Position) bool {
	for _, after := range engine.EachTurn(p) {
		if won(after, p.Seat()) {
			return true
		}
	}
	return false
}

// TestBuiltInIDs checks that ids are unique over all files.
func TestBuiltInIDs(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, problem := range builtInProblems(t) {
		if seen[problem.ID] {
			t.Errorf("id %s is taken twice", problem.ID)
		}
		seen[problem.ID] = true
	}
}

// TestBuiltInVariety checks that both sets have enough problems of every game: of every theme and of several lengths,
// of all seats and of boards of different heights, no position twice, and few proofs that the tests leave out.
func TestBuiltInVariety(t *testing.T) {
	t.Parallel()
	basic, hard := read(t, Default), read(t, Hard)
	for _, game := range games.All() {
		t.Run(game.Name(), func(t *testing.T) {
			t.Parallel()
			checkVariety(t, OfGame(basic, game.Name()), 64, 2)
			checkVariety(t, OfGame(hard, game.Name()), 10, 0)
		})
	}
}

func checkVariety(t *testing.T, problems []Problem, enough, ofTheme int) {
	t.Helper()
	themes, lengths, ranks := map[theme]int{}, map[Kind]bool{}, map[int]bool{}
	seats, positions := map[engine.Seat]int{}, map[string]bool{}
	long := 0
	for _, problem := range problems {
		p, err := problem.Load()
		if err != nil {
			t.Fatal(err)
		}
		themes[problem.Kind.theme]++
		lengths[problem.Kind] = true
		ranks[strings.Count(strings.Fields(problem.Position)[0], "/")+1] = true
		seats[p.Seat()]++
		positions[problem.Position] = true
		if problem.long {
			long++
		}
	}
	if len(problems) < enough || len(positions) < len(problems) {
		t.Errorf("%d problems with %d positions, want %d or more, all different", len(problems), len(positions), enough)
	}
	if min(themes[win], themes[only], themes[bad]) < ofTheme || len(themes) < 2 || len(lengths) < 3 {
		t.Errorf("by theme %v, want two with %d or more of each; kinds %v, want 3 or more", themes, ofTheme, lengths)
	}
	if min(seats[0], seats[1]) < len(problems)/4 || len(ranks) < 2 {
		t.Errorf("by seat %v, want a quarter of each; ranks of the board %v, want 2 or more", seats, ranks)
	}
	if long > len(problems)/2 {
		t.Errorf("%d of %d proofs are left out of the tests, want half at most", long, len(problems))
	}
}

// read reads problems that come with the program.
func read(t *testing.T, set func() ([]Problem, error)) []Problem {
	t.Helper()
	problems, err := set()
	if err != nil {
		t.Fatal(err)
	}
	return problems
}

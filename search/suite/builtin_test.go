package suite

import (
	"context"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/games"
)

// builtInProblems are all problems that come with the program.
func builtInProblems(t *testing.T) []Problem {
	t.Helper()
	problems, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	hard, err := Hard()
	if err != nil {
		t.Fatal(err)
	}
	return append(problems, hard...)
}

// TestBuiltInProblems proves every expectation by exact search; in short mode the cheap ones.
func TestBuiltInProblems(t *testing.T) {
	t.Parallel()
	for _, problem := range builtInProblems(t) {
		if testing.Short() && (problem.Kind == WinInTwo || problem.Kind == Bad) {
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

// TestBuiltInTurnByTurn checks wins at once and saving turns without the exact search, by playing all turns, and all answers.
func TestBuiltInTurnByTurn(t *testing.T) {
	t.Parallel()
	for _, problem := range builtInProblems(t) {
		if problem.Kind != WinInOne && problem.Kind != Only {
			continue
		}
		t.Run(problem.ID, func(t *testing.T) {
			t.Parallel()
			p, err := problem.Load()
			if err != nil {
				t.Fatal(err)
			}
			eachTurn(p, p.Clone(), nil, func(turn string, after engine.Position) {
				want := won(after, p.Seat())
				if problem.Kind == Only {
					want = !after.Over() && !winsAtOnce(after)
				}
				if problem.Solves(turn) != want {
					t.Errorf("%s: listed %v, by play %v", turn, problem.Solves(turn), want)
				}
			})
		})
	}
}

// eachTurn calls visit for every way to complete a turn that began at start and stands at p.
func eachTurn(start, p engine.Position, before []engine.Step, visit func(turn string, after engine.Position)) {
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		turn := append(before[:len(before):len(before)], step)
		if child.Over() || child.StartsTurn() {
			visit(engine.LineText(start, turn), child)
		} else {
			eachTurn(start, child, turn, visit)
		}
	}
}

func won(p engine.Position, seat engine.Seat) bool {
	return p.Over() && p.Outcome().Score(seat) == 1
}

// winsAtOnce reports whether the seat to act has a turn that wins.
func winsAtOnce(p engine.Position) bool {
	var wins func(q engine.Position) bool
	wins = func(q engine.Position) bool {
		for _, step := range q.AppendSteps(nil) {
			child := q.Clone()
			child.Play(step)
			if won(child, p.Seat()) || !child.Over() && !child.StartsTurn() && wins(child) {
				return true
			}
		}
		return false
	}
	return wins(p)
}

// TestBuiltInIDs wants ids that are unique over all files.
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

// TestBuiltInGames wants enough problems of every game: of every kind, of both seats and of boards of different heights, no position twice.
func TestBuiltInGames(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		t.Run(game.Name(), func(t *testing.T) {
			t.Parallel()
			kinds, seats, ranks, positions := map[Kind]int{}, map[engine.Seat]int{}, map[int]int{}, map[string]bool{}
			problems := OfGame(builtInProblems(t), game.Name())
			for _, problem := range problems {
				p, err := problem.Load()
				if err != nil {
					t.Fatal(err)
				}
				kinds[problem.Kind]++
				seats[p.Seat()]++
				ranks[strings.Count(strings.Fields(problem.Position)[0], "/")+1]++
				positions[problem.Position] = true
			}
			if len(problems) < 15 || len(positions) < len(problems) {
				t.Errorf("%d problems with %d positions, want 15 or more, all different", len(problems), len(positions))
			}
			for _, kind := range Kinds() {
				if kinds[kind] < 2 {
					t.Errorf("%d problems of kind %s, want 2 or more", kinds[kind], kind)
				}
			}
			if min(seats[0], seats[1]) < 6 || len(ranks) < 3 {
				t.Errorf("by seat %v, by ranks of the board %v; want 6 or more of each seat, and 3 boards", seats, ranks)
			}
		})
	}
}

// TestBuiltInVariety wants enough problems of the flagship, of every kind, of both seats and of different board sizes.
func TestBuiltInVariety(t *testing.T) {
	t.Parallel()
	problems, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	problems = OfGame(problems, games.All()[0].Name())
	kinds, seats, sizes := map[Kind]int{}, map[engine.Seat]int{}, map[string]int{}
	for _, problem := range problems {
		p, err := problem.Load()
		if err != nil {
			t.Fatal(err)
		}
		size, _ := p.Rules().Settings().Get("size")
		kinds[problem.Kind]++
		seats[p.Seat()]++
		sizes[size]++
	}
	if len(problems) < 36 {
		t.Errorf("%d problems, want 36 or more", len(problems))
	}
	for _, kind := range Kinds() {
		if kinds[kind] < 8 {
			t.Errorf("%d problems of kind %s, want 8 or more", kinds[kind], kind)
		}
	}
	if min(seats[0], seats[1]) < 15 {
		t.Errorf("problems by seat: %v, want 15 or more of each", seats)
	}
	if sizes["8"] < 20 || min(sizes["5"], sizes["6"], sizes["7"]) < 4 {
		t.Errorf("problems by size: %v, want 20 or more of 8 and 4 of 5, 6 and 7", sizes)
	}
}

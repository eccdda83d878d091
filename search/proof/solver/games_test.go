package solver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

func boardOf(t *testing.T, files, ranks int) engine.Position {
	t.Helper()
	return enginetest.Rules(t, "pilastri", fmt.Sprint("files=", files), fmt.Sprint("ranks=", ranks)).Start()
}

func prove(t *testing.T, prover *prover, p engine.Position) outcome {
	t.Helper()
	verdict, err := prover.prove(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return verdict.Value
}

// TestPilastri compares solutions with the results of an independent program.
func TestPilastri(t *testing.T) {
	t.Parallel()
	for board, want := range map[[2]int]outcome{
		{2, 2}: win, {2, 3}: loss, {2, 4}: win, {2, 5}: win, {2, 6}: win, {2, 7}: win, {2, 8}: win, {3, 4}: win,
		{4, 4}: win,
	} {
		if got := prove(t, newProver(anything), boardOf(t, board[0], board[1])); got != want {
			t.Errorf("%d x %d: a %s, want a %s", board[0], board[1], got, want)
		}
	}
}

// TestPilastriFirstTurns checks, by the results of the same program, that 20 of the 24 first moves on 4 x 4 win, and
// that those that lose go from centre to centre.
func TestPilastriFirstTurns(t *testing.T) {
	t.Parallel()
	start := boardOf(t, 4, 4)
	turns, err := newProver(anything).turns(context.Background(), start)
	if err != nil {
		t.Fatal(err)
	}
	var losing []string
	for _, turn := range turns {
		if turn.result.Value == loss {
			losing = append(losing, engine.LineText(start, turn.Steps))
		}
	}
	slices.Sort(losing)
	if want := []string{"b3b2", "b3c3", "c2b2", "c2c3"}; len(turns) != 24 || !slices.Equal(losing, want) {
		t.Errorf("%d first moves, of which %v lose; want 24, %v", len(turns), losing, want)
	}
}

// minimax returns the value of a position by plain recursion.
func minimax(p engine.Position, known map[string]outcome) outcome {
	text := p.String()
	if value, ok := known[text]; ok {
		return value
	}
	value := loss
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		if child.Over() {
			if child.Outcome().Score(p.Seat()) == 1 {
				value = win
			}
		} else if (minimax(child, known) == win) == (child.Seat() == p.Seat()) {
			value = win
		}
	}
	known[text] = value
	return value
}

// TestBothWaysAndMinimax compares three ways to value positions of random games: of Pilastri, and of Pit, whose turns
// have two steps and which has no keys.
func TestBothWaysAndMinimax(t *testing.T) {
	t.Parallel()
	for _, start := range []engine.Position{
		boardOf(t, 2, 4), boardOf(t, 5, 2),
		enginetest.Rules(t, "pit", "board=.2./.o./.1.").Start(), enginetest.Rules(t, "pit", "board=o2./.1.").Start(),
	} {
		graph := solved(t, start)
		prover, known, random := newProver(anything), map[string]outcome{}, engine.NewRandom(5)
		for range enginetest.Count(3, 12) {
			for p := start.Clone(); !p.Over(); p.Play(engine.RandomStep(p, random)) {
				if p.StartsTurn() {
					compareThree(t, p, graph, prover, minimax(p, known))
				}
			}
		}
	}
}

func compareThree(t *testing.T, p engine.Position, graph *graph, prover *prover, want outcome) {
	t.Helper()
	verdict, err := graph.resultOf(p, p.Seat())
	if proven := prove(t, prover, p); err != nil || verdict.Value != want || proven != want {
		t.Fatalf("%s: a %s backwards (%v), a %s by search; want a %s", p, verdict.Value, err, proven, want)
	}
}

// TestCycles checks that a search refuses a game whose positions can recur.
func TestCycles(t *testing.T) {
	t.Parallel()
	p := enginetest.Rules(t, "pit-of-pillars", "size=4", "repetition=0").Start()
	if _, err := newProver(anything).prove(context.Background(), p); !errors.Is(err, ErrCycles) {
		t.Errorf("a search of Pit of Pillars says %v; want %v", err, ErrCycles)
	}
}

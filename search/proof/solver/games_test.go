package solver

import (
	"errors"
	"fmt"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

func boardOf(t *testing.T, files, ranks int) engine.Position {
	t.Helper()
	return enginetest.Rules(t, "pilastri", fmt.Sprint("files=", files), fmt.Sprint("ranks=", ranks)).Start()
}

func solve(t *testing.T, p engine.Position) *Solution {
	t.Helper()
	s, err := Solve(t.Context(), p, anything)
	require.NoError(t, err)
	return s
}

// TestPilastri compares solutions with the results of an independent program.
func TestPilastri(t *testing.T) {
	t.Parallel()
	for board, want := range map[[2]int]string{
		{2, 2}: "win", {2, 3}: "loss", {2, 4}: "win", {2, 5}: "win", {2, 6}: "win", {2, 7}: "win", {2, 8}: "win",
		{3, 4}: "win", {4, 4}: "win",
	} {
		if got := solve(t, boardOf(t, board[0], board[1])); got.Value != want {
			t.Errorf("%d x %d: a %s, want a %s", board[0], board[1], got.Value, want)
		}
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

// TestBothWaysAndMinimax compares ways to value positions of random games: three of Pilastri, and two of Pit, whose
// turns have two steps and which has no keys.
func TestBothWaysAndMinimax(t *testing.T) {
	t.Parallel()
	for _, start := range []engine.Position{
		boardOf(t, 2, 4), boardOf(t, 5, 2),
		enginetest.Rules(t, "pit", "board=.2./.o./.1.").Start(), enginetest.Rules(t, "pit", "board=o2./.1.").Start(),
	} {
		graph, known, random := solved(t, start), map[string]outcome{}, engine.NewRandom(5)
		for range enginetest.Count(3, 12) {
			for p := start.Clone(); !p.Over(); p.Play(engine.RandomStep(p, random)) {
				if !p.StartsTurn() {
					continue
				}
				want := minimax(p, known)
				if verdict, err := graph.verdictOf(p, p.Seat()); err != nil || verdict.value() != want {
					t.Fatalf("%s: a %s backwards (%v); want a %s", p, verdict.value(), err, want)
				}
				if s := solve(t, p); s.Value != want.String() {
					t.Fatalf("%s: a %s by %s; want a %s", p, s.Value, s.Method, want)
				}
			}
		}
	}
}

// TestSolutionUpToTheLimit checks that a proof is kept although some first turns take too many positions.
func TestSolutionUpToTheLimit(t *testing.T) {
	t.Parallel()
	p := enginetest.Rules(t, "pilastri", "size=4").Start()
	s, err := Solve(t.Context(), p, Limits{Positions: 100_000})
	require.NoError(t, err)
	if s.Value != "win" || s.Unproven == 0 || len(s.FirstTurns)+int(s.Unproven) != 24 {
		t.Errorf("solved as %+v; want a win with some first turns proven and some left", s)
	}
	if _, err := Solve(t.Context(), p, Limits{Positions: 2000}); !errors.Is(err, ErrTooMany) {
		t.Errorf("far more positions are needed than 2,000: %v", err)
	}
}

package solver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search/proof"
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
		boardOf(t, 2, 4), boardOf(t, 3, 4), boardOf(t, 5, 2),
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

// plain hides the short keys and symmetries of a game. It copies from its own kind and from positions that the game
// reads.
type plain struct{ engine.Position }

func (p plain) Clone() engine.Position { return plain{p.Position.Clone()} }
func (p plain) CopyFrom(other engine.Position) {
	if hidden, ok := other.(plain); ok {
		other = hidden.Position
	}
	p.Position.CopyFrom(other)
}
func (p plain) PlayInto(step engine.Step, child engine.Position) {
	p.Position.PlayInto(step, child.(plain).Position)
}

// TestWithoutKeys compares positions of Pit of Pillars identified by keys with those identified by texts, without
// symmetries, along random games; and with a search that proves short wins.
func TestWithoutKeys(t *testing.T) {
	t.Parallel()
	seen := map[outcome]int{}
	for _, text := range []string{
		"x2/w,x3/x3,r/x2 w m 0/0 - 23", "x2/w,x,W,x/x3,r/x2 w m 0/0 - 23", "x2/w,x,W,x/R,x2,r/x2 r m 0/0 - 24",
		"x2/w,x3/x3,rr/x2 w m 0/0 - 23", "x2/wr,x3/x2,rw,x/x2 r m 0/0 - 24", "x2/w,x3/x3,r/x2 w m 1/0 - 23",
	} {
		p, err := enginetest.Rules(t, "pit-of-pillars").Game().Read(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		byKeys, byTexts := solved(t, p), solved(t, plain{p})
		if byTexts.longest() != byKeys.longest() || byTexts.counts().Positions <= byKeys.counts().Positions {
			t.Errorf("%s: by texts %+v, longest %d; by keys %+v, %d", p, byTexts.counts(), byTexts.longest(),
				byKeys.counts(), byKeys.longest())
		}
		random := engine.NewRandom(3)
		for range enginetest.Count(2, 5) {
			for p, turns := p.Clone(), 0; !p.Over() && turns < 30; p.Play(engine.RandomStep(p, random)) {
				if p.StartsTurn() {
					turns++
					seen[compareGraphs(t, p, byKeys, byTexts)]++
				}
			}
		}
	}
	if len(seen) < 3 {
		t.Errorf("only %v were tried; the test means to see all", seen)
	}
}

func compareGraphs(t *testing.T, p engine.Position, byKeys, byTexts *graph) outcome {
	t.Helper()
	want, err := byTexts.resultOf(plain{p}, p.Seat())
	if got, failed := byKeys.resultOf(p, p.Seat()); err != nil || failed != nil || got != want {
		t.Fatalf("%s: %v by keys, %v by texts (%v, %v)", p, got, want, failed, err)
	}
	checkExact(t, p, want)
	return want.Value
}

// checkExact compares a result with a search for wins of up to three turns.
func checkExact(t *testing.T, p engine.Position, want result) {
	t.Helper()
	for turns := 1; turns <= 3; turns++ {
		for winner := range engine.Seat(2) {
			value := loss
			if winner == p.Seat() {
				value = win
			}
			forced, err := proof.Forces(context.Background(), p, winner, turns)
			if wins := want.Value == value && want.turns <= turns; err != nil || forced != wins {
				t.Errorf("%s: %v, but a search says %v of %s in %d turns (%v)", p, want, forced, winner, turns, err)
			}
		}
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

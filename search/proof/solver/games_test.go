package solver_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search/proof"
	"pillars/search/proof/solver"
)

var anything = solver.Limits{Positions: 1 << 22}

func boardOf(t *testing.T, files, ranks int) engine.Position {
	t.Helper()
	return enginetest.Rules(t, "pilastri", fmt.Sprint("files=", files), fmt.Sprint("ranks=", ranks)).Start()
}

func prove(t *testing.T, prover *solver.Prover, p engine.Position) solver.Value {
	t.Helper()
	verdict, err := prover.Prove(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return verdict.Value
}

// TestPilastri compares with what another program, which knows nothing of this one, has found.
func TestPilastri(t *testing.T) {
	t.Parallel()
	for board, want := range map[[2]int]solver.Value{
		{2, 2}: solver.Win, {2, 3}: solver.Loss, {2, 4}: solver.Win, {2, 5}: solver.Win, {2, 6}: solver.Win, {2,
			7}: solver.Win, {2, 8}: solver.Win,
		{3, 4}: solver.Win, {4, 4}: solver.Win,
	} {
		if got := prove(t, solver.NewProver(anything), boardOf(t, board[0], board[1])); got != want {
			t.Errorf("%d x %d: a %s, want a %s", board[0], board[1], got, want)
		}
	}
}

// TestPilastriFirstTurns knows from the same program that 20 of the 24 first moves on 4 x 4 win, and that those that
// lose go from centre to centre.
func TestPilastriFirstTurns(t *testing.T) {
	t.Parallel()
	start := boardOf(t, 4, 4)
	turns, err := solver.NewProver(anything).Turns(context.Background(), start)
	if err != nil {
		t.Fatal(err)
	}
	var losing []string
	for _, turn := range turns {
		if turn.Verdict.Value == solver.Loss {
			losing = append(losing, engine.LineText(start, turn.Steps))
		}
	}
	slices.Sort(losing)
	if want := []string{"b3b2", "b3c3", "c2b2", "c2c3"}; len(turns) != 24 || !slices.Equal(losing, want) {
		t.Errorf("%d first moves, of which %v lose; want 24, %v", len(turns), losing, want)
	}
}

// minimax values a position the plain way.
func minimax(p engine.Position, known map[string]solver.Value) solver.Value {
	text := p.String()
	if value, ok := known[text]; ok {
		return value
	}
	value := solver.Loss
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		if child.Over() {
			if child.Outcome().Score(p.Seat()) == 1 {
				value = solver.Win
			}
		} else if (minimax(child, known) == solver.Win) == (child.Seat() == p.Seat()) {
			value = solver.Win
		}
	}
	known[text] = value
	return value
}

// TestBothWaysAndMinimax values positions of random games in three ways: of Pilastri, and of Pit, whose turns have two
// steps and which has no keys.
func TestBothWaysAndMinimax(t *testing.T) {
	t.Parallel()
	for _, start := range []engine.Position{
		boardOf(t, 2, 4), boardOf(t, 3, 4), boardOf(t, 5, 2),
		enginetest.Rules(t, "pit", "board=.2./.o./.1.").Start(), enginetest.Rules(t, "pit", "board=o2./.1.").Start(),
	} {
		graph := retrograde(t, start)
		prover, known, random := solver.NewProver(anything), map[string]solver.Value{}, engine.NewRandom(5)
		for range 12 {
			for p := start.Clone(); !p.Over(); p.Play(engine.RandomStep(p, random)) {
				if p.StartsTurn() {
					compareThree(t, p, graph, prover, minimax(p, known))
				}
			}
		}
	}
}

func compareThree(t *testing.T, p engine.Position, graph *solver.Graph, prover *solver.Prover, want solver.Value) {
	t.Helper()
	verdict, err := graph.Verdict(p)
	if proven := prove(t, prover, p); err != nil || verdict.Value != want || proven != want {
		t.Fatalf("%s: a %s backwards (%v), a %s by search; want a %s", p, verdict.Value, err, proven, want)
	}
}

// plain hides that a game knows short keys and symmetries. It copies from what it is and from what the game reads.
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

// TestWithoutKeys compares positions of Pit of Pillars told apart by keys with those told apart by texts, without
// symmetries, along random games; and with a search that proves short wins.
func TestWithoutKeys(t *testing.T) {
	t.Parallel()
	seen := map[solver.Value]int{}
	for _, text := range []string{
		"x2/w,x3/x3,r/x2 w m 0/0 - 23", "x2/w,x,W,x/x3,r/x2 w m 0/0 - 23", "x2/w,x,W,x/R,x2,r/x2 r m 0/0 - 24",
		"x2/w,x3/x3,rr/x2 w m 0/0 - 23", "x2/wr,x3/x2,rw,x/x2 r m 0/0 - 24", "x2/w,x3/x3,r/x2 w m 1/0 - 23",
	} {
		p, err := enginetest.Rules(t, "pit-of-pillars").Game().Read(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		byKeys, byTexts := retrograde(t, p), retrograde(t, plain{p})
		if byTexts.Longest() != byKeys.Longest() || byTexts.Counts().All() <= byKeys.Counts().All() {
			t.Errorf("%s: by texts %+v, longest %d; by keys %+v, %d", p, byTexts.Counts(), byTexts.Longest(),
				byKeys.Counts(), byKeys.Longest())
		}
		random := engine.NewRandom(3)
		for range 5 {
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

func retrograde(t *testing.T, p engine.Position) *solver.Graph {
	t.Helper()
	graph, err := solver.Retrograde(context.Background(), p, anything)
	if err != nil {
		t.Fatal(err)
	}
	return graph
}

func compareGraphs(t *testing.T, p engine.Position, byKeys, byTexts *solver.Graph) solver.Value {
	t.Helper()
	want, err := byTexts.Verdict(plain{p})
	if got, failed := byKeys.Verdict(p); err != nil || failed != nil || got != want {
		t.Fatalf("%s: %v by keys, %v by texts (%v, %v)", p, got, want, failed, err)
	}
	checkExact(t, p, want)
	return want.Value
}

// checkExact compares with a search that knows wins of up to three turns.
func checkExact(t *testing.T, p engine.Position, want solver.Verdict) {
	t.Helper()
	result, err := proof.Solve(context.Background(), p, 3)
	if err != nil {
		t.Fatal(err)
	}
	value := map[proof.Value]solver.Value{proof.Win: solver.Win, proof.Loss: solver.Loss}[result.Value]
	short := want.Value != solver.Draw && want.Turns <= 3
	if short != (result.Value != proof.Unknown) || short && (value != want.Value || result.Turns != want.Turns) {
		t.Errorf("%s: %v, but a search says %v in %d", p, want, result.Value, result.Turns)
	}
}

// TestCycles wants a search to refuse a game whose positions can come again.
func TestCycles(t *testing.T) {
	t.Parallel()
	p := enginetest.Rules(t, "pit-of-pillars", "size=4", "repetition=0").Start()
	if _, err := solver.NewProver(anything).Prove(context.Background(), p); !errors.Is(err, solver.ErrCycles) {
		t.Errorf("a search of Pit of Pillars says %v; want %v", err, solver.ErrCycles)
	}
}

package solver

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"
)

// TestProofs compares searches of random mazes without cycles with the plain model, for one place after another.
func TestProofs(t *testing.T) {
	t.Parallel()
	seen := map[outcome]int{}
	rapid.Check(t, func(t *rapid.T) {
		start := drawMaze(t, 40, false)
		m := &model{start.rules.places, map[question]bool{}}
		prover := newProver(anything)
		for at := range start.rules.places {
			p := start.at(at)
			if p.Over() || !p.StartsTurn() {
				continue
			}
			want := m.verdict(at).Value
			got, err := prover.prove(context.Background(), p)
			if err != nil || got != (result{Value: want}) {
				t.Fatalf("place %d: %v, %v; want %v", at, got, err, want)
			}
			seen[want]++
			checkProvenTurns(t, prover, m, p)
		}
	})
	if len(seen) != 3 {
		t.Errorf("the values were %v; the test means to see all", seen)
	}
}

// checkProvenTurns compares the values of a place's turns.
func checkProvenTurns(t *rapid.T, prover *prover, m *model, p *maze) {
	turns, err := prover.turns(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	after := m.after(p.place)
	if len(turns) != len(after) {
		t.Fatalf("%d turns from place %d, want %d", len(turns), p.place, len(after))
	}
	for i, next := range after {
		if want := -m.verdict(next).Value; turns[i].result != (result{Value: want}) {
			t.Fatalf("turn %v from place %d: %v, want %v", turns[i].Steps, p.place, turns[i].result, want)
		}
	}
}

// TestProverGoesOn calls a prover again after an error: what it had proven is still valid, and nothing else counts as
// proven.
func TestProverGoesOn(t *testing.T) {
	t.Parallel()
	p := newMaze(place{next: []int{1, 2}}, place{next: []int{2}}, place{next: []int{3}}, place{value: loss})
	prover := newProver(Limits{Positions: 2})
	if _, err := prover.prove(context.Background(), p); !errors.Is(err, ErrTooMany) {
		t.Errorf("three positions where two are allowed: %v", err)
	}
	prover.limits = anything
	if got, err := prover.prove(context.Background(), p); err != nil || got.Value != win {
		t.Errorf("with a larger limit: %v, %v; want a win", got, err)
	}
}

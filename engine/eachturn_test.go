package engine_test

import (
	"fmt"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/engine/pitofpillars"
)

// onePillar is a position of Pit of Pillars in which a turn is a move of a man, or such a move and one of the pillar.
const onePillar = "x2/w,x2,W/r,x3/x2 w m 0/0 - 23"

func ExampleEachTurn() {
	p, err := pitofpillars.Game.Read(onePillar, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for turn, after := range engine.EachTurn(p) {
		fmt.Println(engine.LineText(p, turn), "leaves Red", after.CountSteps(), "steps")
	}
	// Output:
	// a3b3 leaves Red 2 steps
	// a3b3^d3d2 leaves Red 2 steps
	// a3b3^d3c3 leaves Red 2 steps
	// a3b3^d3c2 leaves Red 2 steps
	// a3b3^d3b1 leaves Red 2 steps
	// a3b3^d3c4 leaves Red 2 steps
	// a3a2 leaves Red 0 steps
}

// TestTurnWalkerAgain walks from several positions with one walker, also after a walk was broken off, and expects what
// new walkers yield, without allocating after the first walk.
func TestTurnWalkerAgain(t *testing.T) {
	p, err := pitofpillars.Game.Read(onePillar, nil)
	require.NoError(t, err)
	var walker engine.TurnWalker
	for turn, after := range engine.EachTurn(p) {
		for range walker.EachTurn(after) {
			break
		}
		var want, got []string
		for _, end := range engine.EachTurn(after) {
			want = append(want, end.String())
		}
		for _, end := range walker.EachTurn(after) {
			got = append(got, end.String())
		}
		if !slices.Equal(got, want) {
			t.Errorf("after %s one walker yields %v, a new one %v", engine.LineText(p, turn), got, want)
		}
	}
	count := 0
	allocations := testing.AllocsPerRun(10, func() {
		for range walker.EachTurn(p) {
			count++
		}
	})
	if allocations != 0 || count == 0 {
		t.Errorf("a walk of %d turns allocates %v times", count/11, allocations)
	}
}

package proof

import (
	"context"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestTableOfAnswers stores answers about a position and asks what they imply: a win within three turns is one within
// more, and no win within two is none within fewer. Another position in the same place replaces all that.
func TestTableOfAnswers(t *testing.T) {
	t.Parallel()
	answers := make(table, 4)
	answers.store(9, 3, true)
	answers.store(9, 2, false)
	for turns, want := range map[int]string{1: "no", 2: "no", 3: "yes", 4: "yes"} {
		if forced, found := answers.probe(9, turns); forced != (want == "yes") || !found {
			t.Errorf("within %d turns: %v, %v; want %s", turns, forced, found, want)
		}
	}
	if _, found := answers.probe(5, 3); found {
		t.Error("an answer about another position in the same place")
	}
	answers.store(5, 7, false)
	if forced, found := answers.probe(5, 8); forced || found {
		t.Errorf("within more turns than asked: %v, %v", forced, found)
	}
	if forced, found := answers.probe(5, 7); forced || !found {
		t.Errorf("no win within seven turns: %v, %v", forced, found)
	}
	if _, found := answers.probe(9, 3); found {
		t.Error("a position that was replaced is found")
	}
	answers.store(6, 2, true)
	if forced, found := answers.probe(6, 1); forced || found {
		t.Errorf("a win within two turns says nothing about one: %v, %v", forced, found)
	}
}

// TestHorizons checks how many turns can be asked for, and that the search ends at the turn cap: with a cap of 12
// turns, three are left from turn 10 on.
func TestHorizons(t *testing.T) {
	t.Parallel()
	for turns, want := range map[int]string{
		0:    "exact search of 0 turns: must be from 1 to 1000",
		1001: "exact search of 1001 turns: must be from 1 to 1000", 1: "", 1000: "",
	} {
		p := enginetest.Read(t, "pilastri", "w,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1")
		s, horizon, err := newSearcher(p, turns)
		if want != "" && (err == nil || err.Error() != want) || want == "" && (err != nil || horizon != turns) {
			t.Errorf("%d turns: %d, %v", turns, horizon, err)
		}
		if size := map[int]int{1: 1 << 8, 1000: 1 << 18}[turns]; err == nil && len(s.table) != size {
			t.Errorf("%d turns: a table of %d", turns, len(s.table))
		}
	}
	rules := enginetest.Rules(t, "pit-of-pillars", "size=4", "cap=12")
	for turn, want := range map[string]int{"10": 3, "12": 1, "2": 5} {
		p, err := rules.Game().Read("x2/r,W,x2/x3,W/w,x w m 0/0 - "+turn, engine.Settings{{Name: "cap", Value: "12"}})
		if err != nil {
			t.Fatal(err)
		}
		if _, horizon, err := newSearcher(p, 5); err != nil || horizon != want {
			t.Errorf("from turn %s: %d turns, %v, want %d", turn, horizon, err, want)
		}
	}
	three := enginetest.Rules(t, "pit", "players=3").Start()
	if _, err := LosingTurns(t.Context(), three, 2); err == nil ||
		err.Error() != "exact search for a loss needs a two-seat game; Pit has 3 seats here" {
		t.Errorf("a loss among three: %v", err)
	}
}

// TestInterruptedProof asks for the context once in 256 calls.
func TestInterruptedProof(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	var s searcher
	if s.stopped(ctx) {
		t.Fatal("stopped at once")
	}
	cancel()
	for asked := 1; asked < 256; asked++ {
		if s.stopped(ctx) {
			t.Fatalf("stopped at call %d", asked)
		}
	}
	if !s.stopped(ctx) || s.err == nil || !strings.Contains(s.err.Error(), "canceled") {
		t.Errorf("not stopped: %v", s.err)
	}
	if _, err := WinningTurns(ctx, enginetest.Rules(t, "pilastri").Start(), 3); err == nil {
		t.Error("a proof goes on after its context")
	}
}

package enginetest

import (
	"testing"

	"pillars/engine"
)

// wins reports whether the seat to act can take the last stone.
func wins(p engine.Position) bool {
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		switch {
		case child.Over():
			if child.Outcome().Score(p.Seat()) == 1 {
				return true
			}
		case (child.Seat() == p.Seat()) == wins(child):
			return true
		}
	}
	return false
}

// TestTheory checks the documented theory of the plain game.
func TestTheory(t *testing.T) {
	for pile := 1; pile <= 13; pile++ {
		rules := &Stones{Pile: pile}
		if got, want := wins(rules.Start()), pile%4 != 0; got != want {
			t.Errorf("a pile of %d is won: %t, want %t", pile, got, want)
		}
	}
}

// TestPilePlaysInto checks that playing into another position gives what playing a copy gives, with both kinds of Pile.
func TestPilePlaysInto(t *testing.T) {
	for _, leaving := range []string{"leaving=0", "leaving=1"} {
		rules, err := Pile{}.New(Settings(t, leaving+" players=3 pile=4"))
		if err != nil {
			t.Fatal(err)
		}
		for turn, after := range engine.EachTurn(rules.Start()) {
			child := rules.Start()
			child.Play(turn[0])
			if after.String() != child.String() {
				t.Errorf("%s: %v leads to %s instead of %s", leaving, turn, after, child)
			}
		}
	}
}

// TestHashes plays all lines of a game with every rule and checks that equal hashes mean equal positions, apart from
// the turn, and that positions recur only as far back as Reversible allows.
func TestHashes(t *testing.T) {
	rules := &Stones{Pile: 7, Holds: []int{4, 6}}
	type state struct {
		pile    int
		seat    engine.Seat
		second  bool
		markers [2]bool
	}
	byHash := map[uint64]state{}
	var walk func(p *StonesPosition, starts []uint64, depth int)
	walk = func(p *StonesPosition, starts []uint64, depth int) {
		now := state{p.pile, p.Seat(), p.second, p.markers}
		if known, found := byHash[p.Hash()]; found && known != now {
			t.Fatalf("%v and %v have one hash", known, now)
		}
		byHash[p.Hash()] = now
		if p.StartsTurn() {
			for back := len(starts); back > 0; back-- {
				if starts[len(starts)-back] == p.Hash() && back > p.Reversible() {
					t.Fatalf("%s stood %d turns ago, reversible are %d", p, back, p.Reversible())
				}
			}
			starts = append(starts[:len(starts):len(starts)], p.Hash())
		}
		for _, step := range p.AppendSteps(nil) {
			if depth > 0 {
				child := p.Clone().(*StonesPosition)
				child.Play(step)
				walk(child, starts, depth-1)
			}
		}
	}
	walk(rules.Start().(*StonesPosition), nil, 9)
	if len(byHash) < 30 {
		t.Errorf("%d positions seen; the test means to see more", len(byHash))
	}
}

package dfs

import (
	"testing"

	"pillars/engine"
)

// standing is a position with only the methods that a trail uses.
type standing struct {
	engine.Position
	turn, reversible int
	hash             uint64
	inTurn           bool
}

func (p standing) StartsTurn() bool { return !p.inTurn }
func (p standing) Turn() int        { return p.turn }
func (p standing) Reversible() int  { return p.reversible }
func (p standing) Hash() uint64     { return p.hash }

// drawing holds rules with only the methods on which draws depend.
type drawing struct {
	engine.Rules
	turnCap, repetition int
}

func (r drawing) TurnCap() int    { return r.turnCap }
func (r drawing) Repetition() int { return r.repetition }

// TestDrawn checks draws by the turn cap and by repetition on both sides of their bounds.
func TestDrawn(t *testing.T) {
	for name, test := range map[string]struct {
		rules drawing
		at    standing
		drawn bool
	}{
		"in the last turn":                {drawing{turnCap: 7}, standing{turn: 7}, false},
		"past the last turn":              {drawing{turnCap: 7}, standing{turn: 8}, true},
		"past it in the middle of a turn": {drawing{turnCap: 7}, standing{turn: 8, inTurn: true}, false},
		"without a cap":                   {drawing{}, standing{turn: 1000}, false},
		"as three turns before":           {drawing{repetition: 3}, standing{hash: 20, reversible: 3}, true},
		"as before what cannot come back": {drawing{repetition: 3}, standing{hash: 20, reversible: 2}, false},
		"as one turn before":              {drawing{repetition: 2}, standing{hash: 40, reversible: 1}, true},
		"as at the very beginning":        {drawing{repetition: 3}, standing{hash: 10, reversible: 9}, true},
		"as never before":                 {drawing{repetition: 3}, standing{hash: 50, reversible: 9}, false},
		"after a step that is for good":   {drawing{repetition: 3}, standing{hash: 40}, false},
		"without a rule of repetition":    {drawing{}, standing{hash: 20, reversible: 3}, false},
	} {
		trail := NewTrail(test.rules)
		for _, hash := range []uint64{10, 20, 30, 40} {
			trail.Enter(standing{hash: hash})
		}
		trail.Enter(standing{hash: 50, inTurn: true})
		trail.Leave(trail.Enter(standing{hash: 50}))
		if trail.Len() != 4 {
			t.Fatalf("the trail has %d keys, want 4", trail.Len())
		}
		if got := trail.Drawn(test.at); got != test.drawn {
			t.Errorf("%s: drawn is %t", name, got)
		}
	}
}

// TestProbeOfNothing checks that a node without an entry in the table stays as it is and counts as neither found nor
// settled, and that a node with an entry is found.
func TestProbeOfNothing(t *testing.T) {
	tree := Tree{Table: newTable(1, true)}
	n := Node{Ply: 1, Key: 8, Beta: 1}
	if found, settled := tree.Probe(&n); found || settled || n != (Node{Ply: 1, Key: 8, Beta: 1}) {
		t.Errorf("found %t, settled %t: %+v", found, settled, n)
	}
	tree.Table.Store(8, Entry{Step: 2, Score: 5, Eval: 7, Bound: ExactBound})
	if found, settled := tree.Probe(&n); !found || !settled || n.Best != 5 || n.Eval != 7 || n.TableStep != 2 {
		t.Errorf("found %t, settled %t: %+v", found, settled, n)
	}
}

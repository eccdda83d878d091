package mcts

import (
	"context"
	"slices"
	"testing"
	"time"

	"pillars/engine"
	"pillars/search"
)

// TestNodeLimit checks that a decision makes no more simulations than it may, and all of them if its turn has but one
// step.
func TestNodeLimit(t *testing.T) {
	player, h := newGame(t, "6", DefaultConfig())
	lengths := map[int]bool{}
	for h.Position().Turn() < 40 && !h.Outcome().Over() {
		for _, nodes := range []uint64{1, 2, 3, 64, 65, 500} {
			player.NewGame(1)
			decision, err := player.Decide(t.Context(), h, search.Limits{Nodes: nodes}, nil)
			if err != nil {
				t.Fatal(err)
			}
			made := decision.Info.Nodes
			single := len(decision.Steps) == 1 && nodes > 3 && h.Position().CountSteps() > 1 &&
				!decision.Info.Score.Decided()
			if made > nodes || made < nodes && single {
				t.Fatalf("%d simulations where %d were allowed: %s", made, nodes, h.Position())
			}
			lengths[len(decision.Steps)] = true
		}
		decide(t, player, h, 50)
	}
	if !lengths[1] || !lengths[2] {
		t.Fatalf("turns had only %v steps; the test means to see one and two", lengths)
	}
}

// TestEndedContext checks that a player whose context has ended answers almost without thinking, with and without a
// tree from before, on one thread and on three.
func TestEndedContext(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for threads, most := range map[int]uint64{1: 2 * checkEvery, 3: 2 * firstReport} {
		config := DefaultConfig()
		config.threads = threads
		player, h := newGame(t, "8", config)
		for range 20 {
			decision, err := player.Decide(ended, h, search.Limits{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if decision.Info.Nodes > most {
				t.Fatalf("%d threads: %d simulations after the context had ended", threads, decision.Info.Nodes)
			}
			if err := h.PlayAll(decision.Steps); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestNoRoom limits the tree to the children of the root. Turns are then decided as far as the tree reaches.
func TestNoRoom(t *testing.T) {
	config := DefaultConfig()
	config.later = 0.5
	player, h := newGame(t, "6", config)
	for h.Position().Turn() < 60 && !h.Outcome().Over() {
		player.tree.limit = 1 + h.Position().CountSteps()
		decide(t, player, h, 200)
	}
}

// TestKeepWithinLimit keeps nearly all of a full tree.
func TestKeepWithinLimit(t *testing.T) {
	tree := newTree(1)
	tree.grow(0, 1)
	for at := index(1); ; at++ {
		if _, ok := tree.grow(at, 3); !ok {
			break
		}
	}
	before := len(tree.nodes)
	tree.keep(1)
	if len(tree.nodes) != before-1 {
		t.Errorf("%d nodes kept of %d below the old root", len(tree.nodes), before-1)
	}
	if cap(tree.nodes) > tree.limit || cap(tree.spare) > tree.limit {
		t.Errorf("slabs of %d and %d nodes, the limit is %d", cap(tree.nodes), cap(tree.spare), tree.limit)
	}
}

// TestSameSeedSameGame plays games twice with the same seed: limits by nodes make them equal, decision by decision.
// With another seed the playouts differ.
func TestSameSeedSameGame(t *testing.T) {
	for name, config := range map[string]Config{"mcts": DefaultConfig(), "uct": PlainConfig()} {
		play := func(seed uint64) []engine.Step {
			player, h := newGame(t, "4", config)
			player.NewGame(seed)
			for range 12 {
				if !h.Outcome().Over() {
					decide(t, player, h, 150)
				}
			}
			return h.Steps()
		}
		first := play(3)
		if second := play(3); !slices.Equal(first, second) {
			t.Errorf("%s: two games with one seed differ:\n%v\n%v", name, first, second)
		}
		if name == "uct" && slices.Equal(first, play(4)) {
			t.Errorf("%s: games with different seeds are the same", name)
		}
	}
}

// TestReports checks that reports come in order, with as many lines as asked for and variations that can be played.
func TestReports(t *testing.T) {
	config := DefaultConfig()
	config.multiPV = 3
	player, h := newGame(t, "6", config)
	var infos []search.Info
	decision, err := player.Decide(t.Context(), h, search.Limits{Nodes: 3000},
		func(info search.Info) { infos = append(infos, info) })
	if err != nil {
		t.Fatal(err)
	}
	if len(infos) < 6 || len(infos)%3 != 0 {
		t.Fatalf("%d reports", len(infos))
	}
	for i, info := range infos {
		if info.Line != i%3+1 || i > 0 && info.Nodes < infos[i-1].Nodes || info.Elapsed < 0 ||
			info.Elapsed > time.Hour {
			t.Errorf("report %d: line %d, %d nodes, %v", i, info.Line, info.Nodes, info.Elapsed)
		}
		if err := h.Clone().PlayAll(info.Principal); err != nil {
			t.Fatalf("report %d: %v", i, err)
		}
	}
	if last := infos[len(infos)-3]; last.Principal[0] != decision.Steps[0] {
		t.Errorf("the last report says step %d, the decision %d", last.Principal[0], decision.Steps[0])
	}
}

package mcts

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"unsafe"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/search"
)

// newGame returns a game of Pit of Pillars of the given size, past its opening, and a player for it.
func newGame(t testing.TB, size string, config Config) (*Player, *engine.History) {
	t.Helper()
	rules := enginetest.Rules(t, "pit-of-pillars", "size="+size)
	player, err := New("test", rules, config)
	require.NoError(t, err)
	player.NewGame(1)
	h := engine.NewHistory(rules.Start())
	random := engine.NewRandom(5)
	for h.Position().InOpening() {
		require.NoError(t, h.Play(engine.RandomStep(h.Position(), random)))
	}
	return player, h
}

// decide plays one decision and returns it.
func decide(t *testing.T, player *Player, h *engine.History, nodes uint64) search.Decision {
	t.Helper()
	decision, err := player.Decide(t.Context(), h, search.Limits{Nodes: nodes}, nil)
	require.NoError(t, err)
	require.NoError(t, h.PlayAll(decision.Steps))
	return decision
}

// TestTree checks the tree after every decision of games with reuse, on one thread and on four. Its sums are consistent
// and no virtual loss is left.
func TestTree(t *testing.T) {
	for name, config := range map[string]Config{"mcts": DefaultConfig(), "base": BaseConfig(), "uct": PlainConfig()} {
		for _, threads := range []int{1, 4} {
			config.threads, config.reuse, config.turns = threads, true, 2
			player, h := newGame(t, "5", config)
			for !h.Outcome().Over() && h.Position().Turn() < 40 {
				if made := decide(t, player, h, 300).Info.Nodes; made > 300 {
					t.Errorf("%s: %d simulations where 300 were allowed", name, made)
				}
				player.checkTree(t)
			}
		}
	}
}

// checkTree checks all nodes: children follow their parent in the slice, have one parent, and have no more visits
// together than it; values are between 0 and the visits; priors sum to 1.
func (p *Player) checkTree(t *testing.T) {
	t.Helper()
	taken := make([]bool, p.tree.used)
	for i := range int(p.tree.used) {
		n := &p.tree.nodes[i]
		if !(-1e-6 <= n.total() && n.total() <= float64(n.visits)+1e-6) {
			t.Fatalf("node %d: %v points in %d visits", i, n.total(), n.visits)
		}
		if n.first == 0 {
			continue
		}
		if int(n.first) <= i || int(n.first)+n.children() > int(p.tree.used) {
			t.Fatalf("node %d: children %d to %d of %d nodes", i, n.first, int(n.first)+n.children(),
				p.tree.used)
		}
		visits, priors := uint32(0), 0.0
		children, sorted := p.tree.childrenOf(n), p.tree.sortedOf(n)
		if n.family >= sorting {
			t.Fatalf("node %d: its children are still being sorted", i)
		}
		least := sorted[len(sorted)-1].prior // of the sorted children; only a step that wins can precede a likelier one
		for c, child := range children {
			if c >= len(sorted) && (child.visits > 0 || sorted[0].proof() == unproven && child.prior > least) {
				t.Fatalf("node %d: child %d is not sorted, has %d visits and the prior %v, above %v", i, c,
					child.visits, child.prior, least)
			}
			if at := int(n.first) + c; taken[at] {
				t.Fatalf("node %d has two parents", at)
			}
			taken[int(n.first)+c] = true
			visits += child.visits
			priors += float64(child.prior)
		}
		if visits > n.visits && i > 0 { // simulations for later steps of the turn do not pass the root
			t.Fatalf("node %d: %d visits, its children %d", i, n.visits, visits)
		}
		if p.config.selection == puct && !near.Equal(priors, 1, 1e-3) {
			t.Fatalf("node %d: priors sum to %v", i, priors)
		}
	}
}

// TestReusedRoot checks that a tree kept for the opponent's reply has values for the right seat: the sum of the root
// differs from the sums of its children by no more than the root's own visits allow.
func TestReusedRoot(t *testing.T) {
	config := DefaultConfig()
	config.later = 0
	player, h := newGame(t, "5", config)
	reused := 0
	for h.Position().Turn() < 30 && !h.Outcome().Over() {
		player.findRoot(h)
		root := &player.tree.nodes[0]
		visits, total := uint32(0), 0.0
		for _, child := range player.tree.nodes[root.first:][:root.children()] {
			visits += child.visits
			total += child.total()
		}
		if own := float64(root.visits - visits); !near.Equal(root.total(), total, own+1e-6) {
			t.Fatalf("the root has %v points in %d visits, its children %v in %d", root.total(), root.visits, total,
				visits)
		}
		if visits > 10 {
			reused++
		}
		decide(t, player, h, 400)
	}
	if reused < 5 {
		t.Fatalf("only %d trees were reused", reused)
	}
}

// TestMemory fills the smallest tree many times, on one thread and on three. Its slices stay within the limit and every
// decision is legal.
func TestMemory(t *testing.T) {
	for _, threads := range []int{1, 3} {
		config := DefaultConfig()
		config.memory, config.later, config.threads = 1, 0.5, threads
		player, h := newGame(t, "8", config)
		full := false
		for range 8 {
			if made := decide(t, player, h, 6000).Info.Nodes; made > 6000 {
				t.Errorf("%d simulations where 6000 were allowed", made)
			}
			player.checkTree(t)
			whole := &player.tree.nodes[0]
			if player.tree.makeRoom(); len(player.tree.nodes) == player.tree.limit && whole != &player.tree.nodes[0] {
				t.Fatal("a tree that cannot grow was copied")
			}
			nodes := cap(player.tree.nodes) + cap(player.tree.spare)
			if bytes := nodes * int(unsafe.Sizeof(node{})); bytes > 1<<20 {
				t.Fatalf("the tree takes %d bytes, more than a MiB", bytes)
			}
			full = full || player.tree.limit-int(player.tree.used) < 100
		}
		if !full {
			t.Fatal("the tree was never full: the test tests nothing")
		}
	}
}

// TestExpandTwice lets two threads give a node children at once. The second thread keeps the children of the first, and
// gives back its own.
func TestExpandTwice(t *testing.T) {
	config := DefaultConfig()
	config.threads = 2
	player, h := newGame(t, "5", config)
	decide(t, player, h, 1)
	used, first := player.tree.used, player.tree.nodes[0].first
	helper := player.helpers[0]
	helper.position.CopyFrom(player.root)
	player.tree.reserve(10 * int(used))
	if !helper.expand(0) || player.tree.used != used || player.tree.nodes[0].first != first {
		t.Errorf("%d nodes, children from %d; want %d, %d", player.tree.used, player.tree.nodes[0].first, used, first)
	}
	player.checkTree(t)
}

// bomb is an evaluator that panics.
type bomb struct{}

func (bomb) Evaluate(engine.Position, engine.Seat) int { panic("bomb") }

// TestHelperPanics checks that a helper's panic ends an unlimited decision and reaches the caller.
func TestHelperPanics(t *testing.T) {
	config := DefaultConfig()
	config.threads, config.leaf = 3, leafEval
	player, h := newGame(t, "8", config)
	player.helpers[1].evaluator = bomb{}
	defer func() {
		if cause := recover(); cause != "bomb" {
			t.Errorf("recovered %v", cause)
		}
	}()
	_, err := player.Decide(context.Background(), h, search.Limits{}, nil)
	t.Errorf("decided with the error %v", err)
}

// TestVisits checks the visits of every decision of a game: they are of legal steps and include the one played, and for
// the first step of a new tree they add up to the simulations.
func TestVisits(t *testing.T) {
	for threads, nodes := range map[int]uint32{1: 400, 2: 2000} {
		config := DefaultConfig()
		config.reuse, config.later, config.solver, config.threads = false, 0, false, threads
		player, h := newGame(t, "6", config)
		counted := 0
		for !h.Outcome().Over() && (threads == 1 || counted < 300) {
			decision, err := player.Decide(t.Context(), h, search.Limits{Nodes: uint64(nodes)}, nil)
			if err != nil || len(decision.Visits) != len(decision.Steps) {
				t.Fatalf("%d lists of visits for %d steps: %v", len(decision.Visits), len(decision.Steps), err)
			}
			for i, step := range decision.Steps {
				legal, sum, visits := h.Position().AppendSteps(nil), uint32(0), decision.Visits[i]
				for _, tried := range visits {
					if sum += tried.Times; tried.Times == 0 || !slices.Contains(legal, tried.Step) {
						t.Errorf("%s: %v", h.Position(), tried)
					}
				}
				played := slices.ContainsFunc(visits, func(v search.Visits) bool { return v.Step == step })
				if len(legal) > 1 && !played || len(legal) > 1 && i == 0 && (sum < nodes-1 || sum > nodes) {
					t.Errorf("%s: %s of %v, %d visits together", h.Position(), h.Position().StepText(step), visits, sum)
				}
				counted += len(visits)
				require.NoError(t, h.Play(step))
			}
		}
		if counted < 200 {
			t.Errorf("%d steps tried in the game; the test means to see more", counted)
		}
	}
}

// BenchmarkThreads makes 20,000 simulations from a position on one and on two threads.
func BenchmarkThreads(b *testing.B) {
	for _, size := range []string{"8", "6"} {
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("size=%s/threads=%d", size, threads), func(b *testing.B) {
				config := DefaultConfig()
				config.threads = threads
				player, h := newGame(b, size, config)
				for b.Loop() {
					player.NewGame(1)
					_, err := player.Decide(b.Context(), h, search.Limits{Nodes: 20_000}, nil)
					require.NoError(b, err)
				}
			})
		}
	}
}

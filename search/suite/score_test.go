package suite

import (
	"context"
	"testing"

	"pillars/engine"
	"pillars/search"
)

// threshold is a player that finds the right turn from a number of nodes on, and uses all nodes that it may, or no more
// than it needs.
type threshold struct {
	scripted
	needs, most uint64
	asked       []uint64
	mute        bool // does not count nodes
}

func (p *threshold) NewGame(uint64) { p.steps = nil }

func (p *threshold) Decide(ctx context.Context, h *engine.History, limits search.Limits,
	report func(search.Info)) (search.Decision, error) {
	if len(h.Steps()) == 0 {
		p.asked = append(p.asked, limits.Nodes)
		p.steps = []string{"b1c1", "-"}
		if limits.Nodes >= p.needs {
			p.steps[1] = "^d2a2"
		}
	}
	decision, err := p.scripted.Decide(ctx, h, limits, report)
	decision.Info.Nodes = 0
	if len(h.Steps()) == 0 && !p.mute {
		decision.Info.Nodes = min(limits.Nodes, p.most)
	}
	return decision, err
}

// TestSolve checks the nodes to the solution of players with known needs, with the halvings written out.
func TestSolve(t *testing.T) {
	t.Parallel()
	problem := readOne(t, shutIn)
	position, err := problem.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		player *threshold
		nodes  uint64
		solved bool
		tries  int
	}{
		{&threshold{needs: 2001, most: 1 << 40}, 0, false, 1},
		{&threshold{needs: 2000, most: 1 << 40}, 2000, true, 2},
		{&threshold{needs: 1000, most: 1 << 40}, 1000, true, 3},
		{&threshold{needs: 240, most: 1 << 40}, 250, true, 5},
		{&threshold{needs: 240, most: 300}, 300, true, 2},
		{&threshold{needs: 140, most: 300}, 150, true, 3},
		{&threshold{needs: 1, most: 1 << 40}, 62, true, 6}, // 31 would be below the fewest
		{&threshold{needs: 1, most: 7}, fewest, true, 1},
		{&threshold{needs: 400, mute: true}, 500, true, 4},
	} {
		got, err := problem.Trial(context.Background(), position, test.player, problem.nodes)
		if err != nil || got.Needed != test.nodes || got.Solved != test.solved || len(test.player.asked) != test.tries {
			t.Errorf("needs %d, uses %d: %d nodes, solved %v, tries %v, error %v; want %d nodes, %v, %d tries",
				test.player.needs, test.player.most,
				got.Needed, got.Solved, test.player.asked, err, test.nodes, test.solved, test.tries)
		}
	}
}

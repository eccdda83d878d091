package suite

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine"
	"pillars/engine/enginetest/near"
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

// TestPoints compares the points with their definition.
func TestPoints(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		nodes, budget uint64
		want          float64
	}{{0, 20000, 0}, {20000, 20000, 2}, {10000, 20000, 3}, {625, 20000, 7}, {80000, 20000, 0}, {90000, 20000, 0}, {0,
		0, 0}} {
		near.Check(t, points(test.nodes, test.budget), test.want, 1e-12, test.nodes, " nodes of ", test.budget)
	}
	if none := scoreOf("", "", nil); none.Score != 0 || none.MeanNodes != 0 {
		t.Errorf("nothing scores %v and %v, want 0", none.Score, none.MeanNodes)
	}
}

// TestTally checks that the score falls with every loss and that the mean agrees with it.
func TestTally(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const budget = 20000
		nodes := rapid.SliceOfN(rapid.Uint64Range(0, budget), 1, 20).Draw(t, "nodes")
		worse := rapid.IntRange(0, len(nodes)-1).Draw(t, "worse")
		var results []Result
		for _, n := range nodes {
			results = append(results, Result{Needed: n, Stated: budget})
		}
		before := scoreOf("", "", results)
		results[worse].Needed = 0
		after := scoreOf("", "", results)
		if nodes[worse] > 0 && (after.Score >= before.Score || after.MeanNodes <= before.MeanNodes ||
			after.Solved != before.Solved-1) {
			t.Errorf("one lost of %v: score %v from %v, mean %v from %v", nodes, after.Score, before.Score,
				after.MeanNodes, before.MeanNodes)
		}
		near.Check(t, before.Score, math.Log2(penalty*budget/before.MeanNodes), 1e-9, "the score of ", nodes)
	})
}

// TestScores checks that there is a score for every game if there are several.
func TestScores(t *testing.T) {
	t.Parallel()
	one, two := Result{Game: "a", Needed: 32, Stated: 100}, Result{Game: "b", Stated: 100}
	for want, results := range map[string][]Result{"/1": {one}, "a/1 b/0 /1": {one, two}} {
		var got []string
		for _, score := range Scores("p", results) {
			got = append(got, fmt.Sprintf("%s/%d", score.Game, score.Solved))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("scores %q, want %s", got, want)
		}
	}
}

// TestCompareNodes compares two runs: the factor of nodes counts the problems of both runs, and those of one only are
// counted as new.
func TestCompareNodes(t *testing.T) {
	t.Parallel()
	common := Result{ID: "common", Stated: 1000, Needed: 100}
	earlier := Earlier{results: []Result{common, {ID: "dropped", Stated: 1000, Needed: 5}}}
	common.Needed = 400
	c := earlier.Compare([]Result{common, {ID: "new", Stated: 1000, Needed: 7}})
	if c.Newer != 1 || c.Common != 1 {
		t.Errorf("%d new and %d common problems, want one of each", c.Newer, c.Common)
	}
	near.Check(t, c.Nodes, 4, 1e-9, "the factor of nodes")
}

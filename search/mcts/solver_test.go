package mcts

import (
	"math"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search"
)

// TestSolverProves checks that proofs find the value of a solved game in which one seat can have several steps in a
// row.
func TestSolverProves(t *testing.T) {
	weights := enginetest.File(t, enginetest.StonesEven)
	proving := PlainConfig()
	proving.solver = true
	threads := DefaultConfig()
	threads.threads = 3
	seen := map[float64]bool{}
	for name, config := range map[string]Config{"mcts": DefaultConfig(), "uct": proving, "mcts on 3 threads": threads} {
		config.weights = weights
		for _, rules := range solvedStones() {
			player, err := New(name, rules, config)
			require.NoError(t, err)
			start := rules.Start()
			const enough = 50000
			decision, err := player.Decide(t.Context(), engine.NewHistory(start), search.Limits{Nodes: enough}, nil)
			require.NoError(t, err)
			want := stonesWorth(start, start.Seat())
			seen[want] = true
			checkProof(t, decision, start, want)
			if decision.Info.Nodes >= enough {
				t.Errorf("%s, %+v: not proven within %d nodes", name, rules, enough)
			}
		}
	}
	if len(seen) != 3 {
		t.Fatalf("the games have only the values %v; the test means to see wins, draws and losses", seen)
	}
}

// solvedStones returns games of all three values. Those with draws are smaller, because a proven draw gives no reason
// to visit other steps more often.
func solvedStones() (list []*enginetest.Stones) {
	for pile := 1; pile <= 12; pile++ {
		list = append(list, &enginetest.Stones{Pile: pile})
	}
	for pile := 4; pile <= 8; pile++ {
		list = append(list, &enginetest.Stones{Pile: pile, Steps: 4})
	}
	return list
}

// stonesWorth returns the value of a position for a seat, solved backwards from the ends of the game: 1, 1/2 or 0.
func stonesWorth(p engine.Position, seat engine.Seat) float64 {
	if p.Over() {
		return p.Outcome().Score(seat)
	}
	best := 0.0
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		best = max(best, stonesWorth(child, p.Seat()))
	}
	if p.Seat() != seat {
		return 1 - best
	}
	return best
}

// checkProof checks the score and that the steps played keep the value of the game.
func checkProof(t *testing.T, decision search.Decision, start engine.Position, want float64) {
	t.Helper()
	switch score := decision.Info.Score; {
	case want == 0.5 && score != search.DrawScore, want == 1 && score <= search.Proven, want == 0 &&
		score >= -search.Proven:
		t.Errorf("%s: score %v, but the game is worth %v", start, score, want)
	}
	p := start.Clone()
	for _, step := range decision.Steps {
		p.Play(step)
	}
	if got := stonesWorth(p, start.Seat()); got != want {
		t.Errorf("%s: after %v the game is worth %v instead of %v", start, decision.Steps, got, want)
	}
}

// newStones returns a player for games of stones with a scattered evaluation.
func newStones(t *testing.T, config Config, rules engine.Rules) *Player {
	t.Helper()
	config.weights, config.memory = enginetest.File(t, enginetest.StonesWeights), 8
	player, err := New("test", rules, config)
	require.NoError(t, err)
	player.NewGame(1)
	return player
}

// stonePositions returns positions along random games of three and four seats.
func stonePositions(seed uint64) []engine.Position {
	random := engine.NewRandom(seed)
	var list []engine.Position
	for _, rules := range []enginetest.Stones{{Players: 3, Pile: 1}, {Players: 3, Pile: 2}, {Players: 3, Pile: 3},
		{Players: 3, Pile: 4}, {Players: 3, Pile: 5}, {Players: 4, Pile: 1}, {Players: 4, Pile: 2},
		{Players: 4, Pile: 3}} {
		p := rules.Start()
		for !p.Over() {
			list = append(list, p.Clone())
			p.Play(engine.RandomStep(p, random))
		}
	}
	return list
}

// forcedBy returns the least score that a seat can force against all others.
func forcedBy(p engine.Position, seat engine.Seat) float64 {
	if p.Over() {
		return p.Outcome().Score(seat)
	}
	var values []float64
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		values = append(values, forcedBy(child, seat))
	}
	if p.Seat() == seat {
		return slices.Max(values)
	}
	return slices.Min(values)
}

// allowed returns the most that a seat can have with the help of all, provided that no seat ends with less than it
// could force when it acted; demands has these scores so far.
func allowed(p engine.Position, seat engine.Seat, demands [engine.MaxSeats]float64) float64 {
	if p.Over() {
		for s, demand := range demands {
			if p.Outcome().Scores[s] < demand-1e-9 {
				return 0
			}
		}
		return p.Outcome().Score(seat)
	}
	acting := p.Seat()
	demands[acting] = max(demands[acting], forcedBy(p, acting))
	most := 0.0
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		most = max(most, allowed(child, seat, demands))
	}
	return most
}

// TestBoundsAreSound compares proofs with brute force, on one thread and on three.
func TestBoundsAreSound(t *testing.T) {
	for _, threads := range []int{1, 3} {
		config := DefaultConfig()
		config.threads = threads
		checkBounds(t, config)
	}
}

// checkBounds compares the proven bounds of every seat's score at the root with brute force, and checks that every
// forced win is found.
func checkBounds(t *testing.T, config Config) {
	t.Helper()
	wins, partial := 0, 0
	for _, p := range stonePositions(4) {
		player := newStones(t, config, p.Rules())
		decision, err := player.Decide(t.Context(), engine.NewHistory(p), search.Limits{Nodes: 2000}, nil)
		require.NoError(t, err)
		known := player.proofs.of(player.tree.nodes[0].proof())
		for seat := range p.Rules().Seats() {
			forced, most := forcedBy(p, engine.Seat(seat)), allowed(p, engine.Seat(seat), [engine.MaxSeats]float64{})
			low, high := float64(known.low[seat])/whole, float64(known.high[seat])/whole
			if low > forced+1e-9 || high < most-1e-9 {
				t.Errorf("%s: proofs that seat %d scores from %v to %v, brute force says from %v to %v", p, seat+1,
					low, high, forced, most)
			}
			if low < high && (low > 0 || high < 1) {
				partial++
			}
		}
		if forcedBy(p, p.Seat()) == 1 && p.CountSteps() > 1 { // a single step is played without thought
			wins++
			if decision.Info.Score <= search.Proven {
				t.Errorf("%s: score %v though a win can be forced", p, decision.Info.Score)
			}
		}
	}
	if wins < 3 || partial < 3 {
		t.Fatalf("%d wins, %d partial proofs; the test means to see more", wins, partial)
	}
}

// TestAllProofsUsed uses all numbers of proofs: from then on nothing new is proven, and nothing fails.
func TestAllProofsUsed(t *testing.T) {
	c := newProofs(3)
	for i := uint8(0); i < math.MaxUint8; i++ {
		c.number(bounds{low: [engine.MaxSeats]uint8{i}})
	}
	if _, ok := c.number(bounds{high: [engine.MaxSeats]uint8{9, 9, 9}}); ok || len(c.list) != math.MaxUint8+1 {
		t.Errorf("more bounds than there is room for: %d proofs", len(c.list))
	}
	if p, ok := c.number(bounds{low: [engine.MaxSeats]uint8{7}}); !ok || c.of(p).low[0] != 7 {
		t.Error("bounds numbered before are not found")
	}
}

package alphabeta

import (
	"fmt"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/eval"
	"pillars/search"
	"pillars/search/dfs"
)

// brute is plain minimax: it returns the score of p for its seat to act, depth steps deep. Starts holds the hashes at
// earlier starts of turns.
type brute struct{ evaluator eval.Evaluator }

func (b brute) score(p engine.Position, starts []uint64, ply, depth int) search.Score {
	if depth == 0 {
		return search.Score(b.evaluator.Evaluate(p, p.Seat()))
	}
	best := -search.MaxScore
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		best = max(best, b.after(p.Seat(), child, starts, ply+1, depth-1))
	}
	return best
}

// after returns the score of a position for the seat that led there.
func (b brute) after(seat engine.Seat, p engine.Position, starts []uint64, ply, depth int) search.Score {
	rules := p.Rules()
	switch {
	case p.Over() && p.Outcome().Score(seat) == 1:
		return search.WinScore - search.Score(ply)
	case p.Over() && p.Outcome().Score(seat) == 0:
		return search.Score(ply) - search.WinScore
	case p.Over():
		return 0
	}
	if p.StartsTurn() {
		if rules.Repetition() > 0 && slices.Contains(starts, p.Hash()) || rules.TurnCap() > 0 &&
			p.Turn() > rules.TurnCap() {
			return 0
		}
		starts = append(starts[:len(starts):len(starts)], p.Hash())
	}
	score := b.score(p, starts, ply, depth)
	if p.Seat() != seat {
		score = -score
	}
	return score
}

// soundConfigs returns configurations with every idea that must not change a precise result on and off.
func soundConfigs() map[string]func(*Config) {
	all := map[string]func(*Config){}
	for i := range 16 {
		window, killers, history, table := i&1 == 0, i&2 == 0, i&4 == 0, 1+i>>3
		all[fmt.Sprintf("window=%t,killers=%t,history=%t,table=%d", window, killers, history,
			table)] = func(c *Config) {
			c.Window, c.Killers, c.History, c.Table = window, killers, history, table
		}
	}
	return all
}

// TestPreciseToy compares precise searches to every depth with minimax on games whose turns have one step or two. No
// position occurs at two depths, so that the table cannot make the search deeper than it should be.
func TestPreciseToy(t *testing.T) {
	t.Parallel()
	noise := weights(t, enginetest.StonesWeights)
	for name, change := range soundConfigs() {
		for _, rules := range []*enginetest.Stones{
			{Pile: 13, Steps: 10}, {Pile: 30, Steps: 9}, {Pile: 7, Steps: 20, Holds: []int{3, 4}},
		} {
			player := newPlayer(t, rules, precise, noise, change)
			for _, depth := range []int{1, 2, 3, 5, 8} {
				player.NewGame(0)
				checkPrecise(t, name, player, engine.NewHistory(rules.Start()), depth, noiseEvaluator(t, rules, 1))
			}
		}
	}
}

// noiseEvaluator values positions of stones by their noise.
func noiseEvaluator(t *testing.T, rules engine.Rules, weight int32) eval.Evaluator {
	t.Helper()
	evaluator, err := eval.NewLinear(eval.Weights{"noise": {Early: float64(weight), Late: float64(weight)}}, rules)
	require.NoError(t, err)
	return evaluator
}

// TestPrecisePillars compares precise searches with minimax at Pit of Pillars, at starts of turns and in the middle.
func TestPrecisePillars(t *testing.T) {
	t.Parallel()
	rules := pillars(t, "4")
	evaluator := defaultEvaluator(t, rules)
	kinds, decided := map[engine.StepKind]int{}, 0
	configs := soundConfigs()
	var names []string
	for name := range configs {
		names = append(names, name)
	}
	slices.Sort(names)
	for seed := range 32 {
		h := enginetest.RandomGame(t, rules, uint64(seed), 1+seed*15/8)
		kinds[h.Position().StepKind()]++
		name := names[seed%len(names)]
		player := newPlayer(t, rules, precise, configs[name])
		depth := 4
		if h.Position().CountSteps() > 16 {
			depth = 3
		}
		score := checkPrecise(t, name, player, h, depth, evaluator)
		if score.Decided() {
			decided++
		}
	}
	if len(kinds) < 4 || decided == 0 || decided > 30 {
		t.Errorf("%d kinds of step and %d decided positions; the test means to see all kinds and both outcomes",
			len(kinds), decided)
	}
}

// checkPrecise compares a score with minimax, and checks that the principal variation leads to it.
func checkPrecise(t *testing.T, name string, player *dfs.Player, h *engine.History, depth int,
	evaluator eval.Evaluator) search.Score {
	t.Helper()
	got := decide(t, player, h, search.Limits{Depth: depth}).Info
	want := brute{evaluator}.score(h.Position(), h.TurnHashes(), 0, depth)
	if want.Decided() && want.Steps() < depth {
		depth = want.Steps()
	}
	if got.Score != want || got.Depth != depth {
		t.Errorf("%s: score %v at depth %d, want %v at %d: %s", name, got.Score, got.Depth, want, depth, h.Position())
	}
	p, starts := h.Position().Clone(), slices.Clone(h.TurnHashes())
	for _, step := range got.Principal[:len(got.Principal)-1] {
		if p.Play(step); p.StartsTurn() {
			starts = append(starts, p.Hash())
		}
	}
	last := len(got.Principal)
	seat := p.Seat()
	p.Play(got.Principal[last-1])
	end := brute{evaluator}.after(seat, p, starts, last, 0)
	if seat != h.Position().Seat() {
		end = -end
	}
	if end != got.Score {
		t.Errorf("%s: score %v, but the variation %s ends with %v: %s", name, got.Score,
			engine.LineText(h.Position(), got.Principal), end, h.Position())
	}
	return want
}

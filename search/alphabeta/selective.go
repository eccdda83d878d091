package alphabeta

import (
	"math"

	"pillars/engine"
	"pillars/search"
	"pillars/search/kit"
)

// margins holds the thresholds below which steps are searched with less depth or not at all. Evaluations are in
// hundredths of a logit, depths in steps.
type margins struct {
	inVariation int // by how much the reduction is smaller on the principal variation

	// Reverse futility: how far the evaluation is above beta per step of depth, and the largest depth.
	aboveBeta, aboveBetaUpTo int
	// Futility: how far evaluation plus move-ordering score are below alpha, how much more per step of depth, and the
	// largest depth.
	belowAlpha, belowAlphaEach, belowAlphaUpTo int
	// Pruning by the policy: how far the step is behind the likeliest, with 75 more per step of depth.
	unlikely int32
	// Late move pruning: the number of steps tried is at least lateFrom + lateAfter * depth².
	lateFrom, lateAfter int
}

// Values of the key margins: narrow ones, tuned with networks, and those from before there were networks.
const (
	narrowMargins = "narrow"
	wideMargins   = "wide"
)

var (
	narrow = &margins{aboveBeta: 100, aboveBetaUpTo: 3, belowAlpha: 25, belowAlphaEach: 40, belowAlphaUpTo: 4,
		unlikely: 200, lateFrom: 3, lateAfter: 4}
	wide = &margins{inVariation: 1, aboveBeta: 90, aboveBetaUpTo: 4, belowAlpha: 60, belowAlphaEach: 70,
		belowAlphaUpTo: 3, unlikely: 250, lateFrom: 6, lateAfter: 5}
)

// noisyScore is the smallest move-ordering score of a noisy step, which is neither reduced nor pruned.
const noisyScore = 100

// reductions holds the steps of depth to subtract, by depth and by the number of steps tried before.
var reductions = func() (table [32][64]int8) {
	for depth := 1; depth < len(table); depth++ {
		for tried := 1; tried < len(table[depth]); tried++ {
			table[depth][tried] = int8(0.4 + math.Log(float64(depth))*math.Log(float64(tried))/2.2)
		}
	}
	return table
}()

// reduction returns how much to reduce the depth of step number i. It is larger for steps that the policy considers
// unlikely.
func (m *margins) reduction(n *kit.Node, l *kit.Level, i int, optional bool) int {
	if i < 2 || n.Depth < 2 || l.Scores[i] >= noisyScore {
		return 0
	}
	r := int(reductions[min(n.Depth, 31)][min(i, 63)])
	if optional {
		r++
	}
	if n.Open {
		r -= m.inVariation
	}
	if len(l.Behind) > 0 {
		const usual, aStep = 300, 200 // distances behind the likeliest: for no change, and for each step of depth
		r += int(l.Behind[i]-usual) / aStep
	}
	return max(0, min(r, n.Depth-1))
}

// reverseFutile reports whether at low depth the evaluation is so far above beta that a search would hardly change it.
func (m *margins) reverseFutile(n *kit.Node, p engine.Position) bool {
	return !n.Open && n.Depth <= m.aboveBetaUpTo && p.StartsTurn() && !n.Beta.Decided() &&
		search.Score(n.Eval-m.aboveBeta*n.Depth) >= n.Beta
}

// late reports whether at low depth enough steps were tried that only noisy ones remain worth trying.
func (m *margins) late(n *kit.Node, i int, optional bool) bool {
	if n.Open || n.Depth > 4 || n.Best < -search.Proven {
		return false
	}
	if optional {
		return i >= 1+2*n.Depth
	}
	return i >= m.lateFrom+m.lateAfter*n.Depth*n.Depth
}

// keepNoisy removes the quiet steps from i on.
func keepNoisy(l *kit.Level, i int) {
	kept := i
	for j := i; j < len(l.Steps); j++ {
		if l.Scores[j] >= noisyScore {
			l.Swap(kept, j)
			kept++
		}
	}
	l.Steps = l.Steps[:kept]
}

// futile reports whether step number i is quiet and either too unlikely for the policy or, at low depth, not expected
// to reach alpha.
func (m *margins) futile(n *kit.Node, l *kit.Level, i int) bool {
	switch {
	case n.Open || i == 0 || n.Best < -search.Proven || l.Scores[i] >= noisyScore:
		return false
	case len(l.Behind) > 0 && n.Depth <= 8 && l.Behind[i] > m.unlikely+int32(75*n.Depth):
		return true
	}
	margin := m.belowAlpha + m.belowAlphaEach*n.Depth
	return n.Depth <= m.belowAlphaUpTo && n.Eval+margin+int(l.Scores[i]) <= int(n.Alpha)
}

package alphabeta

import (
	"math"

	"pillars/engine"
	"pillars/search"
	"pillars/search/kit"
)

// margins say how much a step must lack to be searched with less depth or not at all. Evaluations and margins are in
// hundredths of a logit, depth counts steps.
type margins struct {
	inVariation int // by how much less a step on the principal variation is reduced

	// Reverse futility: the evaluation is above beta by so much for every step of depth, up to a depth.
	aboveBeta, aboveBetaUpTo int
	// Futility: evaluation and move-ordering score are below alpha by so much, and more for every step of depth, up to
	// a depth.
	belowAlpha, belowAlphaEach, belowAlphaUpTo int
	// Pruning by the policy: the step is behind the likeliest by so much, and 75 for every step of depth.
	unlikely int32
	// Late move pruning: so many steps were tried, and so many times the square of the depth.
	lateFrom, lateAfter int
}

// What the key margins names: narrow ones, found with networks, and those of the player before networks.
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

// noisyScore is the move-ordering score from which on a step counts as noisy: it is neither reduced nor pruned.
const noisyScore = 100

// reductions are the steps of depth taken off, by depth and by how many steps were tried before.
var reductions = func() (table [32][64]int8) {
	for depth := 1; depth < len(table); depth++ {
		for tried := 1; tried < len(table[depth]); tried++ {
			table[depth][tried] = int8(0.4 + math.Log(float64(depth))*math.Log(float64(tried))/2.2)
		}
	}
	return table
}()

// reduction is by how much less depth the i-th step is searched at first: more for what the policy thinks unlikely.
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
		const usual, aStep = 300, 200 // behind the likeliest: no change, and for every step of depth
		r += int(l.Behind[i]-usual) / aStep
	}
	return max(0, min(r, n.Depth-1))
}

// reverseFutile reports that at low depth the evaluation stands so far above beta that a search would hardly change it.
func (m *margins) reverseFutile(n *kit.Node, p engine.Position) bool {
	return !n.Open && n.Depth <= m.aboveBetaUpTo && p.StartsTurn() && !n.Beta.Decided() &&
		search.Score(n.Eval-m.aboveBeta*n.Depth) >= n.Beta
}

// late reports that so many steps were tried at low depth that only noisy ones are worth trying still.
func (m *margins) late(n *kit.Node, i int, optional bool) bool {
	if n.Open || n.Depth > 4 || n.Best < -search.Proven {
		return false
	}
	if optional {
		return i >= 1+2*n.Depth
	}
	return i >= m.lateFrom+m.lateAfter*n.Depth*n.Depth
}

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

// futile steps are quiet and too unlikely for the policy, or at low depth cannot be expected to reach alpha.
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

package alphabeta

import (
	"math"
	"slices"

	"pillars/engine"
	"pillars/search"
	"pillars/search/kit"
)

// noisyScore is the move-ordering score from which on a step counts as noisy: it is neither reduced nor pruned.
const noisyScore = 100

// policyDepth is the least depth at which the policy is asked: nearer to the leaves it costs more than it gains.
const policyDepth = 2

func (s *searcher) foretell(l *kit.Level) {
	s.logits = slices.Grow(s.logits[:0], len(l.Steps))[:len(l.Steps)]
	s.policy.Logits(l.Position, l.Steps, s.logits)
	likeliest := slices.Max(s.logits)
	for _, logit := range s.logits {
		l.Behind = append(l.Behind, int32(100*(likeliest-logit)))
	}
}

// reductions are the steps of depth taken off, by depth and by how many steps were tried before.
var reductions = newReductions()

func newReductions() [32][64]int8 {
	var table [32][64]int8
	for depth := 1; depth < len(table); depth++ {
		for tried := 1; tried < len(table[depth]); tried++ {
			table[depth][tried] = int8(0.4 + math.Log(float64(depth))*math.Log(float64(tried))/2.2)
		}
	}
	return table
}

// reduction is by how much less depth the i-th step is searched at first: more for what the policy thinks unlikely.
func (n *node) reduction(l *kit.Level, i int, optional bool) int {
	if i < 2 || n.depth < 2 || l.Scores[i] >= noisyScore {
		return 0
	}
	r := int(reductions[min(n.depth, 31)][min(i, 63)])
	if optional {
		r++
	}
	if n.open {
		r--
	}
	if len(l.Behind) > 0 {
		const usual, aStep = 300, 200 // behind the likeliest: no change, and for every step of depth
		r += int(l.Behind[i]-usual) / aStep
	}
	return max(0, min(r, n.depth-1))
}

// reverseFutile reports that at low depth the evaluation stands so far above beta that a search would hardly change it.
func (n *node) reverseFutile(p engine.Position) bool {
	const margin = 90
	return !n.open && n.depth <= 4 && p.StartsTurn() && !n.beta.Decided() &&
		search.Score(n.eval-margin*n.depth) >= n.beta
}

// late reports that so many steps were tried at low depth that only noisy ones are worth trying still.
func (n *node) late(i int, optional bool) bool {
	if n.open || n.depth > 4 || n.best < -search.Proven {
		return false
	}
	if optional {
		return i >= 1+2*n.depth
	}
	return i >= 6+5*n.depth*n.depth
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

// futile reports that the i-th step, a quiet one, is not worth searching: the policy thinks it too unlikely, or at low
// depth it cannot be expected to reach alpha.
func (n *node) futile(l *kit.Level, i int) bool {
	switch {
	case n.open || i == 0 || n.best < -search.Proven || l.Scores[i] >= noisyScore:
		return false
	case len(l.Behind) > 0 && n.depth <= 8 && int(l.Behind[i]) > 250+75*n.depth:
		return true
	}
	margin := 60 + 70*n.depth
	return n.depth <= 3 && n.eval+margin+int(l.Scores[i]) <= int(n.alpha)
}

func (s *searcher) quiesce(ply int, alpha, beta search.Score) search.Score {
	p := s.Levels[ply].Position
	if !s.config.Quiescence {
		return search.Score(s.evaluator.Evaluate(p, p.Seat()))
	}
	score := s.quiescence.Value(p, alpha.Later(-ply), beta.Later(-ply)).Later(ply)
	s.Nodes += s.quiescence.Nodes
	s.quiescence.Nodes = 0
	return score
}

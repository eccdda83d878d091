package alphabeta

import (
	"slices"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/search/quiescence"
)

// maxPly bounds the length of a line, quiescence included.
const maxPly = 256

// level is what the search keeps for each distance from the root.
type level struct {
	position  engine.Position
	steps     []engine.Step
	hints     []int32
	ranks     []int32
	behind    []int32 // how far steps are behind the likeliest, in hundredths of a logit; empty where the policy was not asked
	principal []engine.Step
}

// size makes hints and ranks as long as steps.
func (l *level) size() {
	if n := len(l.steps); n > cap(l.hints) {
		l.hints, l.ranks = make([]int32, n, 2*n), make([]int32, n, 2*n)
	}
	l.hints, l.ranks = l.hints[:len(l.steps)], l.ranks[:len(l.steps)]
}

// searcher is the memory and the state of a search.
type searcher struct {
	config    *Config
	rules     engine.Rules
	evaluator eval.Evaluator
	table     *table
	order     *orderer
	quiet     *quiescence.Searcher
	policy    *eval.Policy // nil if there is none
	logits    []float64    // what it said last
	levels    [maxPly + 1]level
	keys      []uint64 // hashes at the starts of turns, of the game and of the line being searched
	excluded  []engine.Step
	nodes     uint64
	rootBest  search.Score // the best score at the root so far
	clock     clock
	report    func(search.Info)
}

func newSearcher(config *Config, rules engine.Rules, evaluator eval.Evaluator, policy *eval.Policy, table *table) *searcher {
	s := &searcher{config: config, rules: rules, evaluator: evaluator, policy: policy, table: table}
	s.order = newOrderer(config, rules.StepSpace())
	s.quiet = quiescence.New(rules, evaluator)
	s.quiet.Prune = config.Pruning
	start := rules.Start()
	for i := range s.levels {
		s.levels[i].position = start.Clone()
	}
	return s
}

// search values the position on level ply for its seat to act, to depth more steps, between alpha and beta (fail-soft).
func (s *searcher) search(ply, depth int, alpha, beta search.Score) search.Score {
	l := &s.levels[ply]
	l.principal = l.principal[:0]
	if depth <= 0 || ply >= maxPly-1 {
		return s.quiesce(ply, alpha, beta)
	}
	n := node{ply: ply, depth: depth, alpha: alpha, beta: beta, open: beta-alpha > 1, key: l.position.Hash()}
	if s.probe(&n) {
		return n.best
	}
	if s.config.Pruning && s.standsAbove(l.position, &n) {
		return search.Score(n.eval)
	}
	s.list(l, &n)
	s.searchSteps(l, &n)
	if !s.clock.stopped {
		s.store(&n)
	}
	return n.best
}

// node is what the search of one position knows.
type node struct {
	ply, depth  int
	alpha, beta search.Score
	open        bool // on the principal variation: the window is open
	key         uint64
	eval        int
	tableStep   engine.Step
	tableFirst  bool // the table's step is legal and stands first
	best        search.Score
	bestStep    engine.Step
	raised      bool // best is above the first alpha
}

// probe looks the position up. It reports true if the table's score, left in n.best, settles the node.
func (s *searcher) probe(n *node) bool {
	p := s.levels[n.ply].position
	known, found := s.table.probe(n.key)
	if !found {
		n.eval = s.evaluator.Evaluate(p, p.Seat())
		return false
	}
	n.eval, n.tableStep = known.eval, known.step
	score := known.score.Later(n.ply)
	if n.open || n.ply == 0 || known.depth < n.depth && !score.Decided() {
		return false
	}
	n.best = score
	switch known.bound {
	case exactBound:
		return true
	case lowerBound:
		return score >= n.beta
	case upperBound:
		return score <= n.alpha
	}
	return false
}

// store keeps what the node found.
func (s *searcher) store(n *node) {
	if n.ply == 0 && len(s.excluded) > 0 {
		return
	}
	e := entry{step: n.bestStep, score: n.best.Later(-n.ply), eval: n.eval, depth: n.depth, bound: upperBound}
	switch {
	case n.best >= n.beta:
		e.bound = lowerBound
	case n.raised:
		e.bound = exactBound
	}
	s.table.store(n.key, e)
}

// list fills the level with the legal steps, the table's first.
func (s *searcher) list(l *level, n *node) {
	l.steps = l.position.AppendSteps(l.steps[:0])
	if n.ply == 0 {
		l.steps = slices.DeleteFunc(l.steps, func(step engine.Step) bool { return slices.Contains(s.excluded, step) })
	}
	l.size()
	if i := slices.Index(l.steps, n.tableStep); i >= 0 {
		l.steps[0], l.steps[i] = l.steps[i], l.steps[0]
		n.tableFirst = true
	}
}

// next is the i-th step to try. What orders the steps is found when it is first needed: mostly the first step refutes, and the policy is never asked.
func (s *searcher) next(l *level, n *node, i int) engine.Step {
	switch asked := s.asks(n.depth); {
	case i == 0 && n.tableFirst:
		return l.steps[0]
	case i == 0:
		s.rank(l, n, false)
	case i == 1 && (n.tableFirst || asked):
		s.rank(l, n, asked)
	}
	return l.pick(i)
}

// rank has game, policy if it is asked, and history say what they know of the level's steps.
func (s *searcher) rank(l *level, n *node, asked bool) {
	l.position.OrderingScores(l.steps, l.hints)
	l.behind = l.behind[:0]
	if asked {
		s.foretell(l)
	}
	s.order.rank(l, l.position.Seat(), n.ply)
}

// searchSteps tries the steps in order until one refutes the position.
func (s *searcher) searchSteps(l *level, n *node) {
	seat := l.position.Seat()
	optional := l.position.DeclineStep() != engine.NoStep
	n.best = -search.MaxScore
	for i := 0; i < len(l.steps); i++ {
		if s.config.Pruning && n.late(i, optional) {
			if l.keepLoud(i); i == len(l.steps) {
				return
			}
		}
		step := s.next(l, n, i)
		if s.config.Pruning && s.hopeless(l, n, i) {
			continue
		}
		score := s.try(l, n, i, step, optional)
		if s.clock.stopped {
			return
		}
		if score > n.best {
			n.best, n.bestStep = score, step
			if score > n.alpha {
				s.improve(n, step, score)
			}
			if score >= n.beta {
				s.order.reward(l, seat, n.ply, i, n.depth)
				return
			}
		}
	}
}

// improve notes a step that is better than all that was known.
func (s *searcher) improve(n *node, step engine.Step, score search.Score) {
	n.alpha, n.raised = score, true
	l, next := &s.levels[n.ply], &s.levels[n.ply+1]
	l.principal = append(append(l.principal[:0], step), next.principal...)
	if n.ply == 0 {
		s.rootBest = score
	}
}

// try values one step: the first with the full window; later ones with a closed window and perhaps less depth, and again if they turn out better.
func (s *searcher) try(l *level, n *node, i int, step engine.Step, optional bool) search.Score {
	child := s.levels[n.ply+1].position
	l.position.PlayInto(step, child)
	s.nodes++
	if s.clock.stop(s.nodes) {
		return 0
	}
	if score, over := s.ended(child, l.position.Seat(), n.ply+1); over {
		s.levels[n.ply+1].principal = s.levels[n.ply+1].principal[:0]
		return score
	}
	same := child.Seat() == l.position.Seat()
	depth := n.depth - 1
	if i == 0 || !s.config.Window {
		return s.child(n.ply+1, depth, n.alpha, n.beta, same)
	}
	reduced := depth
	if s.config.Reduction {
		reduced -= s.reduction(l, n, i, optional)
	}
	score := s.child(n.ply+1, reduced, n.alpha, n.alpha+1, same)
	if reduced < depth && s.above(score, n) {
		score = s.child(n.ply+1, depth, n.alpha, n.alpha+1, same)
	}
	if n.open && s.above(score, n) {
		score = s.child(n.ply+1, depth, n.alpha, n.beta, same)
	}
	return score
}

// above reports whether a score calls for a closer look. That of a search that was stopped means nothing.
func (s *searcher) above(score search.Score, n *node) bool {
	return score > n.alpha && !s.clock.stopped
}

// child searches the position on level ply and returns its score for the seat that led there: the sign and the window turn only if the
// seat has changed.
func (s *searcher) child(ply, depth int, alpha, beta search.Score, same bool) search.Score {
	p := s.levels[ply].position
	starts := p.StartsTurn()
	if starts {
		s.keys = append(s.keys, p.Hash())
	}
	var score search.Score
	if same {
		score = s.search(ply, depth, alpha, beta)
	} else {
		score = -s.search(ply, depth, -beta, -alpha)
	}
	if starts {
		s.keys = s.keys[:len(s.keys)-1]
	}
	return score
}

// ended values a position, for a seat, that ends the game by itself, by repetition or by the turn cap. Within the search a position that stood once
// before counts as repeated: what was worth doing twice is worth doing again.
func (s *searcher) ended(p engine.Position, seat engine.Seat, ply int) (search.Score, bool) {
	switch {
	case p.Over():
		return search.Result(p.Outcome(), seat, ply), true
	case !p.StartsTurn():
		return 0, false
	case s.rules.TurnCap() > 0 && p.Turn() > s.rules.TurnCap():
		return search.DrawScore, true
	}
	return search.DrawScore, s.rules.Repetition() > 0 && s.repeats(p)
}

// repeats reports whether the position at the start of a turn stood there before.
func (s *searcher) repeats(p engine.Position) bool {
	reversible := p.Reversible()
	if reversible == 0 {
		return false
	}
	key := p.Hash()
	return slices.Contains(s.keys[max(0, len(s.keys)-reversible):], key)
}

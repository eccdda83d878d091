package alphabeta

import (
	"slices"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/search/kit"
	"pillars/search/quiescence"
)

type searcher struct {
	kit.Tree
	config     *Config
	evaluator  eval.Evaluator
	quiescence *quiescence.Searcher
	policy     *eval.Policy // nil if there is none
	logits     []float64    // what it said last
}

func newSearcher(
	config *Config, rules engine.Rules, evaluator eval.Evaluator, policy *eval.Policy, table *kit.Table,
) *searcher {
	s := &searcher{config: config, evaluator: evaluator, policy: policy, quiescence: quiescence.New(rules, evaluator)}
	s.quiescence.Prune = config.Pruning
	s.Init(&config.Settings, rules, table)
	return s
}

// root searches with an aspiration window around the score of the iteration before, and widens it when the truth lies
// outside.
func (s *searcher) root(depth, line int, before search.Info) search.Score {
	low, high := -search.MaxScore, search.MaxScore
	if s.config.Window && depth >= 4 && line == 1 && !before.Score.Decided() {
		low, high = before.Score-50, before.Score+50
	}
	for margin := search.Score(150); ; margin *= 4 {
		s.RootBest = 0
		score := s.search(0, depth, low, high)
		if s.Clock.Stopped {
			return s.RootBest
		}
		switch {
		case score <= low && low > -search.MaxScore:
			low = max(-search.MaxScore, score-margin)
		case score >= high && high < search.MaxScore:
			high = min(search.MaxScore, score+margin)
		default:
			return score
		}
		if margin > 2000 {
			low, high = -search.MaxScore, search.MaxScore
		}
	}
}

// search values the position on level ply for its seat to act, to depth more steps, between alpha and beta (fail-soft).
func (s *searcher) search(ply, depth int, alpha, beta search.Score) search.Score {
	l := &s.Levels[ply]
	l.Principal = l.Principal[:0]
	if depth <= 0 || ply >= kit.MaxPly-1 {
		return s.quiesce(ply, alpha, beta)
	}
	n := node{ply: ply, depth: depth, alpha: alpha, beta: beta, open: beta-alpha > 1, key: l.Position.Hash()}
	if s.probe(&n) {
		return n.best
	}
	if s.config.Pruning && n.reverseFutile(l.Position) {
		return search.Score(n.eval)
	}
	s.list(l, &n)
	s.searchSteps(l, &n)
	if !s.Clock.Stopped {
		s.store(&n)
	}
	return n.best
}

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
	known, found := s.Table.Probe(n.key)
	if !found {
		p := s.Levels[n.ply].Position
		n.eval = s.evaluator.Evaluate(p, p.Seat())
		return false
	}
	n.eval, n.tableStep, n.best = known.Eval, known.Step, known.Score.Later(n.ply)
	return !n.open && n.ply > 0 && known.Settles(n.best, n.depth, n.alpha, n.beta)
}

func (s *searcher) store(n *node) {
	if n.ply == 0 && len(s.Excluded) > 0 {
		return
	}
	s.Table.Store(n.key, kit.Entry{
		Step: n.bestStep, Score: n.best.Later(-n.ply), Eval: n.eval, Depth: n.depth, Bound: kit.BoundOf(n.best,
			n.beta, n.raised),
	})
}

func (s *searcher) list(l *kit.Level, n *node) {
	l.Steps = l.Position.AppendSteps(l.Steps[:0])
	if n.ply == 0 {
		s.DropExcluded()
	}
	l.Size()
	if i := slices.Index(l.Steps, n.tableStep); i >= 0 {
		l.Steps[0], l.Steps[i] = l.Steps[i], l.Steps[0]
		n.tableFirst = true
	}
}

// next is the i-th step to try. What orders the steps is found when it is first needed: mostly the first step refutes,
// and the policy is never asked.
func (s *searcher) next(l *kit.Level, n *node, i int) engine.Step {
	asked := s.policy != nil && n.depth >= policyDepth
	switch {
	case i == 0 && n.tableFirst:
		return l.Steps[0]
	case i == 0:
		s.rank(l, n, false)
	case i == 1 && (n.tableFirst || asked):
		s.rank(l, n, asked)
	}
	return l.Pick(i)
}

func (s *searcher) rank(l *kit.Level, n *node, asked bool) {
	l.Position.OrderingScores(l.Steps, l.Scores)
	l.Behind = l.Behind[:0]
	if asked {
		s.foretell(l)
	}
	s.Order.Rank(l, n.ply, engine.NoStep)
}

func (s *searcher) searchSteps(l *kit.Level, n *node) {
	optional := l.Position.DeclineStep() != engine.NoStep
	n.best = -search.MaxScore
	for i := 0; i < len(l.Steps); i++ {
		if s.config.Pruning && n.late(i, optional) {
			if keepNoisy(l, i); i == len(l.Steps) {
				return
			}
		}
		step := s.next(l, n, i)
		if s.config.Pruning && n.futile(l, i) {
			continue
		}
		score := s.try(l, n, i, step, optional)
		if s.Clock.Stopped {
			return
		}
		if score <= n.best {
			continue
		}
		n.best, n.bestStep = score, step
		if score > n.alpha {
			n.alpha, n.raised = score, true
			s.Improve(n.ply, step, score)
		}
		if score >= n.beta {
			s.Order.Reward(l, n.ply, i, n.depth)
			return
		}
	}
}

// try values one step: the first with the full window; later ones with a closed window and perhaps less depth, and
// again if they turn out better.
func (s *searcher) try(l *kit.Level, n *node, i int, step engine.Step, optional bool) search.Score {
	next := &s.Levels[n.ply+1]
	seat, child := l.Position.Seat(), next.Position
	l.Position.PlayInto(step, child)
	s.Nodes++
	if s.Clock.Stop(s.Nodes) {
		return 0
	}
	if child.Over() || s.Trail.Drawn(child) {
		next.Principal = next.Principal[:0]
		if child.Over() {
			return search.Result(child.Outcome(), seat, n.ply+1)
		}
		return search.DrawScore
	}
	same := child.Seat() == seat
	depth := n.depth - 1
	if i == 0 || !s.config.Window {
		return s.child(n.ply+1, depth, n.alpha, n.beta, same)
	}
	reduced := depth
	if s.config.Reduction {
		reduced -= n.reduction(l, i, optional)
	}
	score := s.child(n.ply+1, reduced, n.alpha, n.alpha+1, same)
	if reduced < depth && score > n.alpha && !s.Clock.Stopped {
		score = s.child(n.ply+1, depth, n.alpha, n.alpha+1, same)
	}
	if n.open && score > n.alpha && !s.Clock.Stopped {
		score = s.child(n.ply+1, depth, n.alpha, n.beta, same)
	}
	return score
}

// child searches the position on level ply and returns its score for the seat that led there: the sign and the window
// turn only if the seat has changed.
func (s *searcher) child(ply, depth int, alpha, beta search.Score, same bool) (score search.Score) {
	known := s.Trail.Enter(s.Levels[ply].Position)
	if same {
		score = s.search(ply, depth, alpha, beta)
	} else {
		score = -s.search(ply, depth, -beta, -alpha)
	}
	s.Trail.Leave(known)
	return score
}

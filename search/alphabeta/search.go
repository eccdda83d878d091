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
	margins    *margins
	quiescence *quiescence.Searcher
	policy     *eval.Policy // nil if there is none
	logits     []float64    // a buffer for the policy
}

// policyDepth is the smallest depth at which the policy is used. Closer to the leaves it costs more than it gains.
const policyDepth = 2

func newSearcher(
	config *Config, rules engine.Rules, evaluator eval.Evaluator, policy *eval.Policy, table *kit.Table,
) *searcher {
	s := &searcher{config: config, margins: narrow, evaluator: evaluator, policy: policy,
		quiescence: quiescence.New(rules, evaluator)}
	if config.margins == wideMargins {
		s.margins = wide
	}
	s.quiescence.Prune = config.Pruning
	s.Init(&config.Settings, rules, table)
	s.Root, s.Search = s.root, s.search
	return s
}

// root widens the aspiration window around the score of the previous iteration until it contains the value.
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

// search returns the value of the position on level ply for its seat to act, searched to depth further steps in the
// window from alpha to beta (fail-soft).
func (s *searcher) search(ply, depth int, alpha, beta search.Score) search.Score {
	l := &s.Levels[ply]
	l.Principal = l.Principal[:0]
	if depth <= 0 || ply >= kit.MaxPly-1 {
		return s.quiesce(ply, alpha, beta)
	}
	n := kit.Node{Ply: ply, Depth: depth, Alpha: alpha, Beta: beta, Open: beta-alpha > 1, Key: l.Position.Hash()}
	found, settled := s.Probe(&n)
	if settled {
		return n.Best
	}
	if !found {
		n.Eval = s.evaluator.Evaluate(l.Position, l.Position.Seat())
	}
	if s.config.Pruning && s.margins.reverseFutile(&n, l.Position) {
		return search.Score(n.Eval)
	}
	s.searchSteps(s.list(&n), &n)
	s.Store(&n, n.Bound())
	return n.Best
}

// list moves the table's step to the first place, where next expects it.
func (s *searcher) list(n *kit.Node) *kit.Level {
	l := s.List(n.Ply)
	if i := slices.Index(l.Steps, n.TableStep); i >= 0 {
		l.Steps[0], l.Steps[i] = l.Steps[i], l.Steps[0]
	} else {
		n.TableStep = engine.NoStep
	}
	return l
}

// next returns step number i. It computes what orders the steps only when needed, because the first step often refutes.
func (s *searcher) next(l *kit.Level, n *kit.Node, i int) engine.Step {
	known, asked := n.TableStep != engine.NoStep, s.policy != nil && n.Depth >= policyDepth
	switch {
	case i == 0 && known:
		return l.Steps[0]
	case i == 0:
		s.rank(l, n, false)
	case i == 1 && (known || asked):
		s.rank(l, n, asked)
	}
	return l.Pick(i)
}

// rank ranks the level's steps, with the policy if asked is set.
func (s *searcher) rank(l *kit.Level, n *kit.Node, asked bool) {
	l.Position.OrderingScores(l.Steps, l.Scores)
	l.Behind = l.Behind[:0]
	if asked {
		s.logits = slices.Grow(s.logits[:0], len(l.Steps))[:len(l.Steps)]
		s.policy.Logits(l.Position, l.Steps, s.logits)
		likeliest := slices.Max(s.logits)
		for _, logit := range s.logits {
			l.Behind = append(l.Behind, int32(100*(likeliest-logit)))
		}
	}
	s.Order.Rank(l, n.Ply, engine.NoStep)
}

func (s *searcher) searchSteps(l *kit.Level, n *kit.Node) {
	optional := l.Position.DeclineStep() != engine.NoStep
	n.Best = -search.MaxScore
	for i := 0; i < len(l.Steps); i++ {
		if s.config.Pruning && s.margins.late(n, i, optional) {
			if keepNoisy(l, i); i == len(l.Steps) {
				return
			}
		}
		step := s.next(l, n, i)
		if s.config.Pruning && s.margins.futile(n, l, i) {
			continue
		}
		if score := s.try(l, n, i, step, optional); s.Clock.Stopped || s.Take(n, i, step, score) {
			return
		}
	}
}

func (s *searcher) try(l *kit.Level, n *kit.Node, i int, step engine.Step, optional bool) search.Score {
	next, proceed := s.Play(n.Ply, step)
	seat, child := l.Position.Seat(), next.Position
	switch {
	case !proceed:
		return 0
	case child.Over():
		next.Principal = next.Principal[:0]
		return search.Result(child.Outcome().Score(seat), n.Ply+1)
	case s.Trail.Drawn(child):
		next.Principal = next.Principal[:0]
		return search.DrawScore
	}
	reduced := 0
	if s.config.Reduction {
		reduced = s.margins.reduction(n, l, i, optional)
	}
	return s.Value(n, n.Depth-1, reduced, child.Seat() == seat)
}

// quiesce values the position on level ply by the quiescence search, or by the evaluation if that is off.
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

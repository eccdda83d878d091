package alphabeta

import (
	"math"
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
	logits     []float64    // what the policy said last
}

func newSearcher(
	config *Config, rules engine.Rules, evaluator eval.Evaluator, policy *eval.Policy, table *kit.Table,
) *searcher {
	s := &searcher{config: config, evaluator: evaluator, policy: policy, quiescence: quiescence.New(rules, evaluator)}
	s.quiescence.Prune = config.Pruning
	s.Init(&config.Settings, rules, table)
	s.Root, s.Search = s.root, s.search
	return s
}

// root widens the aspiration window around the score of the iteration before until the truth lies inside.
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
	n := kit.Node{Ply: ply, Depth: depth, Alpha: alpha, Beta: beta, Open: beta-alpha > 1, Key: l.Position.Hash()}
	found, settled := s.Probe(&n)
	if settled {
		return n.Best
	}
	if !found {
		n.Eval = s.evaluator.Evaluate(l.Position, l.Position.Seat())
	}
	if s.config.Pruning && reverseFutile(&n, l.Position) {
		return search.Score(n.Eval)
	}
	s.searchSteps(s.list(&n), &n)
	s.Store(&n, n.Bound())
	return n.Best
}

// list leaves the table's step in the first place, which next expects.
func (s *searcher) list(n *kit.Node) *kit.Level {
	l := s.List(n.Ply)
	if i := slices.Index(l.Steps, n.TableStep); i >= 0 {
		l.Steps[0], l.Steps[i] = l.Steps[i], l.Steps[0]
	} else {
		n.TableStep = engine.NoStep
	}
	return l
}

// next finds what orders the steps when it is first needed: mostly the first step refutes.
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
		if s.config.Pruning && late(n, i, optional) {
			if keepNoisy(l, i); i == len(l.Steps) {
				return
			}
		}
		step := s.next(l, n, i)
		if s.config.Pruning && futile(n, l, i) {
			continue
		}
		if score := s.try(l, n, i, step, optional); s.Clock.Stopped || s.Take(n, i, step, score) {
			return
		}
	}
}

func (s *searcher) try(l *kit.Level, n *kit.Node, i int, step engine.Step, optional bool) search.Score {
	next, goesOn := s.Play(n.Ply, step)
	seat, child := l.Position.Seat(), next.Position
	switch {
	case !goesOn:
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
		reduced = reduction(n, l, i, optional)
	}
	return s.Value(n, n.Depth-1, reduced, child.Seat() == seat)
}

// noisyScore is the move-ordering score from which on a step counts as noisy: it is neither reduced nor pruned.
const noisyScore = 100

// policyDepth is the least depth at which the policy is asked: nearer to the leaves it costs more than it gains.
const policyDepth = 2

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
func reduction(n *kit.Node, l *kit.Level, i int, optional bool) int {
	if i < 2 || n.Depth < 2 || l.Scores[i] >= noisyScore {
		return 0
	}
	r := int(reductions[min(n.Depth, 31)][min(i, 63)])
	if optional {
		r++
	}
	if n.Open {
		r--
	}
	if len(l.Behind) > 0 {
		const usual, aStep = 300, 200 // behind the likeliest: no change, and for every step of depth
		r += int(l.Behind[i]-usual) / aStep
	}
	return max(0, min(r, n.Depth-1))
}

// reverseFutile reports that at low depth the evaluation stands so far above beta that a search would hardly change it.
func reverseFutile(n *kit.Node, p engine.Position) bool {
	const margin = 90
	return !n.Open && n.Depth <= 4 && p.StartsTurn() && !n.Beta.Decided() &&
		search.Score(n.Eval-margin*n.Depth) >= n.Beta
}

// late reports that so many steps were tried at low depth that only noisy ones are worth trying still.
func late(n *kit.Node, i int, optional bool) bool {
	if n.Open || n.Depth > 4 || n.Best < -search.Proven {
		return false
	}
	if optional {
		return i >= 1+2*n.Depth
	}
	return i >= 6+5*n.Depth*n.Depth
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
func futile(n *kit.Node, l *kit.Level, i int) bool {
	switch {
	case n.Open || i == 0 || n.Best < -search.Proven || l.Scores[i] >= noisyScore:
		return false
	case len(l.Behind) > 0 && n.Depth <= 8 && int(l.Behind[i]) > 250+75*n.Depth:
		return true
	}
	margin := 60 + 70*n.Depth
	return n.Depth <= 3 && n.Eval+margin+int(l.Scores[i]) <= int(n.Alpha)
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

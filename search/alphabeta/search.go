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

// probe reports true if the table's score, left in n.best, settles the node.
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

// next finds what orders the steps when it is first needed: mostly the first step refutes.
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

// try searches later steps with a closed window and perhaps less depth first.
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

// child turns the sign and the window only if the seat has changed.
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

// futile steps are quiet and too unlikely for the policy, or at low depth cannot be expected to reach alpha.
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

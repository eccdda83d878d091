package multiseat

import (
	"math"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/search/kit"
	"pillars/search/utility"
)

type searcher struct {
	kit.Tree
	config    *Config
	mode      string // never auto
	seats     int
	evaluator eval.Evaluator
	values    [kit.MaxPly + 1]utility.Vector // by level, in mode maxn
	replies   [kit.MaxPly + 1]reply          // by level, in mode brs

	root      engine.Seat // the searching seat
	unsettled bool        // whether this iteration has evaluated unfinished games
}

func newSearcher(config *Config, rules engine.Rules, evaluator eval.Evaluator, table *kit.Table) *searcher {
	s := &searcher{config: config, seats: rules.Seats(), evaluator: evaluator}
	s.mode = config.modeFor(s.seats)
	s.Init(&config.Settings, rules, table)
	s.Root, s.Search = s.searchRoot, s.search
	return s
}

const maxPly = 250

// searchRoot implements kit.Tree.Root.
func (s *searcher) searchRoot(depth, line int, _ search.Info) (score search.Score) {
	if line == 1 {
		s.root, s.unsettled = s.Levels[0].Position.Seat(), false
	}
	if s.mode == maxN {
		s.searchVector(0, depth, rival{seat: s.root, least: -1})
		score = s.scoreOf(&s.values[0])
	} else {
		score = s.search(0, depth, -search.MaxScore, search.MaxScore)
		if s.Clock.Stopped {
			score = s.RootBest
		}
	}
	s.Exhausted = !s.unsettled
	return s.shown(score, s.Levels[0].Principal)
}

// shown returns a score that looks decided only if it is proven: if the player wins within its own turn or, in mode
// paranoid, whatever the others do. A loss when all others play against the player is proven only if there is one
// opponent.
func (s *searcher) shown(score search.Score, principal []engine.Step) search.Score {
	switch {
	case s.winsAtOnce(principal):
		return search.WinIn(len(principal))
	case s.mode == Paranoid && (score > 0 || s.seats == 2):
		return score
	case score.Decided():
		return search.FromExpectation(score.Expectation())
	}
	return score
}

// winsAtOnce reports whether a line wins within the turn of the searching seat.
func (s *searcher) winsAtOnce(line []engine.Step) bool {
	p := s.Levels[0].Position.Clone()
	for _, step := range line {
		if p.Seat() != s.root {
			return false
		}
		p.Play(step)
	}
	return p.Over() && p.Outcome().Score(s.root) == 1
}

// node is a node of the search for the side to act, which is the searching seat or all others together.
type node struct {
	kit.Node
	reply reply
	own   bool // whether the searching seat acts
}

// reply says whether an opponent in a best-reply search may choose its steps. In other modes it is replyOpen.
type reply uint8

const (
	replyOpen  reply = iota // nobody has replied yet: the opponent may, or leave it to a later one
	replyHere               // the opponent has begun its reply and continues it
	replyLater              // the opponent follows the ordering in this turn; a later one may reply
	replySpent              // an opponent has replied: all others follow the ordering until the player acts
	replies
)

// follows reports whether the opponent plays the step with the best move-ordering score.
func (r reply) follows() bool { return r == replyLater || r == replySpent }

// after returns the state for the position child after a step at n. Followed reports whether the step followed the
// ordering instead of being chosen.
func (s *searcher) after(n *node, followed bool, child engine.Position) reply {
	switch {
	case s.mode != bestReply || n.own || child.Seat() == s.root:
		return replyOpen
	case n.reply == replySpent:
		return replySpent
	case child.StartsTurn() && followed:
		return replyOpen
	case child.StartsTurn():
		return replySpent
	case followed:
		return replyLater
	}
	return replyHere
}

// search returns the value of the position on level ply for the side to act, searched to depth further steps in the
// window from alpha to beta (fail-soft).
func (s *searcher) search(ply, depth int, alpha, beta search.Score) search.Score {
	l, r := &s.Levels[ply], s.replies[ply]
	l.Principal = l.Principal[:0]
	if depth <= 0 && !r.follows() || ply >= maxPly-1 {
		return s.quiesce(ply, quiescencePlies, alpha, beta)
	}
	n := node{
		Node: kit.Node{
			Ply: ply, Depth: max(depth, 0), Alpha: alpha, Beta: beta, Open: beta-alpha > 1, Key: s.key(l.Position, r),
		},
		reply: r, own: l.Position.Seat() == s.root,
	}
	if _, settled := s.Probe(&n.Node); settled {
		s.unsettled = s.unsettled || !n.Best.Decided()
		return n.Best
	}
	s.searchSteps(s.list(&n), &n)
	s.Store(&n.Node, n.Bound())
	return n.Best
}

// key returns the transposition-table key of a position. The key also depends on the searching seat and on the
// reply state r, because the value does.
func (s *searcher) key(p engine.Position, r reply) uint64 {
	return p.Hash() ^ (uint64(s.root)*uint64(replies)+uint64(r)+1)*0x9e3779b97f4a7c15
}

// list ranks the steps of a node, or keeps only the best if an opponent follows the ordering.
func (s *searcher) list(n *node) *kit.Level {
	l := s.List(n.Ply)
	l.Position.OrderingScores(l.Steps, l.Scores)
	if n.reply.follows() {
		l.Steps[0] = l.BestScored()
		l.Steps, l.Scores = l.Steps[:1], l.Scores[:1]
	}
	s.Order.Rank(l, n.Ply, n.TableStep)
	return l
}

// searchSteps tries the steps of a node. In a best-reply search an opponent who may reply first tries to leave the
// reply to a later one, by the step with index -1.
func (s *searcher) searchSteps(l *kit.Level, n *node) {
	n.Best = -search.MaxScore
	first := 0
	if s.mode == bestReply && !n.own && n.reply == replyOpen {
		first = -1
	}
	for i := first; i < len(l.Steps); i++ {
		var step engine.Step
		if i < 0 {
			step = l.BestScored()
		} else {
			step = l.Pick(i)
		}
		if s.config.Pruning && n.late(l, i) {
			s.unsettled = true
			continue
		}
		if score := s.try(l, n, i, step); s.Clock.Stopped || s.Take(&n.Node, i, step, score) {
			return
		}
	}
}

func (s *searcher) try(l *kit.Level, n *node, i int, step engine.Step) search.Score {
	next, proceed := s.Play(n.Ply, step)
	child := next.Position
	if !proceed {
		return 0
	}
	score, over := s.result(child, n.Ply+1)
	if !over && s.Trail.Drawn(child) {
		score, over = search.DrawScore, true
	}
	if over {
		next.Principal = next.Principal[:0]
		if !n.own {
			score = -score
		}
		return score
	}
	depth, followed := n.Depth-1, i < 0 || n.reply.follows()
	if followed {
		depth = n.Depth // a step without a choice costs no depth
	}
	s.replies[n.Ply+1] = s.after(n, followed, child)
	return s.Value(&n.Node, depth, s.reduction(l, n, i), (child.Seat() == s.root) == n.own)
}

// noisyScore is the smallest move-ordering score of a noisy step, which is neither reduced nor pruned.
const noisyScore = 100

// reduction returns how much to reduce the depth of step number i.
func (s *searcher) reduction(l *kit.Level, n *node, i int) int {
	if !s.config.Reduction || i < 2 || n.Depth < 2 || l.Scores[i] >= noisyScore {
		return 0
	}
	r := int(0.7 + math.Log(float64(n.Depth))*math.Log(float64(i))/1.8)
	if n.Open {
		r--
	}
	return max(0, min(r, n.Depth-1))
}

// late reports whether step number i, a quiet one, comes so late at low depth that it is left out.
func (n *node) late(l *kit.Level, i int) bool {
	return !n.Open && i > 0 && n.Depth <= 3 && n.Best >= -search.Proven && l.Scores[i] < noisyScore &&
		i >= 4+4*n.Depth*n.Depth
}

const (
	// quiescencePlies is the largest number of steps that the quiescence search looks ahead.
	quiescencePlies = 16
	// futilityMargin is added to the move-ordering score of a noisy step before the step is pruned as futile.
	futilityMargin = 100
)

// result returns the score for the searching seat ply steps from the root if p settles it: if the game is over or the
// seat has left it.
func (s *searcher) result(p engine.Position, ply int) (score search.Score, over bool) {
	expected, over := p.Outcome().Score(s.root), p.Over()
	if !over && s.seats > 2 {
		expected, over = engine.Settled(p, s.root)
	}
	if !over {
		return 0, false
	}
	return search.Result(expected, ply), true
}

// leaf returns the evaluation for the side to act; own reports whether that is the searching seat.
func (s *searcher) leaf(p engine.Position, own bool) search.Score {
	s.unsettled = true
	score := search.Score(s.evaluator.Evaluate(p, s.root))
	if own {
		return score
	}
	return -score
}

// quiesce returns the value of the position on level ply for the side to act, without trying quiet steps. A seat may
// take the evaluation as its value or play a noisy step; if all legal steps are noisy, it must play one. In the middle
// of a turn begun in the quiescence search it declines if it can; if no noisy step is legal either, it plays the step
// with the best score. A loss is proven only where all steps are tried. Left is the number of further steps to look
// ahead.
func (s *searcher) quiesce(ply, left int, alpha, beta search.Score) search.Score {
	l := &s.Levels[ply]
	p := l.Position
	own := p.Seat() == s.root
	if !s.config.Quiescence || left == 0 || ply >= maxPly-1 {
		return s.leaf(p, own)
	}
	s.unsettled = true
	if step := s.resume(l, left); step != engine.NoStep {
		return max(-search.Proven, s.noisy(ply, left, step, alpha, beta))
	}
	l.Steps = p.AppendNoisy(l.Steps[:0])
	if n := len(l.Steps); n > 0 && n == p.CountSteps() {
		return s.noisySteps(ply, left, -search.MaxScore, alpha, beta)
	}
	stand := s.leaf(p, own)
	if stand >= beta {
		return stand
	}
	return s.noisySteps(ply, left, stand, max(alpha, stand), beta)
}

// resume returns the only step to try in the middle of a turn: the declining one or, where a noisy step has begun the
// turn and no other noisy step is legal, the one with the best score. It returns NoStep if there is a choice.
func (s *searcher) resume(l *kit.Level, left int) engine.Step {
	p := l.Position
	if p.StartsTurn() {
		return engine.NoStep
	}
	if decline := p.DeclineStep(); decline != engine.NoStep || left == quiescencePlies {
		return decline
	}
	if l.Steps = p.AppendNoisy(l.Steps[:0]); len(l.Steps) > 0 {
		return engine.NoStep
	}
	return l.BestStep()
}

// noisySteps tries the level's steps. Best is the value of standing still, or -MaxScore if the seat cannot.
func (s *searcher) noisySteps(ply, left int, best, alpha, beta search.Score) search.Score {
	l := &s.Levels[ply]
	stand := best
	l.ScoreSteps()
	for i := range l.Steps {
		step := l.Pick(i)
		if stand > -search.MaxScore && stand+search.Score(l.Scores[i])+futilityMargin <= alpha {
			break
		}
		score := s.noisy(ply, left, step, alpha, beta)
		if s.Clock.Stopped {
			return best
		}
		best, alpha = max(best, score), max(alpha, score)
		if score >= beta {
			break
		}
	}
	return best
}

// noisy returns the value of a step in the quiescence search.
func (s *searcher) noisy(ply, left int, step engine.Step, alpha, beta search.Score) search.Score {
	own := s.Levels[ply].Position.Seat() == s.root
	child, proceed := s.Play(ply, step)
	if !proceed {
		return 0
	}
	same := (child.Position.Seat() == s.root) == own
	switch score, over := s.result(child.Position, ply+1); {
	case over && own:
		return score
	case over:
		return -score
	case same:
		return s.quiesce(ply+1, left-1, alpha, beta)
	}
	return -s.quiesce(ply+1, left-1, -beta, -alpha)
}

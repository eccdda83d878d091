package multiseat

import (
	"context"
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
	seats     int
	evaluator eval.Evaluator
	values    [kit.MaxPly + 1]utility.Vector // by level, in mode maxn

	root      engine.Seat // who searches
	unsettled bool        // this iteration has valued positions in which the game goes on
}

func newSearcher(config *Config, rules engine.Rules, evaluator eval.Evaluator) *searcher {
	s := &searcher{config: config, seats: rules.Seats(), evaluator: evaluator}
	s.Init(&config.Settings, rules, kit.NewTable(config.Table, false))
	return s
}

const maxPly = 250

func (s *searcher) begin(ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info)) {
	s.Begin(ctx, h, limits, report)
	s.root = h.Position().Seat()
	s.Table.NextGeneration()
}

func (s *searcher) searchRoot(depth, line int, _ search.Info) (score search.Score) {
	if line == 1 {
		s.unsettled = false
	}
	if s.config.Mode == maxN {
		s.searchVector(0, depth, rival{seat: s.root, least: -1})
		score = s.scoreOf(&s.values[0])
	} else {
		score = s.search(0, depth, -search.MaxScore, search.MaxScore, replyOpen)
		if s.Clock.Stopped {
			score = s.RootBest
		}
	}
	s.Exhausted = !s.unsettled
	return s.shown(score, s.Levels[0].Principal)
}

// shown is a score that looks decided only if it is a proof: the player wins within its own turn, or with paranoid
// opponents whatever they do. A loss against opponents who all play against the player proves something only if there
// is but one of them.
func (s *searcher) shown(score search.Score, principal []engine.Step) search.Score {
	switch {
	case s.winsAtOnce(principal):
		return search.WinIn(len(principal))
	case s.config.Mode == Paranoid && (score > 0 || s.seats == 2):
		return score
	case score.Decided():
		return search.FromExpectation(score.Expectation())
	}
	return score
}

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

// node holds scores of the side to act: the player itself, or all others together.
type node struct {
	ply, depth  int
	alpha, beta search.Score
	reply       reply
	own         bool // the player itself acts
	open        bool // on the principal variation: the window is open
	key         uint64
	tableStep   engine.Step
	best        search.Score
	bestStep    engine.Step
	raised      bool // best is above the first alpha
}

// reply says whether an opponent in a best-reply search may choose; in the other modes it is always open.
type reply uint8

const (
	replyOpen  reply = iota // nobody has replied yet: the opponent may, or leave it to a later one
	replyHere               // the opponent has begun its reply and goes on with it
	replyLater              // the opponent follows the ordering in this turn; a later one may reply
	replySpent              // an opponent has replied: all others follow the ordering until the player acts
	replies
)

func (r reply) follows() bool { return r == replyLater || r == replySpent }

// after is the state at child, which lies after a step at n that followed the ordering or was chosen.
func (s *searcher) after(n *node, followed bool, child engine.Position) reply {
	switch {
	case s.config.Mode != bestReply || n.own || child.Seat() == s.root:
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

// search values the position on level ply for the side to act, to depth more steps, between alpha and beta (fail-soft).
func (s *searcher) search(ply, depth int, alpha, beta search.Score, r reply) search.Score {
	l := &s.Levels[ply]
	l.Principal = l.Principal[:0]
	if depth <= 0 && !r.follows() || ply >= maxPly-1 {
		return s.quiesce(ply, quiescencePlies, alpha, beta)
	}
	n := node{
		ply: ply, depth: max(depth, 0), alpha: alpha, beta: beta, reply: r, own: l.Position.Seat() == s.root,
		open: beta-alpha > 1, key: s.key(l.Position, r),
	}
	if s.probe(&n) {
		return n.best
	}
	s.list(l, &n)
	s.searchSteps(l, &n)
	if !s.Clock.Stopped {
		s.store(&n, n.best.Later(-ply), kit.BoundOf(n.best, beta, n.raised))
	}
	return n.best
}

// key: what is known of a position holds for one searching seat and one state of the reply only.
func (s *searcher) key(p engine.Position, r reply) uint64 {
	return p.Hash() ^ (uint64(s.root)*uint64(replies)+uint64(r)+1)*0x9e3779b97f4a7c15
}

// probe reports true if the table's score, left in n.best, settles the node.
func (s *searcher) probe(n *node) bool {
	known, found := s.Table.Probe(n.key)
	if !found {
		return false
	}
	n.tableStep, n.best = known.Step, known.Score.Later(n.ply)
	if n.open || n.ply == 0 || !known.Settles(n.best, n.depth, n.alpha, n.beta) {
		return false
	}
	s.unsettled = s.unsettled || !n.best.Decided()
	return true
}

func (s *searcher) store(n *node, score search.Score, bound kit.Bound) {
	if n.bestStep != engine.NoStep && (n.ply > 0 || len(s.Excluded) == 0) {
		s.Table.Store(n.key, kit.Entry{Step: n.bestStep, Score: score, Depth: n.depth, Bound: bound})
	}
}

func (s *searcher) list(l *kit.Level, n *node) {
	l.Steps = l.Position.AppendSteps(l.Steps[:0])
	if n.ply == 0 {
		s.DropExcluded()
	}
	l.Size()
	l.Position.OrderingScores(l.Steps, l.Scores)
	if n.reply.follows() {
		l.Steps[0] = l.BestScored()
		l.Steps, l.Scores = l.Steps[:1], l.Scores[:1]
	}
	s.Order.Rank(l, n.ply, n.tableStep)
}

// searchSteps: in a best-reply search an opponent who may reply first tries to leave that to a later one.
func (s *searcher) searchSteps(l *kit.Level, n *node) {
	n.best = -search.MaxScore
	if s.config.Mode == bestReply && !n.own && n.reply == replyOpen && s.settle(l, n, -1, l.BestScored()) {
		return
	}
	for i := range l.Steps {
		step := l.Pick(i)
		if s.config.Pruning && n.late(l, i) {
			s.unsettled = true
			continue
		}
		if s.settle(l, n, i, step) {
			return
		}
	}
}

// settle reports whether the node is done. Place -1 is that of the step that leaves the reply to another.
func (s *searcher) settle(l *kit.Level, n *node, i int, step engine.Step) bool {
	score := s.try(l, n, i, step)
	if s.Clock.Stopped {
		return true
	}
	if score > n.best {
		n.best, n.bestStep = score, step
		if score > n.alpha {
			n.alpha, n.raised = score, true
			s.Improve(n.ply, step, score)
		}
	}
	if score < n.beta {
		return false
	}
	if i >= 0 {
		s.Order.Reward(l, n.ply, i, n.depth)
	}
	return true
}

// try searches later steps with a closed window and perhaps less depth first.
func (s *searcher) try(l *kit.Level, n *node, i int, step engine.Step) search.Score {
	next := &s.Levels[n.ply+1]
	child := next.Position
	l.Position.PlayInto(step, child)
	s.Nodes++
	if s.Clock.Stop(s.Nodes) {
		return 0
	}
	if score, over := s.ended(child, n.ply+1); over {
		next.Principal = next.Principal[:0]
		if !n.own {
			score = -score
		}
		return score
	}
	followed := i < 0 || n.reply.follows()
	c := branch{depth: n.depth - 1, same: (child.Seat() == s.root) == n.own, reply: s.after(n, followed, child)}
	if followed {
		c.depth = n.depth // a step without a choice costs nothing
	}
	if n.bestStep == engine.NoStep || !s.config.Window {
		return s.child(n.ply+1, c, n.alpha, n.beta)
	}
	score := n.alpha + 1
	if reduced := s.reduction(l, n, i); reduced > 0 {
		less := c
		less.depth -= reduced
		score = s.child(n.ply+1, less, n.alpha, n.alpha+1)
	}
	if score > n.alpha && !s.Clock.Stopped {
		score = s.child(n.ply+1, c, n.alpha, n.alpha+1)
	}
	if score > n.alpha && n.open && !s.Clock.Stopped {
		score = s.child(n.ply+1, c, n.alpha, n.beta)
	}
	return score
}

type branch struct {
	depth int
	same  bool // the same side acts
	reply reply
}

// child turns the sign and the window only if the side has changed.
func (s *searcher) child(ply int, c branch, alpha, beta search.Score) (score search.Score) {
	known := s.Trail.Enter(s.Levels[ply].Position)
	if c.same {
		score = s.search(ply, c.depth, alpha, beta, c.reply)
	} else {
		score = -s.search(ply, c.depth, -beta, -alpha, c.reply)
	}
	s.Trail.Leave(known)
	return score
}

// noisyScore is the move-ordering score from which on a step counts as noisy: it is neither reduced nor pruned.
const noisyScore = 100

// reduction is by how much less depth the i-th step is searched at first.
func (s *searcher) reduction(l *kit.Level, n *node, i int) int {
	if !s.config.Reduction || i < 2 || n.depth < 2 || l.Scores[i] >= noisyScore {
		return 0
	}
	r := int(0.7 + math.Log(float64(n.depth))*math.Log(float64(i))/1.8)
	if n.open {
		r--
	}
	return max(0, min(r, n.depth-1))
}

// late reports that the i-th step, a quiet one, comes so late at low depth that it is left out.
func (n *node) late(l *kit.Level, i int) bool {
	return !n.open && i > 0 && n.depth <= 3 && n.best >= -search.Proven && l.Scores[i] < noisyScore &&
		i >= 4+4*n.depth*n.depth
}

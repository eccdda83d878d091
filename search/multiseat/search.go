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

	root      engine.Seat // who searches
	unsettled bool        // this iteration has valued positions in which the game goes on
}

func newSearcher(config *Config, rules engine.Rules, evaluator eval.Evaluator, table *kit.Table) *searcher {
	s := &searcher{config: config, seats: rules.Seats(), evaluator: evaluator}
	s.mode = config.modeFor(s.seats)
	s.Init(&config.Settings, rules, table)
	s.Root, s.Search = s.searchRoot, s.search
	return s
}

const maxPly = 250

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

// shown is a score that looks decided only if it is a proof: the player wins within its own turn, or with paranoid
// opponents whatever they do. A loss against opponents who all play against the player proves something only if there
// is but one of them.
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

// node is searched for the side to act: the player itself, or all others together.
type node struct {
	kit.Node
	reply reply
	own   bool // the player itself acts
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

// search values the position on level ply for the side to act, to depth more steps, between alpha and beta (fail-soft).
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

// key: what is known of a position holds for one searching seat and one state of the reply only.
func (s *searcher) key(p engine.Position, r reply) uint64 {
	return p.Hash() ^ (uint64(s.root)*uint64(replies)+uint64(r)+1)*0x9e3779b97f4a7c15
}

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

// searchSteps: in a best-reply search an opponent who may reply first tries to leave that to a later one, with the step
// in place -1.
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
	next, goesOn := s.Play(n.Ply, step)
	child := next.Position
	if !goesOn {
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
		depth = n.Depth // a step without a choice costs nothing
	}
	s.replies[n.Ply+1] = s.after(n, followed, child)
	return s.Value(&n.Node, depth, s.reduction(l, n, i), (child.Seat() == s.root) == n.own)
}

// noisyScore is the move-ordering score from which on a step counts as noisy: it is neither reduced nor pruned.
const noisyScore = 100

// reduction is by how much less depth the i-th step is searched at first.
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

// late reports that the i-th step, a quiet one, comes so late at low depth that it is left out.
func (n *node) late(l *kit.Level, i int) bool {
	return !n.Open && i > 0 && n.Depth <= 3 && n.Best >= -search.Proven && l.Scores[i] < noisyScore &&
		i >= 4+4*n.Depth*n.Depth
}

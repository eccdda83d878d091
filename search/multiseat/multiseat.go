// Package multiseat has a player for games of two to four seats that searches steps depth first.
//
// With more than two seats a position has no single value. The mode ([Config].Mode) says what the player assumes about
// its opponents:
//
//   - paranoid: all opponents play against the player. Every position has one score, for the player, and alpha-beta
//     applies. A win is a proof, since it holds against all play of the opponents (Sturtevant and Korf, On Pruning
//     Techniques for Multi-Player Games, 2000).
//   - brs: between two turns of the player only one opponent chooses its turn, the one with the best reply. The tree is
//     as small as in a game of two, so the search looks much farther ahead (Schadd and Winands, Best Reply Search for
//     Multiplayer Games, 2011). The other opponents cannot pass in these games. They play the steps with the best
//     move-ordering scores (Esser, Gras, Winands, Schadd and Lanctot, Improving Best-Reply Search, 2013).
//
// The search works on steps: a turn may have several steps, seats may drop out, and the seats need not act in rotation.
package multiseat

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/search/dfs"
)

// The modes; see the package comment. Auto selects a mode by the number of seats.
const (
	bestReply = "brs"
	Paranoid  = "paranoid"
	auto      = "auto"
)

// modes lists all modes except auto.
var modes = []string{bestReply, Paranoid}

// Config is the configuration of the player.
type Config struct {
	dfs.Settings
	Mode string // auto, or an element of the list modes
}

// modeFor returns the configured mode. For auto it returns the mode that did best in games of Pit with the given number
// of seats at equal nodes. With up to three seats that is paranoid, which also proves wins. With four seats, paranoid
// search sees no hope against three allied opponents, and best-reply search did better.
func (c *Config) modeFor(seats int) string {
	switch {
	case c.Mode != auto:
		return c.Mode
	case seats > 3:
		return bestReply
	}
	return Paranoid
}

// DefaultConfig returns a configuration with mode auto, all parts of the search on, and no limits.
func DefaultConfig() Config { return Config{Settings: dfs.DefaultSettings(), Mode: auto} }

// Bind defines flags for the fields. The names of the flags are the keys of player texts.
func (c *Config) Bind(flags *flag.FlagSet) {
	c.Settings.Bind(flags)
	flags.StringVar(&c.Mode, "mode", c.Mode,
		"what the other seats are assumed to want: "+strings.Join(modes, ", ")+
			"; auto is brs with four seats, else paranoid")
}

// New returns a player. Name is the player's full text, such as "multiseat:nodes=1000".
func New(name string, rules engine.Rules, config Config) (*dfs.Player, error) {
	if config.Mode != auto && !slices.Contains(modes, config.Mode) {
		return nil, fmt.Errorf("multiseat: mode=%s: must be auto or one of %s", config.Mode, strings.Join(modes, ", "))
	}
	newTree := func(evaluator eval.Evaluator, table *dfs.Table) (*dfs.Tree, error) {
		return &newSearcher(&config, rules, evaluator, table).Tree, nil
	}
	const threads, storeEvaluations = 1, false
	return dfs.NewPlayer("multiseat", name, rules, &config.Settings, threads, storeEvaluations, newTree)
}

// searcher is the search in all modes.
type searcher struct {
	dfs.Tree
	config    *Config
	mode      string // the mode of this search, never auto
	seats     int
	evaluator eval.Evaluator
	replies   [dfs.MaxPly + 1]reply // states of the best-reply search, by level

	root      engine.Seat // the searching seat
	unsettled bool        // whether a deeper search could return another result than this iteration
}

func newSearcher(config *Config, rules engine.Rules, evaluator eval.Evaluator, table *dfs.Table) *searcher {
	s := &searcher{config: config, seats: rules.Seats(), evaluator: evaluator}
	s.mode = config.modeFor(s.seats)
	s.Init(&config.Settings, rules, table)
	s.Root, s.Search = s.searchRoot, s.search
	return s
}

// maxPly is the largest number of steps from the root to a leaf. It is less than [dfs.MaxPly].
const maxPly = 249

// searchRoot implements the function Root of [dfs.Tree]. It searches with an open window.
func (s *searcher) searchRoot(depth, line int, _ search.Info) (score search.Score) {
	if line == 1 {
		s.root, s.unsettled = s.Levels[0].Position.Seat(), false
	}
	score = s.search(0, depth, -search.MaxScore, search.MaxScore)
	if s.Clock.Stopped {
		score = s.RootBest
	}
	s.Exhausted = !s.unsettled
	return s.shown(score, s.Levels[0].Principal)
}

// shown returns the score to report, which is decided only if it is proven. A win within the player's own turn is
// proven, and so is every win in mode paranoid. In this mode a loss is proven only with two seats, because several
// opponents need not play together.
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

// node is a node of the search. Its scores are for the side to act, which is the searching seat or all its opponents.
type node struct {
	dfs.Node
	reply reply
	own   bool // whether the searching seat acts
}

// reply is the state of a best-reply search in the turns of the opponents. One opponent replies: it chooses the steps
// of its turn. The other opponents play forced steps, which have the best move-ordering scores. In other modes reply is
// always replyOpen.
type reply uint8

const (
	replyOpen  reply = iota // no opponent has replied; the opponent to act may reply or play a forced step
	replyHere               // the opponent to act is in the middle of its reply
	replyLater              // the opponent to act is in the middle of a forced turn; a later opponent may reply
	replySpent              // an opponent has replied; steps are forced until the searching seat acts
	replies                 // number of states
)

func (r reply) forced() bool { return r == replyLater || r == replySpent }

// after returns the reply state of child, the position after a step at n. Forced is true if the step was forced.
func (s *searcher) after(n *node, forced bool, child engine.Position) reply {
	switch {
	case s.mode != bestReply || n.own || child.Seat() == s.root:
		return replyOpen
	case n.reply == replySpent:
		return replySpent
	case child.StartsTurn() && forced:
		return replyOpen // the opponent has left the reply to a later one
	case child.StartsTurn():
		return replySpent // the opponent has completed its reply
	case forced:
		return replyLater
	}
	return replyHere
}

// search returns the value of the position on level ply for the side to act, searched to depth further steps in the
// window from alpha to beta (fail-soft).
func (s *searcher) search(ply, depth int, alpha, beta search.Score) search.Score {
	l, r := &s.Levels[ply], s.replies[ply]
	l.Principal = l.Principal[:0]
	if depth <= 0 && !r.forced() || ply >= maxPly { // forced steps cost no depth, so they are played even at depth 0
		return s.quiesce(ply, quiescencePlies, alpha, beta)
	}
	n := node{reply: r, own: l.Position.Seat() == s.root, Node: dfs.Node{Ply: ply, Depth: max(depth, 0),
		Alpha: alpha, Beta: beta, Open: beta-alpha > 1, Key: s.key(l.Position, r)}}
	if _, settled := s.Probe(&n.Node); settled {
		s.unsettled = s.unsettled || !n.Best.Decided()
		return n.Best
	}
	s.searchSteps(s.list(&n), &n)
	s.Store(&n.Node, n.Bound())
	return n.Best
}

// key returns the key of position p in the table. The key depends on the searching seat and on r, because the value of
// p depends on them.
func (s *searcher) key(p engine.Position, r reply) uint64 {
	pair := uint64(s.root)*uint64(replies) + uint64(r) + 1
	return p.Hash() ^ pair*0x9e3779b97f4a7c15 // 2^64 / golden ratio, which spreads the pair over all bits
}

// list returns the node's level with its legal steps or, if the opponent must play a forced step, with that step only.
// It also ranks the steps.
func (s *searcher) list(n *node) *dfs.Level {
	l := s.List(n.Ply)
	l.Position.OrderingScores(l.Steps, l.Scores)
	if n.reply.forced() {
		l.Steps[0] = l.BestScored() // Scores[0] may be of another step, but a single step needs no order
		l.Steps, l.Scores = l.Steps[:1], l.Scores[:1]
	}
	s.Order.Rank(l, n.Ply, n.TableStep)
	return l
}

// searchSteps searches the steps of a node and records the best. Where an opponent in a best-reply search may reply,
// searchSteps first tries the forced step, with index -1. The forced step leaves the reply to a later opponent.
func (s *searcher) searchSteps(l *dfs.Level, n *node) {
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
		score := s.try(l, n, i, step)
		if s.Clock.Stopped || s.Take(&n.Node, i, step, score) {
			return
		}
	}
}

// try returns the value of the step at index i for the side to act at n. An index of -1 means that the step is played
// as a forced step. The value has no meaning if the search was stopped.
func (s *searcher) try(l *dfs.Level, n *node, i int, step engine.Step) search.Score {
	next, proceed := s.Play(n.Ply, step)
	if !proceed {
		return 0
	}
	child := next.Position
	score, over := s.result(child, n.Ply+1)
	if !over && s.Trail.Drawn(child) {
		score, over = search.DrawScore, true
	}
	switch {
	case over && n.own:
		return score
	case over:
		return -score
	}
	forced := i < 0 || n.reply.forced()
	depth := n.Depth // a step without a choice costs no depth
	if !forced {
		depth--
	}
	s.replies[n.Ply+1] = s.after(n, forced, child)
	sameSide := (child.Seat() == s.root) == n.own
	return s.Value(&n.Node, depth, s.reduction(l, n, i), sameSide)
}

// reduction returns the number of steps by which to reduce the depth of the step at index i.
func (s *searcher) reduction(l *dfs.Level, n *node, i int) int {
	if !s.config.Reduction || i < 2 || n.Depth < 2 || l.Scores[i] >= dfs.NoisyScore {
		return 0
	}
	reduced := int(0.7 + math.Log(float64(n.Depth))*math.Log(float64(i))/1.8)
	if n.Open {
		reduced--
	}
	return max(0, min(reduced, n.Depth-1))
}

// late reports whether to skip the step at index i, because it is quiet, the depth is low and enough steps came before.
// Late returns false while all steps so far are proven losses.
func (n *node) late(l *dfs.Level, i int) bool {
	if n.Open || i <= 0 || n.Depth > 3 || n.Best < -search.Proven {
		return false
	}
	return l.Scores[i] < dfs.NoisyScore && i >= 4+4*n.Depth*n.Depth
}

const (
	// quiescencePlies is the largest number of steps that the quiescence search looks ahead.
	quiescencePlies = 16
	// futilityMargin makes pruning cautious: a noisy step is pruned if even its move-ordering score plus futilityMargin
	// cannot raise the evaluation above alpha.
	futilityMargin = 100
)

// result returns the final score of the searching seat in p, which is ply steps from the root. Over is false if the
// final score is not known in p.
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

// leaf returns the evaluation of p for the side to act. Own is true if that is the searching seat.
func (s *searcher) leaf(p engine.Position, own bool) search.Score {
	s.unsettled = true
	score := search.Score(s.evaluator.Evaluate(p, s.root))
	if own {
		return score
	}
	return -score
}

// quiesce returns the value of the position on level ply for the side to act, by a quiescence search. The argument left
// is the largest number of further steps. The value is the largest of the evaluation and the values of the noisy steps;
// if all legal steps are noisy, the evaluation does not count. In the middle of a turn there may be only one step to
// try (see resume). A loss counts as proven only if all legal steps were tried.
func (s *searcher) quiesce(ply, left int, alpha, beta search.Score) search.Score {
	l := &s.Levels[ply]
	p := l.Position
	own := p.Seat() == s.root
	if !s.config.Quiescence || left == 0 || ply >= maxPly {
		return s.leaf(p, own)
	}
	s.unsettled = true
	if step := s.resume(l, left); step != engine.NoStep {
		return max(-search.Proven, s.noisy(ply, left, step, alpha, beta))
	}
	l.Steps = p.AppendNoisy(l.Steps[:0])
	if len(l.Steps) > 0 && len(l.Steps) == p.CountSteps() {
		return s.noisySteps(ply, left, -search.MaxScore, alpha, beta)
	}
	evaluation := s.leaf(p, own)
	if evaluation >= beta {
		return evaluation
	}
	return s.noisySteps(ply, left, evaluation, max(alpha, evaluation), beta)
}

// resume returns the only step to try in the middle of a turn, or NoStep if there is no such step. If the seat may
// decline, this is the declining step. Otherwise, if no noisy step is legal, it is the step with the best move-ordering
// score, except at the first position of the quiescence search, where left is quiescencePlies.
func (s *searcher) resume(l *dfs.Level, left int) engine.Step {
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

// noisySteps returns the best of the evaluation and the values of the level's steps. The evaluation is -MaxScore if it
// does not count because all legal steps are noisy.
func (s *searcher) noisySteps(ply, left int, evaluation, alpha, beta search.Score) search.Score {
	l := &s.Levels[ply]
	best := evaluation
	l.ScoreSteps()
	for i := range l.Steps {
		step := l.Pick(i)
		if evaluation > -search.MaxScore && evaluation+search.Score(l.Scores[i])+futilityMargin <= alpha {
			break // the steps that follow have lower scores
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

// noisy returns the value of a step in the quiescence search, for the side that plays it.
func (s *searcher) noisy(ply, left int, step engine.Step, alpha, beta search.Score) search.Score {
	own := s.Levels[ply].Position.Seat() == s.root
	child, proceed := s.Play(ply, step)
	if !proceed {
		return 0
	}
	sameSide := (child.Position.Seat() == s.root) == own
	switch score, over := s.result(child.Position, ply+1); {
	case over && own:
		return score
	case over:
		return -score
	case sameSide:
		return s.quiesce(ply+1, left-1, alpha, beta)
	}
	return -s.quiesce(ply+1, left-1, -beta, -alpha)
}

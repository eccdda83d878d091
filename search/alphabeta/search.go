// Package alphabeta has a player for two-seat games that searches steps by alpha-beta.
//
// Turns of these games consist of steps, so two steps in a row may belong to the same seat. Every score is for the seat
// to act in its position. A score is negated only where the seat changes (see dfs.Tree.Value). Depth counts steps.
//
// The search has the usual parts of a chess engine. Each part is an option of [Config], so that matches can measure how
// much it gains:
//
//   - iterative deepening with principal variation search (Marsland and Campbell, Parallel Search of Strongly Ordered
//     Game Trees, 1982) and aspiration windows;
//   - a transposition table (package dfs). Its entries replace searches only off the principal variation, so that
//     variations and turns are always complete;
//   - order of steps: the table's step, the game's move-ordering scores (captures first), killers and history. In games
//     with a policy learned from games (eval.Policy), the policy's predictions count too, except near the leaves;
//   - late move reduction, which is larger for steps that the policy considers less likely;
//   - late move pruning and futility pruning at low depth. Late move pruning and reduction are stronger for optional
//     steps at the end of a turn;
//   - quiescence search over the game's noisy steps.
//
// With threads above 1 several searchers share the table and divide the steps of nodes among themselves. A node limit
// then applies to the sum of their nodes, which can exceed the limit by about a sixteenth. Decisions are not
// reproducible, but proofs are still sound.
//
// With sound=true all unsound parts are off, and a score beyond search.Proven is a proof.
package alphabeta

import (
	"flag"
	"fmt"
	"math"
	"slices"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/search/dfs"
	"pillars/search/quiescence"
)

// Config is the configuration of an alpha-beta player.
type Config struct {
	dfs.Settings
	Threads int  // number of threads; with 2 or more, decisions are not reproducible
	Sound   bool // whether reduction, pruning and quiescence are off, so that decided scores are proofs
	policy  bool // whether to order and reduce steps by the learned policy, if the game has one
}

// DefaultConfig returns a configuration with all parts of the search on and without limits.
func DefaultConfig() Config {
	return Config{Settings: dfs.DefaultSettings(), Threads: 1, policy: true}
}

// BaseConfig returns the plain configuration against which the parts of the search are measured: alpha-beta with
// iterative deepening, the transposition table and the game's move-ordering scores, with the hand-made weights.
func BaseConfig() Config {
	return Config{Settings: dfs.Settings{Weights: eval.HandMade, Table: 16, MultiPV: 1}, Threads: 1}
}

const maxThreads = 256

// Bind defines flags for the fields. The names of the flags are the keys of player texts.
func (c *Config) Bind(flags *flag.FlagSet) {
	c.Settings.Bind(flags)
	flags.Lookup("window").Usage += " and aspiration windows"
	flags.IntVar(&c.Threads, "threads", c.Threads, "threads to search with; only with 1 are decisions reproducible")
	flags.BoolVar(&c.Sound, "sound", c.Sound, "leave out everything unsound, so that decided scores are proofs")
	flags.BoolVar(&c.policy, "policy", c.policy,
		"order and reduce steps by the learned policy, if the game has one")
}

// Check returns an error if Threads is invalid.
func (c *Config) Check() error {
	if c.Threads < 1 || c.Threads > maxThreads {
		return fmt.Errorf("alphabeta: threads=%d: must be from 1 to %d", c.Threads, maxThreads)
	}
	return nil
}

// New returns a player for a two-seat game. Name is the player's full text, such as "alphabeta:nodes=20000".
func New(name string, rules engine.Rules, config Config) (*dfs.Player, error) {
	if rules.Seats() != 2 {
		return nil, fmt.Errorf("alphabeta plays two-seat games; %s has %d seats", rules.Game().Title(), rules.Seats())
	}
	if err := config.Check(); err != nil {
		return nil, err
	}
	if config.Sound {
		config.Reduction, config.Pruning, config.Quiescence = false, false, false
	}
	newTree := func(evaluator eval.Evaluator, table *dfs.Table) (*dfs.Tree, error) {
		var policy *eval.Policy
		var err error
		if config.policy {
			policy, err = eval.OrderingPolicy(rules)
		}
		return &newSearcher(&config, rules, evaluator, policy, table).Tree, err
	}
	const storeEvaluations = true
	return dfs.NewPlayer("alphabeta", name, rules, &config.Settings, config.Threads, storeEvaluations, newTree)
}

// searcher is the search of one thread.
type searcher struct {
	dfs.Tree
	config     *Config
	evaluator  eval.Evaluator
	quiescence *quiescence.Searcher
	policy     *eval.Policy // the learned policy; nil if the game has none
	logits     []float64    // a buffer for the logits of the policy
}

// policyDepth is the smallest depth at which the policy is used. At lower depths it costs more time than it saves.
const policyDepth = 2

func newSearcher(
	config *Config, rules engine.Rules, evaluator eval.Evaluator, policy *eval.Policy, table *dfs.Table,
) *searcher {
	s := &searcher{config: config, evaluator: evaluator, policy: policy,
		quiescence: quiescence.New(rules, evaluator)}
	s.quiescence.Prune = config.Pruning
	s.Init(&config.Settings, rules, table)
	s.Root, s.Search = s.root, s.search
	return s
}

// aspirationDepth is the smallest depth of a search with an aspiration window.
const aspirationDepth = 4

// Aspiration windows, in hundredths of a logit.
const (
	aspiration  search.Score = 50   // half the width of the first window
	firstWiden  search.Score = 150  // distance of the first new bound from the score that was outside the window
	widestWiden search.Score = 2000 // largest distance of a new bound; beyond it the window becomes unlimited
)

// root implements the function Root of [dfs.Tree]. For line 1, the best line, it begins with a window around the score
// of the previous iteration and widens the window until the value of the root position is inside.
func (s *searcher) root(depth, line int, best search.Info) search.Score {
	low, high := -search.MaxScore, search.MaxScore
	if s.config.Window && depth >= aspirationDepth && line == 1 && !best.Score.Decided() {
		low, high = best.Score-aspiration, best.Score+aspiration
	}
	for margin := firstWiden; ; margin *= 4 {
		s.RootBest = 0 // no step has raised alpha yet
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
		if margin > widestWiden {
			low, high = -search.MaxScore, search.MaxScore
		}
	}
}

// search returns the value of the position on level ply for its seat to act, searched to depth further steps in the
// window from alpha to beta (fail-soft).
func (s *searcher) search(ply, depth int, alpha, beta search.Score) search.Score {
	l := &s.Levels[ply]
	l.Principal = l.Principal[:0]
	if depth <= 0 || ply >= dfs.MaxPly-1 {
		return s.quiesce(ply, alpha, beta)
	}
	n := dfs.Node{Ply: ply, Depth: depth, Alpha: alpha, Beta: beta, Open: beta-alpha > 1, Key: l.Position.Hash()}
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

// list returns the [dfs.Level] of node n with the legal steps, n.TableStep first. If n.TableStep is illegal, list sets
// it to NoStep.
func (s *searcher) list(n *dfs.Node) *dfs.Level {
	l := s.List(n.Ply)
	if i := slices.Index(l.Steps, n.TableStep); i >= 0 {
		l.Steps[0], l.Steps[i] = l.Steps[i], l.Steps[0]
	} else {
		n.TableStep = engine.NoStep
	}
	return l
}

// next returns the step to try at index i of the node's steps. It ranks the steps as late as possible, because the
// first step often refutes the position. A step from the table is tried before any step is ranked. The policy ranks
// only from the second step on.
func (s *searcher) next(l *dfs.Level, n *dfs.Node, i int) engine.Step {
	fromTable := n.TableStep != engine.NoStep
	withPolicy := s.policy != nil && n.Depth >= policyDepth
	switch {
	case i == 0 && fromTable:
		return l.Steps[0]
	case i == 0:
		s.rank(l, n, false)
	case i == 1 && (fromTable || withPolicy):
		s.rank(l, n, withPolicy)
	}
	return l.Pick(i)
}

// rank sets the Scores, Behind and Ranks of the level's steps (see [dfs.Level]). Behind is empty without the policy.
func (s *searcher) rank(l *dfs.Level, n *dfs.Node, withPolicy bool) {
	l.Position.OrderingScores(l.Steps, l.Scores)
	l.Behind = l.Behind[:0]
	if withPolicy {
		s.logits = slices.Grow(s.logits[:0], len(l.Steps))[:len(l.Steps)]
		s.policy.Logits(l.Position, l.Steps, s.logits)
		likeliest := slices.Max(s.logits)
		for _, logit := range s.logits {
			l.Behind = append(l.Behind, int32(100*(likeliest-logit)))
		}
	}
	s.Order.Rank(l, n.Ply, engine.NoStep) // a step from the table is already first
}

// searchSteps searches the steps of node n and records the best, until a step refutes the position.
func (s *searcher) searchSteps(l *dfs.Level, n *dfs.Node) {
	optional := l.Position.DeclineStep() != engine.NoStep // whether the seat may decline all other steps
	n.Best = -search.MaxScore
	l.Deferred = l.Deferred[:0]
	for i := 0; i < len(l.Steps); i++ {
		if s.config.Pruning && late(n, i, optional) {
			keepNoisy(l, i)
			if i == len(l.Steps) {
				break
			}
		}
		if step := s.next(l, n, i); i > 0 && s.Elsewhere(n, step) {
			l.Deferred = append(l.Deferred, i)
		} else if s.searchStep(l, n, i, optional) {
			return
		}
	}
	for _, i := range l.Deferred {
		if s.searchStep(l, n, i, optional) {
			return
		}
	}
}

// searchStep searches the step at index i of node n, unless it is futile. It returns true if the search must stop or
// the step refutes the position.
func (s *searcher) searchStep(l *dfs.Level, n *dfs.Node, i int, optional bool) (done bool) {
	if s.config.Pruning && futile(n, l, i) {
		return false
	}
	step := l.Steps[i]
	s.Mark(n, step)
	score := s.try(l, n, i, step, optional)
	s.Unmark(n, step)
	return s.Clock.Stopped || s.Take(n, i, step, score)
}

// try returns the value of the step at index i for the seat that plays it; after a stop the value has no meaning.
func (s *searcher) try(l *dfs.Level, n *dfs.Node, i int, step engine.Step, optional bool) search.Score {
	next, proceed := s.Play(n.Ply, step)
	seat, child := l.Position.Seat(), next.Position
	switch {
	case !proceed:
		return 0
	case child.Over():
		return search.Result(child.Outcome().Score(seat), n.Ply+1)
	case s.Trail.Drawn(child):
		return search.DrawScore
	}
	reduced := 0
	if s.config.Reduction {
		reduced = reduction(n, l, i, optional)
	}
	return s.Value(n, n.Depth-1, reduced, child.Seat() == seat)
}

// quiesce returns the value of the position on level ply: by quiescence search or, if that is off, by the evaluation.
func (s *searcher) quiesce(ply int, alpha, beta search.Score) search.Score {
	p := s.Levels[ply].Position
	if !s.config.Quiescence {
		return search.Score(s.evaluator.Evaluate(p, p.Seat()))
	}
	// Decided scores count steps from p in the quiescence search, but from the root here.
	score := s.quiescence.Value(p, alpha.Later(-ply), beta.Later(-ply)).Later(ply)
	s.Nodes += s.quiescence.Nodes
	s.quiescence.Nodes = 0
	return score
}

// Thresholds of pruning: evaluations and logits in hundredths of a logit, depths in steps. They were tuned with
// networks as evaluation.
const (
	// Reverse futility pruning cuts a node if its evaluation is at least aboveBeta * depth above beta, at depths up to
	// aboveBetaUpTo.
	aboveBeta, aboveBetaUpTo = 100, 3
	// Futility pruning skips a step if evaluation plus move-ordering score are at least belowAlpha + belowAlphaEach *
	// depth below alpha, at depths up to belowAlphaUpTo.
	belowAlpha, belowAlphaEach, belowAlphaUpTo = 25, 40, 4
	// Pruning by the policy skips a step if its logit is more than unlikely + unlikelyEach * depth below the largest,
	// at depths up to unlikelyUpTo.
	unlikely, unlikelyEach, unlikelyUpTo = 200, 75, 8
	// Late move pruning skips the quiet steps that follow the first lateFrom + lateAfter * depth² steps.
	lateFrom, lateAfter = 3, 4
)

// reductions[depth][i] is the number of steps by which to reduce the depth of the step at index i.
var reductions = func() (table [32][64]int8) {
	for depth := 1; depth < len(table); depth++ {
		for i := 1; i < len(table[depth]); i++ {
			table[depth][i] = int8(0.4 + math.Log(float64(depth))*math.Log(float64(i))/2.2)
		}
	}
	return table
}()

// reduction returns by how many steps to reduce the depth of the search of the step at index i. Unlikely and optional
// steps are reduced more.
func reduction(n *dfs.Node, l *dfs.Level, i int, optional bool) int {
	if i < 2 || n.Depth < 2 || l.Scores[i] >= dfs.NoisyScore {
		return 0
	}
	reduced := int(reductions[min(n.Depth, len(reductions)-1)][min(i, len(reductions[0])-1)])
	if optional {
		reduced++
	}
	if len(l.Behind) > 0 {
		const neutral, perStep = 300, 200 // reduced grows by 1 for every perStep by which Behind exceeds neutral
		reduced += int(l.Behind[i]-neutral) / perStep
	}
	return max(0, min(reduced, n.Depth-1))
}

// reverseFutile reports whether the node needs no search, because its depth is low and its evaluation far above beta.
func reverseFutile(n *dfs.Node, p engine.Position) bool {
	return !n.Open && n.Depth <= aboveBetaUpTo && p.StartsTurn() && !n.Beta.Decided() &&
		search.Score(n.Eval-aboveBeta*n.Depth) >= n.Beta
}

// late reports whether only noisy steps should be tried from index i on, because the depth is low and enough steps have
// been tried. Fewer steps are enough if the steps are optional. Late returns false if all steps so far are proven
// losses.
func late(n *dfs.Node, i int, optional bool) bool {
	if n.Open || n.Depth > 4 || n.Best < -search.Proven {
		return false
	}
	if optional {
		return i >= 1+2*n.Depth
	}
	return i >= lateFrom+lateAfter*n.Depth*n.Depth
}

// keepNoisy removes the quiet steps among l.Steps[i:].
func keepNoisy(l *dfs.Level, i int) {
	kept := i
	for j := i; j < len(l.Steps); j++ {
		if l.Scores[j] >= dfs.NoisyScore {
			l.Swap(kept, j)
			kept++
		}
	}
	l.Steps = l.Steps[:kept]
}

// futile reports whether to skip the step at index i, because it is quiet and the policy considers it too unlikely or,
// at low depth, it is not expected to exceed alpha. Futile returns false while all steps so far are proven losses.
func futile(n *dfs.Node, l *dfs.Level, i int) bool {
	switch {
	case n.Open || i == 0 || n.Best < -search.Proven || l.Scores[i] >= dfs.NoisyScore:
		return false
	case len(l.Behind) > 0 && n.Depth <= unlikelyUpTo && l.Behind[i] > int32(unlikely+unlikelyEach*n.Depth):
		return true
	}
	margin := belowAlpha + belowAlphaEach*n.Depth
	return n.Depth <= belowAlphaUpTo && n.Eval+margin+int(l.Scores[i]) <= int(n.Alpha)
}

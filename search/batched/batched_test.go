package batched

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/bridge"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/engine/vector"
)

// boards has one board of each game, one of them for three seats, and one on which games are soon drawn.
var boards = []string{"pilastri size=4", "pit-of-pillars size=5", "pylyx size=6", "pit players=3",
	"pit-of-pillars size=4,repetition=2,cap=20"}

func board(t *testing.T, text string) engine.ArrayRules {
	t.Helper()
	name, options, _ := strings.Cut(text, " ")
	return enginetest.Rules(t, name, strings.Split(options, ",")...).(engine.ArrayRules)
}

// config returns the usual configuration, without noise.
func config(gumbel bool) bridge.SearchConfig {
	return bridge.SearchConfig{Gumbel: gumbel, Considered: 8, Leaves: 1, CVisit: 50, CScale: 1, CPUCT: 1.25, Threads: 1}
}

// newSearch returns a search of n games at their start.
func newSearch(t *testing.T, rules engine.ArrayRules, n int, c bridge.SearchConfig) *Search {
	t.Helper()
	view := vector.NewView(rules, 3)
	rows, actions := n*c.Leaves, len(rules.Actions())
	made, err := New(view, bridge.SearchArrays{
		Observations: make([]uint8, rows*view.Size()), Masks: make([]uint8, rows*actions),
		Logits: make([]float32, rows*actions),
		Values: make([]float32, rows*bridge.SearchValues(rules)), Visits: make([]int32, n*actions),
		Policy: make([]float32, n*actions), RootValues: make([]float32, n), Best: make([]int32, n),
	}, c)
	require.NoError(t, err)
	s := made.(*Search)
	for i := range n {
		require.NoError(t, s.Follow(i, rules.Start(), nil))
	}
	return s
}

// evaluate returns logits and values that depend on a position alone, as numbers from -1 to 1. seat is the seat to act.
func evaluate(p engine.Position, seats int) (logit func(engine.Step) float32, values [engine.MaxSeats]float32) {
	number := func(name string) float32 {
		return float32(2*engine.Uniform(engine.DeriveSeed(p.Hash(), name)) - 1)
	}
	for seat := range seats {
		values[seat] = number("value" + strconv.Itoa(seat))
	}
	if seats == 2 {
		values[1] = -values[0]
	}
	return func(step engine.Step) float32 { return 3 * number(strconv.Itoa(int(step))) }, values
}

// run makes a search with the evaluation of the function evaluate, checks the rows, and returns the number of batches.
func run(t *testing.T, s *Search, simulations int) (batches int) {
	t.Helper()
	s.Begin(simulations)
	for ; ; batches++ {
		rows, err := s.Next()
		require.NoError(t, err)
		if rows == 0 {
			return batches
		}
		row := 0
		for i := range s.games {
			for k := range s.games[i].leaves {
				s.answer(t, &s.games[i], &s.games[i].leaves[k], row)
				row++
			}
		}
		if row != rows {
			t.Fatalf("%d rows, %d leaves", rows, row)
		}
	}
}

// answer writes the evaluation of a leaf after checking its row.
func (s *Search) answer(t *testing.T, g *game, l *leaf, row int) {
	t.Helper()
	p, seats, h := l.position, s.rules.Seats(), g.history.Clone()
	for _, v := range l.path {
		require.NoError(t, h.Play(g.tree.edges[v.edge].step))
	}
	seen := make([]uint8, s.rules.Size())
	s.rules.Write(p, s.rules.Earlier(h), p.Seat(), l.occurrences, seen)
	if l.row != row || p.Over() || !slices.Equal(seen, s.Observations[row*s.rules.Size():][:s.rules.Size()]) {
		t.Fatalf("row %d does not show %s", row, p)
	}
	legal := p.AppendSteps(nil)
	logit, values := evaluate(p, seats)
	for action, step := range s.rules.Actions() {
		at := row*s.width() + action
		if (s.Masks[at] == 1) != slices.Contains(legal, step) {
			t.Fatalf("row %d: the mask of action %d is %d in %s", row, action, s.Masks[at], p)
		}
		s.Logits[at] = logit(step)
		if s.Masks[at] == 0 {
			s.Logits[at] = float32(math.NaN()) // is never read
		}
	}
	for k := range s.values {
		s.Values[row*s.values+k] = values[(int(p.Seat())+k)%seats]
	}
}

// plain is a node of a slow tree search that does what the paper says, without any shortcut.
type plain struct {
	history  *engine.History
	steps    []engine.Step
	logits   []float64
	priors   []float64
	visits   []float64
	totals   []float64
	children []*plain
	values   [engine.MaxSeats]float64
}

func newPlain(h *engine.History, seats int) *plain {
	n := &plain{history: h}
	if outcome := h.Outcome(); outcome.Over() {
		for seat := range seats {
			n.values[seat] = 2*outcome.Scores[seat] - 1
		}
		return n
	}
	logit, values := evaluate(h.Position(), seats)
	for seat := range seats {
		n.values[seat] = float64(values[seat])
	}
	n.steps = h.Position().AppendSteps(nil)
	sum := 0.0
	for _, step := range n.steps {
		n.logits = append(n.logits, float64(logit(step)))
		sum += math.Exp(float64(logit(step)))
	}
	for k := range n.logits {
		n.logits[k] -= math.Log(sum)
		n.priors = append(n.priors, math.Exp(n.logits[k]))
	}
	n.visits, n.totals = make([]float64, len(n.steps)), make([]float64, len(n.steps))
	n.children = make([]*plain, len(n.steps))
	return n
}

func (n *plain) seat() engine.Seat { return n.history.Position().Seat() }

// visit makes a simulation that begins with step k and returns its values.
func (n *plain) visit(k int, c bridge.SearchConfig, seats int) (values [engine.MaxSeats]float64) {
	if child := n.children[k]; child == nil {
		h := n.history.Clone()
		if err := h.Play(n.steps[k]); err != nil {
			panic(err)
		}
		n.children[k] = newPlain(h, seats)
		values = n.children[k].values
	} else if values = child.values; len(child.steps) > 0 {
		values = child.visit(child.choose(c), c, seats)
	}
	n.visits[k]++
	n.totals[k] += values[n.seat()]
	return values
}

// completed returns σ of the completed values, by equations 8, 10 and 33 of the paper, for values from 0 to 1.
func (n *plain) completed(c bridge.SearchConfig) (sigma []float64) {
	sum, prior, weighted, most := 0.0, 0.0, 0.0, 0.0
	for k, visits := range n.visits {
		if visits > 0 {
			sum, prior, most = sum+visits, prior+n.priors[k], max(most, visits)
			weighted += n.priors[k] * (n.totals[k]/visits + 1) / 2
		}
	}
	mixed := (n.values[n.seat()] + 1) / 2
	if sum > 0 {
		mixed = (mixed + sum/prior*weighted) / (1 + sum)
	}
	for k, visits := range n.visits {
		q := mixed
		if visits > 0 {
			q = (n.totals[k]/visits + 1) / 2
		}
		sigma = append(sigma, (c.CVisit+most)*c.CScale*q)
	}
	return sigma
}

// improved returns the softmax of logits and transformed completed values.
func (n *plain) improved(c bridge.SearchConfig) []float64 {
	policy := n.completed(c)
	for k := range policy {
		policy[k] += n.logits[k]
	}
	largest, sum := slices.Max(policy), 0.0
	for k := range policy {
		policy[k] = math.Exp(policy[k] - largest)
		sum += policy[k]
	}
	for k := range policy {
		policy[k] /= sum
	}
	return policy
}

func (n *plain) total() (sum float64) {
	for _, visits := range n.visits {
		sum += visits
	}
	return sum
}

func (n *plain) choose(c bridge.SearchConfig) int {
	scores, sum := n.improved(c), n.total()
	for k, visits := range n.visits {
		if c.Gumbel {
			scores[k] -= visits / (1 + sum)
			continue
		}
		q := n.values[n.seat()]
		if visits > 0 {
			q = n.totals[k] / visits
		}
		scores[k] = q + c.CPUCT*n.priors[k]*math.Sqrt(max(1, sum))/(1+visits)
	}
	return slices.Index(scores, slices.Max(scores))
}

// search makes simulations from the root and returns the index of the step to play.
func (n *plain) search(simulations int, c bridge.SearchConfig, seats int) (best int) {
	if !c.Gumbel {
		for range simulations {
			n.visit(n.choose(c), c, seats)
		}
		scores := slices.Clone(n.priors) // of equally many visits, the prior decides
		for k := range scores {
			scores[k] += n.visits[k]
		}
		return slices.Index(scores, slices.Max(scores))
	}
	before := slices.Clone(n.visits)
	score := func() []float64 {
		scores := n.completed(c)
		for k := range scores {
			scores[k] += n.logits[k]
		}
		return scores
	}
	ranked := func(of []int, scores []float64) []int {
		slices.SortFunc(of, func(a, b int) int { return int(math.Copysign(1, scores[b]-scores[a])) })
		return of
	}
	alive := make([]int, len(n.steps))
	for k := range alive {
		alive[k] = k
	}
	alive = ranked(alive, n.logits)[:min(len(alive), c.Considered, simulations)]
	phases := max(1, int(math.Ceil(math.Log2(float64(len(alive))))))
	for made := 0; made < simulations; {
		for range max(1, simulations/(phases*len(alive))) {
			for _, k := range alive {
				if made++; made <= simulations {
					n.visit(k, c, seats)
				}
			}
		}
		if made < simulations {
			alive = ranked(alive, score())[:min(len(alive), max(2, len(alive)/2))]
		}
	}
	scores := score()
	for k := range scores {
		scores[k] += 1e9 * (n.visits[k] - before[k])
	}
	return slices.Index(scores, slices.Max(scores))
}

// TestEqualsPlainSearch plays games by searches and compares every result with the slow search. The trees are kept, and
// hold ends of games by rules, by repetition and by the turn cap.
func TestEqualsPlainSearch(t *testing.T) {
	t.Parallel()
	ends := map[engine.Reason]int{}
	for _, text := range boards {
		for _, gumbel := range []bool{true, false} {
			rules, c := board(t, text), config(gumbel)
			seats := rules.Seats()
			s := newSearch(t, rules, 1, c)
			h := engine.NewHistory(rules.Start())
			root, kept := newPlain(h.Clone(), seats), 0
			for turn := 0; turn < 60 && !h.Outcome().Over(); turn++ {
				simulations := 20 + 7*(turn%5)
				want := root.search(simulations, c, seats)
				run(t, s, simulations)
				root.compare(t, s, want, c)
				root.count(ends)
				if want = want + turn%2*7; want >= len(root.steps) { // not always the best
					want = 0
				}
				require.NoError(t, h.Play(root.steps[want]))
				require.NoError(t, s.Follow(0, h.Start(), h.Steps()))
				if root = root.children[want]; root == nil {
					root = newPlain(h.Clone(), seats)
				} else {
					kept++
				}
			}
			if kept < 3 {
				t.Errorf("%s: only %d trees were kept", text, kept)
			}
		}
	}
	if ends[engine.Repetition] < 3 || ends[engine.TurnCap] < 10 || len(ends) < 6 {
		t.Errorf("games end by %v; the test means to see more", ends)
	}
}

// count adds the numbers of ends below n by their reasons.
func (n *plain) count(ends map[engine.Reason]int) {
	if outcome := n.history.Outcome(); outcome.Over() {
		ends[outcome.Reason]++
	}
	for _, child := range n.children {
		if child != nil {
			child.count(ends)
		}
	}
}

// compare checks the results of s. want is the index of the step to play.
func (n *plain) compare(t *testing.T, s *Search, want int, c bridge.SearchConfig) {
	t.Helper()
	policy, sum := n.improved(c), n.total()
	value := n.values[n.seat()]
	for k, step := range n.steps {
		if !c.Gumbel {
			policy[k] = n.visits[k] / sum
		}
		value += n.totals[k]
		action := s.actions[step]
		if float64(s.Visits[action]) != n.visits[k] || !near.Equal(float64(s.Policy[action]), policy[k], 1e-4) {
			t.Fatalf("%s, step %s: %d visits, policy %v; wanted %v, %v", n.history.Position(),
				n.history.Position().StepText(step), s.Visits[action], s.Policy[action], n.visits[k], policy[k])
		}
	}
	if s.Best[0] != s.actions[n.steps[want]] || !near.Equal(float64(s.RootValues[0]), value/(1+sum), 1e-5) {
		t.Fatalf("%s: action %d of value %v; wanted %d, %v", n.history.Position(), s.Best[0], s.RootValues[0],
			s.actions[n.steps[want]], value/(1+sum))
	}
}

// TestResultsDependOnNothingElse checks that threads, and leaves of a game in a batch, do not change results of noisy
// searches, while the seed does.
func TestResultsDependOnNothingElse(t *testing.T) {
	t.Parallel()
	rules := board(t, "pit-of-pillars size=5")
	play := func(change func(*bridge.SearchConfig)) (results []float32, batches int) {
		c := config(true)
		c.Noise, c.Seed = true, 5
		change(&c)
		s := newSearch(t, rules, 7, c)
		histories := make([]*engine.History, 7)
		for range 6 {
			batches += run(t, s, 37)
			results = append(append(results, s.Policy...), s.RootValues...)
			for i := range histories {
				if histories[i] == nil {
					histories[i] = engine.NewHistory(rules.Start())
				}
				require.NoError(t, histories[i].Play(rules.Actions()[s.Best[i]]))
				require.NoError(t, s.Follow(i, rules.Start(), histories[i].Steps()))
			}
		}
		return results, batches
	}
	want, batches := play(func(*bridge.SearchConfig) {})
	got, fewer := play(func(c *bridge.SearchConfig) { c.Threads, c.Leaves = 3, 8 })
	if !slices.Equal(got, want) || fewer > batches/2 {
		t.Errorf("other results with three threads and eight leaves, or %d batches instead of %d", fewer, batches)
	}
	if other, _ := play(func(c *bridge.SearchConfig) { c.Seed = 6 }); slices.Equal(other, want) {
		t.Error("another seed gives the same results")
	}
}

// TestNoiseFollowsThePolicy checks that one simulation with Gumbel noise draws from the policy, which is the Gumbel-max
// trick, and that the mean of Dirichlet noise is uniform.
func TestNoiseFollowsThePolicy(t *testing.T) {
	t.Parallel()
	const n = 20_000
	rules := board(t, "pilastri size=4")
	c := config(true)
	c.Noise, c.Threads = true, 2
	s := newSearch(t, rules, n, c)
	run(t, s, 1)
	root := newPlain(engine.NewHistory(rules.Start()), 2)
	drawn := make([]float64, len(rules.Actions()))
	for _, action := range s.Best {
		drawn[action]++
	}
	for k, step := range root.steps {
		p := root.priors[k]
		if got := drawn[s.actions[step]] / n; math.Abs(got-p) > 5*math.Sqrt(p/n) {
			t.Errorf("an action of probability %.4f was drawn with frequency %.4f", p, got)
		}
	}
	random, edges, mean := engine.NewRandom(1), make([]edge, 40), 0.0
	for range n {
		priors := appendPriors(nil, edges, random, true)
		mean += priors[0] / n / noiseShare
	}
	// the variance of a component is (1/k)(1-1/k) / (total+1)
	if deviation := math.Sqrt(1.0 / 40 / (noiseTotal + 1) / n); math.Abs(mean-1.0/40) > 5*deviation {
		t.Errorf("the mean of the noise is %v, wanted 1/40", mean)
	}
}

// TestRefusesWhatIsNoEvaluation checks the errors of bad numbers, and that the search works afterwards.
func TestRefusesWhatIsNoEvaluation(t *testing.T) {
	t.Parallel()
	rules := board(t, "pilastri size=4")
	s := newSearch(t, rules, 1, config(true))
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, bad := range [][2]float32{{nan, 0}, {inf, 0}, {-inf, 0}, {0, nan}, {0, 1.01}, {0, -inf}} {
		s.Begin(10)
		_, err := s.Next()
		require.NoError(t, err)
		for action := range s.Logits {
			s.Logits[action] = bad[0]
		}
		s.Values[0] = bad[1]
		if rows, err := s.Next(); err == nil || rows != 0 {
			t.Errorf("logits %v and value %v are taken", bad[0], bad[1])
		}
	}
	run(t, s, 10)
	if _, err := New(vector.NewView(rules, 1), s.SearchArrays, bridge.SearchConfig{Leaves: 2}); err == nil {
		t.Error("PUCT takes two leaves of a game")
	}
}

// TestFinishedGames checks the results of a game that is over beside one that is not.
func TestFinishedGames(t *testing.T) {
	t.Parallel()
	rules := board(t, "pilastri size=4")
	s := newSearch(t, rules, 2, config(true))
	over := engine.NewHistory(rules.Start())
	for !over.Outcome().Over() {
		require.NoError(t, engine.RandomTurn(over, engine.NewRandom(1)))
	}
	require.NoError(t, s.Follow(0, over.Start(), over.Steps()))
	run(t, s, 20)
	width := s.width()
	if slices.Max(s.Visits[:width]) != 0 || slices.Max(s.Policy[:width]) != 0 || slices.Max(s.Policy[width:]) <= 0 {
		t.Errorf("policies %v", s.Policy)
	}
	if err := s.Follow(1, rules.Start(), []engine.Step{engine.NoStep}); err == nil {
		t.Error("an illegal step is followed")
	}
}

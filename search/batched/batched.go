// Package batched searches many games at once by tree search. Another program evaluates the leaves in batches, for
// example by a neural network.
//
// Every simulation descends in the tree of one game to a position without a node, a leaf. If the leaf ends the game,
// its value is the result. Otherwise it becomes a row of the next batch, and the caller writes into that row a logit
// for each action and the value of the position. A row becomes a node, and its value is added to all steps on the path.
// An edge of the tree represents a step, and its values are for the seat that chooses there, so that seats need not
// alternate. Draws by repetition and by the turn cap follow the rules, including the positions before the root.
//
// With Gumbel the root is searched by sequential halving over the actions with the largest sums of logit and Gumbel
// noise, and the nodes below it follow the improved policy (Danihelka et al., Policy improvement by planning with
// Gumbel, 2022; see [Search.completed]). Otherwise all nodes use PUCT (Silver et al., Mastering the Game of Go without
// Human Knowledge, 2017).
//
// The results depend only on the configuration, the evaluations and the order of calls, not on the number of threads.
package batched

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"

	"pillars/engine"
	"pillars/engine/bridge"
	"pillars/engine/vector"
)

// Search is a tree search of n games by the same rules. It implements [bridge.Search].
type Search struct {
	bridge.SearchArrays
	config  bridge.SearchConfig
	rules   vector.View
	actions []int32 // the action of each step
	values  int     // numbers in a row of Values
	games   []game
	workers []*worker
}

// game is a game with its tree.
type game struct {
	history *engine.History   // up to the root; nil before the first call of Follow
	earlier []engine.Position // before the root; see [vector.View]
	tree    tree
	random  *rand.PCG
	root    root
	left    int      // simulations that this search may still begin
	trail   []uint64 // hashes of the positions that began a turn: those of the history, then those of a descent
	leaves  []leaf   // of the current batch
}

// leaf is a position that waits for its evaluation.
type leaf struct {
	position    engine.Position
	earlier     []engine.Position
	occurrences int           // how many turns have begun with the position
	steps       []engine.Step // the legal steps
	path        []visit       // from the root
	row         int           // in the batch
}

// visit is an edge on a path, with the seat that chose it.
type visit struct {
	edge uint32
	seat engine.Seat
}

// worker has the buffers of one goroutine.
type worker struct {
	path     []visit
	position engine.Position
	earlier  []engine.Position
	weights  []float64
}

// New returns a search of as many games as [bridge.SearchArrays].Best has elements. Call [Search.Follow] for each game
// before the first search.
func New(rules vector.View, arrays bridge.SearchArrays, config bridge.SearchConfig) (bridge.Search, error) {
	if !config.Gumbel && config.Leaves > 1 {
		return nil, fmt.Errorf("%d leaves of a game in a batch: PUCT allows one", config.Leaves)
	}
	s := &Search{SearchArrays: arrays, config: config, rules: rules, games: make([]game, len(arrays.Best)),
		values: bridge.SearchValues(rules)}
	_, s.actions = vector.Actions(rules)
	for i := range s.games {
		s.games[i].random = engine.NewRandom(engine.DeriveSeed(config.Seed, strconv.Itoa(i)))
		for range config.Leaves {
			s.games[i].leaves = append(s.games[i].leaves, leaf{position: rules.Start()})
		}
		s.games[i].leaves = s.games[i].leaves[:0]
	}
	for range min(config.Threads, len(s.games)) {
		s.workers = append(s.workers, &worker{position: rules.Start()})
	}
	return s, nil
}

// Follow makes the position after the given steps the root of game i. It keeps the tree below that position if the
// steps continue the game. If it returns an error, the game is as before.
func (s *Search) Follow(i int, start engine.Position, steps []engine.Step) error {
	g := &s.games[i]
	if h := g.history; h != nil && len(steps) >= len(h.Steps()) && slices.Equal(h.Steps(), steps[:len(h.Steps())]) &&
		h.Start().Hash() == start.Hash() && h.Start().Turn() == start.Turn() {
		return s.advance(g, steps[len(h.Steps()):])
	}
	h := engine.NewHistory(start)
	if err := h.PlayAll(steps); err != nil {
		return err
	}
	g.history = h
	g.tree.reset()
	return nil
}

// advance plays steps from the root.
func (s *Search) advance(g *game, steps []engine.Step) error {
	if len(steps) == 0 {
		return nil
	}
	h := g.history.Clone()
	if err := h.PlayAll(steps); err != nil {
		return err
	}
	g.history = h
	g.tree.advance(steps)
	return nil
}

// Begin begins a search with the given number of simulations in each game. Call Next until it returns 0.
func (s *Search) Begin(simulations int) {
	for i := range s.games {
		g := &s.games[i]
		g.left, g.root.ready, g.leaves = simulations, false, g.leaves[:0]
		if g.history == nil || g.history.Outcome().Over() {
			g.left = 0
			continue
		}
		g.trail = append(g.trail[:0], g.history.TurnHashes()...)
		g.earlier = s.rules.Earlier(g.history)
	}
}

// Next takes the evaluations of the last batch and makes the next one. It returns the number of its rows. At the end of
// the search it writes the results and returns 0.
func (s *Search) Next() (rows int, err error) {
	err = s.each(func(w *worker, i int) error {
		g := &s.games[i]
		for k := range g.leaves {
			if err := s.take(g, &g.leaves[k]); err != nil {
				return err
			}
		}
		g.leaves = g.leaves[:0]
		s.gather(w, g)
		return nil
	})
	if err != nil {
		s.Begin(0) // forgets the batch
		return 0, err
	}
	for i := range s.games {
		for k := range s.games[i].leaves {
			s.games[i].leaves[k].row = rows
			rows++
		}
	}
	show := s.show
	if rows == 0 {
		show = s.conclude
	}
	return rows, s.each(show)
}

// gather makes leaves of a game until there are as many as allowed, the simulations are used up, or the choice at the
// root depends on evaluations that are missing.
func (s *Search) gather(w *worker, g *game) {
	for g.left > 0 && len(g.leaves) < s.config.Leaves {
		w.position.CopyFrom(g.history.Position())
		w.earlier = g.earlier
		w.path = w.path[:0]
		if !g.tree.expanded() {
			s.addLeaf(w, g, g.history.Occurrences())
			return // no simulation
		}
		if !g.root.ready {
			s.prepare(g)
		}
		at, ok := s.chooseAtRoot(w, g)
		if !ok {
			return
		}
		g.left--
		s.descend(w, g, at)
	}
}

// descend makes one simulation that begins with the given edge of the root.
func (s *Search) descend(w *worker, g *game, at uint32) {
	t, p := &g.tree, w.position
	for n := &t.nodes[0]; ; {
		w.path = append(w.path, visit{at, n.seat})
		w.earlier = s.rules.Recall(w.earlier, p)
		p.Play(t.edges[at].step)
		times := s.enter(g, p)
		if next := t.edges[at].node; next != none {
			n = &t.nodes[next]
			at = s.choose(w, t, n)
			continue
		}
		outcome := p.Outcome()
		if !outcome.Over() && p.StartsTurn() {
			outcome = engine.Drawn(p, times)
		}
		if outcome.Over() {
			var values [engine.MaxSeats]float64
			for seat, score := range outcome.Scores {
				values[seat] = 2*score - 1
			}
			t.add(w.path, &values)
		} else {
			s.addLeaf(w, g, times)
		}
		g.trail = g.trail[:len(g.history.TurnHashes())]
		return
	}
}

// enter adds p to the trail if it begins a turn, and returns how many turns have begun with it. Rules without
// repetition need neither.
func (s *Search) enter(g *game, p engine.Position) (times int) {
	if s.rules.Repetition() == 0 || !p.StartsTurn() {
		return 0
	}
	hash := p.Hash()
	g.trail = append(g.trail, hash)
	for _, earlier := range g.trail[max(0, len(g.trail)-1-p.Reversible()):] {
		if earlier == hash {
			times++
		}
	}
	return times
}

// addLeaf adds the worker's position and path to the game's leaves.
func (s *Search) addLeaf(w *worker, g *game, occurrences int) {
	g.leaves = g.leaves[:len(g.leaves)+1]
	l := &g.leaves[len(g.leaves)-1]
	l.position.CopyFrom(w.position)
	l.earlier = w.earlier
	l.occurrences, l.steps = occurrences, l.position.AppendSteps(l.steps[:0])
	l.path = append(l.path[:0], w.path...)
}

// take makes a node of an evaluated leaf and adds its values to the path.
func (s *Search) take(g *game, l *leaf) error {
	var values [engine.MaxSeats]float64
	seat, seats := int(l.position.Seat()), s.rules.Seats()
	row := s.Values[l.row*s.values:][:s.values]
	for k, value := range row {
		if !(value >= -1.001 && value <= 1.001) { // also true for NaN; rounding may exceed 1
			return fmt.Errorf("the value of row %d is %v; values are from -1 to 1", l.row, value)
		}
		values[(seat+k)%seats] = min(max(float64(value), -1), 1)
	}
	if s.values == 1 {
		values[1-seat] = -values[seat]
	}
	logits := s.Logits[l.row*s.width():][:s.width()]
	if err := g.tree.expand(l, s.actions, logits, float32(values[seat])); err != nil {
		return fmt.Errorf("row %d: %w", l.row, err)
	}
	g.tree.add(l.path, &values)
	return nil
}

// width returns the number of actions.
func (s *Search) width() int { return len(s.Policy) / len(s.games) }

// show writes the rows of a game's leaves.
func (s *Search) show(_ *worker, i int) error {
	g := &s.games[i]
	for k := range g.leaves {
		l := &g.leaves[k]
		planes := s.Observations[l.row*s.rules.Size():][:s.rules.Size()]
		s.rules.Write(l.position, l.earlier, l.position.Seat(), l.occurrences, planes)
		mask := s.Masks[l.row*s.width():][:s.width()]
		clear(mask)
		for _, step := range l.steps {
			mask[s.actions[step]] = 1
		}
	}
	return nil
}

// conclude writes the results of a game.
func (s *Search) conclude(w *worker, i int) error {
	g, width := &s.games[i], s.width()
	visits, policy := s.Visits[i*width:][:width], s.Policy[i*width:][:width]
	clear(visits)
	clear(policy)
	s.Best[i], s.RootValues[i] = 0, 0
	if g.history == nil || g.history.Outcome().Over() || !g.tree.expanded() {
		return nil
	}
	if !g.root.ready {
		s.prepare(g)
	}
	n := &g.tree.nodes[0]
	shares := s.improved(w, &g.tree, n)
	total, count := float64(n.value), 1.0
	for k, e := range g.tree.edgesOf(n) {
		action := s.actions[e.step]
		visits[action], policy[action] = int32(e.visits), float32(shares[k])
		total, count = total+e.total, count+float64(e.visits)
	}
	s.RootValues[i] = float32(total / count)
	s.Best[i] = s.actions[g.tree.edges[s.best(w, g)].step]
	return nil
}

// each calls the function do for every game. Each goroutine takes a range of the games, and stops at its first error.
// each returns the error of the game with the lowest number.
func (s *Search) each(do func(w *worker, i int) error) error {
	errs := make([]error, len(s.workers))
	var group sync.WaitGroup
	for number := range s.workers { // if this goroutine took a range itself, the others would begin later
		group.Go(func() {
			end := (number + 1) * len(s.games) / len(s.workers)
			for i := number * len(s.games) / len(s.workers); i < end && errs[number] == nil; i++ {
				errs[number] = do(s.workers[number], i)
			}
		})
	}
	group.Wait()
	return cmp.Or(errs...)
}

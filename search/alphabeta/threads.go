package alphabeta

import (
	"context"
	"sync/atomic"

	"pillars/engine"
	"pillars/search"
	"pillars/search/kit"
)

// Several threads search by lazy SMP, as the field calls it: each searches the root for itself with everything of its own but the transposition table,
// which carries what one finds to the others. No work is shared out. That the threads are not at the same place at the same time, which would gain
// nothing, comes of different depths: helpers skip some, see skips. The first thread decides; when it ends, all end.

// shared is what the threads of one decision tell each other beside the table.
type shared struct {
	nodes   atomic.Uint64 // of all threads, as far as told
	depth   atomic.Int64  // that the first thread searches
	stopped atomic.Bool
	limit   uint64 // of nodes; 0 for none
	every   uint64 // nodes from one telling to the next
}

// newShared begins a decision of so many threads. Each tells its nodes so often that all together pass the limit by no more than about a sixteenth of
// it, beside the quiescence searches they are in.
func newShared(threads int, limit uint64) *shared {
	s := &shared{limit: limit, every: checkEvery}
	if limit > 0 {
		s.every = min(checkEvery, max(1, limit/uint64(32*threads)))
	}
	return s
}

// tell adds a thread's nodes and reports whether it must stop.
func (s *shared) tell(nodes uint64) bool {
	if all := s.nodes.Add(nodes); s.limit > 0 && all >= s.limit {
		s.stopped.Store(true)
	}
	return s.stopped.Load()
}

// deepenTogether is the search of a decision by the player's searcher and its helpers.
func (p *Player) deepenTogether(ctx context.Context, h *engine.History, limits search.Limits, report func(search.Info)) search.Info {
	threads := 1 + len(p.helpers)
	s := newShared(threads, limits.Nodes)
	limits.Nodes = 0
	p.searcher.begin(ctx, h, limits, report)
	p.searcher.clock.shared = s
	for _, helper := range p.helpers {
		helper.begin(ctx, h, limits, nil)
		helper.clock.shared = s
	}
	var best search.Info
	kit.Together(threads, func(i int) {
		first, failed := i == 0, true
		defer func() {
			if first || failed {
				s.stopped.Store(true)
			}
		}()
		if first {
			best = p.searcher.deepen()
		} else {
			p.helpers[i-1].assist(i - 1)
		}
		failed = false
	})
	best.Nodes = p.searcher.nodes
	for _, helper := range p.helpers {
		best.Nodes += helper.nodes
	}
	return best
}

// assist searches the root to ever larger depths, none below that of the first thread, until it is stopped or the result is proven.
func (s *searcher) assist(helper int) {
	best := s.fallback()
	for depth := 1; depth <= s.deepest() && !s.clock.stopped; depth++ {
		if depth = max(depth, int(s.clock.shared.depth.Load())); skips(helper, depth) {
			continue
		}
		info, ok := s.searchLine(depth, 1, best)
		if !ok || s.settled(info, depth) {
			return
		}
		best = info
	}
}

// skips reports whether a helper leaves out a depth. Helpers form groups of 2, 4, 6 ...: those of the n-th group leave out n depths and search the next
// n, in turn, each from another place on, so that about half of all helpers are at any depth (the scheme of Stockfish 7 and 8, thread.cpp).
func skips(helper, depth int) bool {
	size := 1
	for helper >= 2*size {
		helper -= 2 * size
		size++
	}
	return (depth+helper)/size%2 != 0
}

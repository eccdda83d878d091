package prover

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// search is a depth-first search of one thread. It needs no depth limit, because every move of Pilastri raises the sum
// of the pieces' levels, so every game ends.
type search struct {
	prover  *Prover
	board   board
	nodes   uint64 // number of positions searched
	moves   []move // a buffer
	plies   []ply  // by distance from the root
	reports bool   // whether this thread reports progress
	stopped bool   // whether the search must end; answers are then invalid
	// settled is the depth of the position that another thread has settled, or never. Searches below it return at once,
	// with invalid answers.
	settled int
}

// newSearch returns a search of board b.
func newSearch(p *Prover, b board) *search {
	return &search{prover: p, board: b, settled: never, plies: make([]ply, 2)}
}

// ply is the memory of a search for one distance from the root.
type ply struct {
	hash     hash    // of the position
	children []child // the positions to search after it
}

// child is the position after a move. Children with low ranks are searched first.
type child struct {
	move move
	hash hash
	rank int
}

// sharedPlies is the number of plies from the root on which threads divide the moves between them.
const sharedPlies = 16

// checkEvery is the number of nodes between two calls of look.
const checkEvery = 1 << 10

// wins reports whether the mover wins in the position at the given depth, with the hash h. The caller has not found the
// position in the table. The answer is invalid if the search was stopped or a position above was settled; see [search].
func (s *search) wins(ctx context.Context, depth int, h hash) bool {
	s.nodes++
	if s.nodes%checkEvery == 0 {
		if s.look(ctx, depth); s.stopped || s.settled < depth {
			return false
		}
	}
	for len(s.plies) <= depth+1 {
		s.plies = append(s.plies, ply{})
	}
	s.plies[depth].hash = h
	before := s.nodes
	win := s.expand(depth) || s.descend(ctx, depth)
	switch {
	case s.stopped || s.settled < depth:
		return false
	case s.settled == depth:
		s.settled = never
		if v, known := s.prover.table.probe(h); known {
			return v.win()
		}
		return s.wins(ctx, depth, h) // other positions have since replaced it in the table
	}
	s.prover.table.store(h, newValue(win, s.nodes-before+1)) // this position is one more
	return win
}

// never is more than the depth of any position.
const never = 1 << 30

// look sets s.stopped if ctx has ended or the limit of positions is reached. It sets s.settled if another thread has
// settled a position on the way to the given depth. It also counts nodes and reports progress.
func (s *search) look(ctx context.Context, depth int) {
	nodes, most := s.prover.nodes.Add(checkEvery), s.prover.options.Positions
	if ctx.Err() != nil || most > 0 && nodes > most {
		s.stopped = true
		return
	}
	if s.reports {
		s.prover.options.Report(func() string {
			return fmt.Sprintf("%.1f million positions searched", float64(nodes)/1e6)
		})
	}
	for i := range min(depth, sharedPlies) {
		if _, known := s.prover.table.probe(s.plies[i].hash); known && i < s.settled {
			s.settled = i
			return
		}
	}
}

// expand reports whether a child of a ply is known to be lost for the opponent: by the table, or because the opponent
// has no move. Otherwise it lists the children that are not in the table, in the order in which to search them. All its
// lists use the memory of the ply's children.
func (s *search) expand(depth int) bool {
	b := &s.board
	me := b.mover
	s.moves = b.appendMoves(s.moves[:0], me)
	all := s.plies[depth].children[:0]
	for _, m := range s.moves {
		b.play(m)
		counts, singles := b.mobility()
		all = append(all, child{m, b.canonical(), rank(counts, singles, me)})
		b.undo(m)
		if counts[me^1] == 0 {
			s.plies[depth].children = all[:0]
			return true
		}
	}
	s.prover.table.prefetch(all)
	unknown := all[:0] // filtered in place
	for _, c := range all {
		v, known := s.prover.table.probe(c.hash)
		if known && !v.win() {
			s.plies[depth].children = all[:0]
			return true
		}
		if !known {
			unknown = append(unknown, c)
		}
	}
	slices.SortStableFunc(unknown, func(a, b child) int { return cmp.Compare(a.rank, b.rank) })
	s.plies[depth].children = unknown
	return false
}

// rank returns a number that is low for positions that are likely to be lost for the opponent of me, and small to
// search. The weights are near those of logistic regressions on 350,000 proven positions each of 4 x 5 and 4 x 6, with
// a little more for the opponent's moves, because few moves make a search small. Of eleven sets of weights that
// were tried, these searched the fewest positions to prove all first turns of 4 x 5.
func rank(counts, singles [2]int, me colour) int {
	return 5*counts[me^1] + 9*singles[me^1] - 4*counts[me] - 2*singles[me]
}

// descend searches the children of a ply and reports whether one is lost for the opponent. Near the root it makes two
// passes: the first skips children that another thread is searching.
func (s *search) descend(ctx context.Context, depth int) bool {
	children := s.plies[depth].children
	shared := depth < sharedPlies
	for pass := range 2 {
		for i := range children {
			c := children[i]
			if c.move.from == searched {
				continue
			}
			maySkip := shared && pass == 0 && i > 0 // all threads may search the first child, the most promising
			if maySkip && s.prover.busy(c.hash) {
				continue
			}
			children[i].move.from = searched
			if !s.childWins(ctx, depth, c, shared) {
				return !s.stopped && s.settled > depth
			}
			if s.stopped || s.settled <= depth {
				return false
			}
		}
	}
	return false
}

// searched marks a child that has been searched, in place of the square from which its move begins.
const searched = 0xff

// childWins reports whether the opponent wins after the move to child c of the ply at the given depth. Other threads
// learn that the child is being searched if shared is true.
func (s *search) childWins(ctx context.Context, depth int, c child, shared bool) bool {
	if v, known := s.prover.table.probe(c.hash); known { // a transposition, or settled by another thread
		return v.win()
	}
	if shared {
		defer s.prover.begin(c.hash)()
	}
	s.board.play(c.move)
	win := s.wins(ctx, depth+1, c.hash)
	s.board.undo(c.move)
	return win
}

// busySlots is the number of slots of [Prover].searching, a power of two.
const busySlots = 1 << 12

// busy reports whether a thread is searching a position.
func (p *Prover) busy(h hash) bool { return p.searching[h.low%busySlots].Load() == h.high }

// begin records that a thread is searching a position, until end is called.
func (p *Prover) begin(h hash) (end func()) {
	slot := &p.searching[h.low%busySlots]
	slot.Store(h.high)
	return func() { slot.CompareAndSwap(h.high, 0) }
}

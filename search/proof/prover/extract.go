package prover

import (
	"cmp"
	"context"
	"slices"
)

// members collects the members of a proof: a set of positions in which the mover loses, because for each move of the
// mover some reply leads back into the set. Positions in which the mover loses within few turns are left out.
type members struct {
	turns int                     // positions lost within this number of turns of both seats may be left out
	add   func(text string) error // receives the members
	have  map[hash]struct{}       // the members so far
}

// Members calls add with each member of a proof: the text of its board and the letter of the mover, which loses. The
// proof leaves out positions in which the mover loses within the given number of turns of both seats. It is a proof of
// the values of the first turns that earlier calls have proven or, if all is true, of all first turns.
func (p *Prover) Members(ctx context.Context, turns int, all bool, add func(text string) error) error {
	m := &members{turns, add, map[hash]struct{}{}}
	s := newSearch(p, *start(p.shape))
	for _, first := range s.board.distinct() {
		s.board.play(first)
		err := m.afterFirst(ctx, s, all)
		s.board.undo(first)
		if err != nil {
			return err
		}
	}
	return nil
}

// afterFirst adds the members that prove the value of the position after a first turn. A value that is not known yet is
// searched for if all is true, and skipped otherwise.
func (m *members) afterFirst(ctx context.Context, s *search, all bool) error {
	v, known := s.prover.table.probe(s.board.canonical())
	win := v.win()
	if !known {
		if !all {
			return nil
		}
		var err error
		if win, err = s.prover.wins(ctx, s.board); err != nil {
			return err
		}
	}
	if win {
		return m.refute(ctx, s)
	}
	return m.extract(ctx, s)
}

// extract adds a position in which the mover loses, and all members that its proof needs.
func (m *members) extract(ctx context.Context, s *search) error {
	if m.covers(&s.board, s.board.canonical(), searchable) {
		return nil
	}
	m.have[s.board.canonical()] = struct{}{}
	if err := m.add(s.board.text()); err != nil {
		return err
	}
	for _, turn := range s.board.distinct() {
		s.board.play(turn)
		err := m.refute(ctx, s)
		s.board.undo(turn)
		if err != nil {
			return err
		}
	}
	return nil
}

// refute adds the members that a proof needs of a position in which the mover wins: a lost position after some reply.
func (m *members) refute(ctx context.Context, s *search) error {
	reply, err := m.reply(ctx, s)
	if err != nil || reply == nil {
		return err
	}
	s.board.play(*reply)
	err = m.extract(ctx, s)
	s.board.undo(*reply)
	return err
}

// searchable is a number of nodes. If the proof of a position took more, covers does not try whether the mover loses in
// few turns.
const searchable = 1 << 8

// covers reports whether a lost position need not be added: it is already in the set, or its mover loses within the
// turns that are left out. Nodes is the number of nodes that its proof took.
func (m *members) covers(b *board, h hash, nodes uint64) bool {
	if _, have := m.have[h]; have {
		return true
	}
	return nodes <= searchable && b.losesWithin(m.turns)
}

// reply returns a move to a lost position that must be added, or nil if some move leads to one that need not be.
func (m *members) reply(ctx context.Context, s *search) (*move, error) {
	type lost struct {
		move  move
		hash  hash
		nodes uint64
	}
	var known []lost
	for _, reply := range s.board.distinct() {
		s.board.play(reply)
		h := s.board.canonical()
		v, found := s.prover.table.probe(h)
		_, have := m.have[h]
		ends := !s.board.mobile()
		s.board.undo(reply)
		switch {
		case have, ends:
			return nil, nil
		case found && !v.win():
			known = append(known, lost{reply, h, v.nodes()})
		}
	}
	slices.SortStableFunc(known, func(a, b lost) int { return cmp.Compare(a.nodes, b.nodes) })
	for _, reply := range known {
		s.board.play(reply.move)
		covered := m.covers(&s.board, reply.hash, reply.nodes)
		s.board.undo(reply.move)
		if covered {
			return nil, nil
		}
	}
	if len(known) > 0 {
		return &known[0].move, nil
	}
	return m.search(ctx, s)
}

// search returns the result of [members.reply] if the table has no reply, by searching for one.
func (m *members) search(ctx context.Context, s *search) (*move, error) {
	if s.expand(0) { // the table has a reply after all, but then the caller would have found it
		return nil, errContradiction
	}
	for _, c := range slices.Clone(s.plies[0].children) {
		s.board.play(c.move)
		win := s.wins(ctx, 1, c.hash)
		covered := !win && m.covers(&s.board, c.hash, searchable)
		s.board.undo(c.move)
		switch {
		case s.stopped:
			return nil, context.Cause(ctx)
		case covered:
			return nil, nil
		case !win:
			return &c.move, nil
		}
	}
	return nil, errContradiction
}

// distinct returns the moves of the mover, but only one of several moves that lead to symmetric positions.
func (b *board) distinct() []move {
	moves := b.appendMoves(nil, b.mover)
	var seen []hash
	kept := moves[:0]
	for _, m := range moves {
		b.play(m)
		h := b.canonical()
		b.undo(m)
		if !slices.Contains(seen, h) {
			seen, kept = append(seen, h), append(kept, m)
		}
	}
	return kept
}

// losesWithin reports whether the mover loses within a number of turns of both seats, however it plays.
func (b *board) losesWithin(turns int) bool {
	if !b.mobile() {
		return true
	}
	if turns < 2 {
		return false
	}
	for _, m := range b.appendMoves(nil, b.mover) {
		b.play(m)
		wins := b.winsWithin(turns - 1)
		b.undo(m)
		if !wins {
			return false
		}
	}
	return true
}

// winsWithin reports whether the mover can win within a number of turns of both seats.
func (b *board) winsWithin(turns int) bool {
	for _, m := range b.appendMoves(nil, b.mover) {
		b.play(m)
		loses := b.losesWithin(turns - 1)
		b.undo(m)
		if loses {
			return true
		}
	}
	return false
}

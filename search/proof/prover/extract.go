package prover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// members collects the members of a proof: a set of positions in which the mover loses, because for each move of the
// mover some reply leads back into the set. Positions lost within few turns may be left out. Threads take members from
// a common stack, choose a reply to each move, and put the positions after the replies on the stack.
type members struct {
	turns int                     // positions lost within this number of turns of both seats may be left out
	add   func(text string) error // receives the members
	have  hashSet                 // the members so far

	lock    sync.Mutex // guards the fields below
	changed *sync.Cond // wakes the threads that wait for a member
	stack   []board    // members that no thread has taken yet
	working int        // number of threads that have taken a member and not finished it
	count   int        // number of members so far
	err     error      // the first error
}

// Members calls add with each member of a proof: the text of its board and the letter of the mover, which loses.
// Several threads may call add at once. The proof may leave out positions in which the mover loses within the given
// number of turns of both seats. It is a proof of the values of the first turns that earlier calls have proven or, if
// all is true, of all first turns.
func (p *Prover) Members(ctx context.Context, turns int, all bool, add func(text string) error) error {
	m := &members{turns: turns, add: add}
	m.changed = sync.NewCond(&m.lock)
	c := newCollector(m, p)
	for _, first := range c.search.board.distinct() {
		if err := c.addFirst(ctx, first, all); err != nil {
			return err
		}
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var group sync.WaitGroup
	for range p.options.Threads {
		group.Go(func() {
			if m.collect(ctx, p) != nil {
				stop()
			}
		})
	}
	group.Wait()
	return m.err
}

// collect chooses replies to the moves of members until every move has one, ctx ends or a thread fails.
func (m *members) collect(ctx context.Context, p *Prover) error {
	c := newCollector(m, p)
	defer func() { p.nodes.Add(c.search.nodes % checkEvery) }()
	for m.take(&c.search.board) {
		if p.options.Report != nil {
			p.options.Report(m.progress)
		}
		err := c.replyToAll(ctx)
		if m.finish(err); err != nil {
			return err
		}
	}
	return nil
}

// take sets b to a member that no thread has taken. It waits while other threads may still find such members, and
// returns false when there are none left or a thread has failed.
func (m *members) take(b *board) bool {
	m.lock.Lock()
	defer m.lock.Unlock()
	for len(m.stack) == 0 && m.working > 0 && m.err == nil {
		m.changed.Wait()
	}
	last := len(m.stack) - 1
	if last < 0 || m.err != nil {
		return false
	}
	*b, m.stack = m.stack[last], m.stack[:last]
	m.working++
	return true
}

// finish records that a thread has chosen the replies to the moves of its member, or why it failed.
func (m *members) finish(err error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.working--
	m.err = cmp.Or(m.err, err)
	m.changed.Broadcast()
}

func (m *members) progress() string {
	m.lock.Lock()
	defer m.lock.Unlock()
	return fmt.Sprintf("%.1f million members of the proof; replies to be chosen for %d of them", float64(m.count)/1e6,
		len(m.stack))
}

// push adds a member, unless the set has it.
func (m *members) push(b *board) error {
	if !m.have.insert(b.canonical()) {
		return nil
	}
	m.lock.Lock()
	m.stack = append(m.stack, *b)
	m.count++
	m.lock.Unlock()
	m.changed.Signal()
	return m.add(b.text())
}

// collector chooses replies on one thread.
type collector struct {
	members *members
	search  *search // holds the board; finds the replies that the table has forgotten
	near    nearLosses
}

func newCollector(m *members, p *Prover) *collector {
	return &collector{m, newSearch(p, *start(p.shape)), make(nearLosses, nearSlots)}
}

// addFirst adds the member that proves the value of a first turn. It searches for unknown values only if all is true.
func (c *collector) addFirst(ctx context.Context, first child, all bool) error {
	b, p := &c.search.board, c.search.prover
	b.play(first.move)
	defer b.undo(first.move)
	v, known := p.table.probe(first.hash)
	win := v.win()
	if !known {
		if !all {
			return nil
		}
		var err error
		if win, err = p.wins(ctx, *b); err != nil {
			return err
		}
	}
	if win {
		return c.reply(ctx)
	}
	return c.members.push(b)
}

// replyToAll chooses replies to all moves of a member. It returns the error of ctx if ctx has ended.
func (c *collector) replyToAll(ctx context.Context) error {
	b := &c.search.board
	for _, m := range b.distinct() {
		b.play(m.move)
		err := c.reply(ctx)
		b.undo(m.move)
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// reply chooses a mover's reply to a position that it wins, and adds the position after it if it must be a member.
func (c *collector) reply(ctx context.Context) error {
	reply, err := c.choose(ctx)
	if err != nil || reply == nil {
		return err
	}
	c.search.board.play(*reply)
	err = c.members.push(&c.search.board)
	c.search.board.undo(*reply)
	return err
}

// fewNodes is a number of nodes. If the proof of a reply took more, choose does not try whether the mover loses in few
// turns, unless all other proofs took even more.
const fewNodes = 1 << 8

// covers reports whether the lost position after a move is a member, or is lost within the turns that are left out.
func (c *collector) covers(after child) bool {
	if c.members.have.contains(after.hash) {
		return true
	}
	b := &c.search.board
	b.play(after.move)
	defer b.undo(after.move)
	return c.near.losesWithin(b, after.hash, c.members.turns)
}

// choose returns a move to a lost position that must be added, or nil if some move leads to one that need not be.
func (c *collector) choose(ctx context.Context) (*move, error) {
	type lost struct {
		child
		nodes uint64 // of its proof
	}
	var known []lost
	board, table := &c.search.board, c.search.prover.table
	replies := board.distinct()
	table.prefetch(replies)
	// Asking for members is quick, so it comes before all else.
	for _, reply := range replies {
		if c.members.have.contains(reply.hash) {
			return nil, nil
		}
	}
	for _, reply := range replies {
		board.play(reply.move)
		ends := !board.mobile()
		board.undo(reply.move)
		if ends {
			return nil, nil
		}
		if v, found := table.probe(reply.hash); found && !v.win() {
			known = append(known, lost{reply, v.nodes()})
		}
	}
	if len(known) == 0 {
		return c.find(ctx)
	}
	slices.SortStableFunc(known, func(a, b lost) int { return cmp.Compare(a.nodes, b.nodes) })
	for i, reply := range known { // the quickest proof first
		if (i == 0 || reply.nodes <= fewNodes) && c.covers(reply.child) {
			return nil, nil
		}
	}
	return &known[0].move, nil
}

// find returns the result of [collector.choose] if the table has no reply, by searching for one. It sets no hash of ply
// 0, so that the search never takes the position on it for settled, which would not give a reply.
func (c *collector) find(ctx context.Context) (*move, error) {
	s := c.search
	if s.expand(0) { // another thread has just put a reply into the table
		return c.choose(ctx)
	}
	const shared = true
	for _, reply := range s.plies[0].children {
		wins := s.childWins(ctx, 0, reply, shared)
		switch {
		case s.stopped:
			return nil, ctx.Err()
		case wins:
			continue
		case c.covers(reply):
			return nil, nil
		}
		return &reply.move, nil
	}
	return nil, errors.New("no reply proves the loss that the search has found")
}

// distinct returns the moves of the mover, but only one of several moves that lead to symmetric positions.
func (b *board) distinct() []child {
	var kept []child
	for _, m := range b.appendMoves(nil, b.mover) {
		b.play(m)
		h := b.canonical()
		b.undo(m)
		if !slices.ContainsFunc(kept, func(c child) bool { return c.hash == h }) {
			kept = append(kept, child{move: m, hash: h})
		}
	}
	return kept
}

// hashSet is a set of hashes for several threads.
type hashSet [256]struct {
	lock sync.Mutex
	set  map[hash]struct{}
}

func (s *hashSet) contains(h hash) bool {
	part := &s[h.high%uint64(len(s))]
	part.lock.Lock()
	defer part.lock.Unlock()
	_, found := part.set[h]
	return found
}

// insert adds a hash and reports whether the set lacked it.
func (s *hashSet) insert(h hash) bool {
	part := &s[h.high%uint64(len(s))]
	part.lock.Lock()
	defer part.lock.Unlock()
	if part.set == nil {
		part.set = map[hash]struct{}{}
	}
	before := len(part.set)
	part.set[h] = struct{}{}
	return len(part.set) > before
}

// nearLosses caches the answers of losesWithin for one number of turns, because most positions are tried several times.
// The low word of a position's hash selects a slot, which holds the high word with bit 0 replaced by the answer. The
// check of the certificate would find a wrong answer, which equal hashes could cause.
type nearLosses []uint64

const nearSlots = 1 << 18

// losesWithin returns b.losesWithin(turns). The board must have the hash h.
func (l nearLosses) losesWithin(b *board, h hash, turns int) bool {
	slot := &l[h.low%nearSlots]
	if *slot|1 == h.high|1 {
		return *slot&1 == 1
	}
	loses := b.losesWithin(turns)
	*slot = h.high &^ 1
	if loses {
		*slot |= 1
	}
	return loses
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

package prover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"pillars/engine/parallel"
	"pillars/search/proof/certificate"
)

// members collects the members of a proof: a set of positions in which the mover loses, because for each move of the
// mover some reply leads back into the set. Positions lost within few turns may be left out.
//
// The set is the same for any number of threads. Members are taken from a stack, a batch at a time. For each move of a
// member the threads find the replies. The replies depend on the position alone, not on what the table happens to hold.
// Then one thread goes through the moves in their order, and adds the positions that the set still needs.
type members struct {
	prover *Prover
	turns  int                     // positions lost within this number of turns of both seats may be left out
	add    func(text string) error // receives the members
	have   map[hash]struct{}       // the members so far; does not change while several threads run
	stack  []board                 // members whose moves have no replies yet
	free   chan *collector         // the collectors that no thread uses
}

// batch is the number of members that are taken from the stack at a time.
const batch = 256

// answer holds the replies to one move of a member. The field need is the position after one of these replies.
type answer struct {
	after []hash // the positions after all replies to the move
	need  *board // becomes a member if none of after is one; nil if the move needs no member
}

// Members proves who wins from the start, and calls add with each member of the proof: the text of its board and the
// letter of the mover, which loses. The proof may leave out positions in which the mover loses within the given number
// of turns of both seats; see [certificate.MostSteps]. The members prove the value of the start and, if all is true,
// the values of all first turns.
func (p *Prover) Members(ctx context.Context, turns int, all bool, add func(text string) error) error {
	m := &members{prover: p, turns: turns, add: add, have: map[hash]struct{}{},
		free: make(chan *collector, p.options.Threads)}
	for range p.options.Threads {
		m.free <- &collector{m, newSearch(p, board{shape: p.shape})}
	}
	if err := m.begin(ctx, all); err != nil {
		return err
	}
	for len(m.stack) > 0 {
		rest := max(0, len(m.stack)-batch)
		taken := slices.Clone(m.stack[rest:])
		m.stack = m.stack[:rest]
		answers, err := m.answers(ctx, taken)
		if err != nil {
			return err
		}
		for _, a := range slices.Concat(answers...) {
			if err := m.meet(a, nil); err != nil {
				return err
			}
		}
		if p.options.Report != nil {
			count, left := len(m.have), len(m.stack)
			p.options.Report(func() string {
				return fmt.Sprintf("%.1f million members of the proof; replies to be chosen for %d of them",
					float64(count)/1e6, left)
			})
		}
	}
	return nil
}

// answers returns, for each member in taken, the answers to its moves. It leaves out answers that need no member.
func (m *members) answers(ctx context.Context, taken []board) ([][]answer, error) {
	return parallel.Each(ctx, m.prover.options.Threads, len(taken), func() (parallel.Worker[int, []answer], error) {
		c := <-m.free
		return parallel.Worker[int, []answer]{
			Do: func(ctx context.Context, i int) ([]answer, error) { return c.replyToAll(ctx, taken[i]) },
			End: func() error {
				m.prover.nodes.Add(c.search.nodes % checkEvery) // the nodes that the method look has not counted yet
				c.search.nodes = 0
				m.free <- c
				return nil
			},
		}, nil
	})
}

// begin adds the members that prove the value of the start or, if all is true, the values of all first turns.
func (m *members) begin(ctx context.Context, all bool) error {
	c := <-m.free
	defer func() { m.free <- c }()
	b := &c.search.board
	*b = *start(m.prover.shape)
	first, err := m.prover.wins(ctx, *b)
	switch {
	case err != nil:
		return err
	case first && !all:
		return m.meet(c.reply(ctx))
	}
	for _, first := range b.distinct() {
		b.play(first.move)
		win, err := m.prover.wins(ctx, *b)
		if err == nil && win {
			err = m.meet(c.reply(ctx))
		} else if err == nil {
			err = m.push(b)
		}
		b.undo(first.move)
		if err != nil {
			return err
		}
	}
	return nil
}

// meet adds the position a.need to the members. It does nothing if there is no such position, or if a reply in a.after
// already leads to a member.
func (m *members) meet(a answer, err error) error {
	if err != nil || a.need == nil || slices.ContainsFunc(a.after, m.contains) {
		return err
	}
	return m.push(a.need)
}

func (m *members) contains(h hash) bool {
	_, found := m.have[h]
	return found
}

// push adds a member, unless the set has it.
func (m *members) push(b *board) error {
	if h := b.canonical(); !m.contains(h) {
		m.have[h] = struct{}{}
		m.stack = append(m.stack, *b)
		return m.add(b.text())
	}
	return nil
}

// collector finds replies on one thread.
type collector struct {
	members *members
	search  *search // holds the board, and proves again the values that the table has lost
}

// replyToAll returns the answers to all moves of member. It leaves out answers that need no member.
func (c *collector) replyToAll(ctx context.Context, member board) (answers []answer, err error) {
	b := &c.search.board
	*b = member
	for _, m := range b.distinct() {
		b.play(m.move)
		a, err := c.reply(ctx)
		b.undo(m.move)
		if err != nil {
			return nil, err
		}
		if a.need != nil {
			answers = append(answers, a)
		}
	}
	return answers, ctx.Err()
}

// reply returns the answer of the mover on the board of c.search, who must win there. The answer needs no member if the
// set has one of the positions after the replies, or if in one of them the opponent has lost or loses within so few
// turns that the proof may leave the position out. Otherwise the member is the first lost position in the order in
// which a search tries replies.
func (c *collector) reply(ctx context.Context) (a answer, err error) {
	b, table := &c.search.board, c.search.prover.table
	replies := b.distinct()
	table.prefetch(replies)
	for i, reply := range replies {
		if c.members.contains(reply.hash) {
			return answer{}, nil
		}
		a.after = append(a.after, reply.hash)
		b.play(reply.move)
		counts, singles := b.mobility()
		replies[i].rank = rank(counts, singles, b.mover^1)
		b.undo(reply.move)
		if counts[b.mover^1] == 0 {
			return answer{}, nil
		}
	}
	slices.SortStableFunc(replies, func(a, b child) int { return cmp.Compare(a.rank, b.rank) })
	for _, reply := range replies {
		if v, known := table.probe(reply.hash); known && v.win() {
			continue
		}
		b.play(reply.move)
		loses := b.losesWithin(c.members.turns)
		b.undo(reply.move)
		if loses {
			return answer{}, nil
		}
	}
	for _, reply := range replies {
		const shared = true
		wins := c.search.childWins(ctx, 0, reply, shared)
		switch {
		case c.search.stopped:
			return a, ctx.Err()
		case !wins:
			after := *b
			after.play(reply.move)
			a.need = &after
			return a, nil
		}
	}
	return a, errors.New("no reply proves the loss that the search has found")
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

// losesWithin reports whether the mover loses within the given number of turns of both seats, however it plays, and has
// at most [certificate.MostSteps] moves in this and all its later turns.
func (b *board) losesWithin(turns int) bool {
	counts, _ := b.mobility()
	switch {
	case counts[b.mover] == 0:
		return true
	case turns < 2, counts[b.mover] > certificate.MostSteps:
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

// winsWithin reports whether the mover has a move after which losesWithin is true for the opponent and turns-1 turns.
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

package certificate

import (
	"bytes"
	"context"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"pillars/engine"
)

// Check proves that the seat to act loses in every member, on the given number of threads. Its error names the member
// and the turn that has no reply into the set. From time to time it calls report, from any thread, with the number of
// members checked.
func (c *Certificate) Check(ctx context.Context, threads int, report func(members int)) error {
	return inBatches(ctx, c.Len(), threads, report, func() func(member int) error {
		k := &checker{certificate: c}
		return func(i int) error { return k.member(c.key(i)) }
	})
}

// inBatches checks members on several threads. On each thread it calls newCheck once, and the function that newCheck
// returns for each member.
func inBatches(ctx context.Context, count, threads int, report func(members int),
	newCheck func() func(member int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	var next, done atomic.Int64
	for range threads {
		check := newCheck()
		group.Go(func() error {
			for ctx.Err() == nil {
				first := int(next.Add(batch)) - batch
				if first >= count {
					return nil
				}
				for i := first; i < min(first+batch, count); i++ {
					if err := check(i); err != nil {
						return fmt.Errorf("member %d of %d: %w", i+1, count, err)
					}
				}
				report(int(done.Add(int64(min(batch, count-first)))))
			}
			return ctx.Err()
		})
	}
	return group.Wait()
}

// batch is the number of members that a thread takes at a time.
const batch = 64

// checker checks members on one thread.
type checker struct {
	certificate *Certificate
	tree        tree
	key         []byte // a buffer
}

// member checks one member.
func (k *checker) member(key []byte) error {
	p, err := k.certificate.position(k.certificate.rules, key)
	if err != nil {
		return err
	}
	k.tree.at(0, p).position.CopyFrom(p)
	return k.loses(0)
}

// position returns the position with the given key, with White as the seat to act. It returns an error unless the key
// is the position's canonical key.
func (s shape) position(rules engine.Rules, key []byte) (engine.Position, error) {
	board, err := text(key, s.files, s.ranks)
	if err != nil {
		return nil, err
	}
	p, err := rules.Game().Read(board, rules.Settings())
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(p.(engine.Keyed).AppendCanonicalKey(nil), key) {
		return nil, fmt.Errorf("%s has another key; the key must be that of the least image", p)
	}
	return p, nil
}

// loses returns an error unless each step of the seat to act on a level has a reply after which it loses by the
// certificate.
func (k *checker) loses(i int) error {
	for _, step := range k.tree.list(i) {
		if child := k.tree.after(i, step); !k.answered(i + 1) {
			p := k.tree.levels[i].position
			return fmt.Errorf("%s: no reply to %s leads to a member or to a loss within %d turns: %s", p,
				engine.LineText(p, []engine.Step{step}), k.certificate.Turns, child)
		}
	}
	return nil
}

// answered reports whether the seat to act on level i has a step after which its opponent loses by the certificate. It
// looks for members first, because playing the turns that are left out takes longer.
func (k *checker) answered(i int) bool {
	steps := k.tree.list(i)
	for _, step := range steps {
		if k.isMember(k.tree.after(i, step)) {
			return true
		}
	}
	for _, step := range steps {
		k.tree.after(i, step)
		if k.tree.losesWithin(i+1, k.certificate.Turns) {
			return true
		}
	}
	return false
}

// isMember reports whether p is a member, or the game is over, which is a loss for the seat to act.
func (k *checker) isMember(p engine.Position) bool {
	if p.Over() {
		return true
	}
	k.key = p.(engine.Keyed).AppendCanonicalKey(k.key[:0])
	return k.certificate.find(k.key)
}

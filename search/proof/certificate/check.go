package certificate

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"
	"sync/atomic"

	"pillars/engine"
	"pillars/engine/parallel"
)

// Check proves that the seat to act loses in every member, on the given number of threads. Its error names the member
// and the turn without a reply into the set. Any thread calls report now and then, with the number of members checked.
func (c *Certificate) Check(ctx context.Context, threads int, report func(members int)) error {
	return inBatches(ctx, c.Len(), threads, report, func() func(member int) error {
		k := &checker{certificate: c}
		return func(i int) error { return k.member(c.key(i)) }
	})
}

// inBatches checks the members 0 to count-1 on several threads. Each thread calls newCheck once, and checks its members
// by the function that newCheck returns.
func inBatches(ctx context.Context, count, threads int, report func(members int),
	newCheck func() func(member int) error) error {
	const batch = 64 // number of members that a thread takes at a time
	var done atomic.Int64
	_, err := parallel.Each(ctx, threads, (count+batch-1)/batch, func() (parallel.Worker[int, struct{}], error) {
		check := newCheck()
		return parallel.Worker[int, struct{}]{Do: func(_ context.Context, number int) (none struct{}, err error) {
			first := number * batch
			end := min(first+batch, count)
			for i := first; i < end; i++ {
				if err := check(i); err != nil {
					return none, fmt.Errorf("member %d of %d: %w", i+1, count, err)
				}
			}
			report(int(done.Add(int64(end - first))))
			return none, nil
		}}, nil
	})
	return err
}

// checker checks members on one thread.
type checker struct {
	certificate *Certificate
	tree        tree
	key         []byte  // a buffer
	replies     []reply // a buffer
}

// reply is a step with the number of steps that the opponent has after it.
type reply struct {
	step    engine.Step
	answers int
}

// member returns an error if the certificate does not show that the seat to act loses in the member with the given key.
func (k *checker) member(key []byte) error {
	p, err := k.certificate.position(key)
	if err != nil {
		return err
	}
	k.tree.setRoot(p)
	return k.loses(0)
}

// position returns the position with the given key, which must be its canonical key, with White as the seat to act.
func (b board) position(key []byte) (engine.Position, error) {
	p, err := b.read(text(key, b.files, b.ranks))
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(p.(engine.Keyed).AppendCanonicalKey(nil), key) {
		return nil, fmt.Errorf("%s has another key; a key must be complete and of the least image", p)
	}
	return p, nil
}

// loses returns nil if the certificate shows that the seat to act on level i of k.tree loses. Otherwise the error names
// a step that the opponent cannot answer.
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

// answered reports whether the seat to act on level i of k.tree has a step after which the certificate shows that the
// opponent loses. It first looks for a step that leads to a member, because other wins have to be played out, which
// takes longer. Then it tries steps that leave the opponent few steps before others, because they win most often.
func (k *checker) answered(i int) bool {
	steps := k.tree.list(i)
	for _, step := range steps {
		if k.isMember(k.tree.after(i, step)) {
			return true
		}
	}
	k.replies = k.replies[:0]
	for _, step := range steps {
		k.tree.after(i, step)
		k.replies = append(k.replies, reply{step, len(k.tree.list(i + 1))})
	}
	slices.SortFunc(k.replies, func(a, b reply) int { return cmp.Compare(a.answers, b.answers) })
	for _, reply := range k.replies {
		k.tree.after(i, reply.step)
		if k.tree.losesWithin(i+1, k.certificate.Turns) {
			return true
		}
	}
	return false
}

// isMember reports whether p is a member. A finished game counts as a member, because the seat to act has lost.
func (k *checker) isMember(p engine.Position) bool {
	if p.Over() {
		return true
	}
	k.key = p.(engine.Keyed).AppendCanonicalKey(k.key[:0])
	c := k.certificate
	_, found := sort.Find(c.Len(), func(member int) int { return bytes.Compare(k.key, c.key(member)) })
	return found
}

// Value is the value of a turn or a position according to a checked certificate.
type Value string

// The values of a position are for the seat to act, and the values of a turn for the seat that makes the turn.
const (
	Win     Value = "win"
	Loss    Value = "loss"
	Unknown Value = "unknown"
)

// FirstTurn is a turn from the start with its value.
type FirstTurn struct {
	Turn  string `json:"turn"`
	Value Value  `json:"value"`
}

// Values returns the value of a position for the seat to act and the values of its turns. A value is Unknown if it does
// not follow from the members. The certificate must have been checked.
func (c *Certificate) Values(p engine.Position) (Value, []FirstTurn) {
	k := &checker{certificate: c}
	k.tree.setRoot(p)
	var turns []FirstTurn
	for _, step := range k.tree.list(0) {
		v := Unknown
		switch child := k.tree.after(0, step); {
		case k.isMember(child) || k.tree.losesWithin(1, c.Turns):
			v = Win
		case k.answered(1):
			v = Loss
		}
		turns = append(turns, FirstTurn{engine.LineText(p, []engine.Step{step}), v})
	}
	return best(turns), turns
}

// best returns the best value among the given turns.
func best(turns []FirstTurn) Value {
	value := Loss
	for _, turn := range turns {
		switch {
		case turn.Value == Win:
			return Win
		case turn.Value == Unknown:
			value = Unknown
		}
	}
	return value
}

// tree searches all lines of play from a root position. It uses no certificate.
type tree struct{ levels []level } // levels[i] is for the positions that are i turns after the root

// level holds the position that a [tree] has reached after a number of turns, and the steps of that position. A tree
// has one level for each number of turns, and overwrites it for every other position that is as far from the root.
type level struct {
	position engine.Position
	steps    []engine.Step
}

// at returns the memory of level i. It makes the memory of a new level from a copy of p.
func (t *tree) at(i int, p engine.Position) *level {
	if i == len(t.levels) {
		t.levels = append(t.levels, level{position: p.Clone()})
	}
	return &t.levels[i]
}

// setRoot sets the position of level 0.
func (t *tree) setRoot(p engine.Position) { t.at(0, p).position.CopyFrom(p) }

// after plays a step in the position of level i. It writes the position after the step to level i+1, and returns it.
func (t *tree) after(i int, step engine.Step) engine.Position {
	p := t.levels[i].position
	child := t.at(i+1, p).position
	p.PlayInto(step, child)
	return child
}

func (t *tree) list(i int) []engine.Step {
	level := &t.levels[i]
	level.steps = level.position.AppendSteps(level.steps[:0])
	return level.steps
}

// losesWithin reports whether the seat to act on level i loses within the given number of turns of both seats, however
// it plays, and has at most MostSteps steps on level i and in all its later turns.
func (t *tree) losesWithin(i, turns int) bool {
	if t.levels[i].position.Over() {
		return true
	}
	steps := t.list(i)
	if turns < 2 || len(steps) > MostSteps {
		return false
	}
	for _, step := range steps {
		t.after(i, step)
		if !t.winsWithin(i+1, turns-1) {
			return false
		}
	}
	return true
}

// winsWithin reports whether the seat to act on level i has a step after which losesWithin is true for the opponent and
// turns-1 turns.
func (t *tree) winsWithin(i, turns int) bool {
	if t.levels[i].position.Over() {
		return false
	}
	for _, step := range t.list(i) {
		t.after(i, step)
		if t.losesWithin(i+1, turns-1) {
			return true
		}
	}
	return false
}

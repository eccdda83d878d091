package certificate

import "pillars/engine"

// tree plays turns from a position in all ways, without a certificate.
type tree struct {
	levels []level // by distance from the position, in turns
	most   int     // number of steps from which on t is spent; 0 for no limit
	played int     // number of steps played so far
}

// level is the memory of a tree for one distance from the position.
type level struct {
	position engine.Position
	steps    []engine.Step
}

// at returns the memory of a level, and makes it from a copy of p if it is new.
func (t *tree) at(i int, p engine.Position) *level {
	if i == len(t.levels) {
		t.levels = append(t.levels, level{position: p.Clone()})
	}
	return &t.levels[i]
}

// after plays a step of a level into the next one, and returns the position there.
func (t *tree) after(i int, step engine.Step) engine.Position {
	p := t.levels[i].position
	child := t.at(i+1, p).position
	p.PlayInto(step, child)
	t.played++
	return child
}

// list returns the legal steps on a level.
func (t *tree) list(i int) []engine.Step {
	level := &t.levels[i]
	level.steps = level.position.AppendSteps(level.steps[:0])
	return level.steps
}

// spent reports whether the tree has played its largest number of steps. From then on, calls of losesWithin for a
// position that is not over and of winsWithin return false; loops that have begun still play their steps.
func (t *tree) spent() bool { return t.most > 0 && t.played >= t.most }

// losesWithin reports whether the seat to act on level i loses within a number of turns, however it plays.
func (t *tree) losesWithin(i, turns int) bool {
	if t.levels[i].position.Over() {
		return true
	}
	if turns < 2 || t.spent() {
		return false
	}
	for _, step := range t.list(i) {
		t.after(i, step)
		if !t.winsWithin(i+1, turns-1) {
			return false
		}
	}
	return true
}

// winsWithin reports whether the seat to act on level i can win within a number of turns.
func (t *tree) winsWithin(i, turns int) bool {
	if t.levels[i].position.Over() || t.spent() {
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

// Settle returns the value of a position that a certificate may leave out, for the seat to act, and a step that wins if
// there is one. It plays all sequences of a number of turns of both seats. The value is Unknown if these turns do not
// decide it, or if that takes more than the given number of positions.
func Settle(p engine.Position, turns, positions int) (Value, engine.Step) {
	t := &tree{most: positions}
	t.at(0, p).position.CopyFrom(p)
	for _, step := range t.list(0) {
		t.after(0, step)
		if t.losesWithin(1, turns) {
			return Win, step
		}
	}
	if t.losesWithin(0, turns) {
		return Loss, 0
	}
	return Unknown, 0
}

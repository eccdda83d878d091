package openings

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"pillars/engine"
)

// Bounds of a list of all openings.
const (
	maxAll       = 1_000_000
	maxSeen      = 4 * maxAll  // positions on the way to them
	maxLineSteps = 32 * maxAll // steps that they are made of
)

// allOpenings are the first n of all openings of so many whole turns from the start, in an order that the seed draws.
// Of those that lead to one position, or to images of each other under the symmetries of the game, the first by the
// texts of their steps stands for all. Openings in which the game ends or a seat leaves it are none.
func allOpenings(rules engine.Rules, seed uint64, turns, n int) ([]Opening, error) {
	lines, err := shuffledLines(rules, seed, turns)
	if err != nil {
		return nil, err
	}
	if n > len(lines) {
		err = fmt.Errorf("%w: %d are wanted, but there are %d of %d turns, up to symmetry; ask for fewer rounds or "+
			"more opening turns",
			ErrTooFew, n, len(lines), turns)
	}
	openings := make([]Opening, min(n, len(lines)))
	for i := range openings {
		openings[i] = Opening{Turns: engine.Turns(rules.Start(), lines[i])}
	}
	return openings, err
}

func shuffledLines(rules engine.Rules, seed uint64, turns int) ([][]engine.Step, error) {
	lines, err := allLines(rules, turns)
	random := rand.New(engine.NewRandom(engine.DeriveSeed(seed, "all openings")))
	random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	return lines, err
}

// allLines are the steps of all openings, in the order of their texts.
func allLines(rules engine.Rules, turns int) ([][]engine.Step, error) {
	start := rules.Start()
	w := walk{turns: turns, cap: rules.TurnCap(), repetition: rules.Repetition(),
		seen: make([]map[uint64]bool, turns+1)}
	for i := range w.seen {
		w.seen[i] = map[uint64]bool{}
	}
	if err := w.visit(start, 0); err != nil {
		return nil, err
	}
	if len(w.lines) == 0 {
		return nil, fmt.Errorf("every game of %s is over, or a seat out of it, within %d turns; ask for fewer "+
			"opening turns", rules.Game().Name(), turns)
	}
	return w.lines, nil
}

// walk goes through all lines of so many turns, depth first and at every position once.
type walk struct {
	turns      int
	cap        int
	repetition int
	seen       []map[uint64]bool // positions up to symmetry, by complete turns before them
	count      int               // of positions seen
	keys       []uint64          // hashes at the starts of turns of the present line
	steps      []engine.Step     // of the present line
	lines      [][]engine.Step
	stored     int // steps in lines
}

// visit goes on from a position after so many complete turns. What follows a position that was seen, or an image of
// one, was seen too.
func (w *walk) visit(p engine.Position, turns int) error {
	if p.StartsTurn() && !p.Over() {
		w.keys = append(w.keys, p.Hash())
		defer func() { w.keys = w.keys[:len(w.keys)-1] }()
	}
	if p.Over() || len(engine.Left(p)) > 0 || w.drawn(p) {
		return nil
	}
	key := engine.CanonicalHash(p)
	if w.seen[turns][key] {
		return nil
	}
	w.seen[turns][key] = true
	if w.count++; w.count > maxSeen {
		return w.tooMany()
	}
	if turns == w.turns {
		return w.add()
	}
	for _, step := range stepsByText(p) {
		child := p.Clone()
		child.Play(step)
		w.steps = append(w.steps, step)
		after := turns
		if child.StartsTurn() {
			after++
		}
		if err := w.visit(child, after); err != nil {
			return err
		}
		w.steps = w.steps[:len(w.steps)-1]
	}
	return nil
}

func (w *walk) add() error {
	w.stored += len(w.steps)
	if len(w.lines) == maxAll || w.stored > maxLineSteps {
		return w.tooMany()
	}
	w.lines = append(w.lines, slices.Clone(w.steps))
	return nil
}

func (w *walk) tooMany() error {
	return fmt.Errorf("there are more than %d openings of %d turns, or nearly so many and a long way to them; "+
		"ask for fewer opening turns, or for random openings", maxAll, w.turns)
}

// drawn reports whether a rule that looks at the whole game ends the present line.
func (w *walk) drawn(p engine.Position) bool {
	if !p.StartsTurn() {
		return false
	}
	if w.cap > 0 && p.Turn() > w.cap {
		return true
	}
	times := 0
	for _, key := range w.keys[max(0, len(w.keys)-1-p.Reversible()):] {
		if key == p.Hash() {
			times++
		}
	}
	return w.repetition > 0 && times >= w.repetition
}

func stepsByText(p engine.Position) []engine.Step {
	steps := p.AppendSteps(nil)
	texts := make(map[engine.Step]string, len(steps))
	for _, step := range steps {
		texts[step] = p.StepText(step)
	}
	slices.SortFunc(steps, func(a, b engine.Step) int { return cmp.Compare(texts[a], texts[b]) })
	return steps
}

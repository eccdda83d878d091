// Package openings chooses how games begin: by random play, all openings of a length, the openings of a book, or random
// set-ups. It also searches for balanced openings.
package openings

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"pillars/engine"
)

// ErrTooFew is wrapped by the error for a source that has fewer openings than are wanted.
var ErrTooFew = errors.New("too few openings")

// NewList returns the first n openings of a source as a list, which takes little memory for any number of openings. The
// openings depend only on rules, seed and source. If the source has fewer than n, NewList returns all of them, at least
// one, and an error that wraps [ErrTooFew]. It also returns an error if too many random openings are equal.
func NewList(rules engine.Rules, seed uint64, source Source, n int) (List, error) {
	if err := source.Check(); err != nil {
		return List{}, err
	}
	switch source.Kind {
	case FromBook:
		lines, err := bookOpenings(rules, source, n)
		return List{n: len(lines), first: lines}, err
	case All:
		return allOpenings(rules, seed, source.Turns, n)
	case None:
		return List{n: n}, nil
	case Varied:
		return variedOpenings(rules, seed, source, n)
	}
	return randomOpenings(rules, seed, source, n)
}

// randomOpenings returns n openings of the kinds Random and SetUps. It draws the first [compared] openings at once, and
// returns an error if one of these cannot be drawn or if too many are equal. The list makes each of the other openings
// when it is needed.
func randomOpenings(rules engine.Rules, seed uint64, source Source, n int) (List, error) {
	drawer, err := newDrawer(rules, seed, source)
	if err != nil {
		return List{}, err
	}
	list, different := List{n: n}, map[uint64]bool{}
	for i := range min(n, compared) {
		h, err := drawer.draw(i, maxAttempts)
		if err != nil {
			return List{n: i, first: list.first}, fmt.Errorf("opening %d of %d: %w", i+1, n, err)
		}
		list.first = append(list.first, openingOf(h))
		different[engine.CanonicalHash(h.Position())] = true
	}
	if checked := len(list.first); checked >= fewestCompared && 2*len(different) < checked {
		return list, fmt.Errorf("only %d of %d random openings differ, up to symmetry; ask for more opening turns "+
			"than %d, or for all openings, which come once each", len(different), checked, source.Turns)
	}
	list.makeOpening = func(i int) Opening {
		h, err := drawer.draw(i, math.MaxInt) // ends, since each of the first openings took at most maxAttempts
		if err != nil {
			return Opening{}
		}
		return openingOf(h)
	}
	return list, nil
}

// NewList compares the first random openings of a list with each other, up to the number compared. At least half must
// differ. A list of fewer than fewestCompared openings is too short for this check.
const compared, fewestCompared = 100, 10

// List is a list of openings, which several goroutines may use. It stores only the first openings, and makes each of
// the others when it is needed.
type List struct {
	n           int                 // number of openings
	first       []Opening           // the stored openings
	makeOpening func(i int) Opening // makes opening i, from 0; nil if all openings after first are empty
}

// Len returns the number of openings.
func (l List) Len() int { return l.n }

// At returns the opening with the given number, from 0.
func (l List) At(i int) Opening {
	switch {
	case i < len(l.first):
		return l.first[i]
	case l.makeOpening == nil:
		return Opening{}
	}
	return l.makeOpening(i)
}

// Source says where openings come from. All fields except Turns are also fields of the JSON of a tournament's spec.
type Source struct {
	Kind SourceKind `json:"openings,omitempty"`
	// Turns is the number of turns of an opening. For the kind Random it does not include the set-up. For the kind
	// Varied it is the largest number of turns.
	Turns int `json:"-"`
	// Book is the name of a book. Lines has its openings: turns from the start, separated by blanks, or a position.
	Book  string   `json:"book,omitempty"`
	Lines []string `json:"lines,omitempty"`
	// Times is how many times in a row the whole book is used; 0 means 1.
	Times int `json:"times,omitempty"`

	// Least is the smallest number of turns of a varied opening. OwnSetUp is the share of varied openings, from 0 to 1,
	// whose turns begin at the start of the rules instead of after a random set-up.
	Least    int     `json:"least_opening_turns,omitempty"`
	OwnSetUp float64 `json:"own_set_up,omitempty"`
}

// Opening is a position and the turns played from there before the players take over.
type Opening struct {
	Start string   // text of the first position; empty for the start of the rules
	Turns []string // turn texts
}

// A SourceKind says where openings come from.
type SourceKind string

const (
	Random   SourceKind = ""       // seeded random play without blunders; each opening independent of the others
	All      SourceKind = "all"    // every opening of Turns turns, up to symmetry, in an order drawn by the seed
	FromBook SourceKind = "book"   // the lines of a book, in their order
	None     SourceKind = "start"  // no openings: games begin at the start of the rules
	Varied   SourceKind = "varied" // random play of random length, for games to learn from
	SetUps   SourceKind = "set-up" // random set-ups; if a choice ends the set-up, the player to act makes it
)

// MaxTurns is the largest number of turns of an opening after the set-up.
const MaxTurns = 1000

// Check returns an error if a field is out of its range or does not belong to the kind.
func (o Source) Check() error {
	switch {
	case o.Turns < 0 || o.Turns > MaxTurns:
		return fmt.Errorf("opening turns %d: must be from 0 to %d", o.Turns, MaxTurns)
	case !slices.Contains([]SourceKind{Random, All, FromBook, None, SetUps, Varied}, o.Kind):
		return fmt.Errorf("kind of openings %q: must be random, all or book", string(o.Kind))
	case (o.Kind == None || o.Kind == SetUps) && o.Turns != 0:
		return fmt.Errorf("opening turns: %d; openings of the kind %s have none after the set-up", o.Turns, o.Kind)
	case o.Least < 0 || o.Least > 0 && o.Kind != Varied || o.Least > o.Turns:
		return fmt.Errorf("random turns %d..%d: give two numbers from 0 to %d, the smaller first", o.Least, o.Turns,
			MaxTurns)
	case !(o.OwnSetUp >= 0 && o.OwnSetUp <= 1) || o.OwnSetUp > 0 && o.Kind != Varied:
		return fmt.Errorf("games with the player's own set-up: the share %v must be from 0 to 1", o.OwnSetUp)
	case o.Times < 0 || o.Times > 0 && o.Kind != FromBook:
		return fmt.Errorf("times %d: only a book can be played several times", o.Times)
	case (o.Kind == FromBook) != (len(o.Lines) > 0):
		return errors.New("openings of a book are wanted, but it has no lines, or there are lines but no book is " +
			"wanted")
	}
	return nil
}

// InBook returns the number of openings of a book, including repetitions.
func (o Source) InBook() int { return len(o.Lines) * max(1, o.Times) }

// Play returns the history of an opening, or an error if the opening is illegal.
func Play(rules engine.Rules, opening Opening) (*engine.History, error) {
	start := rules.Start()
	if opening.Start != "" {
		var err error
		if start, err = rules.Game().Read(opening.Start, rules.Settings()); err != nil {
			return nil, fmt.Errorf("opening: %w", err)
		}
	}
	h := engine.NewHistory(start)
	for i, text := range opening.Turns {
		if err := h.PlayTurn(text); err != nil {
			return nil, fmt.Errorf("opening, turn %d: %w", i+1, err)
		}
	}
	return h, nil
}

// Limits for the openings of the kind All.
const (
	maxAll       = 1_000_000   // largest number of openings
	maxSeen      = 4 * maxAll  // largest number of positions on the way to the openings
	maxLineSteps = 32 * maxAll // largest number of steps of all openings together
)

// allOpenings returns the first n of all openings of the given number of whole turns from the start, in a random order
// that depends on the seed. If several openings lead to the same position up to symmetry, it takes the first in
// alphabetical order of their step texts. It leaves out openings in which the game ends or a seat leaves the game.
func allOpenings(rules engine.Rules, seed uint64, turns, n int) (List, error) {
	w := walk{turns: turns, seen: map[node]bool{}}
	err := w.visit(engine.NewHistory(rules.Start()), 0)
	lines := w.lines
	if err == nil && len(lines) == 0 {
		err = fmt.Errorf("every game of %s is over, or a seat out of it, within %d turns; ask for fewer "+
			"opening turns", rules.Game().Name(), turns)
	}
	if err != nil {
		return List{}, err
	}
	random := rand.New(engine.NewRandom(engine.DeriveSeed(seed, "all openings")))
	random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	if n > len(lines) {
		err = fmt.Errorf("%w: %d are wanted, but there are %d of %d turns, up to symmetry; ask for fewer rounds or "+
			"more opening turns", ErrTooFew, n, len(lines), turns)
	}
	makeOpening := func(i int) Opening { return Opening{Turns: engine.Turns(rules.Start(), lines[i])} }
	return List{n: min(n, len(lines)), makeOpening: makeOpening}, err
}

// walk collects lines, the step sequences of openings with a number of turns. It goes depth first, in the alphabetical
// order of step texts. It visits each position once.
type walk struct {
	turns  int             // number of turns of a line
	seen   map[node]bool   // positions visited so far
	lines  [][]engine.Step // lines found so far
	stored int             // number of steps in lines
}

// node is a position, up to symmetry, after a number of turns.
type node struct {
	key   uint64
	turns int
}

// visit collects the lines that continue h, which has the given number of complete turns.
func (w *walk) visit(h *engine.History, turns int) error {
	p := h.Position()
	here := node{engine.CanonicalHash(p), turns}
	if h.Outcome().Over() || len(engine.Departed(p)) > 0 || w.seen[here] {
		return nil
	}
	w.seen[here] = true
	if len(w.seen) > maxSeen {
		return w.tooMany()
	}
	if turns == w.turns {
		w.stored += len(h.Steps())
		if len(w.lines) == maxAll || w.stored > maxLineSteps {
			return w.tooMany()
		}
		w.lines = append(w.lines, slices.Clone(h.Steps()))
		return nil
	}
	for _, step := range stepsByText(p) {
		child, childTurns := h.Clone(), turns
		if err := child.Play(step); err != nil {
			return err
		}
		if child.Position().StartsTurn() {
			childTurns++
		}
		if err := w.visit(child, childTurns); err != nil {
			return err
		}
	}
	return nil
}

func (w *walk) tooMany() error {
	return fmt.Errorf("there are more than %d openings of %d turns, or nearly so many and a long way to them; "+
		"ask for fewer opening turns, or for random openings", maxAll, w.turns)
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

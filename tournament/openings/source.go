// Package openings is what games begin with: random play, all openings of a length, books, balanced books and even
// set-ups.
package openings

import (
	"errors"
	"fmt"
	"slices"

	"pillars/engine"
)

// ErrTooFew is within the errors that say that there are fewer openings than are wanted.
var ErrTooFew = errors.New("too few openings")

// First are n different openings, the first of a list that depends on nothing but rules, seed and source. It fails
// when there are fewer, and then returns those that there are.
func First(rules engine.Rules, seed uint64, source Source, n int) ([]Opening, error) {
	if err := source.Check(); err != nil {
		return nil, err
	}
	switch source.Kind {
	case FromBook:
		return bookOpenings(rules, source, n)
	case All:
		return allOpenings(rules, seed, source.Turns, n)
	case None:
		return make([]Opening, n), nil
	}
	return randomOpenings(rules, seed, source, n)
}

func randomOpenings(rules engine.Rules, seed uint64, source Source, n int) ([]Opening, error) {
	openings := make([]Opening, 0, n)
	drawer, err := newOpeningDrawer(rules, seed, source)
	if err != nil {
		return nil, err
	}
	for i := range n {
		opening, err := drawer.next()
		if err != nil {
			return openings, fmt.Errorf("opening %d of %d: %w", i+1, n, err)
		}
		openings = append(openings, opening)
	}
	return openings, nil
}

// Source says what games begin with.
type Source struct {
	Kind  Kind
	Turns int      // random play: turns after the set-up stage; all openings: turns in all
	Book  string   // what the book is called
	Lines []string // the openings of a book: each a list of turns from the start with blanks between, or a position
}

// Opening is what a game begins with.
type Opening struct {
	Start string   // text of the position that it starts from, empty for that of the rules
	Turns []string // turn texts
}

// Kind is a way to come by openings.
type Kind string

// The kinds of openings. RandomOpenings is the zero value.
const (
	Random   Kind = ""       // seeded random play without blunders
	All      Kind = "all"    // every opening of Turns turns, up to symmetry, in an order drawn by the seed
	FromBook Kind = "book"   // the lines of a book, in their order
	None     Kind = "start"  // none: games begin at the start
	SetUps   Kind = "set-up" // boards set up at random; where the set-up ends with a choice, that is for the players
)

// MaxTurns is the most turns of an opening after the set-up.
const MaxTurns = 1000

func (o Source) Check() error {
	switch {
	case o.Turns < 0 || o.Turns > MaxTurns:
		return fmt.Errorf("opening turns: %d is not from 0 to %d", o.Turns, MaxTurns)
	case !slices.Contains([]Kind{Random, All, FromBook, None, SetUps}, o.Kind):
		return fmt.Errorf("kind of openings %q is not known", string(o.Kind))
	case (o.Kind == None || o.Kind == SetUps) && o.Turns != 0:
		return fmt.Errorf("opening turns: %d; openings of the kind %s have none after the set-up", o.Turns, o.Kind)
	case (o.Kind == FromBook) != (len(o.Lines) > 0):
		return errors.New("openings of a book are wanted, but it has no lines, or there are lines but no book is " +
			"wanted")
	}
	return nil
}

// Play plays an opening.
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
		steps, err := engine.ParseTurn(h.Position(), text)
		if err != nil {
			return nil, fmt.Errorf("opening, turn %d: %w", i+1, err)
		}
		for _, step := range steps {
			if err := h.Play(step); err != nil {
				return nil, fmt.Errorf("opening, turn %d: %w", i+1, err)
			}
		}
	}
	return h, nil
}

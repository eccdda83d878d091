package tournament

import (
	"fmt"
	"slices"
)

// OpeningSource says what games begin with.
type OpeningSource struct {
	Kind  OpeningKind
	Turns int      // random play: turns after the set-up stage; all openings: turns in all
	Book  string   // what the book is called
	Lines []string // the openings of a book: each a list of turns from the start with blanks between, or a position
}

// Opening is what a game begins with.
type Opening struct {
	Start string   // text of the position that it starts from, empty for that of the rules
	Turns []string // turn texts
}

// OpeningKind is a way to come by openings.
type OpeningKind string

// The kinds of openings. RandomOpenings is the zero value.
const (
	RandomOpenings OpeningKind = ""       // seeded random play without blunders
	AllOpenings    OpeningKind = "all"    // every opening of Turns turns, up to symmetry, in an order drawn by the seed
	BookOpenings   OpeningKind = "book"   // the lines of a book, in their order
	StartOpenings  OpeningKind = "start"  // none: games begin at the start
	SetUpOpenings  OpeningKind = "set-up" // boards set up at random; where the set-up ends with a choice, that is for the players
)

func (o OpeningSource) check() error {
	switch {
	case o.Turns < 0 || o.Turns > MaxOpeningTurns:
		return fmt.Errorf("opening turns: %d is not from 0 to %d", o.Turns, MaxOpeningTurns)
	case !slices.Contains([]OpeningKind{RandomOpenings, AllOpenings, BookOpenings, StartOpenings, SetUpOpenings}, o.Kind):
		return fmt.Errorf("kind of openings %q is not known", string(o.Kind))
	case (o.Kind == StartOpenings || o.Kind == SetUpOpenings) && o.Turns != 0:
		return fmt.Errorf("opening turns: %d; openings of the kind %s have none after the set-up", o.Turns, o.Kind)
	case (o.Kind == BookOpenings) != (len(o.Lines) > 0):
		return fmt.Errorf("openings of a book are wanted, but it has no lines, or there are lines but no book is wanted")
	}
	return nil
}

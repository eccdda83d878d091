package openings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/search"
)

// Balanced searches for openings that leave no seat ahead, for a book. It draws openings that differ up to symmetry,
// values each as [Fair] values set-ups, and keeps the openings with an unevenness of at most Margin. It needs a game of
// two seats: a search values a position for the seat to act, which with more seats says little about the other seats.
type Balanced struct {
	Rules    engine.Rules
	Openings Source       // where openings come from; of the kind Random or All
	Count    int          // number of openings wanted
	Tries    int          // largest number of openings to value, from 1 to MaxTries
	Margin   search.Score // largest unevenness; see [SetUp.Unevenness]
	Valuer
	Report func(found, valued int) // called after every opening, not concurrently; may be nil
}

// Find returns the first Count balanced openings that it draws, or fewer if it finds no more, and the number of
// openings that it valued. With limits on nodes or depth the result depends only on the seed. If ctx ends, Find returns
// the openings found so far with the error of ctx.
func (b Balanced) Find(ctx context.Context) (found []Valued, valued int, err error) {
	if err := b.check(); err != nil {
		return nil, 0, err
	}
	next, err := b.candidates()
	if err != nil {
		return nil, 0, err
	}
	enough := make(chan struct{}) // closed when Count openings are found
	drawNumber := func(s SetUp) int { return s.Draw }
	// Searches end in any order. The result must not depend on that order, so keepInOrder waits for earlier draws.
	keepInOrder := parallel.InOrder(1, drawNumber, func(s SetUp) error {
		if len(found) == b.Count {
			return nil
		}
		valued++
		if s.Unevenness() > b.Margin {
			return nil
		}
		found = append(found, s.valued(Opening{Turns: s.Turns}))
		if len(found) == b.Count {
			close(enough)
		}
		return nil
	})
	reported := 0 // openings valued so far, including those that wait in keepInOrder
	keep := func(s SetUp) error {
		reported++
		err := keepInOrder(s)
		if b.Report != nil {
			b.Report(len(found), reported)
		}
		return err
	}
	var failed error // the error of draw
	err = b.value(ctx, "opening", b.Rules, enough, b.draw(next, &failed), keep)
	if err = cmp.Or(failed, err); err != nil && !errors.Is(err, ctx.Err()) {
		return nil, 0, err
	}
	return found, valued, err
}

// draw calls next for openings and yields them until Tries are drawn or there are no more. It stores an error in
// failed.
func (b Balanced) draw(next func() (Opening, error), failed *error) iter.Seq[SetUp] {
	return func(yield func(SetUp) bool) {
		for tries := 1; tries <= b.Tries; tries++ {
			opening, err := next()
			if errors.Is(err, ErrTooFew) {
				return
			}
			h, playErr := Play(b.Rules, opening) // with err, the opening is empty and Play succeeds
			if *failed = cmp.Or(err, playErr); *failed != nil {
				return
			}
			if !yield(SetUp{Draw: tries, Position: h.Position(), Turns: opening.Turns}) {
				return
			}
		}
	}
}

func (b Balanced) check() error {
	switch {
	case b.Rules.Seats() != 2:
		return fmt.Errorf("books are balanced for two seats only, and %s with these options has %d: "+
			"a search values a position for the seat to act, not for all", b.Rules.Game().Name(), b.Rules.Seats())
	case b.Openings.Kind != Random && b.Openings.Kind != All:
		return fmt.Errorf("a balanced book is made of random openings or of all, not of openings of the kind %q",
			b.Openings.Kind)
	case b.Count < 1 || b.Count > MaxTries:
		return fmt.Errorf("openings wanted %d: must be from 1 to %d", b.Count, MaxTries)
	case b.Tries < 1 || b.Tries > MaxTries:
		return fmt.Errorf("tries %d: must be from 1 to %d", b.Tries, MaxTries)
	case b.Margin < 0:
		return fmt.Errorf("margin %d: must be 0 or more", b.Margin)
	}
	return b.Openings.Check()
}

// candidates returns a function that returns the next opening to value, or [ErrTooFew] if there are no more.
func (b Balanced) candidates() (func() (Opening, error), error) {
	if b.Openings.Kind == Random {
		return b.randomCandidates()
	}
	all, err := allOpenings(b.Rules, b.Seed, b.Openings.Turns, b.Tries)
	if errors.Is(err, ErrTooFew) {
		err = nil // there are fewer than Tries; Find values them all
	}
	number := -1
	return func() (Opening, error) {
		if number++; number == all.Len() {
			return Opening{}, ErrTooFew
		}
		return all.At(number), nil
	}, err
}

// randomCandidates implements candidates for random openings. It leaves out openings that are equal up to symmetry.
func (b Balanced) randomCandidates() (func() (Opening, error), error) {
	drawer, err := newOpeningDrawer(b.Rules, b.Seed, b.Openings)
	drawn := map[uint64]bool{} // positions that openings lead to, up to symmetry
	return func() (Opening, error) {
		for range maxDraws {
			h, err := drawer.next()
			if err != nil {
				return Opening{}, err
			}
			if key := engine.CanonicalHash(h.Position()); !drawn[key] {
				drawn[key] = true
				return openingOf(h), nil
			}
		}
		return Opening{}, ErrTooFew
	}, err
}

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
	"pillars/tournament/guard"
)

// Balanced looks for openings that leave nobody ahead, for a book. It draws openings one after another, none an image
// of another under the symmetries of the game, has a player value each as [Fair] values set-ups, and keeps those
// within a margin. It is for games for two: a search values a position for the seat to act, which of more seats says
// little of the others.
type Balanced struct {
	Rules     engine.Rules
	Openings  Source        // random or all
	Count     int           // openings wanted
	Tries     int           // openings valued at most, from 1 to MaxTries
	Margin    search.Score  // how far from 0 a value may be
	Seed      uint64        // all randomness derives from it
	Player    string        // who values; it must have a limit of its own, or Limits must
	Limits    search.Limits // hold for every single search
	NewPlayer guard.Factory
	Workers   int                     // openings valued at the same time; less than 1 means 1
	Report    func(found, valued int) // is called after every opening, one at a time; may be nil
}

// Valued is an opening that a player has valued.
type Valued struct {
	Opening
	Draw  int          // its number among those drawn, from 1
	Score search.Score // for seat 1
	// where the opening leaves a choice, by how much the second best is worse than the best; see [SetUp]
	Spread search.Score
}

func newValued(s SetUp) Valued {
	score := s.Score
	if s.Position.Seat() != 0 {
		score = -score
	}
	return Valued{Opening{Turns: s.Turns}, s.Draw, score, s.Spread()}
}

// Find returns the first Count balanced openings of those drawn, in the order of their drawing, and how many were
// valued on the way to them: fewer than Count if no more came up. Under limits by nodes or depth the result depends on
// the seed only, not on the number of workers. When ctx ends, those that are found by then are returned with ctx's
// error.
func (b Balanced) Find(ctx context.Context) (found []Valued, valued int, err error) {
	if err := b.check(); err != nil {
		return nil, 0, err
	}
	next, err := b.candidates()
	if err != nil {
		return nil, 0, err
	}
	enough, total := make(chan struct{}), 0
	count := parallel.InOrder(1, func(s SetUp) int { return s.Draw }, func(s SetUp) error {
		if len(found) == b.Count {
			return nil
		}
		valued++
		if s.Unevenness() > b.Margin {
			return nil
		}
		if found = append(found, newValued(s)); len(found) == b.Count {
			close(enough)
		}
		return nil
	})
	judge := judge{what: "opening", name: b.Player, newPlayer: b.NewPlayer, limits: b.Limits, seed: b.Seed}
	pool := parallel.Pool[SetUp, SetUp]{
		Workers: b.Workers, Drain: enough, Start: judge.worker(b.Rules),
		Take: func(s SetUp) error {
			total++
			err := count(s)
			if b.Report != nil {
				b.Report(len(found), total)
			}
			return err
		},
	}
	var failed error // of the drawing
	err = pool.Run(ctx, b.draw(next, &failed))
	if err = cmp.Or(failed, err); err != nil && !errors.Is(err, ctx.Err()) {
		return nil, 0, err
	}
	return found, valued, err
}

// draw draws openings that lead to different positions, up to symmetry, as long as any come up.
func (b Balanced) draw(next func() (Opening, error), failed *error) iter.Seq[SetUp] {
	return func(yield func(SetUp) bool) {
		seen := map[uint64]bool{}
		for len(seen) < b.Tries {
			opening, err := next()
			if errors.Is(err, ErrTooFew) {
				return
			}
			var h *engine.History
			if err == nil {
				h, err = Play(b.Rules, opening)
			}
			if err != nil {
				*failed = err
				return
			}
			key := engine.CanonicalHash(h.Position())
			if seen[key] {
				continue
			}
			seen[key] = true
			if !yield(SetUp{Draw: len(seen), Position: h.Position(), Turns: opening.Turns}) {
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
	case b.Openings.Kind == FromBook:
		return fmt.Errorf("a balanced book is made of random openings or of all, not of a book")
	case b.Count < 1 || b.Count > MaxTries:
		return fmt.Errorf("openings wanted: %d is not from 1 to %d", b.Count, MaxTries)
	case b.Tries < 1 || b.Tries > MaxTries:
		return fmt.Errorf("tries: %d is not from 1 to %d", b.Tries, MaxTries)
	case b.Margin < 0:
		return fmt.Errorf("margin: %d is below 0", b.Margin)
	}
	return b.Openings.Check()
}

// candidates is a function that returns the next opening.
func (b Balanced) candidates() (func() (Opening, error), error) {
	if b.Openings.Kind == Random {
		drawer, err := newOpeningDrawer(b.Rules, b.Seed, b.Openings)
		if err != nil {
			return nil, err
		}
		return drawer.next, nil
	}
	all, err := shuffledLines(b.Rules, b.Seed, b.Openings.Turns)
	if err != nil {
		return nil, err
	}
	next := 0
	return func() (Opening, error) {
		if next == len(all) {
			return Opening{}, ErrTooFew
		}
		next++
		return Opening{Turns: engine.Turns(b.Rules.Start(), all[next-1])}, nil
	}, nil
}

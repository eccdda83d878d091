package openings

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament/guard"
)

// Balanced looks for openings that leave nobody ahead, for a book. It draws openings one after another, none an image of another under the
// symmetries of the game, has a player value each as [Fair] values set-ups, and keeps those within a margin. It is for games for two: a search
// values a position for the seat to act, which of more seats says little of the others.
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
	Report    func(found, valued int) // is called after every opening, also from several goroutines at the same time; may be nil
}

// Valued is an opening that a player has valued.
type Valued struct {
	Opening
	Draw   int          // its number among those drawn, from 1
	Score  search.Score // for seat 1
	Spread search.Score // where the opening leaves a choice, by how much the second best is worse than the best; see [SetUp]
}

// Find returns the first Count balanced openings of those drawn, in the order of their drawing, and how many were valued on the way to them: fewer
// than Count if no more came up. Under limits by nodes or depth the result depends on the seed only, not on the number of workers. When ctx ends,
// those that are found by then are returned with ctx's error.
func (b Balanced) Find(ctx context.Context) (found []Valued, valued int, err error) {
	if err := b.Check(); err != nil {
		return nil, 0, err
	}
	next, err := b.candidates()
	if err != nil {
		return nil, 0, err
	}
	s := &balancing{Balanced: b, next: next, seen: map[uint64]bool{}}
	group, inner := errgroup.WithContext(ctx)
	for range max(1, b.Workers) {
		group.Go(func() error { return s.work(inner) })
	}
	err = group.Wait()
	if err != nil && !errors.Is(err, ctx.Err()) {
		return nil, 0, err
	}
	found, valued = s.result()
	return found, valued, err
}

func (b Balanced) Check() error {
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

// balancing is the search for balanced openings while it runs. What is mutable is guarded by the mutex.
type balancing struct {
	Balanced
	mutex  sync.Mutex
	next   func() (Opening, error)
	seen   map[uint64]bool // positions that openings lead to, up to symmetry
	drawn  []drawnOpening
	prefix int // how many of drawn, from the first on, are valued
	found  int // how many of these are balanced
	valued int
}

// drawnOpening is an opening that is valued or being valued.
type drawnOpening struct {
	Valued
	done, balanced bool
}

// work values openings until enough are found.
func (s *balancing) work(ctx context.Context) error {
	player, err := guard.Make(s.NewPlayer, s.Player, s.Rules)
	if err != nil {
		return err
	}
	defer guard.End(player)
	judge := judge{player: player, limits: s.Limits, seed: s.Seed}
	for {
		valued, err := s.take()
		if err != nil || valued.Draw == 0 {
			return err
		}
		if err := judge.value(ctx, &valued); err != nil {
			return fmt.Errorf("opening %d: %w", valued.Draw, err)
		}
		found, total := s.put(&valued)
		if s.Report != nil {
			s.Report(found, total)
		}
	}
}

// take draws the next opening, numbered from 1. The number 0 stands for none: enough are found, or no more come up.
func (s *balancing) take() (SetUp, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for s.found < s.Count && len(s.drawn) < s.Tries {
		opening, err := s.next()
		if errors.Is(err, ErrTooFew) {
			break
		}
		if err != nil {
			return SetUp{}, err
		}
		h, err := Play(s.Rules, opening)
		if err != nil {
			return SetUp{}, err
		}
		if key := engine.CanonicalHash(h.Position()); !s.seen[key] {
			s.seen[key] = true
			number := len(s.drawn) + 1
			s.drawn = append(s.drawn, drawnOpening{Valued: Valued{Opening: opening, Draw: number}})
			return SetUp{Draw: number, Position: h.Position()}, nil
		}
	}
	return SetUp{}, nil
}

// put notes the value of an opening, and returns how many are found and valued by now.
func (s *balancing) put(valued *SetUp) (found, total int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	one := &s.drawn[valued.Draw-1]
	one.Score, one.Spread = valued.Score, valued.Spread()
	if valued.Position.Seat() != 0 {
		one.Score = -one.Score
	}
	one.done, one.balanced = true, valued.Unevenness() <= s.Margin
	s.valued++
	for ; s.prefix < len(s.drawn) && s.drawn[s.prefix].done && s.found < s.Count; s.prefix++ {
		if s.drawn[s.prefix].balanced {
			s.found++
		}
	}
	return s.found, s.valued
}

// result is what was found, and how many openings were valued up to the last of them.
func (s *balancing) result() (found []Valued, valued int) {
	for i := range s.drawn {
		one := &s.drawn[i]
		if len(found) == s.Count {
			break
		}
		if one.done {
			valued++
		}
		if one.balanced {
			found = append(found, one.Valued)
		}
	}
	return found, valued
}

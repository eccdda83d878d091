package tournament

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"pillars/engine"
)

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
	BalancedOpening
	done, balanced bool
}

// work values openings until enough are found.
func (s *balancing) work(ctx context.Context) error {
	player, err := makePlayer(s.NewPlayer, s.Player, s.Rules)
	if err != nil {
		return err
	}
	defer endPlayer(player)
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
		if errors.Is(err, errNoMoreOpenings) {
			break
		}
		if err != nil {
			return SetUp{}, err
		}
		h, err := playOpening(s.Rules, Planned{Opening: opening.Turns})
		if err != nil {
			return SetUp{}, err
		}
		if key := engine.CanonicalHash(h.Position()); !s.seen[key] {
			s.seen[key] = true
			number := len(s.drawn) + 1
			s.drawn = append(s.drawn, drawnOpening{BalancedOpening: BalancedOpening{Opening: opening, Draw: number}})
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
func (s *balancing) result() (found []BalancedOpening, valued int) {
	for i := range s.drawn {
		one := &s.drawn[i]
		if len(found) == s.Count {
			break
		}
		if one.done {
			valued++
		}
		if one.balanced {
			found = append(found, one.BalancedOpening)
		}
	}
	return found, valued
}

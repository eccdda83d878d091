package tournament

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"pillars/engine"
	"pillars/search"
)

// MaxTries is the largest number of set-ups that [Fair] draws.
const MaxTries = 100_000

// Fair looks for set-ups of the board that are even. It draws some at random, has a player value each, and lists them from the evenest on. The evenest
// of many inexact values looks evener than it is: values that matter are to be found anew by a longer search.
//
// In some games the set-up ends with a choice: one player divides, the other chooses (a step in the set-up stage that leaves the board as it is, see
// [engine.Position.InOpening]). There the choices are what is valued, each by a search of its own, and a set-up is even if the best of them leaves
// nobody ahead and the second best is as good. In all other games the position after the set-up is valued for who acts there.
type Fair struct {
	Start     engine.Position // to draw from; a position after the set-up, or at the choice, is valued as it is
	Tries     int             // different set-ups to draw, from 1 to MaxTries
	Seed      uint64          // all randomness derives from it
	Player    string          // who values; it must have a limit of its own, or Limits must
	Limits    search.Limits   // hold for every single search
	NewPlayer Factory
	Workers   int                   // set-ups valued at the same time; less than 1 means 1
	Report    func(done, total int) // is called after every set-up, also from several goroutines at the same time; may be nil
}

// SetUp is a set-up that a player has valued.
type SetUp struct {
	Draw     int             // its number among those drawn, from 1
	Position engine.Position // where somebody chooses, or the set-up is over
	Turns    []string        // from the start of the drawing
	Score    search.Score    // for the seat that acts in Position
	Choices  []Choice        // the best first; none if there is nothing to choose
}

// Choice is one way to end the set-up.
type Choice struct {
	Step  engine.Step
	Score search.Score // for the seat that chooses
}

// Spread is how much the second-best choice is worse than the best, 0 if there is nothing to choose.
func (s *SetUp) Spread() search.Score {
	if len(s.Choices) < 2 {
		return 0
	}
	return s.Choices[0].Score - s.Choices[1].Score
}

// Unevenness is how far the set-up is from even: the distance of its score from 0, or the spread of its choices if that is more.
func (s *SetUp) Unevenness() search.Score { return max(s.Score, -s.Score, s.Spread()) }

// SetUps draws set-ups and values them. They come in the order of their unevenness, then of their drawing; there are fewer than Tries of them if no
// more different ones come up. Under limits by nodes or depth the result depends on the seed only, not on the number of workers. When ctx
// ends, those that are valued by then are returned with ctx's error.
func (f Fair) SetUps(ctx context.Context) ([]SetUp, error) {
	if f.Tries < 1 || f.Tries > MaxTries {
		return nil, fmt.Errorf("tries: %d is not from 1 to %d", f.Tries, MaxTries)
	}
	drawn, err := drawSetUps(ctx, f.Start, f.Seed, f.Tries)
	if err != nil {
		return nil, err
	}
	done, err := f.valueAll(ctx, drawn)
	if err != nil && !errors.Is(err, ctx.Err()) {
		return nil, err
	}
	var valued []SetUp
	for i, ok := range done {
		if ok {
			valued = append(valued, drawn[i])
		}
	}
	slices.SortStableFunc(valued, func(a, b SetUp) int { return cmp.Compare(a.Unevenness(), b.Unevenness()) })
	return valued, err
}

// valueAll values the set-ups in place and says of each whether it was done.
func (f Fair) valueAll(ctx context.Context, setUps []SetUp) ([]bool, error) {
	done := make([]bool, len(setUps))
	var taken, finished atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range min(max(1, f.Workers), len(setUps)) {
		group.Go(func() error {
			player, err := makePlayer(f.NewPlayer, f.Player, f.Start.Rules())
			if err != nil {
				return err
			}
			defer endPlayer(player)
			judge := judge{player: player, limits: f.Limits, seed: f.Seed}
			for i := int(taken.Add(1)) - 1; i < len(setUps); i = int(taken.Add(1)) - 1 {
				if err := judge.value(ctx, &setUps[i]); err != nil {
					return fmt.Errorf("set-up %d: %w", setUps[i].Draw, err)
				}
				done[i] = true
				if n := int(finished.Add(1)); f.Report != nil {
					f.Report(n, len(setUps))
				}
			}
			return nil
		})
	}
	return done, group.Wait()
}

package openings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament/guard"
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
	NewPlayer guard.Factory
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
			player, err := guard.Make(f.NewPlayer, f.Player, f.Start.Rules())
			if err != nil {
				return err
			}
			defer guard.End(player)
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

// maxRepeats is how many draws in a row may bring nothing new.
const maxRepeats = 200

// drawSetUps draws different set-ups: n of them, or as many as come up before maxRepeats in a row bring nothing new. Which they are depends only on
// start and seed, and fewer are the beginning of more. Positions are told apart up to the symmetries of the game.
func drawSetUps(ctx context.Context, start engine.Position, seed uint64, n int) ([]SetUp, error) {
	var setUps []SetUp
	seen := map[uint64]bool{}
	for draw, last := 0, 0; len(setUps) < n && draw-last < maxRepeats; draw++ {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		h, err := drawSetUp(start, engine.DeriveSeed(seed, "set-up", strconv.Itoa(draw+1)))
		if err != nil {
			return nil, err
		}
		key := engine.CanonicalHash(h.Position())
		if h.Outcome().Over() || seen[key] {
			continue
		}
		seen[key] = true
		last = draw
		setUps = append(setUps, SetUp{Draw: len(setUps) + 1, Position: h.Position(), Turns: engine.Turns(h.Start(), h.Steps())})
	}
	if len(setUps) == 0 {
		return nil, fmt.Errorf("no set-up to value: the game was over in each of %d draws from %s", maxRepeats, start)
	}
	return setUps, nil
}

// judge values set-ups by a player's searches. It belongs to one goroutine.
type judge struct {
	player search.Player
	limits search.Limits
	seed   uint64
}

// value values a set-up: its choices if it has any, else its position. It fails when ctx ends, for a search cut short means nothing.
func (j *judge) value(ctx context.Context, s *SetUp) (err error) {
	p := s.Position
	if !engine.IsPieChoice(p) {
		s.Score, err = j.search(ctx, p)
		return err
	}
	if seats := p.Rules().Seats(); seats != 2 {
		return fmt.Errorf("choices can be valued in games for two only; this one has %d seats", seats)
	}
	if s.Choices, err = j.choices(ctx, p); err != nil {
		return err
	}
	s.Score = s.Choices[0].Score
	return nil
}

// choices values every choice for the seat that has it, and puts the best first; equal ones keep the order of the rules.
func (j *judge) choices(ctx context.Context, p engine.Position) ([]Choice, error) {
	var choices []Choice
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		score, err := j.after(ctx, child, p.Seat())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.StepText(step), err)
		}
		choices = append(choices, Choice{step, score})
	}
	slices.SortStableFunc(choices, func(a, b Choice) int { return cmp.Compare(b.Score, a.Score) })
	return choices, nil
}

// after is the value for a seat of a position one step after a choice. A choice that follows is valued by its own choices, so that in the end all
// searches begin after the set-up and go equally deep.
func (j *judge) after(ctx context.Context, p engine.Position, seat engine.Seat) (score search.Score, err error) {
	if p.Over() {
		return search.Result(p.Outcome(), seat, 1), nil
	}
	if engine.IsPieChoice(p) {
		choices, err := j.choices(ctx, p)
		if err != nil {
			return 0, err
		}
		score = choices[0].Score
	} else if score, err = j.search(ctx, p); err != nil {
		return 0, err
	}
	if p.Seat() != seat {
		score = -score
	}
	return score.Later(1), nil
}

// search is the player's value of a position for the seat to act, as the first of a new game. The seed is made from the position, so that the value does
// not depend on what was valued before.
func (j *judge) search(ctx context.Context, p engine.Position) (search.Score, error) {
	var decision search.Decision
	err := guard.Call(func() error {
		j.player.NewGame(engine.DeriveSeed(j.seed, "value", p.String()))
		return nil
	})
	if err == nil {
		decision, err = guard.Decide(ctx, j.player, engine.NewHistory(p), j.limits)
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if err != nil {
		return 0, fmt.Errorf("player %s %w", j.player.Name(), err)
	}
	return decision.Info.Score, nil
}

package openings

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/search"
	"pillars/tournament/guard"
)

// MaxTries is the largest number of set-ups that [Fair] draws.
const MaxTries = 100_000

// Fair looks for set-ups of the board that are even. It draws some at random, has a player value each, and lists them
// from the evenest on. The evenest of many inexact values looks evener than it is.
//
// In some games the set-up ends with a choice: one player divides, the other chooses ([engine.IsPieChoice]). There each
// choice is valued by a search of its own, and a set-up is even if the best of them leaves nobody ahead and the second
// best is as good. In all other games the position after the set-up is valued for the player who acts there.
type Fair struct {
	Start engine.Position // to draw from; a position after the set-up, or at the choice, is valued as it is
	Tries int             // different set-ups to draw, from 1 to MaxTries
	Valuer
	Report func(done, total int) // is called after every set-up, one at a time; may be nil
}

// Valuer says how positions are valued.
type Valuer struct {
	Seed      uint64        // all randomness derives from it
	Player    string        // values; it must have a limit of its own, or Limits must
	Limits    search.Limits // hold for every single search
	NewPlayer guard.Factory
	Workers   int // positions valued at the same time; less than 1 means 1
	memory    *memory
}

// SetUp is a set-up that a player has valued.
type SetUp struct {
	Draw     int             // its number among those drawn, from 1
	Position engine.Position // where somebody chooses, or the set-up is over
	Turns    []string        // from the start of the drawing
	Score    search.Score    // for the seat that acts in Position
	Choices  []ValuedStep    // the best first; none if there is nothing to choose
}

// ValuedStep is one way to end the set-up.
type ValuedStep struct {
	Step  engine.Step
	Score search.Score // for the seat that chooses
}

// Spread returns how much the second-best choice is worse than the best, 0 without a choice.
func (s *SetUp) Spread() search.Score {
	if len(s.Choices) < 2 {
		return 0
	}
	return s.Choices[0].Score - s.Choices[1].Score
}

// Unevenness returns the score's distance from 0, or the spread of the choices if that is more.
func (s *SetUp) Unevenness() search.Score { return max(s.Score, -s.Score, s.Spread()) }

// SetUps draws set-ups and values them, fewer than Tries if no more different ones come up. They come in the order of
// their unevenness, then of their drawing. Under limits by nodes or depth the result depends on the seed only. When ctx
// ends, those that are valued by then are returned with ctx's error.
func (f Fair) SetUps(ctx context.Context) (valued []SetUp, err error) {
	if f.Tries < 1 || f.Tries > MaxTries {
		return nil, fmt.Errorf("tries %d: must be from 1 to %d", f.Tries, MaxTries)
	}
	drawn, err := drawSetUps(ctx, f.Start, f.Seed, f.Tries)
	if err != nil {
		return nil, err
	}
	pool := parallel.Pool[SetUp, SetUp]{
		Workers: f.Workers, Start: f.worker("set-up", f.Start.Rules()),
		Take: func(one SetUp) error {
			valued = append(valued, one)
			if f.Report != nil {
				f.Report(len(valued), len(drawn))
			}
			return nil
		},
	}
	err = pool.Run(ctx, slices.Values(drawn))
	if err != nil && !errors.Is(err, ctx.Err()) {
		return nil, err
	}
	slices.SortFunc(valued, func(a, b SetUp) int {
		return cmp.Or(cmp.Compare(a.Unevenness(), b.Unevenness()), cmp.Compare(a.Draw, b.Draw))
	})
	return valued, err
}

// Opening returns a set-up as an opening: its turns if they lead to it from the start of the game, else its position.
func (f Fair) Opening(s *SetUp) Opening {
	if len(s.Turns) == 0 || f.Start.String() != f.Start.Rules().Start().String() {
		return Opening{Start: s.Position.String()}
	}
	return Opening{Turns: s.Turns}
}

// maxRepeats is how many draws in a row may bring nothing new.
const maxRepeats = 200

// drawSetUps draws n set-ups that are different up to symmetry, or as many as come up before maxRepeats in a row bring
// nothing new. Which they are depends only on start and seed, and fewer are the beginning of more.
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
		seen[key], last = true, draw
		setUps = append(setUps, SetUp{
			Draw: len(setUps) + 1, Position: h.Position(), Turns: engine.Turns(h.Start(), h.Steps()),
		})
	}
	if len(setUps) == 0 {
		return nil, fmt.Errorf("no set-up to value: the game was over in each of %d draws from %s", maxRepeats, start)
	}
	return setUps, nil
}

// worker makes workers that value set-ups, each with a player of its own. A search that is cut short is an error.
func (v Valuer) worker(what string, rules engine.Rules) func() (parallel.Worker[SetUp, SetUp], error) {
	return func() (worker parallel.Worker[SetUp, SetUp], err error) {
		player, err := guard.Make(v.NewPlayer, v.Player, rules)
		if err != nil {
			return worker, err
		}
		worker.Do = func(ctx context.Context, one SetUp) (_ SetUp, err error) {
			one.Score, one.Choices, err = v.memory.value(one.Position, func() (search.Score, []ValuedStep, error) {
				return v.value(ctx, player, one.Position)
			})
			if err != nil {
				return one, fmt.Errorf("%s %d: %w", what, one.Draw, err)
			}
			return one, nil
		}
		worker.End = func() error {
			guard.End(player)
			return nil
		}
		return worker, nil
	}
}

// value returns the value of a position for the seat to act, by its choices if it has any, else by a search. A choice
// that follows a choice is valued by its own choices, so that all searches begin after the set-up and go equally deep.
func (v Valuer) value(ctx context.Context, player search.Player, p engine.Position) (
	score search.Score, choices []ValuedStep, err error,
) {
	if !engine.IsPieChoice(p) {
		score, err = v.search(ctx, player, p)
		return score, nil, err
	}
	if seats := p.Rules().Seats(); seats != 2 {
		return 0, nil, fmt.Errorf("only two-seat games can be evaluated at a choice; this one has %d seats", seats)
	}
	for _, step := range p.AppendSteps(nil) {
		child := p.Clone()
		child.Play(step)
		if child.Over() {
			choices = append(choices, ValuedStep{step, search.Result(child.Outcome().Score(p.Seat()), 1)})
			continue
		}
		if score, _, err = v.value(ctx, player, child); err != nil {
			return 0, nil, fmt.Errorf("%s: %w", p.StepText(step), err)
		}
		if child.Seat() != p.Seat() {
			score = -score
		}
		choices = append(choices, ValuedStep{step, score.Later(1)})
	}
	// equal ones keep the order of the rules
	slices.SortStableFunc(choices, func(a, b ValuedStep) int { return cmp.Compare(b.Score, a.Score) })
	return choices[0].Score, choices, nil
}

// search values a position as the first of a new game. The seed is made from the position, so that the value does not
// depend on what was valued before.
func (v Valuer) search(ctx context.Context, player search.Player, p engine.Position) (search.Score, error) {
	var decision search.Decision
	err := guard.Call(func() error {
		search.Begin(ctx, player, engine.DeriveSeed(v.Seed, "value", p.String()))
		return nil
	})
	if err == nil {
		decision, err = guard.Decide(ctx, player, engine.NewHistory(p), v.Limits)
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if err != nil {
		return 0, fmt.Errorf("player %s %w", player.Name(), err)
	}
	return decision.Info.Score, nil
}

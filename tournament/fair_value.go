package tournament

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"pillars/engine"
	"pillars/search"
)

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
	err := guard(func() error {
		j.player.NewGame(engine.DeriveSeed(j.seed, "value", p.String()))
		return nil
	})
	if err == nil {
		decision, err = ask(ctx, j.player, engine.NewHistory(p), j.limits)
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if err != nil {
		return 0, fmt.Errorf("player %s %w", j.player.Name(), err)
	}
	return decision.Info.Score, nil
}

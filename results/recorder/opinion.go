package recorder

import (
	"context"
	"math"

	"pillars/engine"
	"pillars/results/measures"
	"pillars/search"
)

// expectation is what a player expects for the seat to act.
func expectation(ctx context.Context, player search.Player, h *engine.History) (float64, error) {
	decision, err := player.Decide(ctx, h.Clone(), search.Limits{}, nil)
	if err != nil {
		return 0, err
	}
	if err := ctx.Err(); err != nil { // what a player says that was cut short depends on the clock
		return 0, err
	}
	return decision.Info.Score.Expectation(), nil
}

// mostJudged is how many steps of a position are judged; of more, as many are taken, evenly spread over their list.
const mostJudged = 40

// judge asks the shallow and the deep player about the steps that are legal.
func (r *Recorder) judge(ctx context.Context, h *engine.History) (measures.Choice, error) {
	var choice measures.Choice
	steps := h.Position().AppendSteps(nil)
	taken := spread(mostJudged, len(steps))
	for i, step := range steps {
		if !taken.has(i) {
			continue
		}
		next := h.Clone()
		if err := next.Play(step); err != nil {
			return choice, err
		}
		shallow, err := after(ctx, r.options.Shallow, next, h.Position().Seat())
		if err != nil {
			return choice, err
		}
		deep, err := after(ctx, r.options.Deep, next, h.Position().Seat())
		if err != nil {
			return choice, err
		}
		choice.Shallow, choice.Deep = append(choice.Shallow, shallow), append(choice.Deep, deep)
	}
	return choice, nil
}

// after is what a player expects for one of two seats.
func after(ctx context.Context, player search.Player, h *engine.History, seat engine.Seat) (float64, error) {
	if outcome := h.Outcome(); outcome.Over() {
		return outcome.Score(seat), nil
	}
	expected, err := expectation(ctx, player, h)
	if h.Position().Seat() != seat {
		expected = 1 - expected
	}
	return expected, err
}

// promise is the mean score of the winner in random games from the position, or nil if nobody has won.
func (r *Recorder) promise(w *walk) *float64 {
	seat, won := measures.Winner(w.game.Outcome)
	if !won {
		return nil
	}
	random := engine.NewRandom(engine.DeriveSeed(r.options.Seed, "promise", w.game.Name))
	mean := 0.
	for range r.options.Promises {
		_, outcome := w.before.Clone().Playout(random, boundOf(r.rules))
		if !outcome.Over() {
			outcome = engine.Draw(r.rules.Seats(), engine.TurnCap)
		}
		mean += outcome.Score(seat) / float64(r.options.Promises)
	}
	return &mean
}

// boundOf is after how many turns a random game is given up: never where the rules end it.
func boundOf(rules engine.Rules) int {
	const patience = 10_000
	if rules.Repetition() == 0 && rules.TurnCap() == 0 {
		return patience
	}
	return math.MaxInt
}

package recorder

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"

	"pillars/engine"
	"pillars/eval"
	"pillars/results/estimate/metrics"
	"pillars/search"
	"pillars/search/quiescence"
)

// A judge estimates the chances in positions. It belongs to one goroutine.
type judge interface {
	// Name returns a name that no other judge has.
	Name() string
	// NewGame forgets earlier games and sets the seed of all randomness.
	NewGame(seed uint64)
	// Expect returns the expected score of each seat from h on, whose game is not over.
	Expect(ctx context.Context, h *engine.History) ([]float64, error)
}

// newJudge makes a judge. In a game of two seats that is a player, whose score for one seat determines the other's.
// With more seats no player estimates the chances of all, so it is the hand-made evaluation after quiescence search.
func newJudge(rules engine.Rules, newPlayer func() (search.Player, error)) (judge, error) {
	if AsksPlayer(rules) {
		player, err := newPlayer()
		return playerJudge{player}, err
	}
	evaluator, err := eval.Load(eval.HandMade, rules)
	if err != nil {
		return nil, err
	}
	return quietJudge{quiescence.NewVectorSearcher(rules, evaluator, 1)}, nil
}

// AsksPlayer reports whether the judge is the named player: with two seats its score for one determines the other's.
func AsksPlayer(rules engine.Rules) bool { return rules.Seats() == 2 }

type playerJudge struct{ search.Player }

func (r playerJudge) Expect(ctx context.Context, h *engine.History) ([]float64, error) {
	expected, err := expectation(ctx, r.Player, h)
	values := []float64{1 - expected, 1 - expected}
	values[h.Position().Seat()] = expected
	return values, err
}

type quietJudge struct{ quiet *quiescence.VectorSearcher }

func (quietJudge) Name() string   { return "quiescence search with weights=" + eval.HandMade }
func (quietJudge) NewGame(uint64) {}

func (r quietJudge) Expect(ctx context.Context, h *engine.History) ([]float64, error) {
	values := r.quiet.Value(h.Position())
	return values[:h.Position().Rules().Seats()], ctx.Err()
}

func expectation(ctx context.Context, player search.Player, h *engine.History) (float64, error) {
	decision, err := player.Decide(ctx, h.Clone(), search.Limits{}, nil)
	// what a player reports after being cut short depends on the clock
	return decision.Info.Score.Expectation(), cmp.Or(err, ctx.Err())
}

// judgement asks the shallow and the deep player about the legal whole turns, or some that seed draws from them.
func (r *recorder) judgement(ctx context.Context, h *engine.History, seed uint64) (metrics.Choice, error) {
	var choice metrics.Choice
	seat := h.Position().Seat()
	turns, all := drawTurns(h.Position(), metrics.MostJudged, engine.NewRandom(seed))
	for _, turn := range turns {
		next := h.Clone()
		if err := next.PlayAll(turn); err != nil {
			return choice, err
		}
		shallow, err1 := after(ctx, r.shallow, next, seat)
		deep, err2 := after(ctx, r.deep, next, seat)
		if err := cmp.Or(err1, err2); err != nil {
			return choice, err
		}
		choice.Shallow, choice.Deep = append(choice.Shallow, shallow), append(choice.Deep, deep)
	}
	if all == len(turns) {
		return choice, nil
	}
	own, _, err := search.DecideTurn(ctx, r.deep, h, search.Limits{}, nil)
	if err != nil {
		return choice, err
	}
	next := h.Clone()
	if err := next.PlayAll(own.Steps); err != nil {
		return choice, err
	}
	choice.Best, err = after(ctx, r.deep, next, seat)
	return choice, err
}

// after returns what a player expects for one of two seats.
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

// promise returns the mean score of the winner in random games from the position, or nil if nobody has won.
func (r *recorder) promise(w *walk) *float64 {
	seat, won := metrics.Winner(w.game.Outcome)
	if !won {
		return nil
	}
	random := engine.NewRandom(engine.DeriveSeed(r.Seed, "promise", w.game.Name))
	mean := 0.
	for range r.Promises {
		_, outcome := randomGame(w.before.Clone(), random)
		mean += outcome.Score(seat) / float64(r.Promises)
	}
	return &mean
}

// randomGame plays uniformly random steps to the end of the game; one that is given up is a draw.
func randomGame(p engine.Position, random *rand.PCG) (steps int, outcome engine.Outcome) {
	rules := p.Rules()
	if steps, outcome = engine.Playout(p, random, boundOf(rules)); !outcome.Over() {
		outcome = engine.Draw(rules.Seats(), engine.TurnCap)
	}
	return steps, outcome
}

// boundOf returns the number of turns after which a random game is given up: none if the rules end every game.
func boundOf(rules engine.Rules) int {
	const patience = 10_000
	if rules.Repetition() == 0 && rules.TurnCap() == 0 {
		return patience
	}
	return math.MaxInt
}

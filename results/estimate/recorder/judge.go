package recorder

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"pillars/engine"
	"pillars/eval"
	"pillars/results/estimate/metrics"
	"pillars/search"
	"pillars/search/players"
	"pillars/search/quiescence"
)

// A judge estimates the expected scores of the seats. It must not be used by several goroutines at once.
type judge interface {
	// Name returns a name that no other judge has.
	Name() string
	// NewGame forgets earlier games and sets the seed of all randomness.
	NewGame(seed uint64)
	// Expect returns the expected score of each seat, from 0 to 1. The game of h must not be over.
	Expect(ctx context.Context, h *engine.History) ([]float64, error)
}

// newJudge returns the judge for the rules. For two seats it is the player that text describes. For more seats it is
// the hand-made evaluation with quiescence search, because a player estimates only the score of the seat to act.
func newJudge(rules engine.Rules, text string) (judge, error) {
	if rules.Seats() == 2 {
		player, err := players.New(text, rules)
		return playerJudge{player}, err
	}
	evaluator, err := eval.Load(eval.HandMade, rules)
	if err != nil {
		return nil, err
	}
	const flatten = 1 // evaluations are used as they are
	return quietJudge{quiescence.NewVectorSearcher(rules, evaluator, flatten)}, nil
}

// playerJudge is a judge for two seats that asks a player.
type playerJudge struct{ search.Player }

// Expect implements [judge].
func (r playerJudge) Expect(ctx context.Context, h *engine.History) ([]float64, error) {
	expected, err := expectation(ctx, r.Player, h)
	values := []float64{1 - expected, 1 - expected}
	values[h.Position().Seat()] = expected
	return values, err
}

// quietJudge is a judge for any number of seats that evaluates positions after a quiescence search.
type quietJudge struct{ quiet *quiescence.VectorSearcher }

func (quietJudge) Name() string   { return "quiescence search with weights=" + eval.HandMade }
func (quietJudge) NewGame(uint64) {}

// Expect implements [judge].
func (r quietJudge) Expect(ctx context.Context, h *engine.History) ([]float64, error) {
	values := r.quiet.Value(h.Position())
	return values[:h.Position().Rules().Seats()], ctx.Err()
}

// expectation returns the score that a player expects for the seat to act. It returns an error if ctx has ended,
// because the value of an interrupted search depends on the clock.
func expectation(ctx context.Context, player search.Player, h *engine.History) (float64, error) {
	decision, err := player.Decide(ctx, h.Clone(), search.Limits{}, nil)
	return decision.Info.Score.Expectation(), cmp.Or(err, ctx.Err())
}

// judgement adds to a record the values that the shallow and the deep player give to the legal whole turns. Of more
// than [metrics.MostJudged] turns, it draws that many by the seed, and adds the value of the deep player's turn.
func (r *recorder) judgement(ctx context.Context, h *engine.History, seed uint64, g *metrics.Trace) error {
	var choice metrics.Choice
	turns, all := drawTurns(h.Position(), metrics.MostJudged, engine.NewRandom(seed))
	for _, turn := range turns {
		shallow, err1 := valueOf(ctx, r.shallow, h, turn)
		deep, err2 := valueOf(ctx, r.deep, h, turn)
		if err := cmp.Or(err1, err2); err != nil {
			return err
		}
		choice.Shallow, choice.Deep = append(choice.Shallow, shallow), append(choice.Deep, deep)
	}
	if all > len(turns) {
		own, _, err := search.DecideTurn(ctx, r.deep, h, search.Limits{}, nil)
		if err == nil {
			choice.Best, err = valueOf(ctx, r.deep, h, own.Steps)
		}
		if err != nil {
			return err
		}
	}
	g.Judgements = append(g.Judgements, choice)
	return nil
}

// valueOf returns the score that a player expects for the seat to act, after that seat has played the given turn. There
// must be two seats.
func valueOf(ctx context.Context, player search.Player, before *engine.History, turn []engine.Step) (float64, error) {
	seat, h := before.Position().Seat(), before.Clone()
	if err := h.PlayAll(turn); err != nil {
		return 0, err
	}
	if outcome := h.Outcome(); outcome.Over() {
		return outcome.Score(seat), nil
	}
	expected, err := expectation(ctx, player, h)
	if h.Position().Seat() != seat {
		expected = 1 - expected
	}
	return expected, err
}

// mostWhole is the number at which drawTurns stops counting the whole turns of a position. No usual game reaches it.
const mostWhole = 1_000_000

// drawTurns draws up to most of the legal whole turns to different positions, uniformly (Vitter, Random sampling with a
// reservoir, 1985, algorithm R). all is the number of such turns, counted up to mostWhole.
func drawTurns(p engine.Position, most int, source *rand.PCG) (turns [][]engine.Step, all int) {
	found, random := map[uint64]bool{}, rand.New(source)
	for turn, end := range engine.EachTurn(p) {
		if found[end.Hash()] {
			continue
		}
		found[end.Hash()] = true
		if len(turns) < most {
			turns = append(turns, slices.Clone(turn))
		} else if i := random.IntN(len(found)); i < most { // with the probability most/len(found)
			turns[i] = slices.Clone(turn)
		}
		if len(found) >= mostWhole {
			break
		}
	}
	return turns, len(found)
}

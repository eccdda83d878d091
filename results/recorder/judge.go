package recorder

import (
	"context"
	"io"

	"pillars/engine"
	"pillars/eval"
	"pillars/search"
	"pillars/search/shares"
)

// Judge has an opinion of positions. It belongs to one goroutine.
type Judge interface {
	// Name tells the judge apart from others.
	Name() string
	// NewGame forgets earlier games and sets the seed of all that is random.
	NewGame(seed uint64)
	// Expect is the score that each seat can expect from h on, whose game is not over.
	Expect(ctx context.Context, h *engine.History) ([]float64, error)
}

// NewJudge makes a judge. In a game of two seats it is a player, whose score for one seat tells the other's; newPlayer makes it. With more
// seats no player says what all of them expect: then it is the hand-made evaluation after quiescence search ([shares.Quiet]), and no player is made.
func NewJudge(rules engine.Rules, newPlayer func() (search.Player, error)) (Judge, error) {
	if rules.Seats() == 2 {
		player, err := newPlayer()
		if err != nil {
			return nil, err
		}
		return &playerJudge{player}, nil
	}
	evaluator, err := eval.Load(eval.HandMade, rules)
	if err != nil {
		return nil, err
	}
	return quietJudge{shares.NewQuiet(rules, evaluator, 1)}, nil
}

// playerJudge asks a player.
type playerJudge struct{ search.Player }

// Close ends a player that is a program of its own.
func (r *playerJudge) Close() error {
	if closer, ok := r.Player.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}

func (r *playerJudge) Expect(ctx context.Context, h *engine.History) ([]float64, error) {
	expected, err := expectation(ctx, r.Player, h)
	values := []float64{1 - expected, 1 - expected}
	values[h.Position().Seat()] = expected
	return values, err
}

// quietJudge asks the evaluation.
type quietJudge struct{ quiet *shares.Quiet }

func (quietJudge) Name() string   { return "quiescence search with weights=" + eval.HandMade }
func (quietJudge) NewGame(uint64) {}

func (r quietJudge) Expect(ctx context.Context, h *engine.History) ([]float64, error) {
	values := r.quiet.Value(h.Position())
	return values[:h.Position().Rules().Seats()], ctx.Err()
}

package recorder

import (
	"context"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/search"
)

// hopeful is a player who gives every position the same score for the seat to act.
type hopeful struct{ score search.Score }

func (hopeful) Name() string   { return "hopeful" }
func (hopeful) NewGame(uint64) {}

func (p hopeful) Decide(_ context.Context, h *engine.History, _ search.Limits, _ func(search.Info)) (search.Decision,
	error) {
	return search.Decision{Steps: h.Position().AppendSteps(nil)[:1], Info: search.Info{Score: p.score}}, nil
}

// TestJudge checks that an optimistic player's score is assigned to the seat to act.
func TestJudge(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	judge := playerJudge{hopeful{100}}
	h := engine.NewHistory(rules.Start())
	for range 2 {
		seat := h.Position().Seat()
		values, err := judge.Expect(context.Background(), h)
		if want := search.Score(100).Expectation(); err != nil || len(values) != 2 || values[seat] != want ||
			values[1-seat] != 1-want {
			t.Errorf("seat %s acts, the seats expect %v (%v)", seat, values, err)
		}
		require.NoError(t, h.Play(h.Position().AppendSteps(nil)[0]))
	}
}

// TestJudgements plays Pilastri, where the opponent acts after every step. A high score for the opponent is a low one
// for the seat that chooses.
func TestJudgements(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	r := &recorder{rules: rules, Effort: Effort{Judgements: 2}, shallow: hopeful{100}, deep: hopeful{-50}}
	game := playedGames(t, rules, 1)[0]
	g, err := r.Record(context.Background(), game)
	if err != nil || len(g.Judgements) != 2 {
		t.Fatalf("%d judgements, %v", len(g.Judgements), err)
	}
	for i, x := range g.Judgements[0].Shallow {
		deep := g.Judgements[0].Deep[i]
		if x == 1 && deep == 1 {
			continue // the turn wins
		}
		if !near.Equal(x, search.Score(-100).Expectation(), 1e-12) ||
			!near.Equal(deep, search.Score(50).Expectation(), 1e-12) {
			t.Errorf("turn %d: %v and %v", i, x, deep)
		}
	}
}

package client_test

import (
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
)

// BenchmarkTurn measures a turn of an engine that answers at once: sending the game so far and reading the answer. It
// plays games of 60 turns over and over.
func BenchmarkTurn(b *testing.B) {
	for name, options := range map[string][]string{"pit-of-pillars": nil, "pilastri": {"size=8"}} {
		b.Run(name, func(b *testing.B) {
			rules := enginetest.Rules(b, name, options...)
			h := engine.NewHistory(rules.Start())
			random := engine.NewRandom(5)
			for (h.Position().Turn() <= 60 || !h.Position().StartsTurn()) && !h.Outcome().Over() {
				if err := h.Play(engine.RandomStep(h.Position(), random)); err != nil {
					b.Fatal(err)
				}
			}
			player := newPlayer(b, rules, impatient(), "instant", turnsFile(b, h))
			player.NewGame(1)
			histories := prefixes(b, h)
			for i := 0; b.Loop(); i++ {
				at := histories[i%len(histories)]
				if _, err := player.Decide(b.Context(), at, search.Limits{Nodes: 10}, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// turnsFile writes the turns of a game to a file and returns its path.
func turnsFile(t testing.TB, h *engine.History) string {
	t.Helper()
	return enginetest.File(t, strings.Join(engine.Turns(h.Start(), h.Steps()), " "))
}

// prefixes returns the game at the start of each of its turns.
func prefixes(b *testing.B, all *engine.History) []*engine.History {
	var histories []*engine.History
	h := engine.NewHistory(all.Start())
	for _, step := range all.Steps() {
		if h.Position().StartsTurn() {
			histories = append(histories, h.Clone())
		}
		if err := h.Play(step); err != nil {
			b.Fatal(err)
		}
	}
	return histories
}

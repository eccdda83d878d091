package books

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// TestPairsAreForTwo checks that runs are refused if they are for three seats, played from no book, or of a player
// against itself. A run of a book without openings has nothing to choose from.
func TestPairsAreForTwo(t *testing.T) {
	t.Parallel()
	three, two := enginetest.Rules(t, "pit", "players=3"), enginetest.Rules(t, "pit")
	const notPlayed = "run 3f9c: its openings are no book, or players met themselves"
	book := openings.Source{Kind: openings.FromBook}
	for _, c := range []struct {
		rules engine.Rules
		spec  tournament.Spec
		want  string
	}{
		{three, tournament.Spec{Openings: book}, "pit with these options has 3 seats; pairs are of games for two"},
		{two, tournament.Spec{}, notPlayed},
		{two, tournament.Spec{Openings: book, Format: tournament.Format{Kind: tournament.SelfPlay}}, notPlayed},
	} {
		combined := &catalog.Combined{Rules: c.rules, Specs: []tournament.Spec{c.spec}, Runs: []store.Run{{ID: "3f9c"}}}
		if _, err := ReadPlayed(t.Context(), nil, combined); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

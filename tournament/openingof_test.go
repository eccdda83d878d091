package tournament_test

import (
	"strings"
	"testing"

	"pillars/engine"
	"pillars/tournament"
	"pillars/tournament/plantest"
)

// TestGamesShareOpenings checks that in every format the games that name the same opening, and no others, begin alike.
func TestGamesShareOpenings(t *testing.T) {
	for _, format := range []tournament.Format{tournament.RoundRobin{}, tournament.Gauntlet{}, tournament.Swiss{},
		tournament.KnockOut{}, tournament.SelfPlay{}} {
		spec := plantest.Small("random a", "random b", "random c", "random d")
		spec.Format, spec.Rounds = format, 3
		plan := plantest.Plan(t, spec)
		finished := map[string]tournament.Result{}
		for !plan.Complete(finished) {
			for i, game := range plan.Known(finished).List() {
				outcome := engine.Outcome{Seats: 2}
				outcome.Scores[i/2%2] = 1 // now the one player of a pair wins both games, now the other
				finished[game.Identity] = tournament.Result{
					Identity: game.Identity, Pair: game.Pair, Opening: game.Opening, Players: game.Players,
					Outcome: outcome,
				}
			}
		}
		names, begins := map[string]string{}, map[string]string{}
		games := plan.Known(finished).List()
		for _, game := range games {
			name, begin := finished[game.Identity].Round(), strings.Join(game.OpeningTurns, " ")
			if other, ok := begins[name]; ok && other != begin {
				t.Errorf("%s: game %s of opening %s begins with %s, another with %s", format, game.Identity, name,
					begin, other)
			}
			if other, ok := names[begin]; ok && other != name {
				t.Errorf("%s: openings %s and %s are the same", format, name, other)
			}
			begins[name], names[begin] = begin, name
		}
		if len(begins) < 2 || len(games) < 3*len(begins) {
			t.Errorf("%s: %d openings of %d games tell nothing", format, len(begins), len(games))
		}
	}
}

// TestGamesByThemselves checks that the games of a search for even odds share no opening.
func TestGamesByThemselves(t *testing.T) {
	alone := tournament.Result{Pair: "1v1/3/7", Pairing: "1v1"}
	shared := tournament.Result{Pair: "1v3/12", Opening: 12}
	if alone.Round() != "1v1/3/7" || shared.Round() != "12" {
		t.Errorf("rounds %q and %q", alone.Round(), shared.Round())
	}
}

package tournament_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine/pitofpillars"
	"pillars/tournament"
	"pillars/tournament/formats"
	"pillars/tournament/openings"
	"pillars/tournament/plantest"
)

// sequentialSpec returns a sequential test of a number of pairs from all openings of one turn, of which the smallest
// board has two up to symmetry.
func sequentialSpec(rounds int) tournament.Spec {
	spec := plantest.Small("random 1", "random 2")
	spec.Rounds = rounds
	spec.Format = tournament.Sequential{Test: tournament.Test{Elo1: 5, Alpha: .05, Beta: .05, Model: "normalized"}}
	spec.Openings = openings.Source{Kind: openings.All, Turns: 1}
	return spec
}

// TestSequentialTestMakesDoWithFewerOpenings checks that a test that asks for more openings than there are gets a
// shorter plan, and that other formats get an error.
func TestSequentialTestMakesDoWithFewerOpenings(t *testing.T) {
	book := sequentialSpec(10)
	book.Openings = openings.Source{Kind: openings.FromBook, Book: "two lines", Lines: []string{"@b1", "@b2"}}
	for name, spec := range map[string]tournament.Spec{"all": sequentialSpec(10), "book": book} {
		plan := plantest.Plan(t, spec)
		if !plan.Short || plan.Spec.Rounds != 2 || plan.Total != 4 || plan.Len() != 4 {
			t.Errorf("%s: %d games of %d rounds, %d in all, short: %v; want the 4 from 2 openings", name,
				plan.Len(), plan.Spec.Rounds, plan.Total, plan.Short)
		}
		spec.Rounds = 2
		if exact := plantest.Plan(t, spec); exact.Short || !slices.EqualFunc(exact.List(), plan.List(), samePlanned) {
			t.Errorf("%s: the games of 2 rounds are others, or the plan is called short", name)
		}
	}
	spec := sequentialSpec(10)
	spec.Format = nil
	if _, err := tournament.NewPlan(spec, pitofpillars.Game); err == nil ||
		!strings.Contains(err.Error(), "too few openings: 10 are wanted") {
		t.Errorf("a round robin of too few openings: error %v", err)
	}
}

func samePlanned(a, b tournament.Planned) bool {
	return a.Identity == b.Identity && slices.Equal(a.OpeningTurns, b.OpeningTurns) && slices.Equal(a.Seeds, b.Seeds)
}

// TestPlanIsCompleteWithItsLastGame follows a knock-out whose matches are all tied, so that further games become known
// only when others are finished.
func TestPlanIsCompleteWithItsLastGame(t *testing.T) {
	plan := plantest.Plan(t, stagedSpec(tournament.KnockOut{}, 2))
	results := map[string]tournament.Result{}
	for !plan.Complete(results) {
		left := slices.DeleteFunc(plan.Known(results).List(),
			func(game tournament.Planned) bool { return results[game.Identity].Identity != "" })
		if len(left) == 0 || len(results) > 100 {
			t.Fatalf("%d games are known, none is left, and yet it is not complete", len(results))
		}
		results[left[0].Identity] = resultOf(left[0], 1)
	}
	if want := 2 * (1 + formats.TieBreakPairs); len(results) != want {
		t.Errorf("complete after %d games, want %d", len(results), want)
	}
}

// TestTimesThatNoClockHoldsAreRefused checks that times whose sums would overflow are refused.
func TestTimesThatNoClockHoldsAreRefused(t *testing.T) {
	for name, change := range map[string]func(*tournament.Spec){
		"time limit": func(s *tournament.Spec) { s.Limits.Time = 1000*time.Hour + 1 },
		"clock":      func(s *tournament.Spec) { s.Clock.Base = 1000*time.Hour + 1 },
		"increment": func(s *tournament.Spec) {
			s.Clock = tournament.TimeControl{Base: time.Second, Increment: time.Hour + 1}
		},
		"time margin": func(s *tournament.Spec) { s.Margin = 1000*time.Hour + 1 },
	} {
		spec := plantest.Small("random 1", "random 2")
		change(&spec)
		if _, err := spec.Settle(pitofpillars.Game, plantest.NewFake); err == nil ||
			!strings.Contains(err.Error(), name) ||
			!strings.Contains(err.Error(), "1000h") {
			t.Errorf("%s: error %v, want one that names it and the most it can be", name, err)
		}
	}
}

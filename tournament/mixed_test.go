package tournament_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/pitofpillars"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/plantest"
)

func mixedPlan(t *testing.T, seats int) tournament.Plan {
	t.Helper()
	spec, err := tournament.Spec{
		Game: "pile", Options: engine.Settings{{Name: "players", Value: fmt.Sprint(seats)}}, Players: names(2),
		Rounds: 3, Openings: openings.Source{Turns: 2}, Seed: 3, Format: tournament.Mixed{},
	}.Settle(enginetest.Pile{}, plantest.NewFake)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := tournament.NewPlan(spec, enginetest.Pile{})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// TestMixedPlan checks that a mixed plan has every opening in all seatings with both players, each game once and with
// seeds of its own, and finds each game by its result.
func TestMixedPlan(t *testing.T) {
	for seats, each := range map[int]int{2: 2, 3: 6, 4: 14} {
		plan := mixedPlan(t, seats)
		if plan.Len() != 3*each || plan.Total != 3*each || plan.OpeningGames() != each {
			t.Errorf("%d seats: %d games, a total of %d, want %d", seats, plan.Len(), plan.Total, 3*each)
		}
		seatings, seeds := map[string]int{}, map[uint64]int{}
		for n, game := range plan.List() {
			seatings[strings.Join(game.Players, ", ")]++
			for _, seed := range game.Seeds {
				seeds[seed]++
			}
			if game.Opening != n/each+1 || game.Identity != fmt.Sprintf("1v2/%d/%d", n/each+1, n%each+1) {
				t.Errorf("%d seats: game %d is %s from opening %d", seats, n, game.Identity, game.Opening)
			}
			result := tournament.Result{Identity: game.Identity, Pair: game.Pair, Pairing: game.Pairing,
				Opening: game.Opening}
			if at, planned := plan.Number(result); !planned || at != n {
				t.Errorf("%s is found as game %d (%v), want %d", game.Identity, at, planned, n)
			}
		}
		checkEqual(t, "seating", seatings, each, 3)
		checkEqual(t, "seed", seeds, 3*each*seats, 1)
	}
}

// TestMixedPairsAreSwappedPairs checks that with two seats the games are the games of a round robin of two players.
func TestMixedPairsAreSwappedPairs(t *testing.T) {
	spec := plantest.Small("random a", "random b")
	pairs := plantest.Plan(t, spec)
	spec.Format = tournament.Mixed{}
	if mixed := plantest.Plan(t, spec); !reflect.DeepEqual(mixed.List(), pairs.List()) {
		t.Errorf("%v, want %v", mixed.List(), pairs.List())
	}
}

func TestMixedRefuses(t *testing.T) {
	for _, players := range [][]string{names(1), names(3)} {
		spec := plantest.Small(players...)
		spec.Format = tournament.Mixed{}
		_, err := spec.Settle(pitofpillars.Game, plantest.NewFake)
		want := map[int]string{1: "needs at least 2", 3: "given: 3"}[len(players)]
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d players: error %v, want %q", len(players), err, want)
		}
	}
}

package catalog

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"pillars/results"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/plantest"
)

// TestSharedOpenings checks that openings of two runs with a common number count as one, and that games without an
// opening count by themselves.
func TestSharedOpenings(t *testing.T) {
	t.Parallel()
	ab := []string{"ann", "bob"}
	games := []tournament.Game{
		plantest.Finished("11", "1v2/4", 9, ab, 1, 0), plantest.Finished("12", "1v2/5", 9, ab, 1, 0),
		plantest.Finished("13", "", 9, ab, 1, 0), plantest.Finished("14", "1v2/6", 9, ab, 0, 1),
		plantest.Finished("15", "1v2/6", 9, ab, 0, 1),
	}
	s := opened(t)
	for _, hash := range []string{"aaaa", "bbbb"} {
		added(t, s, store.Run{Kind: "test", Hash: hash, Spec: "{}"}, games...)
	}
	shift := func(by int) func(int) int { return func(n int) int { return n - by } }
	for _, c := range []struct {
		sources       []Source
		games, rounds int
	}{
		{[]Source{{Run: "absent"}}, 0, 0},
		{[]Source{{Run: "aaaa"}}, 5, 4},
		{[]Source{{Run: "aaaa", LeftOut: []int{5}}}, 4, 3},
		{[]Source{{Run: "aaaa", Openings: 4}}, 2, 2},
		// the openings have the common numbers 1 to 3 and 2 to 4
		{[]Source{{Run: "aaaa", opening: shift(3)}, {Run: "bbbb", opening: shift(2)}}, 10, 6},
	} {
		fold, err := foldOf(t.Context(), s, c.sources...)
		if err != nil || fold.Games() != c.games || fold.Rounds() != c.rounds {
			t.Errorf("%+v: %d games of %d openings, %v; want %d of %d", c.sources, fold.Games(), fold.Rounds(), err,
				c.games, c.rounds)
		}
	}
}

// TestFoldHoldsEveryGame compares standings of stored games, whose openings come in any order, with standings of a list
// of the same games.
func TestFoldHoldsEveryGame(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	names := []string{"ann", "bob", "cid"}
	var stored []tournament.Game
	var listed []results.Game
	for i := range 300 {
		seats := random.Perm(3)
		players := []string{names[seats[0]], names[seats[1]]}
		score := float64(random.IntN(3)) / 2
		game := plantest.Finished(fmt.Sprint(i), fmt.Sprint("1v2/", 1+random.IntN(100)), random.IntN(50), players,
			score, 1-score)
		stored = append(stored, game)
		listed = append(listed, results.Game{Players: players, Scores: []float64{score, 1 - score}, Turns: game.Turns,
			Opening: game.Round()})
	}
	s := opened(t)
	added(t, s, store.Run{Kind: "test", Hash: "aaaa", Spec: "{}"}, stored...)
	fold, err := foldOf(t.Context(), s, Source{Run: "aaaa"})
	if err != nil {
		t.Fatal(err)
	}
	got, err1 := fold.Standings(results.StandingsOptions{})
	want, err2 := results.NewStandings(listed, results.StandingsOptions{})
	if err := errors.Join(err1, err2); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v, %v", got, want, err)
	}
}

package catalog

import (
	"slices"
	"strings"
	"testing"

	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/plantest"
)

// sequentialRun returns a run of a sequential test of ann and bob, in which pairs with a fault are void.
func sequentialRun() store.Run {
	run := pitSpec(func(s *tournament.Spec) {
		s.OnFault = tournament.FaultVoid
		s.Format = tournament.Sequential{Test: tournament.Test{Elo1: 10, Alpha: .05, Beta: .05, Model: "normalized"}}
	}, "ann", "bob")
	run.Kind = "sprt"
	return run
}

// pairOf returns a pair of games from an opening, with different moves. Who began won.
func pairOf(opening string) []tournament.Game {
	pair := []tournament.Game{
		plantest.Finished("1v2/"+opening+"/1", "1v2/"+opening, 10, []string{"ann", "bob"}, 1, 0),
		plantest.Finished("1v2/"+opening+"/2", "1v2/"+opening, 10, []string{"bob", "ann"}, 1, 0),
	}
	for i := range pair {
		pair[i].Record.Turns = []string{pair[i].Identity}
	}
	return pair
}

// TestUnusedGamesAreRemarkedOn checks that standings of a test tell when games do not count, because their opening is
// incomplete, and that games of a void pair are not called unused.
func TestUnusedGamesAreRemarkedOn(t *testing.T) {
	t.Parallel()
	void := []tournament.Game{faulted("1v2/2/1", "1v2/2", 3), pairOf("2")[1]}
	for _, c := range []struct {
		games   []tournament.Game
		unused  bool
		counted int
	}{
		{pairOf("1"), false, 2}, {pairOf("1")[:1], true, 0}, {slices.Concat(pairOf("1"), void), false, 2},
		{slices.Concat(pairOf("1"), void, pairOf("3")[:1]), true, 2}, {nil, false, 0},
	} {
		db := opened(t)
		run := added(t, db, sequentialRun(), c.games...)
		combined, err := Combine(run)
		if err != nil {
			t.Fatal(err)
		}
		s, shown, err := combined.Standings(t.Context(), db)
		if err != nil || (len(s.Options.Remarks) > 0) != c.unused || s.Games != c.counted || len(shown) == 0 {
			t.Errorf("%d games: %d count, %q, %q, %v", len(c.games), s.Games, s.Options.Remarks, shown, err)
		}
	}
}

// TestTestsAreNotRatedWithOthers checks that a test together with another run is called biased instead of concluded
// from, and that the faults of a tournament are counted.
func TestTestsAreNotRatedWithOthers(t *testing.T) {
	t.Parallel()
	db := opened(t)
	test := added(t, db, sequentialRun(), pairOf("1")...)
	games := append(pairOf("1"), faulted("1v2/2/1", "1v2/2", 3), pairOf("2")[1])
	plain := added(t, db, pitSpec(nil, "ann", "bob"), games...)
	for _, c := range []struct {
		runs   []store.Run
		says   string
		biased bool
	}{
		{[]store.Run{test, plain}, test.ID, true}, {[]store.Run{plain, test}, test.ID, true},
		{[]store.Run{test}, "", false}, {[]store.Run{plain}, "4 games from 2 openings", false},
		{[]store.Run{plain}, "1 was ended by a player's fault", false},
	} {
		combined, err := Combine(c.runs...)
		if err != nil {
			t.Fatal(err)
		}
		_, shown, err := combined.Standings(t.Context(), db)
		got := strings.Join(shown, "\n")
		if err != nil || !strings.Contains(got, c.says) || strings.Contains(got, "biased") != c.biased {
			t.Errorf("%v: %s, %v", c.runs, got, err)
		}
	}
}

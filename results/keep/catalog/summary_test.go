package catalog

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pillars/results"
	"pillars/results/keep/store"
	"pillars/results/show/answer"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/plantest"
)

// added stores a run with games and returns it as it is stored.
func added(t *testing.T, db *store.Store, run store.Run, games ...tournament.Game) store.Run {
	t.Helper()
	made, err := db.CreateRun(t.Context(), run)
	for _, game := range games {
		err = cmp.Or(err, db.Append(t.Context(), made.ID, game))
	}
	if err == nil {
		made, err = db.Run(t.Context(), made.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// opened returns an empty store.
func opened(t *testing.T) *store.Store {
	t.Helper()
	db, err := store.Open(filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// faulted returns a game that ann lost by a fault.
func faulted(identity, pair string, turns int) tournament.Game {
	game := plantest.Finished(identity, pair, turns, []string{"ann", "bob"}, 0, 1)
	game.Fault, game.Outcome.Reason = tournament.Fault{Kind: guard.Failed}, "fault: ann failed"
	return game
}

// TestGamesOfTests reads a sequential test that has used one pair, left out a void one, and not used the last, which is
// incomplete.
func TestGamesOfTests(t *testing.T) {
	t.Parallel()
	ab, ba := []string{"ann", "bob"}, []string{"bob", "ann"}
	db := opened(t)
	run := added(t, db, sequentialRun(),
		plantest.Finished("1v2/1/1", "1v2/1", 10, ab, 1, 0), plantest.Finished("1v2/1/2", "1v2/1", 20, ba, 0, 1),
		faulted("1v2/2/1", "1v2/2", 3), plantest.Finished("1v2/2/2", "1v2/2", 20, ba, 1, 0),
		plantest.Finished("1v2/3/1", "1v2/3", 10, ab, 1, 0))
	all, err := Games(t.Context(), db, run)
	if err != nil || len(all) != 2 || all[1].Identity != "1v2/1/2" {
		t.Errorf("%d games count, %v", len(all), err)
	}
}

// TestEvidenceCountsFaults counts the faults and the different games of three openings, and of the first alone.
func TestEvidenceCountsFaults(t *testing.T) {
	t.Parallel()
	db := opened(t)
	games := []tournament.Game{
		plantest.Finished("1v2/1/1", "1v2/1", 1, []string{"ann", "bob"}, 1, 0), faulted("1v2/1/2", "1v2/1", 1),
		plantest.Finished("1v2/2/1", "1v2/2", 1, []string{"ann", "bob"}, 1, 0), faulted("1v2/3/1", "1v2/3", 1),
	}
	for i, turn := range []string{"a", "b", "a", "b"} {
		games[i].Record.Turns = []string{turn}
	}
	games[3].Record.Start = "elsewhere"
	run := added(t, db, store.Run{Hash: "abc", Spec: "{}"}, games...)
	for _, c := range []struct {
		source           Source
		faults, distinct int
	}{
		{Source{}, 2, 3}, {Source{Openings: 1}, 1, 2}, {Source{Openings: -1}, 0, 0}, {Source{LeftOut: []int{3}}, 2, 2},
		{Source{Spec: tournament.Spec{OnFault: tournament.FaultVoid}}, 2, 1},
	} {
		c.source.Run = run.ID
		got, err := Evidence(t.Context(), db, c.source)
		want := answer.Games{Distinct: c.distinct, Faults: c.faults, Rule: c.source.Spec.OnFault}
		if err != nil || got != want {
			t.Errorf("%+v: %+v, %v; want %+v", c.source, got, err, want)
		}
		fold, err := Fold(t.Context(), db, c.source)
		if err != nil || fold.Distinct != c.distinct {
			t.Errorf("%+v: %d games differ, %v", c.source, fold.Distinct, err)
		}
	}
	two := Source{Run: run.ID, LeftOut: []int{3}}
	if fold, err := Fold(t.Context(), db, two, two); err != nil || fold.Distinct != 0 || fold.Games() != 6 {
		t.Errorf("%d games, %d of them different, %v", fold.Games(), fold.Distinct, err)
	}
}

// TestSpecsOfLaterPrograms checks that unknown fields of a spec are shown, and long lists in part.
func TestSpecsOfLaterPrograms(t *testing.T) {
	run := store.Run{ID: "abc", Kind: "ladder", Program: "later", Games: 1, Spec: `{
		"game":"chess","options":["a=1","b=2"],"players":["x","y"],"seed":"18446744073709551615",
		"own":[{"nodes":5},{}],"test":{"elo0":-1.5,"model":"wdl"},"lines":[[1,2],null],"draws":true,
		"book":["o"` + strings.Repeat(`,"o"`, 149) + `]}`}
	var out strings.Builder
	if err := WriteRun(&out, run, answer.Answer{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"run abc: ladder", "a=1", "x", "18446744073709551615", `{"nodes":5}`, `{"elo0":-1.5,`,
		"1 2", "draws", "50 more"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("nothing like %q in\n%s", want, out.String())
		}
	}
	run.Spec = "chess"
	if err := WriteRun(&out, run, answer.Answer{}); err == nil || !strings.Contains(err.Error(), "run abc") {
		t.Errorf("error %v for a spec that is no JSON", err)
	}
}

// TestFoldHoldsEveryGame compares standings of stored games, whose openings come in any order, with standings of a list
// of the same games.
func TestFoldHoldsEveryGame(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	names := []string{"ann", "bob", "cid"}
	var stored []tournament.Game
	var listed []results.Finished
	for i := range 300 {
		seats := random.Perm(3)
		players := []string{names[seats[0]], names[seats[1]]}
		score := float64(random.IntN(3)) / 2
		game := plantest.Finished(fmt.Sprint(i), fmt.Sprint("1v2/", 1+random.IntN(100)), random.IntN(50), players,
			score, 1-score)
		stored = append(stored, game)
		listed = append(listed, results.Finished{Players: players, Scores: []float64{score, 1 - score},
			Turns: game.Turns, Opening: game.Round()})
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

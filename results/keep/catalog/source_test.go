package catalog

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"testing"

	"pillars/results"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/plantest"
)

// storeOf returns a store with the runs aaaa and bbbb, each with the given games.
func storeOf(t *testing.T, a, b []tournament.Game) *store.Store {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "rounds.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for hash, games := range map[string][]tournament.Game{"aaaa": a, "bbbb": b} {
		_, err := s.CreateRun(t.Context(), store.Run{Kind: "test", Hash: hash, Spec: "{}", Total: len(games)})
		for _, game := range games {
			err = cmp.Or(err, s.Append(t.Context(), hash, game))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

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
	s := storeOf(t, games, games)
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
	s := storeOf(t, stored, nil)
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

// BenchmarkMillionStoredGames folds a million games of twenty players, with moves of the usual length.
func BenchmarkMillionStoredGames(b *testing.B) {
	path := filepath.Join(b.TempDir(), "million.db")
	s, err := store.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	run, err := s.CreateRun(b.Context(), store.Run{Kind: "test", Hash: "aaaa", Spec: "{}"})
	if err != nil {
		b.Fatal(err)
	}
	fillMillion(b, path, run.ID)
	for b.Loop() {
		fold, err := foldOf(b.Context(), s, Source{Run: run.ID, Spec: tournament.Spec{Players: []string{"a", "b"}}})
		if err != nil || fold.Games() != 1_000_000 {
			b.Fatal(err)
		}
	}
}

func fillMillion(b *testing.B, path, run string) {
	b.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	const columns = `run, identity, pair, pairing, opening, players, scores, reason, fault, fault_seat, adjudicated,
		turns, finished`
	_, err = db.Exec(`WITH RECURSIVE pairs(k, low, high) AS (
			SELECT 0, 0, 1 UNION ALL SELECT k + 1, (k + 1) % 19, (k + 1) % 19 + 1 + (k + 1) / 19 % (19 - (k + 1) % 19)
			FROM pairs WHERE k < 499999),
		seats(seat) AS (VALUES (0), (1))
		INSERT INTO games (`+columns+`, result_sum, record, thoughts, checksum) SELECT `+columns+`,
			pillars_checksum(`+columns+`), record, thoughts, pillars_checksum(run, identity, record, thoughts)
		FROM (SELECT ? AS run,
			k || '/' || seat AS identity, CAST(k AS TEXT) AS pair, '1v2' AS pairing, k + 1 AS opening,
			CASE seat WHEN 0 THEN json_array('player ' || low, 'player ' || high)
			ELSE json_array('player ' || high, 'player ' || low) END AS players,
			CASE (k * 7 + k / 19 + seat) % 3 WHEN 0 THEN '[1,0]' WHEN 1 THEN '[0,1]' ELSE '[0.5,0.5]' END AS scores,
			'test' AS reason, '' AS fault, 0 AS fault_seat, '' AS adjudicated, 40 + k % 20 AS turns,
			hex(zeroblob(400)) AS record, hex(zeroblob(200)) AS thoughts, '' AS finished
		FROM pairs CROSS JOIN seats)`, run)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		b.Fatal(err)
	}
}

package catalog

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/plantest"
)

// storeOf is a store with a run of the given games, in that order, among games of another run.
func storeOf(t *testing.T, games []tournament.Game) (s *store.Store, run string) {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "rounds.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	var ids [2]string
	for i, hash := range []string{"aaaa", "bbbb"} {
		created, err := s.CreateRun(t.Context(), store.Run{Kind: "test", Hash: hash, Spec: "{}", Total: len(games)})
		if err != nil {
			t.Fatal(err)
		}
		ids[i] = created.ID
	}
	for i, game := range games {
		other := plantest.Finished(fmt.Sprint(i), "", 1, []string{"nobody", "else"}, 1, 0)
		if err := s.Append(t.Context(), ids[1], other); err != nil {
			t.Fatal(err)
		}
		if err := s.Append(t.Context(), ids[0], game); err != nil {
			t.Fatal(err)
		}
	}
	return s, ids[0]
}

// texts are rounds by what they have in common.
func texts(t *testing.T, s *store.Store, run string) map[string][2]int {
	t.Helper()
	rounds, err := roundsOf(t.Context(), s, Source{Run: run})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][2]int{}
	for _, g := range rounds {
		var games []string
		turns := 0
		for _, game := range g.games {
			games = append(games, fmt.Sprint(strings.Join(game.Players, "-"), game.Scores))
			turns += game.Turns
		}
		slices.Sort(games)
		name := strings.Join(games, " ")
		if _, twice := out[name]; twice {
			t.Errorf("two rounds %s", name)
		}
		out[name] = [2]int{g.count, turns}
	}
	return out
}

func TestRoundsOfEqualResults(t *testing.T) {
	ab, ba := []string{"ann", "bob"}, []string{"bob", "ann"}
	game := plantest.Finished
	s, run := storeOf(t, []tournament.Game{
		game("1", "1v2/1", 10, ab, 1, 0), game("2", "1v2/1", 20, ba, .5, .5), // a pair
		game("3", "1v2/2", 1, ba, .5, .5), game("4", "1v2/2", 2, ab, 1, 0), // its equal, the other way round
		game("5", "1v2/3", 5, ab, 1, 0), // the other game has not come
		game("6", "", 7, ab, 1, 0),      // by itself
		game("7", "1v2/4", 3, ab, 0, 1), game("8", "1v2/4", 4, ab, 1, 0),
		game("9", "1v1/5", 6, []string{"ann", "ann"}, 1, 0),
		game("10", "1v1/5", 6, []string{"ann", "ann"}, 1, 0),
		game("11", "1v2v3/6", 9, []string{"ann", "bob", "cid"}, 1, .5, 0),
		game("12", "1v2v3/6", 9, []string{"bob", "ann", "cid"}, 1, .5, 0),
		// other players from an opening
		game("13", "1v3/4", 8, []string{"cid", "ann"}, 1, 0),
		// no opening of theirs is 7
		game("14", "1v1/2/7", 8, []string{"ann", "ann"}, 1, 0),
		game("15", "1v1/3/7", 8, []string{"ann", "ann"}, 1, 0),
	})
	want := map[string][2]int{
		"ann-bob[1 0] bob-ann[0.5 0.5]": {2, 33}, "ann-bob[1 0]": {2, 12},
		"ann-bob[0 1] ann-bob[1 0] cid-ann[1 0]": {1, 15},
		"ann-ann[1 0] ann-ann[1 0]":              {1, 12}, "ann-bob-cid[1 0.5 0] bob-ann-cid[1 0.5 0]": {1, 18},
		"ann-ann[1 0]": {2, 16},
	}
	if got := texts(t, s, run); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if rounds, err := roundsOf(t.Context(), s, Source{Run: "absent"}); err != nil || len(rounds) != 0 {
		t.Errorf("a run without games: %v, %v", rounds, err)
	}
}

// TestOpeningsAreNamed: openings have the numbers by which games are listed; where several runs share them, after the
// first run that has them. Games without an opening have no name.
func TestOpeningsAreNamed(t *testing.T) {
	t.Parallel()
	ab := []string{"ann", "bob"}
	s, run := storeOf(t, []tournament.Game{
		plantest.Finished("1", "1v2/4", 9, ab, 1, 0), plantest.Finished("2", "1v2/5", 9, ab, 1, 0),
		plantest.Finished("3", "", 9, ab, 1, 0), plantest.Finished("4", "1v2/6", 9, ab, 0, 1),
	})
	named := func(sources ...Source) (names []string) {
		rounds, err := roundsOf(t.Context(), s, sources...)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rounds {
			names = append(names, strings.Join(r.names, " "))
		}
		slices.Sort(names)
		return names
	}
	if got, want := named(Source{Run: run}), []string{"4 5", "6"}; !slices.Equal(got, want) {
		t.Errorf("one run: %q, want %q", got, want)
	}
	shift := func(by int) func(int) int { return func(n int) int { return n - by } }
	// the same games as a run whose openings have the shared numbers 1 to 3, and as one whose have 2 to 4
	got := named(Source{Run: run, opening: shift(3)}, Source{Run: run, opening: shift(2)})
	want := []string{"", run + "/4", run + "/5", run + "/6", run + "/6"}
	if !slices.Equal(got, want) {
		t.Errorf("two runs: %q, want %q", got, want)
	}
}

// TestRoundsHoldEveryGame: however games from openings come, the rounds hold every game once, with its turns.
func TestRoundsHoldEveryGame(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	names := []string{"ann", "bob", "cid"}
	var games []tournament.Game
	turns, points, different := 0, map[string]float64{}, map[string]bool{}
	for i := range 300 {
		seats := random.Perm(3)
		players := []string{names[seats[0]], names[seats[1]]}
		score := float64(random.IntN(3)) / 2
		length := random.IntN(50)
		opening := fmt.Sprint("1v2/", 1+random.IntN(100))
		different[opening] = true
		games = append(games, plantest.Finished(fmt.Sprint(i), opening, length, players, score, 1-score))
		turns += length
		points[players[0]] += score
		points[players[1]] += 1 - score
	}
	s, run := storeOf(t, games)
	rounds, err := roundsOf(t.Context(), s, Source{Run: run})
	if err != nil {
		t.Fatal(err)
	}
	counted, openings := 0, 0
	for _, g := range rounds {
		for _, game := range g.games {
			for seat, name := range game.Players {
				points[name] -= float64(g.count) * game.Scores[seat]
			}
			turns -= game.Turns
		}
		counted += len(g.games) * g.count
		openings += g.count
	}
	if counted != len(games) || openings != len(different) || turns != 0 || points["ann"] != 0 || points["bob"] != 0 ||
		points["cid"] != 0 {
		t.Errorf("%d games of %d, %d turns and points %v left over", counted, len(games), turns, points)
	}
}

// BenchmarkMillionStoredGames rounds a million games of twenty players, with moves that take the usual room.
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
		if rounds, err := roundsOf(b.Context(), s, Source{Run: run.ID}); err != nil || len(rounds) < 190 {
			b.Fatal(len(rounds), err)
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
		FROM pairs, seats)`, run)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := db.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		b.Fatal(err)
	}
}

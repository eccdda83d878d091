package store

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// resultOf is a stored game of which only the result counts.
func resultOf(identity, pair string, turns int, players []string, scores ...float64) tournament.Game {
	outcome := engine.Outcome{Seats: len(scores), Reason: "test"}
	copy(outcome.Scores[:], scores)
	_, number, _ := strings.Cut(pair, "/")
	opening, _ := strconv.Atoi(number)
	return tournament.Game{
		Result: tournament.Result{
			Identity: identity, Pair: pair, Opening: opening, Players: players, Outcome: outcome, Turns: turns,
		},
		Record: engine.Record{Game: "test", Players: players, Outcome: outcome},
	}
}

// groupStore is a store with a run of the given games, in that order, among games of another run.
func groupStore(t *testing.T, games []tournament.Game) (s *Store, run string) {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "groups.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	var ids [2]string
	for i, hash := range []string{"aaaa", "bbbb"} {
		created, err := s.CreateRun(t.Context(), Run{Kind: "test", Hash: hash, Spec: "{}", Total: len(games)})
		if err != nil {
			t.Fatal(err)
		}
		ids[i] = created.ID
	}
	for i, game := range games {
		other := resultOf(fmt.Sprint(i), "", 1, []string{"nobody", "else"}, 1, 0)
		if err := s.Append(t.Context(), ids[1], other); err != nil {
			t.Fatal(err)
		}
		if err := s.Append(t.Context(), ids[0], game); err != nil {
			t.Fatal(err)
		}
	}
	return s, ids[0]
}

// texts are groups by what they have in common.
func texts(t *testing.T, s *Store, run string) map[string][2]int {
	t.Helper()
	groups, err := s.Groups(t.Context(), Source{Run: run})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][2]int{}
	for _, g := range groups {
		var games []string
		turns := 0
		for _, game := range g.Games {
			games = append(games, fmt.Sprint(strings.Join(game.Players, "-"), game.Scores))
			turns += game.Turns
		}
		slices.Sort(games)
		name := strings.Join(games, " ")
		if _, twice := out[name]; twice {
			t.Errorf("two groups %s", name)
		}
		out[name] = [2]int{g.Count, turns}
	}
	return out
}

func TestGroupsOfEqualResults(t *testing.T) {
	ab, ba := []string{"ann", "bob"}, []string{"bob", "ann"}
	s, run := groupStore(t, []tournament.Game{
		resultOf("1", "1v2/1", 10, ab, 1, 0), resultOf("2", "1v2/1", 20, ba, .5, .5), // a pair
		resultOf("3", "1v2/2", 1, ba, .5, .5), resultOf("4", "1v2/2", 2, ab, 1, 0), // its equal, the other way round
		resultOf("5", "1v2/3", 5, ab, 1, 0), // the other game has not come
		resultOf("6", "", 7, ab, 1, 0),      // by itself
		resultOf("7", "1v2/4", 3, ab, 0, 1), resultOf("8", "1v2/4", 4, ab, 1, 0),
		resultOf("9", "1v1/5", 6, []string{"ann", "ann"}, 1, 0),
		resultOf("10", "1v1/5", 6, []string{"ann", "ann"}, 1, 0),
		resultOf("11", "1v2v3/6", 9, []string{"ann", "bob", "cid"}, 1, .5, 0),
		resultOf("12", "1v2v3/6", 9, []string{"bob", "ann", "cid"}, 1, .5, 0),
		// other players from an opening
		resultOf("13", "1v3/4", 8, []string{"cid", "ann"}, 1, 0),
		// no opening of theirs is 7
		resultOf("14", "1v1/2/7", 8, []string{"ann", "ann"}, 1, 0),
		resultOf("15", "1v1/3/7", 8, []string{"ann", "ann"}, 1, 0),
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
	if groups, err := s.Groups(t.Context(), Source{Run: "absent"}); err != nil || len(groups) != 0 {
		t.Errorf("a run without games: %v, %v", groups, err)
	}
}

// However games from openings come, the groups hold every game once, with its turns.
func TestGroupsHoldEveryGame(t *testing.T) {
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
		games = append(games, resultOf(fmt.Sprint(i), opening, length, players, score, 1-score))
		turns += length
		points[players[0]] += score
		points[players[1]] += 1 - score
	}
	s, run := groupStore(t, games)
	groups, err := s.Groups(t.Context(), Source{Run: run})
	if err != nil {
		t.Fatal(err)
	}
	counted, openings := 0, 0
	for _, g := range groups {
		for _, game := range g.Games {
			for seat, name := range game.Players {
				points[name] -= float64(g.Count) * game.Scores[seat]
			}
			turns -= game.Turns
		}
		counted += len(g.Games) * g.Count
		openings += g.Count
	}
	if counted != len(games) || openings != len(different) || turns != 0 || points["ann"] != 0 || points["bob"] != 0 ||
		points["cid"] != 0 {
		t.Errorf("%d games of %d, %d turns and points %v left over", counted, len(games), turns, points)
	}
}

func TestDamagedResultsAreReported(t *testing.T) {
	for column, text := range map[string]string{"players": "ann", "scores": "[1", "pair": "p"} {
		s, run := groupStore(t, nil)
		db, err := sql.Open("sqlite", s.Path())
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		row := map[string]string{"pair": "p", "players": `["ann","bob"]`, "scores": "[1,0]"}
		row[column] = text
		if column == "pair" {
			row["scores"] = "[1,0,0]"
		}
		_, err = db.Exec("INSERT INTO games ("+gameColumns+") SELECT "+summedColumns("run")+` FROM (SELECT ? AS run,
			'1' AS identity, ? AS pair, '1v2' AS pairing, 1 AS opening, ? AS players, ? AS scores, 'test' AS reason,
			'' AS fault, 0 AS fault_seat, '' AS adjudicated, 1 AS turns, '{}' AS record, '{}' AS thoughts,
			'2026-01-01T00:00:00Z' AS finished)`, run, row["pair"], row["players"], row["scores"])
		if err != nil {
			t.Fatal(err)
		}
		if groups, err := s.Groups(t.Context(), Source{Run: run}); err == nil {
			t.Errorf("%s %s gave %v", column, text, groups)
		}
		if results, err := s.Results(t.Context(), run); err == nil || strings.Contains(err.Error(), "time") {
			t.Errorf("%s %s gave %v, error %v", column, text, results, err)
		}
	}
}

// BenchmarkMillionStoredGames groups a million games of twenty players, with moves that take the usual room.
func BenchmarkMillionStoredGames(b *testing.B) {
	path := filepath.Join(b.TempDir(), "million.db")
	s, err := Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	run, err := s.CreateRun(b.Context(), Run{Kind: "test", Hash: "aaaa", Spec: "{}"})
	if err != nil {
		b.Fatal(err)
	}
	fillMillion(b, path, run.ID)
	for b.Loop() {
		if groups, err := s.Groups(b.Context(), Source{Run: run.ID}); err != nil || len(groups) < 190 {
			b.Fatal(len(groups), err)
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
	_, err = db.Exec(`WITH RECURSIVE pairs(k, low, high) AS (
			SELECT 0, 0, 1 UNION ALL SELECT k + 1, (k + 1) % 19, (k + 1) % 19 + 1 + (k + 1) / 19 % (19 - (k + 1) % 19)
			FROM pairs WHERE k < 499999),
		seats(seat) AS (VALUES (0), (1))
		INSERT INTO games (`+gameColumns+`) SELECT `+summedColumns("run")+` FROM (SELECT ? AS run,
			k || '/' || seat AS identity, k AS pair, '1v2' AS pairing, k + 1 AS opening,
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

// TestDistinct counts games by their start and their moves: neither who played nor how they were scored makes a
// difference, nor do other runs.
func TestDistinct(t *testing.T) {
	var games []tournament.Game
	for i, moves := range []string{"a b", "a b", "a", "ab", "", "a b"} {
		game := resultOf(fmt.Sprint(i), "", 2, []string{fmt.Sprint("player", i), "bob"}, float64(i%2), float64(1-i%2))
		game.Record.Start, game.Record.Turns = "start", strings.Fields(moves)
		if game.Opening = 1 + i/2; i == 5 {
			game.Record.Start, game.Fault = "elsewhere", tournament.Fault{Kind: guard.OutOfTime}
		}
		games = append(games, game)
	}
	s, run := groupStore(t, games)
	for _, c := range []struct {
		run              string
		rule             tournament.FaultRule
		openings         int
		distinct, faults int
	}{
		{run, "", 0, 5, 1}, {run, tournament.FaultVoid, 0, 4, 1}, {run, tournament.FaultVoid, 2, 3, 0},
		{"nobody", "", 0, 0, 0},
	} {
		n, err := s.Distinct(t.Context(), c.rule, c.openings, c.run)
		faults, failed := s.Faults(t.Context(), c.run, c.openings)
		if n != c.distinct || faults != c.faults || err != nil || failed != nil {
			t.Errorf("%+v: %d games differ, %v; %d faults, %v", c, n, err, faults, failed)
		}
	}
}

// TestTakeGameRefuses has one column after another of a type that no table has, and a grouping that is not there.
func TestTakeGameRefuses(t *testing.T) {
	number := lastGrouping.Add(1)
	groupings.Store(number, &grouping{numbers: map[string]int{}})
	defer groupings.Delete(number)
	take := func(columns ...driver.Value) error {
		return takeGame(slices.Concat([]driver.Value{number, int64(1)}, columns, []driver.Value{checksum(columns)}))
	}
	good := []driver.Value{"run", "1v2/1/1", "1v2/1", "1v2", int64(0), `["a","b"]`, `[1,0]`, "cap", "", int64(0), "",
		int64(9), "2026"}
	if err := take(good...); err != nil {
		t.Error(err)
	}
	if err := take(good...); err == nil || !strings.Contains(err.Error(), "game run/1v2/1/1 is out of order") {
		t.Errorf("the same game again: error %v", err)
	}
	for _, i := range []int{4, 5, 6, 11} {
		bad := slices.Clone(good)
		bad[i] = nil
		if take(bad...) == nil {
			t.Errorf("column %d is nothing and is taken", i)
		}
	}
	if number = -1; take(good...) == nil {
		t.Error("a game of a grouping that is not there is taken")
	}
}

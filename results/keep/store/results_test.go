package store

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/plantest"
)

// groupStore returns a store with a run of the given games, in that order, between games of another run.
func groupStore(t *testing.T, games []tournament.Game) (s *Store, run string) {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "groups.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	var ids [2]string
	for i, hash := range []string{"aaaa", "bbbb"} {
		created := newRun(t, s, Run{Kind: "test", Hash: hash, Spec: "{}", Total: len(games)})
		ids[i] = created.ID
	}
	for i, game := range games {
		other := plantest.Finished(fmt.Sprint(i), "", 1, []string{"nobody", "else"}, 1, 0)
		appendAll(t, s, ids[1], other)
		appendAll(t, s, ids[0], game)
	}
	return s, ids[0]
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
		if results, err := collect(s.Results(t.Context(), run)); err == nil || strings.Contains(err.Error(), "time") {
			t.Errorf("%s %s gave %v, error %v", column, text, results, err)
		}
	}
}

// TestDistinct checks that games are distinguished by their start and their moves, and not by players, scores or games
// of other runs.
func TestDistinct(t *testing.T) {
	var games []tournament.Game
	for i, moves := range []string{"a b", "a b", "a", "ab", "", "a b"} {
		players := []string{fmt.Sprint("player", i), "bob"}
		game := plantest.Finished(fmt.Sprint(i), "", 2, players, float64(i%2), float64(1-i%2))
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
		leftOut          []int
	}{
		{run, "", 0, 5, 1, nil}, {run, tournament.FaultVoid, 0, 4, 1, nil}, {run, tournament.FaultVoid, 2, 3, 0, nil},
		{run, "", 0, 4, 1, []int{1, 9}}, {run, "", -1, 0, 0, nil},
		{"nobody", "", 0, 0, 0, nil},
	} {
		n, err := s.Distinct(t.Context(), c.rule, c.openings, c.leftOut, c.run)
		faults, failed := s.Count(t.Context(), c.run, Filter{Faults: true, Openings: c.openings})
		if n != c.distinct || faults != c.faults || err != nil || failed != nil {
			t.Errorf("%+v: %d games differ, %v; %d faults, %v", c, n, err, faults, failed)
		}
	}
}

// TestVisitorsRefuse checks that a value with a type that the table does not have is an error, column by column.
func TestVisitorsRefuse(t *testing.T) {
	v := &visitor{yield: func(tournament.Result, error) bool { return true }, decoded: map[string]decoded{}}
	take := func(columns ...driver.Value) error { return v.take(int64(1), append(columns, checksum(columns))) }
	good := []driver.Value{"run", "1v2/1/1", "1v2/1", "1v2", int64(0), `["a","b"]`, `[1,0]`, "cap", "", int64(0), "",
		int64(9), "2026"}
	if err := take(slices.Clone(good)...); err != nil {
		t.Error(err)
	}
	if err := take(slices.Clone(good)...); err == nil ||
		!strings.Contains(err.Error(), "game run/1v2/1/1 is out of order") {
		t.Errorf("the same game again: error %v", err)
	}
	for _, i := range []int{4, 5, 6, 7, 8, 9, 11} {
		v.last = 0
		bad := slices.Clone(good)
		bad[i] = nil
		if take(bad...) == nil {
			t.Errorf("column %d is nothing and is taken", i)
		}
	}
}

package store

import (
	"cmp"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// earlierStore is a file of an earlier version with the games in a run named run.
func earlierStore(t *testing.T, version int, games []tournament.Game) (path string) {
	t.Helper()
	s := newStore(t)
	if _, err := s.CreateRun(t.Context(), Run{Hash: "run", Kind: "tournament", Spec: "{}",
		Total: 2}); err != nil {
		t.Fatal(err)
	}
	for _, game := range games {
		if err := s.Append(t.Context(), "run", game); err != nil {
			t.Fatal(err)
		}
	}
	tables, columns := "", "number, "+strings.Replace(gameColumns, "finished, result_sum, ", "", 1)
	columns = strings.Replace(columns, "thoughts", "thoughts, finished", 1)
	for _, v := range map[int][]int{1: {1}, 2: {1, 2}, 3: {3}, 4: {4}, 5: {4, 5}}[version] {
		text, err := os.ReadFile(fmt.Sprintf("testdata/version%d.sql", v))
		if err != nil {
			t.Fatal(err)
		}
		tables += string(text)
	}
	switch version {
	case 1, 2:
		columns = "number, run, identity, pair, players, scores, reason, turns, record, thoughts, finished"
	case 3:
		columns = strings.TrimSuffix(columns, ", checksum")
	}
	path = filepath.Join(t.TempDir(), "earlier.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, err = db.Exec(tables+fmt.Sprintf("PRAGMA application_id = 1349086316; PRAGMA user_version = %d;", version)+
		`ATTACH ? AS present; INSERT INTO runs SELECT * FROM present.runs; INSERT INTO games
		SELECT `+columns+` FROM present.games`, s.Path())
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestEarlierVersions reads databases of all earlier versions as they are, brings them up to date and adds to them.
func TestEarlierVersions(t *testing.T) {
	games := mixedGames()
	alone := gameFor("1v1/3/7", "no stack left", 1, 0)
	alone.Pair, alone.Pairing = alone.Identity, "1v1"
	games = append(games, alone)
	for version := 1; version < schemaVersion; version++ {
		path := earlierStore(t, version, games)
		old, err := OpenReadOnly(path)
		if err != nil {
			t.Fatal(err)
		}
		checkAll(t, old, games)
		if err := old.Tag(t.Context(), Run{ID: "run"}, "old"); err == nil {
			t.Error("a file that was opened only to read took a tag")
		}
		if err := old.Close(); err != nil {
			t.Fatal(err)
		}
		s, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		checkAll(t, s, games)
		run, err := s.Run(t.Context(), "run")
		if err == nil {
			run, err = s.Extend(t.Context(), run, "{}", 8, "new")
		}
		if err != nil || run.Total != 8 || run.Games != len(games) {
			t.Errorf("run %+v, error %v", run, err)
		}
		run, err = s.Run(t.Context(), "run")
		err = cmp.Or(err, s.Rename(t.Context(), run, "former"), s.Tag(t.Context(), run, "old", "kept"))
		if named, findErr := s.Run(t.Context(), "former"); err != nil || findErr != nil || named.ID != "run" ||
			!slices.Equal(named.Tags, []string{"old", "kept"}) {
			t.Errorf("version %d: run %+v, errors %v and %v", version, named, err, findErr)
		}
		if err := s.Append(t.Context(), "run", gameFor("1v2/99/1", "no stack left", 1, 0)); err != nil {
			t.Error(err)
		}
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("UPDATE games SET turns = 0"); err == nil {
			t.Error("games can be changed after the migration")
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// checkAll wants every filter and count to tell of the games, whatever the version of the file.
func checkAll(t *testing.T, s *Store, games []tournament.Game) {
	t.Helper()
	faults, sound := 0, 0
	for _, game := range games {
		if game.Faulted() {
			faults++
		} else {
			sound++
		}
	}
	for _, filter := range filters() {
		checkFound(t, s, filter, selected(filter, games))
	}
	if counts, err := s.FaultCounts(t.Context()); err != nil || counts["run"] != faults {
		t.Errorf("faults %v, error %v; want %d", counts, err, faults)
	}
	groups, err := s.Groups(t.Context(), Source{Run: "run", Rule: tournament.FaultVoid})
	for _, group := range groups {
		sound -= group.Count * len(group.Games)
	}
	if err != nil || sound != 0 {
		t.Errorf("%d games without a fault are in no group, error %v", sound, err)
	}
	counts, err := s.OutcomeCounts(t.Context(), "run", 0)
	for _, c := range counts {
		if c.Fault.Kind != guard.None {
			faults -= c.Games
		}
	}
	if err != nil || faults != 0 {
		t.Errorf("%d games with a fault are in no count, error %v", faults, err)
	}
}

// TestEarlierFaults reads the kinds of faults that games of earlier versions told in words only.
func TestEarlierFaults(t *testing.T) {
	var games []tournament.Game
	for i, c := range []struct {
		words string
		kind  guard.FaultKind
	}{
		{"failed: out of ideas", guard.Failed}, {"panicked: no such luck", guard.Panicked},
		{"returned no step", guard.NoStep},
		{"returned an illegal step: a9 is not legal", guard.IllegalStep},
		{"could not be made again: gone", guard.Absent},
		{"returned 2 steps beyond the end of the turn", guard.Overrun},
		{"lost on time: 2s used in a turn", guard.OutOfTime},
		{"fell asleep", guard.Other},
	} {
		game := gameFor(fmt.Sprint("1v2/1/", i+1), "", 1, 0)
		game.Pair, game.Pairing, game.Opening = "1v2/1", "1v2", 1
		game.Outcome.Reason = "fault: player 2 " + engine.Reason(c.words)
		game.Record.Outcome = game.Outcome
		game.Fault = tournament.Fault{Kind: c.kind, Seat: 1}
		games = append(games, game)
	}
	old, err := OpenReadOnly(earlierStore(t, 2, games))
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	checkFound(t, old, Filter{Faults: true}, games)
}

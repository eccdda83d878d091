package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/tournament"
	"pillars/tournament/guard"
)

// shardOf returns a closed file with a run that has the given hash, modified by change, and some games.
func shardOf(t *testing.T, run Run, change func(*Store, Run) error, games ...tournament.Game) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "shard.db")
	s, err := Open(path)
	require.NoError(t, err)
	if run.Spec == "" {
		run.Spec = `{"game":"some","rounds":4}`
	}
	made, err := s.CreateRun(t.Context(), run)
	if err == nil && change != nil {
		err = change(s, made)
	}
	for _, game := range games {
		if err == nil {
			err = s.Append(t.Context(), made.ID, game)
		}
	}
	require.NoError(t, errors.Join(err, s.Close()))
	return path
}

// gameRows returns all games of a file as they are stored, by run and identity.
func gameRows(t *testing.T, path string) map[string]string {
	t.Helper()
	s, err := OpenReadOnly(path)
	require.NoError(t, err)
	defer s.Close()
	rows := map[string]string{}
	scan := func(found *sql.Rows) (identity string, err error) {
		var row string
		err = found.Scan(&identity, &row)
		rows[identity] = row
		return identity, err
	}
	_, err = collect(scanRows(t.Context(), s, scan, "SELECT run || '/' || identity, concat_ws('|', "+gameColumns+
		") FROM games"))
	require.NoError(t, err)
	return rows
}

func onlyFile(t *testing.T, path string) {
	t.Helper()
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 || left[0].Name() != filepath.Base(path) {
		t.Errorf("beside %s are %v, error %v", path, left, err)
	}
}

// TestMerge joins files in every order, always with the same result: runs with their extensions and notes, and games as
// they were stored. Joining the result with one of its parts adds nothing.
func TestMerge(t *testing.T) {
	game := func(identity string) tournament.Game { return gameFor(identity, "no stack left", 1, 0) }
	signed := map[string]string{"mcts": "00000000000000aa"}
	first := shardOf(t, Run{Hash: "aaaa", Program: "old", Total: 4, Tags: []string{"ladder", "may"}},
		func(s *Store, run Run) error { return s.Sign(t.Context(), run, signed) }, game("1v2/1/1"), game("1v2/1/2"))
	second := shardOf(t, Run{Hash: "aaaa", Program: "new", Total: 4, Tags: []string{"may", "june"}},
		func(s *Store, run Run) error {
			_, err := s.Extend(t.Context(), run, `{"game":"some","rounds":9}`, 9, "new")
			return errors.Join(err, s.Sign(t.Context(), run, signed))
		}, game("1v2/2/1"), game("1v2/1/1"))
	third := shardOf(t, Run{Hash: "bbbb"}, func(s *Store, run Run) error {
		again, err := s.CreateRun(t.Context(), Run{Hash: "bbbb", Spec: run.Spec, Tags: []string{"secret"}})
		return errors.Join(err, s.Append(t.Context(), again.ID, game("1v2/1/1")), s.Delete(t.Context(), again))
	}, game("1v2/1/1"))
	for _, files := range [][]string{{first, second, third}, {third, second, first}, {second, first, third, second}} {
		path := filepath.Join(t.TempDir(), "all.db")
		m, err := Merge(t.Context(), files, path, nil)
		if err != nil || m.Games != 4 {
			t.Fatalf("%+v, error %v", m, err)
		}
		onlyFile(t, path)
		again := filepath.Join(t.TempDir(), "again.db")
		m, err = Merge(t.Context(), []string{path, files[0]}, again, nil)
		if err != nil || m.Games != 4 || m.Twice == 0 {
			t.Errorf("a merged file and one of its parts: %+v, error %v", m, err)
		}
		checkMerged(t, path, first, second, third)
		checkMerged(t, again, first, second, third)
	}
}

func checkMerged(t *testing.T, path string, parts ...string) {
	t.Helper()
	s, err := OpenReadOnly(path)
	require.NoError(t, err)
	defer s.Close()
	run, err := s.Run(t.Context(), "ladder")
	slices.Sort(run.Tags)
	if err != nil || run.ID != "aaaa" || run.Total != 9 || run.Spec != `{"game":"some","rounds":9}` || run.Games != 3 ||
		!slices.Equal(run.Tags, []string{"june", "ladder", "may"}) || run.signatures["mcts"] != "00000000000000aa" {
		t.Errorf("run %+v, error %v", run, err)
	}
	runs, err1 := s.Runs(t.Context())
	gone, err2 := s.Deleted(t.Context())
	if errors.Join(err1, err2) != nil || len(runs) != 2 || runs[1].ID != "bbbb" || len(gone) != 0 {
		t.Errorf("runs %+v, deleted %+v; %v, %v", runs, gone, err1, err2)
	}
	merged := gameRows(t, path)
	for _, part := range parts {
		for identity, row := range gameRows(t, part) {
			if strings.HasPrefix(identity, "bbbb-2/") { // of the deleted run
				row = ""
			}
			if twice := identity == "aaaa/1v2/1/1"; merged[identity] != row && !twice {
				t.Errorf("game %s was stored as\n%s\nand is\n%s", identity, row, merged[identity])
			}
		}
	}
}

// TestMergeRefuses joins files that do not belong together. The error says what differs and where, and no new file
// remains.
func TestMergeRefuses(t *testing.T) {
	base := gameFor("1v2/1/1", "no stack left", 1, 0)
	base.Record.Tags = []engine.Tag{{Name: "Weights1", Value: "sha256:aa"}}
	base.Fault, base.Thoughts = tournament.Fault{Kind: guard.Failed, Seat: 1}, []tournament.Thought{{Nodes: 5, Time: 7}}
	sign := func(signature string) func(*Store, Run) error {
		return func(s *Store, run Run) error {
			return s.Sign(t.Context(), run, map[string]string{"mcts": signature})
		}
	}
	run := Run{Hash: "aaaa"}
	first := shardOf(t, run, sign("a"), base)
	type game = tournament.Game
	for _, c := range []struct {
		what   string // part of the error
		run    Run
		change func(*Store, Run) error
		other  func(*game)
	}{
		{what: "turn 1", other: func(g *game) { g.Record.Turns = []string{"elsewhere"} }},
		{what: "turn 2", other: func(g *game) { g.Record.Turns = append(g.Record.Turns, "further") }},
		{what: "outcome", other: func(g *game) { g.Outcome.Reason, g.Record.Outcome.Reason = "turn cap", "turn cap" }},
		{what: "players", other: func(g *game) { g.Players = []string{"two", "one"} }},
		{what: "start", other: func(g *game) { g.Record.Start = "elsewhere" }},
		{what: "outcome", other: func(g *game) { g.Outcome.Scores[1] = .5 }},
		{what: "outcome", other: func(g *game) { g.Record.Outcome.Scores[1] = .5 }},
		{what: "fault", other: func(g *game) { g.Fault.Kind = guard.Panicked }},
		{what: "fault", other: func(g *game) { g.Fault.Seat = 0 }},
		{what: "fault", other: func(g *game) { g.Fault = tournament.Fault{} }},
		{what: "adjudication", other: func(g *game) { g.Adjudicated = tournament.TooLong }},
		{what: "turns", other: func(g *game) { g.Turns++ }},
		{what: "opening", other: func(g *game) { g.Opening = 3 }},
		{what: "pair", other: func(g *game) { g.Pairing = "1v3" }},
		{what: "pair", other: func(g *game) { g.Pair = "x" }},
		{what: "game", other: func(g *game) { g.Record.Game = "pit" }},
		{what: "options", other: func(g *game) { g.Record.Settings = engine.Settings{{Name: "size", Value: "4"}} }},
		{what: "length of the opening", other: func(g *game) { g.Record.Opening = 1 }},
		{what: "last position", other: func(g *game) { g.Record.Final = "here" }},
		{what: "Weights1", other: func(g *game) { g.Record.Tags[0].Value = "sha256:bb" }},
		{what: "nodes: 5 and 6", other: func(g *game) { g.Thoughts[0].Nodes = 6 }},
		{what: "thought", other: func(g *game) { g.Thoughts = append(g.Thoughts, tournament.Thought{}) }},
		{what: "player mcts has signature ", change: sign("b")},
		{what: "is not the same", run: Run{Hash: "aaaa", Spec: `{"game":"other","rounds":4}`}},
		{what: "is not the same", run: Run{Hash: "aaaa", Spec: `{"game":"some","rounds":4,"seed":1}`}},
		{what: "is not the same", run: Run{Hash: "aaaa", Spec: "some"}},
	} {
		changed := base
		changed.Record.Tags, changed.Thoughts = slices.Clone(base.Record.Tags), slices.Clone(base.Thoughts)
		if c.other != nil {
			c.other(&changed)
		}
		if c.run.Hash == "" {
			c.run = run
		}
		second := shardOf(t, c.run, c.change, changed)
		folder := t.TempDir()
		path := filepath.Join(folder, "all.db")
		_, err := Merge(t.Context(), []string{first, second}, path, nil)
		for _, want := range []string{c.what, first, second} {
			require.ErrorContains(t, err, want, c.what)
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("%s: left are %v, error %v", c.what, left, err)
		}
	}
}

// TestMergeOfOneGame merges two files with a game that was played at different times by different programs. The game
// counts once.
func TestMergeOfOneGame(t *testing.T) {
	var files []string
	for i, by := range []string{"here", "there"} {
		game := gameFor("1v2/1/1", "no stack left", 1, 0)
		game.Record.Tags = []engine.Tag{{Name: "Program", Value: by}, {Name: "Seed1", Value: "1"},
			{Name: "Worker", Value: by}}
		game.Thoughts = []tournament.Thought{{Nodes: 5, Time: time.Duration(i) * time.Second, Left: time.Minute}}
		files = append(files, shardOf(t, Run{Hash: "aaaa"}, nil, game))
	}
	path := filepath.Join(t.TempDir(), "all.db")
	if m, err := Merge(t.Context(), files, path, nil); err != nil || m.Games != 1 || m.Twice != 1 {
		t.Errorf("%+v, error %v", m, err)
	}
}

// TestMergeOfBadFiles merges files that are missing, damaged, locked or of another program, and names impossible places
// for the result. Existing files stay unchanged.
func TestMergeOfBadFiles(t *testing.T) {
	defer func(was time.Duration) { patience = was }(patience)
	patience = 10 * time.Millisecond
	good := shardOf(t, Run{Hash: "aaaa"}, nil, gameFor("1v2/1/1", "no stack left", 1, 0))
	damaged, locked := closedStore(t), closedStore(t)
	changeFile(t, damaged, func(data []byte) {
		at := bytes.LastIndex(data, []byte("there"))
		data[at] ^= 1
	})
	db, err := sql.Open("sqlite", locked)
	if err == nil {
		db.SetMaxOpenConns(1)
		_, err = db.Exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
	}
	require.NoError(t, err)
	defer db.Close()
	text := filepath.Join(t.TempDir(), "text.db")
	require.NoError(t, os.WriteFile(text, []byte(strings.Repeat("no database ", 100)), 0o644))
	for bad, want := range map[string]string{
		damaged: "damaged", locked: "locked", text: "not a database",
		filepath.Join(t.TempDir(), "none.db"): "no database",
	} {
		path := filepath.Join(t.TempDir(), "all.db")
		_, err := Merge(t.Context(), []string{good, bad}, path, nil)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), bad) {
			t.Errorf("%s: error %v, want one with %q and the name", bad, err, want)
		}
		if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) > 0 {
			t.Errorf("%s: left are %v, error %v", bad, left, err)
		}
	}
	there := shardOf(t, Run{Hash: "bbbb"}, nil)
	for _, place := range []string{there, good} {
		_, err := Merge(t.Context(), []string{good}, place, nil)
		require.ErrorContains(t, err, place, "merged into the existing")
	}
	gone := filepath.Join(t.TempDir(), "gone.db")
	require.NoError(t, os.WriteFile(gone+"-wal", []byte("x"), 0o600))
	if _, err := Merge(t.Context(), []string{good}, gone, nil); err == nil {
		t.Error("merged beside the log of another file")
	}
}

// TestMergeBrokenOff ends the context at every stage, with leftovers of a killed merge in the folder. No temporary file
// remains.
func TestMergeBrokenOff(t *testing.T) {
	var games []tournament.Game
	for i := range 30 {
		games = append(games, gameFor(fmt.Sprintf("1v2/%d/1", i+1), "no stack left", 1, 0))
	}
	file := shardOf(t, Run{Hash: "aaaa"}, nil, games...)
	for stop := 0; stop <= 30; stop += 3 {
		path := filepath.Join(t.TempDir(), "all.db")
		for _, ending := range []string{"", "-wal"} {
			left := filepath.Join(filepath.Dir(path), "all.db.merging"+ending)
			require.NoError(t, os.WriteFile(left, []byte("half"), 0o666))
		}
		ctx, cancel := context.WithCancel(t.Context())
		_, err := Merge(ctx, []string{file}, path, func(done, of int) {
			if done >= stop || of != 30 {
				cancel()
			}
		})
		cancel()
		left, readErr := os.ReadDir(filepath.Dir(path))
		if whole := err == nil; readErr != nil || !whole && len(left) > 0 || whole && len(gameRows(t, path)) != 30 {
			t.Errorf("broken off at %d: error %v, left %v", stop, err, left)
		}
		if stop < 30 && !errors.Is(err, context.Canceled) {
			t.Errorf("broken off at %d: error %v", stop, err)
		}
	}
}

package store

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/tournament"
)

// TestFullDisk limits the size of the database to its present size, as a full disk does.
func TestFullDisk(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	run := newRun(t, s, Run{Hash: "abc", Kind: "tournament"})
	if _, err := s.write.Exec("PRAGMA max_page_count = 1"); err != nil { // rounded up to the pages there are
		t.Fatal(err)
	}
	game := tournament.Game{
		Result: tournament.Result{Players: []string{"a", "b"}, Outcome: engine.Draw(2, engine.TurnCap)},
		Record: engine.Record{Turns: []string{strings.Repeat("long", 2000)}},
	}
	stored := 0
	for i := range 100 {
		game.Identity = strings.Repeat("i", i+1)
		if err = s.Append(t.Context(), run.ID, game); err != nil {
			break
		}
		stored++
	}
	if err == nil || !strings.Contains(err.Error(), "disk is full") || !strings.Contains(err.Error(), s.Path()) {
		t.Errorf("error %v: want one that names the file and says that the disk is full", err)
	}
	if results, err := collect(s.Results(t.Context(), run.ID)); err != nil || len(results) != stored {
		t.Errorf("%d games after the failure, error %v; want the %d stored before", len(results), err, stored)
	}
	if _, err := s.write.Exec("PRAGMA max_page_count = 1000000"); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(t.Context(), run.ID, game); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

// TestFullDiskOfMerge fills the disk while games are gathered, ordered and indexed. The error names the new file
// instead of those that are read.
func TestFullDiskOfMerge(t *testing.T) {
	var games []tournament.Game
	for i := range 60 {
		game := gameFor(fmt.Sprintf("1v2/%d/1", i+1), "no stack left", 1, 0)
		game.Record.Final = strings.Repeat("long", 500)
		games = append(games, game)
	}
	read := shardOf(t, Run{Hash: "aaaa"}, nil, games...)
	for _, limited := range []string{"gathered", "main"} {
		full := 0
		for pages := 1; ; pages += 7 {
			err := mergeWithin(t, read, fmt.Sprintf("PRAGMA %s.max_page_count = %d", limited, pages))
			if err == nil {
				break
			}
			said := strings.Replace(err.Error(), "database or disk is full", "", 1)
			if full++; !strings.Contains(said, "all.db: the disk is full") || strings.Contains(said, read) ||
				strings.Count(said, "database ") != 1 {
				t.Errorf("%s of %d pages: error %v, want one about the new file", limited, pages, err)
			}
		}
		if full < 3 {
			t.Errorf("%s was full %d times", limited, full)
		}
	}
}

// mergeWithin merges a file after executing a statement on the connection that writes.
func mergeWithin(t *testing.T, read, setting string) error {
	t.Helper()
	path := filepath.Join(t.TempDir(), "all.db")
	m := merging{files: []string{read}, path: path, temporary: path,
		union: union{requests: map[string][]request{}}}
	made, err := Open(m.path)
	if err == nil {
		defer made.Close()
		err = m.each(func(s *Store) error { return m.union.read(t.Context(), s) })
	}
	if err == nil {
		err = m.union.write(t.Context(), made)
	}
	if err == nil {
		err = m.makeGathered(t.Context(), made)
	}
	if err == nil {
		_, err = made.write.Exec(setting)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []func(context.Context, *Store) error{m.gather, m.check, m.order} {
		if err == nil {
			err = step(t.Context(), made)
		}
	}
	return err
}

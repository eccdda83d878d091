package store

import (
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

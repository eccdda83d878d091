package catalog

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/plantest"
)

// TestDamage flips bits in the index from which games are found, and stores a spec with the hash of another.
func TestDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.db")
	db, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	spec := plantest.Plan(t, plantest.Small("random", "random b")).Spec
	run, err := db.CreateRun(t.Context(), store.Run{Kind: "tournament", Hash: "other", Spec: spec.String()})
	game := tournament.Game{Result: tournament.Result{
		Identity: "1v2/3/1", Pair: "pair", Players: []string{"a", "b"}, Outcome: engine.Draw(2, engine.TurnCap),
	}}
	if err = errors.Join(err, db.Append(t.Context(), run.ID, game)); err != nil {
		t.Fatal(err)
	}
	_, err = NewVerifier(t.Context(), db, run)
	if err == nil || !strings.Contains(err.Error(), "does not have the stored hash") {
		t.Errorf("a spec that is not that of the hash: error %v", err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	damaged := bytes.ReplaceAll(data, []byte("other1v2/3/1"), []byte("other1v2/3/0"))
	damaged = bytes.ReplaceAll(damaged, []byte("other1v2/3/0pair"), []byte("other1v2/3/1pair")) // in the table
	if err = errors.Join(err, os.WriteFile(path, damaged, 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := store.OpenReadOnly(path); err == nil || !strings.Contains(err.Error(), "index") {
		t.Errorf("a damaged index: error %v", err)
	}
}

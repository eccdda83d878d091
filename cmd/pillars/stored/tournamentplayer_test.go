package stored_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
)

// TestRecordsTellWhatTheWeightsWere plays with a weights file. Since the player's name does not show the contents of
// the file, the record must identify them.
func TestRecordsTellWhatTheWeightsWere(t *testing.T) {
	weights, err := os.ReadFile(filepath.Join("..", "..", "..", "eval", "weights", "hand", "pit-of-pillars.txt"))
	if err != nil {
		t.Fatal(err)
	}
	weights = append(weights, "# another file\n"...)
	folder := t.TempDir()
	file, db := filepath.Join(folder, "weights.txt"), filepath.Join(folder, "games.db")
	if err := os.WriteFile(file, weights, 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := played("greedy:weights="+file, "random", db)
	if code != cli.ExitDone {
		t.Fatal(stderr)
	}
	game, _ := firstGame(t, db)
	want := engine.Tag{Name: "Weights1", Value: fmt.Sprintf("sha256:%x", sha256.Sum256(weights))}
	if !slices.Contains(game.Record.Tags, want) {
		t.Errorf("tags %v, want %v among them", game.Record.Tags, want)
	}
	if slices.ContainsFunc(game.Record.Tags, func(tag engine.Tag) bool { return tag.Name == "Weights2" }) {
		t.Errorf("tags %v: the random player has no weights", game.Record.Tags)
	}
}

package positions

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"pillars/cmd/pillars/cli"
	"pillars/engine/enginetest"
	"pillars/engine/pilastri"
	"pillars/search/proof/solver"
)

// TestSolveGoesOn interrupts a computation and continues it from the file that it must leave. The error for a damaged
// file must name the file.
func TestSolveGoesOn(t *testing.T) {
	t.Parallel()
	p, err := pilastri.Game.Read("w,b,w,b/b,w,b,w/w,b,w,b w 1", nil)
	if err != nil {
		t.Fatal(err)
	}
	flags := solveFlags{partial: filepath.Join(t.TempDir(), "kept")}
	limits := solver.Limits{Positions: 1 << 20, Resume: flags.resume()}
	_, err = solver.Solve(enginetest.Ending(t.Context(), 3), p, solver.BySearch, limits)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the computation is not interrupted: %v", err)
	}
	if err := flags.explain(err, true); !cli.Exits(err, cli.ExitInterrupted) {
		t.Errorf("an interruption is explained as %v", err)
	}
	kept, err := os.ReadFile(flags.partial)
	if err != nil {
		t.Fatal(err)
	}
	got, err := solver.Solve(t.Context(), p, solver.BySearch, limits)
	if err != nil {
		t.Fatal(err)
	}
	want, err := solver.Solve(t.Context(), p, solver.BySearch, solver.Limits{Positions: 1 << 20})
	if err != nil || got.Steps != want.Steps || got.Positions != want.Positions || got.Value != want.Value {
		t.Errorf("%+v after an interrupt, %+v without one (%v)", got, want, err)
	}
	if err := os.WriteFile(flags.partial, kept[:len(kept)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := solver.Solve(t.Context(), p, solver.BySearch, limits); err == nil {
		t.Error("half a file is taken for a checkpoint")
	}
}

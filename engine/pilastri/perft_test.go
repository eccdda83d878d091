package pilastri_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

func read(t testing.TB, text string, settings engine.Settings) engine.Position {
	t.Helper()
	return enginetest.Read(t, "pilastri", text, settings.Texts()...)
}

// TestModelPerft compares the model itself with the published counts, which were made by a program of other authors, as
// far as its speed allows.
func TestModelPerft(t *testing.T) {
	t.Parallel()
	enginetest.TestModelPerft(t, enginetest.PerftEntries(t, "testdata/perft.json", 500), 5000,
		func(entry enginetest.PerftEntry) *model { return readModel(entry.Position) })
}

// TestHighJumpersPerft compares engine and model on small boards, where single pieces meet tall stacks early.
func TestHighJumpersPerft(t *testing.T) {
	t.Parallel()
	for _, board := range []struct {
		files, ranks, depth int
		count               uint64
	}{{2, 3, 8, 4}, {2, 4, 9, 1830}, {3, 4, 4, 21412}, {3, 4, 5, 150586}, {4, 4, 3, 8644}, {4, 4, 4, 127188}} {
		m := newModel(board.files, board.ranks)
		m.high = true
		p := newRules(t, append(shape(board.files, board.ranks), highJumpers...)).Start()
		if got := engine.Perft(p, board.depth); got != board.count {
			t.Errorf("the engine counts %d, not %d: %+v", got, board.count, board)
		}
		if board.count >= uint64(enginetest.Shorter(100_000)) {
			continue
		}
		if got := enginetest.ModelPerft(m, board.depth, false); got != board.count {
			t.Errorf("the model counts %d, not %d: %+v", got, board.count, board)
		}
	}
}

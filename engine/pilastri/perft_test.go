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

// TestHighJumpersPerft counts on small boards, where single pieces meet tall stacks early.
func TestHighJumpersPerft(t *testing.T) {
	t.Parallel()
	for _, board := range []struct {
		files, ranks, depth int
		count               uint64
	}{{2, 3, 8, 4}, {2, 4, 9, 1830}, {3, 4, 4, 21412}, {3, 4, 5, 150586}, {4, 4, 3, 8644}, {4, 4, 4, 127188}} {
		p := newRules(t, append(shape(board.files, board.ranks), highJumpers...)).Start()
		if got := engine.Perft(p, board.depth); got != board.count {
			t.Errorf("the engine counts %d, not %d: %+v", got, board.count, board)
		}
	}
}

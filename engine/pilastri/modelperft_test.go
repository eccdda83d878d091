package pilastri_test

import (
	"strconv"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// TestModelPerft compares the model itself with the published counts, as far as its speed allows. A turn is one step,
// so both kinds count alike.
func TestModelPerft(t *testing.T) {
	t.Parallel()
	for i, entry := range perftEntries(t) {
		if entry.Work >= uint64(shorter(5000)) {
			continue
		}
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			if got := readModel(entry.Position).perft(entry.Depth); got != entry.Count {
				t.Errorf("the model counts %d, not %d: %s", got, entry.Count, entry.Position)
			}
		})
	}
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
		if board.count >= uint64(shorter(100_000)) {
			continue
		}
		if got := m.perft(board.depth); got != board.count {
			t.Errorf("the model counts %d, not %d: %+v", got, board.count, board)
		}
	}
}

// shorter returns n, or a fifth of it in a usual run.
func shorter(n int) int {
	return enginetest.Count((n+4)/5, n)
}

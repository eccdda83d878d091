package pit_test

import (
	"strconv"
	"testing"

	"pillars/engine/enginetest"
)

// perft counts the sequences of exactly depth legal steps.
func (m *model) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	steps := m.legal()
	if depth == 1 {
		return uint64(len(steps))
	}
	var total uint64
	for _, step := range steps {
		child := m.clone()
		child.play(step)
		total += child.perft(depth - 1)
	}
	return total
}

// perftTurns counts the sequences of exactly depth legal turns. A turn that ends the game is complete; the rest of a
// begun turn counts as one.
func (m *model) perftTurns(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var total uint64
	for _, step := range m.legal() {
		child := m.clone()
		child.play(step)
		if child.turn > m.turn {
			total += child.perftTurns(depth - 1)
		} else {
			total += child.perftTurns(depth)
		}
	}
	return total
}

// TestModelPerft compares the model itself with the published counts, as far as its speed allows.
func TestModelPerft(t *testing.T) {
	t.Parallel()
	limit := uint64(1500)
	if !enginetest.Long() {
		limit = 200
	}
	for i, entry := range perftEntries(t) {
		if entry.Count >= limit {
			continue
		}
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			m := readModel(entry.Position)
			if m.String() != entry.Position {
				t.Fatalf("the model writes %s as %s", entry.Position, m)
			}
			count := m.perft
			if entry.Kind == "turns" {
				count = m.perftTurns
			}
			if got := count(entry.Depth); got != entry.Count {
				t.Errorf("the model counts %d, not %d: %s", got, entry.Count, entry.Position)
			}
		})
	}
}

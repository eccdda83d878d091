package pylyx_test

import (
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

// TestEvenSetUp checks on every board that the set-up is reached by legal steps, first of White's men and then of
// Black's, from left to right, and that the colours mirror each other.
func TestEvenSetUp(t *testing.T) {
	for _, size := range []string{"6", "8", "10", "12"} {
		rules := enginetest.Rules(t, "pylyx", "size="+size)
		start := rules.(engine.StartRules).Starts()[0].Position
		m := readModel(start.String(), true)
		h := engine.NewHistory(rules.Start())
		for _, color := range []string{"w", "b"} {
			for _, s := range m.stacksOf(color) {
				playText(t, h, "@"+strings.ToUpper(color)+s.String())
				if mirrored := m.at(square{m.size - 1 - s.file, s.rank}); mirrored != enemyOf(color) {
					t.Errorf("size %s: %s is not mirrored: %s", size, s, start)
				}
			}
		}
		playText(t, h, "black")
		if h.Position().String() != start.String() || start.InOpening() {
			t.Errorf("size %s: the steps lead to %s, not to %s", size, h.Position(), start)
		}
	}
}

func playText(t *testing.T, h *engine.History, text string) {
	t.Helper()
	step, err := engine.ParseStep(h.Position(), text)
	require.NoError(t, err)
	require.NoError(t, h.Play(step))
}

func enemyOf(color string) string { return map[string]string{"w": "b", "b": "w"}[color] }

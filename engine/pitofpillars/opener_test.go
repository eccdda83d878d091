package pitofpillars_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// openerModel finds who opens the movement stage by the rules of the model alone: it tries all steps to the end of the
// set-up.
type openerModel map[string]string // the opener by the text of a position, without the colours of the men

// of returns the player who opens if both play for that alone.
func (known openerModel) of(m *model) string {
	if m.step == "m" {
		return m.player
	}
	key := strings.ReplaceAll(strings.Join(strings.Fields(m.String())[:5], " "), "r", "w") + m.player + m.last
	if opener, found := known[key]; found {
		return opener
	}
	opener := opponent(m.player)
	for _, step := range m.Legal() {
		after := m.Clone()
		after.Play(step)
		if known.of(after) == m.player {
			opener = m.player
			break
		}
	}
	known[key] = opener
	return opener
}

// shownOpener returns the player who opens by the patterns of a position, or "" if they do not say.
func shownOpener(t *testing.T, p engine.Position) string {
	t.Helper()
	for seat, player := range []string{"w", "r"} {
		if slices.ContainsFunc(enginetest.Shown(p, engine.Seat(seat)), func(name string) bool {
			return strings.HasPrefix(name, "set-up-opens-")
		}) {
			return player
		}
	}
	return ""
}

// TestOpener compares the opener that positions show with the one that trying all steps finds: in random set-ups as
// soon as few isolated squares are left, and from the start on the smallest board.
func TestOpener(t *testing.T) {
	t.Parallel()
	random, openers := rand.New(engine.NewRandom(3)), map[string]int{}
	for size := 4; size <= 8; size++ {
		few := map[int]int{4: 12, 5: 9, 6: 8, 7: 7, 8: 7}[size]
		known := openerModel{}
		for range enginetest.Shorter(30) {
			for m := newModel(size, 0); m.step != "m"; {
				if len(m.isolated()) <= few {
					want, got := known.of(m), shownOpener(t, read(t, m.String(), nil))
					if got != want {
						t.Fatalf("%q opens after %s, by trying all steps %q", got, m, want)
					}
					openers[fmt.Sprint(want, m.step)]++
				}
				legal := m.Legal()
				m.Play(legal[random.IntN(len(legal))])
			}
		}
	}
	for _, opener := range []string{"wa", "wi", "ra", "ri"} {
		if openers[opener] < 20 {
			t.Errorf("few positions of a kind: %v", openers)
		}
	}
}

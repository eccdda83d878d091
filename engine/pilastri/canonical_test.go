package pilastri_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// classOf returns the least text of all images of a position, turn numbers left out.
func classOf(text string) string {
	return slices.Min(imagesOf(text))
}

func withoutTurn(text string) string { return text[:strings.LastIndexByte(text, ' ')] }

// reachable returns the positions within a number of steps of the given ones, each once. A usual run goes one step less
// far.
func reachable(starts []engine.Position, steps int) []engine.Position {
	if !enginetest.Long() {
		steps--
	}
	seen := map[string]bool{}
	var all []engine.Position
	for next := starts; steps >= 0; steps-- {
		level := next
		next = nil
		for _, p := range level {
			text := withoutTurn(p.String())
			if p.Over() || seen[text] {
				continue
			}
			seen[text] = true
			all = append(all, p)
			for _, step := range p.AppendSteps(nil) {
				child := p.Clone()
				child.Play(step)
				next = append(next, child)
			}
		}
	}
	return all
}

// checkClasses checks that positions have the same canonical hash, and the same key, if and only if they are images of
// each other.
func checkClasses(t *testing.T, positions []engine.Position, atLeast int) {
	t.Helper()
	byClass, byHash := map[string]engine.Position{}, map[uint64]engine.Position{}
	classes := map[string]string{} // by key
	for _, p := range positions {
		class, hash := classOf(p.String()), engine.CanonicalHash(p)
		key := keyOf(p)
		twin, ok := byClass[class]
		if ok && keyOf(twin) != key {
			t.Fatalf("images with different keys:\n%s\n%s", twin, p)
		}
		if other, known := classes[key]; known && other != class {
			t.Fatalf("one key, but no images of each other:\n%s\n%s", other, p)
		}
		if ok && engine.CanonicalHash(twin) != hash {
			t.Fatalf("images with different canonical hashes:\n%s\n%s", twin, p)
		}
		if other, known := byHash[hash]; known && !ok {
			t.Fatalf("one canonical hash, but no images of each other:\n%s\n%s", other, p)
		}
		byClass[class], byHash[hash], classes[key] = p, p, class
	}
	if enginetest.Long() && len(byClass) < atLeast || len(byClass)*9 > len(positions)*8 {
		t.Errorf("%d classes of %d positions; the test means to see %d or more, and fewer than positions",
			len(byClass), len(positions), atLeast)
	}
}

func keyOf(p engine.Position) string { return string(p.(engine.Keyed).AppendCanonicalKey(nil)) }

// imagesOf returns the texts of all images of a position on a board of its shape.
func imagesOf(text string) (images []string) {
	m := readModel(text)
	for _, y := range symmetries() {
		if y.turn && m.files != m.ranks {
			continue
		}
		images = append(images, withoutTurn(y.position(m).String()))
	}
	return images
}

// TestCanonicalHash compares with the images that the model makes, exhaustively near the start of small boards and in
// random positions on all.
func TestCanonicalHash(t *testing.T) {
	t.Parallel()
	for _, board := range [][2]int{{4, 4}, {2, 4}, {4, 3}, {5, 2}} {
		checkClasses(t, reachable([]engine.Position{read(t, newModel(board[0], board[1]).String(), nil)}, 3), 10)
	}
	random := rand.New(engine.NewRandom(7))
	for _, board := range boards() {
		for range enginetest.Shorter(10) {
			p := read(t, randomModel(random, board[0], board[1]).String(), nil)
			for _, text := range imagesOf(p.String()) {
				image := read(t, text+" "+turnOf(text), nil)
				if got, want := engine.CanonicalHash(image), engine.CanonicalHash(p); got != want {
					t.Fatalf("canonical hash %x of %s, but %x of %s", got, image, want, p)
				}
			}
		}
	}
}

// turnOf returns a turn number for a player: White acts in odd turns.
func turnOf(text string) string {
	if strings.HasSuffix(text, "w") {
		return "1"
	}
	return "2"
}

package pitofpillars_test

import (
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/pitofpillars"
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

// imagesOf returns the texts of all images of a position: all symmetries are kept.
func imagesOf(text string) (images []string) {
	for _, y := range symmetries() {
		images = append(images, withoutTurn(y.position(text)))
	}
	return images
}

// TestCanonicalHash compares with the images that the model makes, exhaustively near the start of a small board and in
// random games on all.
func TestCanonicalHash(t *testing.T) {
	t.Parallel()
	rules, err := pitofpillars.Game.New(engine.Settings{{Name: "size", Value: "4"}, {Name: "reserve", Value: "1"}})
	if err != nil {
		t.Fatal(err)
	}
	checkClasses(t, reachable([]engine.Position{rules.Start()}, 5), 150)
	for _, p := range symmetryCases(t) {
		for _, y := range symmetries() {
			image := read(t, y.position(p.String()), engine.Settings{{Name: "cap", Value: "2000"}})
			if got, want := engine.CanonicalHash(image), engine.CanonicalHash(p); got != want {
				t.Fatalf("%s: canonical hash %x of %s, but %x of %s", y.name, got, image, want, p)
			}
		}
	}
}

// TestCanonicalClassesOfMovement checks positions in which everything can move.
func TestCanonicalClassesOfMovement(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"x2/w,x2,W/r,x2,R/x2 w m 2/1 - 23", "x,w/wr,x3/R,rr,x,w/x2 r m 0/1 - 24",
		"x,w/w,x3/R,x,r,W/x2 w p 0/1 - 23"} {
		var starts []engine.Position
		for _, image := range imagesOf(text) {
			starts = append(starts, read(t, image+turnOf(image), nil))
		}
		checkClasses(t, reachable(starts, 2), 50)
	}
}

// turnOf returns a turn number for a player: White acts in odd turns.
func turnOf(text string) string {
	if strings.Fields(text)[1] == "w" {
		return " 1"
	}
	return " 2"
}

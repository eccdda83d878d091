package pit_test

import (
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

// checkClasses checks that positions have the same canonical hash if and only if they are images of each other.
func checkClasses(t *testing.T, positions []engine.Position, atLeast int) {
	t.Helper()
	byClass, byHash := map[string]engine.Position{}, map[uint64]engine.Position{}
	for _, p := range positions {
		class, hash := classOf(p.String()), engine.CanonicalHash(p)
		twin, ok := byClass[class]
		if ok && engine.CanonicalHash(twin) != hash {
			t.Fatalf("images with different canonical hashes:\n%s\n%s", twin, p)
		}
		if other, known := byHash[hash]; known && !ok {
			t.Fatalf("one canonical hash, but no images of each other:\n%s\n%s", other, p)
		}
		byClass[class], byHash[hash] = p, p
	}
	if enginetest.Long() && len(byClass) < atLeast || len(byClass)*9 > len(positions)*8 {
		t.Errorf("%d classes of %d positions; the test means to see %d or more, and fewer than positions",
			len(byClass), len(positions), atLeast)
	}
}

// imagesOf returns the texts of all images of a position on its board, with the seats rotated unless pawns are still to
// be placed.
func imagesOf(text string) (images []string) {
	m := readModel(text)
	for _, y := range symmetries(len(m.players)) {
		image := y.position(text)
		if onSameBoard(m, readModel(image)) && (y.rotated == 0 || strings.Fields(text)[2] != "p") {
			images = append(images, withoutTurn(image))
		}
	}
	return images
}

// onSameBoard reports whether two positions have their holes in the same places.
func onSameBoard(a, b *model) bool {
	if a.files != b.files || a.ranks != b.ranks {
		return false
	}
	for _, s := range a.squares() {
		if (a.at(s) == "o") != (b.at(s) == "o") {
			return false
		}
	}
	return true
}

// TestCanonicalHash compares with the images that the model makes, for all that follows in a few steps from the starts
// of small boards, and from images of positions after some random steps.
func TestCanonicalHash(t *testing.T) {
	t.Parallel()
	for _, rows := range []string{"..2../.o.o./...../.o.o./..1..", ".2./.o./.1."} {
		checkClasses(t, reachable([]engine.Position{startOn(t, rows, 2)}, 3), 10)
	}
	for players := 2; players <= 3; players++ {
		p := startOn(t, onlyTowersOf("..2../.o.o./3...4/.o.o./..1..", players), players)
		for random := engine.NewRandom(9); p.Turn() <= players || !p.StartsTurn(); {
			p.Play(engine.RandomStep(p, random))
		}
		var starts []engine.Position
		for _, text := range imagesOf(p.String())[:3*players] {
			starts = append(starts, read(t, text+" 9", nil))
		}
		checkClasses(t, reachable(starts, 2), 30)
	}
}

// TestCanonicalHashOfImages compares the images of positions of random games.
func TestCanonicalHashOfImages(t *testing.T) {
	t.Parallel()
	several := 0
	for _, p := range symmetryCases(t) {
		images := imagesOf(p.String())
		if len(images) > 1 {
			several++
		}
		for _, text := range images {
			image := read(t, text+" "+p.String()[strings.LastIndexByte(p.String(), ' ')+1:], nil)
			if got, want := engine.CanonicalHash(image), engine.CanonicalHash(p); got != want {
				t.Fatalf("canonical hash %x of %s, but %x of %s", got, image, want, p)
			}
		}
	}
	if several < 15 {
		t.Errorf("%d positions with images; the test means to see more", several)
	}
}

package pit_test

import (
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// imagesOf returns the texts of all images of a position on its board, with the seats rotated unless pawns are still to
// be placed.
func imagesOf(text string) (images []string) {
	m := readModel(text)
	for _, y := range symmetries(len(m.players)) {
		image := y.position(text)
		if onSameBoard(m, readModel(image)) && (y.rotated == 0 || strings.Fields(text)[2] != "p") {
			images = append(images, image)
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
		enginetest.CheckClasses(t, []engine.Position{startOn(t, rows, 2)}, 3, 10, imagesOf)
	}
	for players := 2; players <= 3; players++ {
		p := startOn(t, onlyTowersOf("..2../.o.o./3...4/.o.o./..1..", players), players)
		for random := engine.NewRandom(9); p.Turn() <= players || !p.StartsTurn(); {
			p.Play(engine.RandomStep(p, random))
		}
		var starts []engine.Position
		for _, text := range imagesOf(p.String())[:3*players] {
			starts = append(starts, read(t, text, nil))
		}
		enginetest.CheckClasses(t, starts, 2, 30, imagesOf)
	}
}

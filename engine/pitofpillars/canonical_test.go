package pitofpillars_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// imagesOf returns the texts of all images of a position: all symmetries are kept.
func imagesOf(text string) (images []string) {
	for _, y := range symmetries() {
		images = append(images, y.position(text))
	}
	return images
}

// TestCanonicalHash compares with the images that the model makes, exhaustively near the start of a small board.
func TestCanonicalHash(t *testing.T) {
	t.Parallel()
	start := enginetest.Rules(t, "pit-of-pillars", "size=4", "reserve=1").Start()
	enginetest.CheckClasses(t, []engine.Position{start}, 5, 150, imagesOf)
}

// TestCanonicalClassesOfMovement checks positions in which everything can move.
func TestCanonicalClassesOfMovement(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"x2/w,x2,W/r,x2,R/x2 w m 2/1 - 23", "x,w/wr,x3/R,rr,x,w/x2 r m 0/1 - 24",
		"x,w/w,x3/R,x,r,W/x2 w p 0/1 - 23"} {
		var starts []engine.Position
		for _, image := range imagesOf(text) {
			starts = append(starts, read(t, image, nil))
		}
		enginetest.CheckClasses(t, starts, 2, 50, imagesOf)
	}
}

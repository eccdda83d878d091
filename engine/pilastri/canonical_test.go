package pilastri_test

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// imagesOf returns the texts of all images of a position on a board of its shape.
func imagesOf(text string) (images []string) {
	m := readModel(text)
	for _, y := range symmetries() {
		if y.turn && m.files != m.ranks {
			continue
		}
		images = append(images, y.position(m).String())
	}
	return images
}

// TestCanonicalHash compares with the images that the model makes, exhaustively near the start of small boards.
func TestCanonicalHash(t *testing.T) {
	t.Parallel()
	for _, board := range [][2]int{{4, 4}, {2, 4}, {4, 3}, {5, 2}} {
		start := read(t, newModel(board[0], board[1]).String(), nil)
		enginetest.CheckClasses(t, []engine.Position{start}, 3, 10, imagesOf)
	}
}

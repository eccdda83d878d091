package pilastri_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// symmetry is one of the eight symmetries of a square, with or without a swap of the colours. A quarter turn makes
// files of ranks.
type symmetry struct{ mirror, turn, upsideDown, swap bool }

func symmetries() (all []symmetry) {
	for i := range 16 {
		all = append(all, symmetry{i&1 > 0, i&2 > 0, i&4 > 0, i&8 > 0})
	}
	return all
}

// square maps the name of a square.
func (y symmetry) square(m *model, name string) string {
	file, rank := int(name[0]-'a'), int(name[1]-'1')
	files, ranks := m.files, m.ranks
	if y.turn {
		file, rank, files, ranks = rank, file, ranks, files
	}
	if y.mirror {
		file = files - 1 - file
	}
	if y.upsideDown {
		rank = ranks - 1 - rank
	}
	return fmt.Sprintf("%c%c", 'a'+file, '1'+rank)
}

func (y symmetry) step(m *model, text string) string {
	return y.square(m, text[:2]) + y.square(m, text[2:])
}

// color swaps the colours in a text if the symmetry does.
func (y symmetry) color(text string) string {
	if !y.swap {
		return text
	}
	return strings.NewReplacer("w", "b", "b", "w").Replace(text)
}

// position maps a whole position. A swap of the colours also moves the turn on by one, since White acts in odd turns.
func (y symmetry) position(m *model) *model {
	to := &model{files: m.files, ranks: m.ranks, stacks: map[string]string{}, player: y.color(m.player), turn: m.turn}
	if y.turn {
		to.files, to.ranks = m.ranks, m.files
	}
	if y.swap {
		to.turn++
	}
	for square, stack := range m.stacks {
		to.stacks[y.square(m, square)] = y.color(stack)
	}
	return to
}

// TestSymmetry checks that mirrored positions, also with the colours exchanged, are images of each other.
func TestSymmetry(t *testing.T) {
	t.Parallel()
	random := rand.New(engine.NewRandom(3))
	for _, board := range boards() {
		for range enginetest.Shorter(1 + 40/(board[0]*board[1])) {
			m := newModel(board[0], board[1])
			for range random.IntN(board[0] * board[1]) {
				if legal := m.Legal(); len(legal) > 0 {
					m.Play(legal[random.IntN(len(legal))])
				}
			}
			for _, y := range symmetries() {
				checkSymmetry(t, m, y)
			}
		}
	}
	for range enginetest.Shorter(200) {
		board := boards()[random.IntN(len(boards()))]
		m := randomModel(random, board[0], board[1])
		for _, y := range symmetries() {
			checkSymmetry(t, m, y)
		}
	}
}

func checkSymmetry(t *testing.T, m *model, y symmetry) {
	t.Helper()
	p := read(t, m.String(), nil)
	if p.Over() {
		return
	}
	image := enginetest.Image{Name: fmt.Sprintf("%+v", y),
		Position: func(text string) string { return y.position(readModel(text)).String() },
		Step:     func(text string) string { return y.step(m, text) },
		Seat: func(seat engine.Seat) engine.Seat {
			if y.swap {
				return 1 - seat
			}
			return seat
		}}
	enginetest.CheckImage(t, p, image)
	if !y.swap && (!y.turn || m.files == m.ranks) {
		enginetest.CheckArrays(t, p, image)
	}
}

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

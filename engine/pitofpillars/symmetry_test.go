package pitofpillars_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// symmetry is one of the eight symmetries of a square board, with or without a swap of the colours.
type symmetry struct {
	name    string
	swaps   bool                            // swaps the colours, and with them the seats
	mirrors func(size int, s square) square // where a square goes
}

// symmetries returns all sixteen, the identity among them.
func symmetries() []symmetry {
	var all []symmetry
	for i := range 16 {
		flip, turns, swaps := i&1 == 1, i>>1&3, i>>3 == 1
		mirrors := func(size int, s square) square {
			if flip {
				s.file = size - 1 - s.file
			}
			for range turns {
				s = square{s.rank, size - 1 - s.file}
			}
			return s
		}
		all = append(all, symmetry{fmt.Sprintf("flip=%t,turns=%d,swap=%t", flip, turns, swaps), swaps, mirrors})
	}
	return all
}

var squareText = regexp.MustCompile("[a-h][1-8]")

// text maps the squares named in a text.
func (y symmetry) text(size int, text string) string {
	return squareText.ReplaceAllStringFunc(text,
		func(s string) string { return y.mirrors(size, squareNamed(s)).String() })
}

// color swaps the colours in a text of pieces or players if the symmetry does.
func (y symmetry) color(text string) string {
	if !y.swaps {
		return text
	}
	return strings.NewReplacer("w", "r", "r", "w", "W", "R", "R", "W").Replace(text)
}

// position maps a whole position text. A swap of the colours also moves the turn on by one, since White acts in odd
// turns.
func (y symmetry) position(text string) string {
	from := readModel(text)
	to := from.Clone()
	for _, s := range from.squares() {
		to.put(y.mirrors(from.size, s), y.color(from.at(s)))
	}
	to.player = y.color(from.player)
	to.last = y.text(from.size, from.last)
	if y.swaps {
		to.reserve["w"], to.reserve["r"] = from.reserve["r"], from.reserve["w"]
		to.turn++
	}
	return to.String()
}

// symmetryCases returns positions of all kinds of step but the first, whose player cannot change, from random games of
// every size.
func symmetryCases(t *testing.T) []engine.Position {
	t.Helper()
	var cases []engine.Position
	for size := 4; size <= 8; size++ {
		for i := range enginetest.Shorter(25) {
			random := engine.NewRandom(uint64(1000*size + i))
			o := options{size: size, reserve: i % 2, repetition: 3, cap: 2000}
			p := enginetest.Rules(t, "pit-of-pillars", o.settings().Texts()...).Start()
			steps := 1 + i // the first games stop in the entering stage
			if i > 1 {
				steps = 1 + rand.New(random).IntN(16*size)
			}
			for range steps {
				p.Play(engine.RandomStep(p, random))
				if p.Over() {
					break
				}
			}
			if !p.Over() {
				cases = append(cases, p)
			}
		}
	}
	return cases
}

// image returns the symmetry as it maps a position.
func (y symmetry) image(p engine.Position) enginetest.Image {
	size := p.Diagram().Files
	return enginetest.Image{Name: y.name, Position: y.position,
		Step: func(text string) string { return y.text(size, text) },
		Seat: func(seat engine.Seat) engine.Seat {
			if y.swaps {
				return 1 - seat
			}
			return seat
		}}
}

// TestSymmetry checks that mirrored positions, also with the colours exchanged, are images of each other.
func TestSymmetry(t *testing.T) {
	t.Parallel()
	kinds := map[engine.StepKind]int{}
	for i, p := range symmetryCases(t) {
		kinds[p.StepKind()]++
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			p := read(t, p.String(), nil)
			for _, y := range symmetries() {
				enginetest.CheckImage(t, p, y.image(p))
				if !y.swaps {
					enginetest.CheckArrays(t, p, y.image(p))
				}
			}
		})
	}
	if len(kinds) < 4 {
		t.Errorf("the positions call for %d kinds of step only", len(kinds))
	}
}

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

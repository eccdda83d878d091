package pylyx_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// symmetry is one of the eight symmetries of a square board, with or without a swap of the colours.
type symmetry struct {
	name    string
	swaps   bool                            // swaps the colours, not the seats
	mirrors func(size int, s square) square // where a square goes
}

// symmetries returns all sixteen, the identity among them.
func symmetries() []symmetry {
	var all []symmetry
	for i := range 16 {
		flip, turns, swaps := i&1 == 1, i>>1&3, i>>3 == 1
		mirrors := func(size int, s square) square {
			if flip {
				s.rank = size - 1 - s.rank
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

var squareText = regexp.MustCompile("[a-l][0-9]+")

// step maps a step's text.
func (y symmetry) step(size int, text string) string {
	if y.swaps {
		text = strings.NewReplacer("white", "black", "black", "white", "W", "B", "B", "W").Replace(text)
	}
	if strings.ContainsAny(text, "123456789") {
		text = text[:1] + squareText.ReplaceAllStringFunc(text[1:],
			func(s string) string { return y.mirrors(size, squareNamed(s)).String() })
	}
	return text
}

// position maps a whole position text.
func (y symmetry) position(text string) string {
	from := readModel(text, true)
	to := from.Clone()
	for _, s := range from.all {
		stack := from.at(s)
		if y.swaps {
			stack = strings.NewReplacer("w", "b", "b", "w").Replace(stack)
		}
		to.put(y.mirrors(from.size, s), stack)
	}
	if y.swaps && from.owner > 0 {
		to.owner = 3 - from.owner
	}
	return to.String()
}

// TestSymmetry checks that mirrored positions, also with the colours exchanged, are images of each other.
func TestSymmetry(t *testing.T) {
	t.Parallel()
	random := rand.New(engine.NewRandom(5))
	for i := range enginetest.Shorter(160) {
		o := options{size: 6 + 2*(i%4), slides: i%3 > 0, repetition: 3, cap: 1000}
		p := read(t, randomModel(random, o.size, o.slides).String(), o.settings())
		for _, y := range symmetries() {
			checkSymmetry(t, p.Clone(), y, o)
		}
	}
}

// TestSetUpSymmetry does the same for set-ups, whose order of files and colours leaves only the reflection of the
// ranks, and for choices, which have all symmetries.
func TestSetUpSymmetry(t *testing.T) {
	t.Parallel()
	for i := range enginetest.Shorter(40) {
		o := options{size: 6 + 2*(i%4), slides: true, repetition: 3, cap: 1000}
		random := engine.NewRandom(uint64(i))
		p := read(t, newModel(o.size, true).String(), o.settings())
		for p.InOpening() {
			for j, y := range symmetries() {
				if j == 1 || p.StepKind() > 0 {
					checkSymmetry(t, p.Clone(), y, o)
				}
			}
			p.Play(engine.RandomStep(p, random))
		}
	}
}

func checkSymmetry(t *testing.T, p engine.Position, y symmetry, o options) {
	t.Helper()
	image := enginetest.Image{Name: y.name, Settings: o.settings(), Position: y.position,
		Step: func(text string) string { return y.step(o.size, text) }, Inexact: true}
	enginetest.CheckImage(t, p, image)
	if !y.swaps {
		enginetest.CheckArrays(t, p, image)
	}
}

// TestFeaturesAreAntisymmetric checks that the features of the two seats are opposite, whichever colours they play.
func TestFeaturesAreAntisymmetric(t *testing.T) {
	t.Parallel()
	random := rand.New(engine.NewRandom(6))
	swap := symmetries()[8]
	for i := range enginetest.Shorter(400) {
		o := options{size: 6 + 2*(i%4), slides: i%3 > 0, repetition: 3, cap: 1000}
		p := read(t, randomModel(random, o.size, o.slides).String(), o.settings())
		one, two, swapped := features(p, 0), features(p, 1),
			features(read(t, swap.position(p.String()), o.settings()), 0)
		for j := range one {
			if one[j] != -two[j] || one[j] != swapped[j] {
				t.Fatalf("feature %s is %d for One, %d for Two, %d for One with colours swapped: %s",
					p.Rules().Features()[j].Name, one[j], two[j], swapped[j], p)
			}
		}
	}
}

func features(p engine.Position, seat engine.Seat) []int32 {
	all := make([]int32, len(p.Rules().Features()))
	p.Features(seat, all)
	return all
}

// imagesOf returns the texts of all images of a position under the symmetries of its stage.
func imagesOf(text string) (images []string) {
	stage := strings.Fields(text)[2]
	for i, y := range symmetries() {
		if stage == "s" && i > 1 {
			break
		}
		image := y.position(text)
		images = append(images, image)
		if stage == "m" {
			images = append(images, seatsExchanged(image))
		}
	}
	return images
}

// seatsExchanged returns a text in which each seat has what was the other's.
func seatsExchanged(text string) string {
	fields := strings.Fields(text)
	other := map[string]string{"1": "2", "2": "1"}
	fields[1], fields[3] = other[fields[1]], other[fields[3]]
	return strings.Join(fields, " ")
}

// TestCanonicalHash compares with the images that the model makes, for all that follow in a few steps from positions of
// all stages.
func TestCanonicalHash(t *testing.T) {
	t.Parallel()
	o := options{size: 6, slides: true, repetition: 3, cap: 1000}
	start := read(t, newModel(6, true).String(), o.settings())
	enginetest.CheckClasses(t, []engine.Position{start}, 2, 50, imagesOf)
	p := start.Clone()
	for random := engine.NewRandom(1); p.StepKind() == 0; {
		p.Play(engine.RandomStep(p, random))
	}
	starts := []engine.Position{p}
	for _, text := range imagesOf(p.String())[:6] {
		starts = append(starts, read(t, text, o.settings()))
	}
	enginetest.CheckClasses(t, starts, 3, 100, imagesOf)
}

package pylyx_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

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

// TestCanonicalHashOfImages compares the images of random positions of the movement.
func TestCanonicalHashOfImages(t *testing.T) {
	t.Parallel()
	random := rand.New(engine.NewRandom(8))
	for i := range enginetest.Shorter(160) {
		o := options{size: 6 + 2*(i%4), slides: i%3 > 0, repetition: 3, cap: 1000}
		p := read(t, randomModel(random, o.size, o.slides).String(), o.settings())
		for _, text := range imagesOf(p.String()) {
			image := read(t, text, o.settings())
			if got, want := engine.CanonicalHash(image), engine.CanonicalHash(p); got != want {
				t.Fatalf("canonical hash %x of %s, but %x of %s", got, image, want, p)
			}
		}
	}
}

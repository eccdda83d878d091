package pylyx_test

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

// imagesOf returns the texts of all images of a position under the symmetries of its stage.
func imagesOf(text string) (images []string) {
	stage := strings.Fields(text)[2]
	for i, y := range symmetries() {
		if stage == "s" && i > 1 {
			break
		}
		image := withoutTurn(y.position(text))
		images = append(images, image)
		if stage == "m" {
			images = append(images, seatsExchanged(image))
		}
	}
	return images
}

// seatsExchanged returns a text without a turn number in which each seat has what was the other's.
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
	checkClasses(t, reachable([]engine.Position{start}, 2), 50)
	p := start.Clone()
	for random := engine.NewRandom(1); p.StepKind() == 0; {
		p.Play(engine.RandomStep(p, random))
	}
	starts := []engine.Position{p}
	for _, text := range imagesOf(p.String())[:6] {
		starts = append(starts, read(t, text+" 2", o.settings()))
	}
	checkClasses(t, reachable(starts, 3), 100)
}

// TestCanonicalHashOfImages compares the images of random positions of the movement.
func TestCanonicalHashOfImages(t *testing.T) {
	t.Parallel()
	random := rand.New(engine.NewRandom(8))
	for i := range enginetest.Shorter(160) {
		o := options{size: 6 + 2*(i%4), slides: i%3 > 0, repetition: 3, cap: 1000}
		p := read(t, randomModel(random, o.size, o.slides).String(), o.settings())
		for _, text := range imagesOf(p.String()) {
			image := read(t, text+" 4", o.settings())
			if got, want := engine.CanonicalHash(image), engine.CanonicalHash(p); got != want {
				t.Fatalf("canonical hash %x of %s, but %x of %s", got, image, want, p)
			}
		}
	}
}

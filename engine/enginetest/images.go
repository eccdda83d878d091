package enginetest

import (
	"fmt"
	"slices"
	"testing"

	"pillars/engine"
)

// Image says how a symmetry of a game maps one position.
type Image struct {
	Name     string
	Settings engine.Settings               // the settings with which to read the image
	Position func(text string) string      // maps the text of the position, or of one of its successors
	Step     func(text string) string      // maps the text of a step of the position
	Seat     func(engine.Seat) engine.Seat // maps a seat; nil if the symmetry does not exchange seats
}

// of returns the image of a position.
func (y *Image) of(t *testing.T, p engine.Position) engine.Position {
	t.Helper()
	return Read(t, p.Rules().Game().Name(), y.Position(p.String()), y.Settings.Texts()...)
}

// seat returns the image of a seat.
func (y *Image) seat(seat engine.Seat) engine.Seat {
	if y.Seat == nil {
		return seat
	}
	return y.Seat(seat)
}

// CheckImage checks that an unfinished position p and its image play alike. The legal steps of the image must be the
// images of the legal steps of p. A step and its image must lead to a position and its image; up to 16 steps are tried.
// Perft counts must be equal, and so must canonical hashes if p and its image have the same settings. Finally, it calls
// [CheckImagePatterns].
func CheckImage(t *testing.T, p engine.Position, y Image) {
	t.Helper()
	image, want := y.of(t, p), []string{}
	for _, text := range engine.StepTexts(p) {
		want = append(want, y.Step(text))
	}
	slices.Sort(want)
	if got := engine.StepTexts(image); !slices.Equal(got, want) {
		t.Fatalf("%s: steps in %s:\n%v\nthe images of those in %s:\n%v", y.Name, image, got, p, want)
	}
	steps := p.AppendSteps(nil)
	for i := 0; i < len(steps); i += 1 + len(steps)/16 {
		checkImageOfStep(t, p, image, steps[i], &y)
	}
	for depth := 2; depth <= 3; depth++ {
		got, want := engine.Perft(image, depth), engine.Perft(p, depth)
		if got != want {
			t.Fatalf("%s: perft(%d) of %s: %d, not %d as of %s", y.Name, depth, image, got, want, p)
		}
		if want > 3000 { // deeper counts take long
			break
		}
	}
	sameSettings := image.Rules().Settings().String() == p.Rules().Settings().String()
	if got, want := engine.CanonicalHash(image), engine.CanonicalHash(p); sameSettings && got != want {
		t.Fatalf("%s: canonical hash %x of %s, but %x of %s", y.Name, got, image, want, p)
	}
	CheckImagePatterns(t, p, y)
}

// checkImageOfStep checks that a step in p and its image in image lead to a position and to the image of that position.
func checkImageOfStep(t *testing.T, p, image engine.Position, step engine.Step, y *Image) {
	t.Helper()
	twin, err := engine.ParseStep(image, y.Step(p.StepText(step)))
	if err != nil {
		t.Fatal(err)
	}
	after, imageAfter := p.Clone(), image.Clone()
	after.Play(step)
	imageAfter.Play(twin)
	if got, want := imageAfter.String(), y.Position(after.String()); got != want {
		t.Fatalf("%s: after %s: %s, not %s", y.Name, p.StepText(step), got, want)
	}
	outcome := after.Outcome()
	want := outcome
	for seat, score := range outcome.Scores[:outcome.Seats] {
		want.Scores[y.seat(engine.Seat(seat))] = score
	}
	if got := imageAfter.Outcome(); got != want {
		t.Fatalf("%s: outcome of %s: %v, not %v", y.Name, imageAfter, got, want)
	}
}

// CheckImagePatterns checks that an unfinished position and its image have equal patterns and phases.
func CheckImagePatterns(t *testing.T, p engine.Position, y Image) {
	t.Helper()
	image := y.of(t, p)
	for seat := range engine.Seat(p.Rules().Seats()) {
		if got, want := Shown(image, y.seat(seat)), Shown(p, seat); !slices.Equal(got, want) {
			t.Fatalf("%s: %s shows\n%v\n%s\n%v", y.Name, image, got, p, want)
		}
	}
	if got, want := image.(engine.PatternPosition).Phase(), p.(engine.PatternPosition).Phase(); got != want {
		t.Fatalf("%s: phase %d of %s, %d of %s", y.Name, got, image, want, p)
	}
	got := StepsShown(image)
	for step, want := range StepsShown(p) {
		if got := got[y.Step(step)]; !slices.Equal(got, want) {
			t.Fatalf("%s: %s of %s shows\n%v\nits image\n%v", y.Name, step, p, want, got)
		}
	}
}

// CheckImageNumbers checks that a position and its image have equal features and ordering scores.
func CheckImageNumbers(t *testing.T, p engine.Position, y Image) {
	t.Helper()
	image := y.of(t, p)
	for seat := range engine.Seat(p.Rules().Seats()) {
		want, got := make([]int32, len(p.Rules().Features())), make([]int32, len(p.Rules().Features()))
		p.Features(seat, want)
		image.Features(y.seat(seat), got)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: features of %s for seat %s: %v, of the image %v", y.Name, p, seat, want, got)
		}
	}
	for _, step := range p.AppendSteps(nil) {
		twin, err := engine.ParseStep(image, y.Step(p.StepText(step)))
		if err != nil {
			t.Fatal(err)
		}
		var want, got [1]int32
		p.OrderingScores([]engine.Step{step}, want[:])
		image.OrderingScores([]engine.Step{twin}, got[:])
		if got != want {
			t.Fatalf("%s: the score for %s in %s is %d, for its image %d", y.Name, p.StepText(step), p, want, got)
		}
	}
}

// CheckClasses checks that two positions have the same canonical hash if and only if they are images of each other. If
// the game has keys, it checks the same for keys. It looks at all positions within the given number of steps of the
// starts, or one step less in a usual run. Positions that are images of each other form a class; a thorough run must
// find atLeast classes. The function imagesOf returns the texts of all images of a position.
func CheckClasses(t *testing.T, starts []engine.Position, steps, atLeast int, imagesOf func(text string) []string) {
	t.Helper()
	positions := reachable(starts, Count(steps-1, steps))
	byClass, byHash, byKey := map[string]engine.Position{}, map[string]engine.Position{}, map[string]engine.Position{}
	for _, p := range positions {
		images := imagesOf(p.String())
		for i, text := range images {
			images[i], _ = cutTurnNumber(text)
		}
		class, hash, key := slices.Min(images), fmt.Sprintf("%x", engine.CanonicalHash(p)), ""
		if keyed, ok := p.(engine.Keyed); ok {
			key = string(keyed.AppendCanonicalKey(nil))
		}
		twin := byClass[class]
		if byHash[hash] != twin || key != "" && byKey[key] != twin {
			t.Fatalf("hash %s and key %q of %s; its image met before is %v, that hash was of %v, that key of %v", hash,
				key, p, twin, byHash[hash], byKey[key])
		}
		if twin == nil {
			byClass[class], byHash[hash], byKey[key] = p, p, p
		}
	}
	tooFewImages := len(byClass)*9 > len(positions)*8 // fewer than a ninth of the positions are images of earlier ones
	if Long() && len(byClass) < atLeast || tooFewImages {
		t.Errorf("%d classes of %d positions; the test means to see %d or more, and fewer than positions",
			len(byClass), len(positions), atLeast)
	}
}

// reachable returns the unfinished positions within the given number of steps of starts. Of positions that differ only
// in their turn numbers it returns one.
func reachable(starts []engine.Position, steps int) (all []engine.Position) {
	seen := map[string]bool{}
	for next := starts; steps >= 0; steps-- {
		level := next
		next = nil
		for _, p := range level {
			text, _ := cutTurnNumber(p.String())
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

// Shown returns the names of the patterns that a seat shows, sorted.
func Shown(p engine.Position, seat engine.Seat) (names []string) {
	var lists engine.PatternLists
	p.(engine.PatternPosition).AppendPatterns(&lists)
	list := p.Rules().(engine.PatternRules).Patterns()
	for _, number := range lists[seat] {
		names = append(names, list[number].Name)
	}
	slices.Sort(names)
	return names
}

// StepsShown returns the sorted names of the patterns that each legal step shows. The keys are the texts of the steps.
func StepsShown(p engine.Position) map[string][]string {
	steps, list := p.AppendSteps(nil), p.Rules().(engine.PatternRules).StepPatterns()
	var lists engine.StepPatternLists
	p.(engine.PatternPosition).AppendStepPatterns(steps, &lists)
	shown, from := map[string][]string{}, 0
	for i, end := range lists.Ends {
		var names []string
		for _, number := range lists.Numbers[from:end] {
			names = append(names, list[number].Name)
		}
		slices.Sort(names)
		shown[p.StepText(steps[i])], from = names, end
	}
	return shown
}

// CheckNoisy fails the test unless the noisy steps of a position have the texts in want. These must be sorted.
func CheckNoisy(t *testing.T, p engine.Position, want []string) {
	t.Helper()
	var got []string
	for _, step := range p.AppendNoisy(nil) {
		got = append(got, p.StepText(step))
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Fatalf("noisy steps of %s: %v, not %v", p, got, want)
	}
}

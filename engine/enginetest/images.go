package enginetest

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/vector"
)

// Image says how a symmetry of a game maps one position.
type Image struct {
	Name     string
	Settings engine.Settings               // the settings with which to read the image
	Position func(text string) string      // maps the text of the position, or of one of its successors
	Step     func(text string) string      // maps the text of a step of the position
	Seat     func(engine.Seat) engine.Seat // maps a seat; nil if the symmetry does not exchange seats
	Inexact  bool                          // whether the image may have other features and ordering scores
}

// CheckImage checks that an unfinished position p and its image play alike. The legal steps of the image must be the
// images of the legal steps of p, with equal patterns and ordering scores. A step and its image must lead to a position
// and its image; about 16 steps are tried. Patterns, features and phases must be equal, and so must perft counts and,
// if p and its image have the same settings, canonical hashes.
func CheckImage(t *testing.T, p engine.Position, y Image) {
	t.Helper()
	image := Read(t, p.Rules().Game().Name(), y.Position(p.String()), y.Settings.Texts()...)
	itself := func(text string) string { return text }
	want, got := y.account(p), (&Image{Position: itself, Step: itself, Inexact: y.Inexact}).account(image)
	for i := range max(len(want), len(got)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("%s: after the same %d lines, %s has %q, its image %s has %q", y.Name, i, p, want[i:], image,
				got[i:])
		}
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
}

// CheckArrays checks that one of the symmetries of arrays maps the observations of p to the observations of its image,
// and each legal action to the one that the text of its step names.
func CheckArrays(t *testing.T, p engine.Position, y Image) {
	t.Helper()
	image := Read(t, p.Rules().Game().Name(), y.Position(p.String()), y.Settings.Texts()...)
	view := vector.NewView(p.Rules().(engine.ArrayRules), 2)
	_, actions := vector.Actions(view)
	byText := map[string]int32{} // the actions of the image
	for _, step := range image.AppendSteps(nil) {
		byText[image.StepText(step)] = actions[step]
	}
	legal := p.AppendSteps(nil)
	if !slices.ContainsFunc(view.Symmetries(), func(s vector.Symmetry) bool {
		return mapped(view, p, image, s.Observation) && !slices.ContainsFunc(legal, func(step engine.Step) bool {
			at, ok := byText[y.Step(p.StepText(step))]
			return !ok || s.Actions[at] != actions[step]
		})
	}) {
		t.Fatalf("%s: no symmetry maps the observation and the actions of %s to those of %s", y.Name, p, image)
	}
}

// mapped reports whether the indices map the observations of p, for each seat, to those of its image.
func mapped(view vector.View, p, image engine.Position, indices []int32) bool {
	want, got := make([]uint8, view.Size()), make([]uint8, view.Size())
	for seat := range engine.Seat(view.Seats()) {
		view.Write(p, []engine.Position{p}, seat, 3, want)
		view.Write(image, []engine.Position{image}, seat, 3, got)
		for i, at := range indices {
			if got[i] != want[at] {
				return false
			}
		}
	}
	return true
}

// account returns lines of text about the image of a position: the patterns of each seat and each step, and the
// positions to which steps lead.
func (y *Image) account(p engine.Position) (lines []string) {
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	seatOf := func(seat int) engine.Seat {
		if y.Seat == nil {
			return engine.Seat(seat)
		}
		return y.Seat(engine.Seat(seat))
	}
	features := make([]int32, len(p.Rules().Features()))
	for seat := range p.Rules().Seats() {
		if !y.Inexact {
			p.Features(engine.Seat(seat), features)
		}
		say("seat %s shows %v with features %v", seatOf(seat), Shown(p, engine.Seat(seat)), features)
	}
	slices.Sort(lines)
	say("phase %d", p.(engine.PatternPosition).Phase())
	steps := map[string]engine.Step{} // steps by the texts of their images
	for _, step := range p.AppendSteps(nil) {
		steps[y.Step(p.StepText(step))] = step
	}
	shown := StepsShown(p)
	for i, text := range slices.Sorted(maps.Keys(steps)) {
		var score [1]int32
		step := steps[text]
		if !y.Inexact {
			p.OrderingScores([]engine.Step{step}, score[:])
		}
		say("step %s scores %d and shows %v", text, score[0], shown[p.StepText(step)])
		if i%(1+len(steps)/16) != 0 {
			continue
		}
		after := p.Clone()
		after.Play(step)
		outcome := after.Outcome()
		mapped := outcome
		for seat, score := range outcome.Scores[:outcome.Seats] {
			mapped.Scores[seatOf(seat)] = score
		}
		say("to %s %v", y.Position(after.String()), mapped)
	}
	return lines
}

// CheckClasses checks that positions have equal canonical hashes if and only if they are images of each other under
// symmetries. If the game is [engine.Keyed], it checks the same for keys. imagesOf returns the texts of all images of a
// position. CheckClasses looks at all positions that up to n steps lead to from starts. The number n is the argument
// steps in a thorough run (see [Long]), and one less in a usual run. Positions that are images of each other form a
// class; a thorough run must find atLeast classes.
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

// CheckNoisy fails the test unless the noisy steps of a position have the texts in want, which must be sorted.
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

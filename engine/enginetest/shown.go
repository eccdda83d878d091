package enginetest

import (
	"slices"
	"strings"
	"testing"

	"pillars/engine"
)

// Shown returns the names of the patterns that a seat shows, sorted.
func Shown(t *testing.T, p engine.Position, seat engine.Seat) (names []string) {
	t.Helper()
	var lists engine.PatternLists
	p.(engine.PatternPosition).AppendPatterns(&lists)
	list := p.Rules().(engine.PatternRules).Patterns()
	for _, number := range lists[seat] {
		if int(number) >= len(list) {
			t.Fatalf("pattern %d of %d: %s", number, len(list), p)
		}
		names = append(names, list[number].Name)
	}
	slices.Sort(names)
	return names
}

// StepsShown returns, by the text of each legal step, the sorted names of the patterns that the step shows.
func StepsShown(t *testing.T, p engine.Position) map[string][]string {
	t.Helper()
	steps, list := p.AppendSteps(nil), p.Rules().(engine.StepPatternRules).StepPatterns()
	var lists engine.StepPatternLists
	p.(engine.StepPatternPosition).AppendStepPatterns(steps, &lists)
	if len(lists.Ends) != len(steps) {
		t.Fatalf("%d lists for %d steps: %s", len(lists.Ends), len(steps), p)
	}
	shown, from := map[string][]string{}, 0
	for i, end := range lists.Ends {
		var names []string
		for _, number := range lists.Numbers[from:end] {
			if int(number) >= len(list) {
				t.Fatalf("%s shows pattern %d of %d: %s", p.StepText(steps[i]), number, len(list), p)
			}
			names = append(names, list[number].Name)
		}
		slices.Sort(names)
		shown[p.StepText(steps[i])], from = names, end
	}
	return shown
}

// CheckShown fails the test unless the patterns shown are those wanted, in any order. It adds them to seen. The text
// what names the seat or step that shows them.
func CheckShown(t *testing.T, what string, shown, want []string, seen map[string]bool) {
	t.Helper()
	slices.Sort(want)
	if !slices.Equal(shown, want) {
		t.Fatalf("%s shows\n%s\nit should show\n%s", what, strings.Join(shown, " "), strings.Join(want, " "))
	}
	for _, name := range want {
		seen[name] = true
	}
}

// CheckNoisy fails the test unless the noisy steps of a position have the given texts, which are sorted.
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

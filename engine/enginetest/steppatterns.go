package enginetest

import (
	"slices"
	"testing"

	"pillars/engine"
)

// StepsShown are the names of the patterns that every legal step shows, sorted, by the step's text.
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

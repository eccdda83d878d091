package enginetest

import (
	"slices"
	"testing"

	"pillars/engine"
)

// stepPatternNames are the names of the patterns of steps, none in a game without them.
func stepPatternNames(rules engine.Rules) (names []string) {
	if patterned, ok := rules.(engine.StepPatternRules); ok {
		for _, pattern := range patterned.StepPatterns() {
			names = append(names, pattern.Name)
		}
	}
	return names
}

// checkStepPatterns checks that the patterns of steps, in a game that has some, are numbers of patterns, listed step by step behind what is there, and
// that those of a step do not depend on what other steps are asked for.
func checkStepPatterns(t *testing.T, p engine.Position, steps []engine.Step) {
	t.Helper()
	rules, patterned := p.Rules().(engine.StepPatternRules)
	if !patterned || len(steps) == 0 {
		return
	}
	lists := engine.StepPatternLists{Numbers: []uint16{12345}, Ends: []int{1}}
	p.(engine.StepPatternPosition).AppendStepPatterns(steps, &lists)
	if len(lists.Ends) != 1+len(steps) || lists.Ends[len(steps)] != len(lists.Numbers) || !slices.IsSorted(lists.Ends) {
		t.Fatalf("patterns of %d steps end at %v of %d: %s", len(steps), lists.Ends, len(lists.Numbers), p)
	}
	if most := slices.Max(append(lists.Numbers[1:], 0)); int(most) >= len(rules.StepPatterns()) {
		t.Fatalf("a step shows pattern %d of %d: %s", most, len(rules.StepPatterns()), p)
	}
	last := len(steps) - 1
	var alone engine.StepPatternLists
	p.(engine.StepPatternPosition).AppendStepPatterns(steps[last:], &alone)
	if shown := lists.Numbers[lists.Ends[last]:]; !slices.Equal(shown, alone.Numbers) {
		t.Fatalf("step %s shows %v among others and %v alone: %s", p.StepText(steps[last]), shown, alone.Numbers, p)
	}
}

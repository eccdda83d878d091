package enginetest

import (
	"slices"
	"testing"

	"pillars/engine"
)

// inputNames are the names of all that evaluations weigh.
func inputNames(rules engine.Rules) (names []string) {
	inputs := slices.Clone(rules.Features())
	if patterned, ok := rules.(engine.PatternRules); ok {
		inputs = append(inputs, patterned.Patterns()...)
	}
	for _, input := range inputs {
		names = append(names, input.Name)
	}
	return names
}

// checkPatterns checks that patterns, in a game that has some, are numbers of patterns, appended to what is there for the seats of the game alone,
// and that they and the phase depend on nothing but the position.
func checkPatterns(t *testing.T, p engine.Position) {
	t.Helper()
	rules, patterned := p.Rules().(engine.PatternRules)
	if !patterned || p.Over() {
		return
	}
	shown := patternsOf(t, p, len(rules.Patterns()))
	if again := patternsOf(t, p.Clone(), len(rules.Patterns())); !slices.EqualFunc(again[:], shown[:], slices.Equal) {
		t.Fatalf("the patterns of a clone differ: %s", p)
	}
	phase := p.(engine.PatternPosition).Phase()
	if phase < 0 || phase > engine.PhaseEnd || p.InOpening() && phase != 0 {
		t.Fatalf("phase %d; it goes from 0, before the game proper, to %d: %s", phase, engine.PhaseEnd, p)
	}
}

// patternsOf asks with a number in every list and returns what comes behind it, sorted.
func patternsOf(t *testing.T, p engine.Position, patterns int) (lists engine.PatternLists) {
	t.Helper()
	const before = 12345
	for seat := range lists {
		lists[seat] = []uint16{before}
	}
	p.(engine.PatternPosition).AppendPatterns(&lists)
	for seat, list := range lists {
		if len(list) == 0 || list[0] != before {
			t.Fatalf("AppendPatterns does not append to what it is given for seat %d: %s", seat+1, p)
		}
		list = list[1:]
		switch {
		case seat >= p.Rules().Seats() && len(list) > 0:
			t.Fatalf("patterns of seat %d of %d: %s", seat+1, p.Rules().Seats(), p)
		case len(list) > engine.MaxPatterns:
			t.Fatalf("seat %d shows %d patterns, more than %d: %s", seat+1, len(list), engine.MaxPatterns, p)
		case len(list) > 0 && int(slices.Max(list)) >= patterns:
			t.Fatalf("seat %d shows pattern %d of %d: %s", seat+1, slices.Max(list), patterns, p)
		}
		slices.Sort(list)
		lists[seat] = list
	}
	return lists
}

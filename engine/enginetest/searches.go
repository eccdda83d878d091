package enginetest

import (
	"bytes"
	"slices"
	"testing"

	"pillars/engine"
)

// checkNoisy checks that the noisy steps are legal steps without repetitions.
func checkNoisy(t *testing.T, p engine.Position, steps []engine.Step) {
	noisy := p.AppendNoisy([]engine.Step{engine.NoStep})
	if len(noisy) == 0 || noisy[0] != engine.NoStep {
		t.Fatalf("AppendNoisy does not append to what it is given: %s", p)
	}
	seen := map[engine.Step]bool{}
	for _, step := range noisy[1:] {
		if seen[step] || !slices.Contains(steps, step) {
			t.Fatalf("the noisy step %d is not legal or listed twice: %s", step, p)
		}
		seen[step] = true
	}
}

// checkNumbers checks that ordering scores and features do not depend on what their buffers held, that a declining step
// scores 0, and that a clone has the same features.
func checkNumbers(t *testing.T, p engine.Position, steps []engine.Step) {
	scores := twice(t, p, "OrderingScores", len(steps), func(into []int32) { p.OrderingScores(steps, into) })
	for i, step := range steps {
		if step == p.DeclineStep() && scores[i] != 0 {
			t.Fatalf("the score for declining is %d, not 0: %s", scores[i], p)
		}
	}
	clone := p.Clone()
	for seat := range p.Rules().Seats() {
		of := engine.Seat(seat)
		features := twice(t, p, "Features", len(p.Rules().Features()), func(into []int32) { p.Features(of, into) })
		again := make([]int32, len(features))
		clone.Features(of, again)
		if !slices.Equal(features, again) {
			t.Fatalf("the features of a clone differ: %s", p)
		}
	}
}

// twice returns the n numbers that write writes. It calls write with two different buffers and fails the test if the
// numbers differ, as they do if write skips a number or only adds to it.
func twice(t *testing.T, p engine.Position, what string, n int, write func([]int32)) []int32 {
	first, second := make([]int32, n), make([]int32, n)
	for i := range second {
		second[i] = 1 << 30
	}
	write(first)
	write(second)
	if !slices.Equal(first, second) {
		t.Fatalf("%s depends on what the buffer held: %s", what, p)
	}
	return first
}

// checkPatterns checks that only seats of the game show patterns, that a clone shows the same patterns, and that the
// phase is in its range.
func checkPatterns(t *testing.T, p engine.Position) {
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

// patternsOf returns the sorted numbers of the patterns that each seat shows. It fails the test if a number is not
// below patterns, the number of patterns that the game has.
func patternsOf(t *testing.T, p engine.Position, patterns int) (lists engine.PatternLists) {
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

// checkStepPatterns checks the lists of step patterns. The patterns of the last step must be the same if the call asks
// for this step alone.
func checkStepPatterns(t *testing.T, p engine.Position, steps []engine.Step) {
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

func checkMetrics(t *testing.T, p engine.Position) {
	if !p.StartsTurn() && !p.Over() {
		return
	}
	names := engine.MetricsOf(p.Rules())
	text := p.String()
	got := engine.AppendMetrics([]int{-1}, p, nil, nil)
	if len(got) != 1+len(names) || got[0] != -1 {
		t.Fatalf("%d metrics are named, %v are appended to -1: %s", len(names), got, p)
	}
	for i, q := range names {
		if got[i+1] < 0 || q.Most > 0 && got[i+1] > q.Most {
			t.Fatalf("%d %s, but there are 0 to %d: %s", got[i+1], q.Name, q.Most, p)
		}
		if q.Event && got[i+1] != 0 {
			t.Fatalf("%d %s have happened before anything was played: %s", got[i+1], q.Name, p)
		}
	}
	if again := engine.AppendMetrics([]int{-1}, p.Clone(), nil, nil); !slices.Equal(got, again) || p.String() != text {
		t.Fatalf("the metrics %v of a clone are %v: %s", got, again, p)
	}
}

// checkKey checks that restoring a position from its key gives an equal position, except for symmetries, the turn
// number and what depends on earlier positions.
func checkKey(t *testing.T, p engine.Position) {
	keyed, ok := p.(engine.Keyed)
	if !ok || p.Over() {
		return
	}
	key := keyed.AppendCanonicalKey([]byte("before"))
	if !bytes.HasPrefix(key, []byte("before")) {
		t.Fatalf("the key is not appended but overwrites: %s", p)
	}
	key = key[len("before"):]
	back := p.Clone().(engine.Keyed) // SetKey must overwrite all its contents
	back.SetKey(key)
	switch {
	case !bytes.Equal(back.AppendCanonicalKey(nil), key):
		t.Fatalf("the key of %s is another one when it has been read back: %s", p, back)
	case back.CanonicalHash() != keyed.CanonicalHash():
		t.Fatalf("the key of %s reads back as %s, which is no image of it", p, back)
	case back.StepKind() != p.StepKind() || back.StartsTurn() != p.StartsTurn() ||
		back.InOpening() != p.InOpening() || back.Over():
		t.Fatalf("kind of step, start of turn, stage or end of %s differ from those of %s", back, p)
	case back.CountSteps() != p.CountSteps() || len(back.AppendSteps(nil)) != p.CountSteps():
		t.Fatalf("%d steps in %s, not %d as in %s", back.CountSteps(), back, p.CountSteps(), p)
	case back.Reversible() != 0:
		t.Fatalf("%s, read back from a key, knows of earlier positions", back)
	}
	read, err := p.Rules().Game().Read(back.String(), p.Rules().Settings())
	if err != nil {
		t.Fatalf("%s, read back from a key: %v", back, err)
	}
	same(t, "SetKey", back, read)
}

package mcts

import (
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

// TestPriorsFromAFile checks that the file of the built-in policy makes the decisions of the built-in policy, that
// another file does not, and that errors name the file.
func TestPriorsFromAFile(t *testing.T) {
	t.Parallel()
	visits := func(priors string) []uint32 {
		config := DefaultConfig()
		config.priors = priors
		player, h := newGame(t, "6", config)
		var times []uint32
		for _, tried := range decide(t, player, h, 500).Visits[0] {
			times = append(times, tried.Times)
		}
		return times
	}
	learned := visits("learned")
	if !slices.Equal(visits("../../eval/policies/priors/pit-of-pillars.txt"), learned) {
		t.Error("the file of the built-in policy decides otherwise")
	}
	rules := enginetest.Rules(t, "pit-of-pillars").(engine.PatternRules)
	pattern := rules.StepPatterns()[0].Name
	if slices.Equal(visits(enginetest.File(t, pattern+" 900\n")), learned) {
		t.Error("another policy decides alike")
	}
	for text, wanted := range map[string]string{"nonsense 1\n": "no pattern", pattern + " much\n": "line 1"} {
		config := DefaultConfig()
		config.priors = enginetest.File(t, text)
		if _, err := New("mcts", rules, config); err == nil || !strings.Contains(err.Error(), config.priors) ||
			!strings.Contains(err.Error(), wanted) {
			t.Errorf("%q: %v", text, err)
		}
	}
	config := DefaultConfig()
	config.priors = "no/such/file"
	_, err := New("mcts", rules, config)
	require.ErrorContains(t, err, "no/such/file")
}

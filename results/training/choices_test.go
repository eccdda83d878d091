package training

import (
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
)

// TestVisitsOfLegalStepsOnly gives a decision visits of a step that is not legal there.
func TestVisitsOfLegalStepsOnly(t *testing.T) {
	d := &decisionCollector{legal: []engine.Step{3, 5}}
	played := turn{step: 3, visits: []search.Visits{{Step: 3, Times: 1}, {Step: 5, Times: 3}}}
	if err := d.setShares(played); err != nil || !slices.Equal(d.shares, []float32{.25, .75}) {
		t.Errorf("error %v, shares %v", err, d.shares)
	}
	if err := d.setShares(turn{step: 3, visits: []search.Visits{{Step: 4, Times: 2}}}); err == nil {
		t.Error("visits of step 4 are accepted")
	}
}

// TestExamplesNeedTheSamePatterns checks that a network learns from games of boards of any size, but neither from games
// with other patterns nor from games of three seats.
func TestExamplesNeedTheSamePatterns(t *testing.T) {
	t.Parallel()
	c := &exampleCollector{rules: enginetest.Rules(t, "pit-of-pillars", "size=4").(engine.PatternRules)}
	for _, rules := range []engine.Rules{enginetest.Rules(t, "pit-of-pillars", "size=4"),
		enginetest.Rules(t, "pit-of-pillars", "size=6")} {
		if err := c.open(rules); err != nil {
			t.Error(err)
		}
	}
	three := enginetest.Rules(t, "pit", "players=3")
	pit := &exampleCollector{rules: enginetest.Rules(t, "pit", "players=2").(engine.PatternRules)}
	if err := pit.open(three); err == nil {
		t.Error("a network of Pit for two learns from games of three")
	}
	for _, rules := range []engine.Rules{enginetest.Rules(t, "pilastri"), three} {
		if err := c.open(rules); err == nil {
			t.Errorf("a network learns from games with other patterns, of %s", rules.Settings())
		}
	}
}

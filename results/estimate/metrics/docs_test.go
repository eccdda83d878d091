package metrics

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestPage checks that docs/reference/metrics.csv has a row with a known group and unit for every measure, in the order
// of the groups, and that docs/reference/metrics.md names every metric.
func TestPage(t *testing.T) {
	t.Parallel()
	groups := []string{GroupResults, GroupLength, GroupChoice, GroupPositions, GroupTrajectory, GroupDepth,
		GroupOpenings, GroupRandom, GroupQuantities}
	units := []Unit{Share, Score, Turns, Steps, Choices, Logarithm, Number, Correlation, Skill, Rungs, Micros}
	page, err := os.ReadFile("../../../docs/reference/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	group := 0
	for _, d := range Definitions() {
		at := slices.Index(groups, d.Group)
		if at < group || !slices.Contains(units, d.Unit) || d.take == nil {
			t.Errorf("docs/reference/metrics.csv: %s is in the group %q, has the unit %q, and a measure: %v", d.Name,
				d.Group, d.Unit, d.take != nil)
		}
		group = at
		if !strings.Contains(string(page), "`"+d.Name+"`") {
			t.Errorf("docs/reference/metrics.md does not name %s", d.Name)
		}
	}
	if rows := len(Definitions()); rows != len(measures) {
		t.Errorf("docs/reference/metrics.csv has %d rows for %d measures", rows, len(measures))
	}
}

package metrics

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestPage checks that docs/reference/metrics.csv has one full row with a known group and unit for every measure, in
// the order of the groups, and that docs/reference/metrics.md names every metric.
func TestPage(t *testing.T) {
	t.Parallel()
	groups := []string{GroupResults, GroupLength, GroupChoice, GroupPositions, GroupTrajectory, GroupDepth,
		GroupOpenings, GroupRandom, GroupQuantities}
	units := []Unit{Share, Score, Turns, Steps, Choices, Logarithm, Number, Correlation, Skill, Rungs, Micros}
	page, err := os.ReadFile("../../../docs/reference/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	group, names := 0, []string(nil)
	for _, d := range Definitions() {
		at := slices.Index(groups, d.Group)
		if at < group || !slices.Contains(units, d.Unit) || d.compute == nil {
			t.Errorf("docs/reference/metrics.csv: %s is in the group %q, has the unit %q, and a measure: %v", d.Name,
				d.Group, d.Unit, d.compute != nil)
		}
		group, names = at, append(names, d.Name)
		if slices.Contains([]string{d.Title, d.Meaning, d.Counts, d.Interval, d.Source}, "") {
			t.Errorf("docs/reference/metrics.csv: a cell of %s is empty", d.Name)
		}
		if !strings.Contains(string(page), "`"+d.Name+"`") {
			t.Errorf("docs/reference/metrics.md does not name %s", d.Name)
		}
	}
	slices.Sort(names)
	once := slices.Compact(slices.Clone(names))
	if len(once) < len(names) {
		t.Errorf("docs/reference/metrics.csv: a name occurs twice in %q", names)
	}
	if measured := slices.Sorted(maps.Keys(measures)); !slices.Equal(once, measured) {
		t.Errorf("docs/reference/metrics.csv has rows for %q, but there are measures for %q", once, measured)
	}
}

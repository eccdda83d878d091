package metrics

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestDefinitions checks that docs/reference/metrics.csv has one full row for every measure, and that
// docs/reference/metrics.md names every metric.
func TestDefinitions(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../../docs/reference/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range Definitions() {
		names = append(names, d.Name)
		if slices.Contains([]string{d.Title, d.Meaning, d.Counts, d.Interval, d.Source, d.Group, string(d.Unit)}, "") ||
			!strings.Contains(string(page), "`"+d.Name+"`") {
			t.Errorf("a cell of %s is empty, or docs/reference/metrics.md does not name it", d.Name)
		}
	}
	slices.Sort(names)
	if measured := slices.Sorted(maps.Keys(measures)); !slices.Equal(names, measured) {
		t.Errorf("docs/reference/metrics.csv has rows for %q, but there are measures for %q", names, measured)
	}
}

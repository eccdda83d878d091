package metrics

import (
	"encoding/csv"
	"os"
	"strings"
	"testing"
)

// TestPage compares docs/reference/metrics.csv with the definitions, and checks that docs/reference/metrics.md names
// every metric.
func TestPage(t *testing.T) {
	t.Parallel()
	rows := [][]string{{"group", "metric", "name", "definition", "unit", "n counts", "interval", "source"}}
	page := read(t, "metrics.md")
	for _, d := range Definitions() {
		row := []string{d.Group, d.Title, d.Name, d.Meaning, string(d.Unit), d.Counts, d.Interval, d.Source}
		rows = append(rows, row)
		if !strings.Contains(page, "`"+d.Name+"`") {
			t.Errorf("docs/reference/metrics.md does not name %s", d.Name)
		}
	}
	var b strings.Builder
	if err := csv.NewWriter(&b).WriteAll(rows); err != nil || read(t, "metrics.csv") != b.String() {
		t.Errorf("docs/reference/metrics.csv should be:\n%s", b.String())
	}
}

// read returns the text of a file in docs/reference.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/reference/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

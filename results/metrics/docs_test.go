package metrics

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestPage holds the table of docs/METRICS.md to the definitions.
func TestPage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/METRICS.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows strings.Builder
	for _, d := range Definitions() {
		fmt.Fprintf(&rows, "| %s | %s | `%s` | %s | %s | %s | %s | %s |\n", d.Group, d.Title, d.Name, d.Unit, d.Meaning,
			d.Counts, d.Interval, d.Source)
	}
	if !strings.Contains(string(page), rows.String()) {
		t.Errorf("docs/METRICS.md has another table than:\n%s", rows.String())
	}
}

package metrics

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestPage compares docs/reference/metrics.md with the definitions. Its table has a row for each, with the author of
// its source after the definition. It omits "by opening" in intervals. A list below the table has the sources in full.
func TestPage(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("../../../docs/reference/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	page, rows, group := string(file), "", ""
	for _, d := range Definitions() {
		if d.Group != group {
			group = d.Group
			rows += fmt.Sprintf("| **%s** | | |\n", group)
		}
		meaning := d.Meaning
		if source := strings.TrimPrefix(d.Source, "after "); source != own {
			if !strings.Contains(page, "- "+source+"\n") {
				t.Errorf("docs/reference/metrics.md does not list the source %q", source)
			}
			author, _, _ := strings.Cut(source, ",")
			meaning += " [" + strings.TrimSuffix(author, " and others") + "]"
		}
		interval := strings.ReplaceAll(d.Interval, ", by opening", "")
		rows += fmt.Sprintf("| %s `%s` | %s | %s; %s; %s |\n", d.Title, d.Name, meaning, d.Unit, d.Counts, interval)
	}
	if !strings.Contains(page, rows) {
		t.Errorf("docs/reference/metrics.md has another table than:\n%s", rows)
	}
}

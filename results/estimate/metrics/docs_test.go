package metrics

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestPage compares docs/reference/metrics.md with the definitions. The page has an entry for each, with the author of
// its source after the definition, and then what [unlike] returns. A list below has the sources in full.
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
			rows += fmt.Sprintf("\n### %s%s\n\n", strings.ToUpper(group[:1]), group[1:])
		}
		meaning := d.Meaning
		if source := strings.TrimPrefix(d.Source, "after "); source != own {
			if !strings.Contains(page, "- "+source+"\n") {
				t.Errorf("docs/reference/metrics.md does not list the source %q", source)
			}
			author, _, _ := strings.Cut(source, ",")
			meaning += " [" + strings.TrimSuffix(author, " and others") + "]"
		}
		rows += fmt.Sprintf("- **%s** `%s`: %s%s\n", d.Title, d.Name, meaning, unlike(d))
	}
	unwrapped := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	if !strings.Contains(unwrapped(page), unwrapped(rows)) {
		t.Errorf("docs/reference/metrics.md has other entries than:\n%s", rows)
	}
}

// unlike returns the unit, what n counts and the interval of a metric in brackets, without what the page says of all: the
// unit of a share, games as n, Student's interval, and "by opening".
func unlike(d Definition) string {
	var parts []string
	if d.Unit != "share" || !strings.HasPrefix(d.Meaning, "Share") {
		parts = append(parts, string(d.Unit))
	}
	if d.Counts != "games" {
		parts = append(parts, d.Counts)
	}
	if interval := strings.ReplaceAll(d.Interval, ", by opening", ""); interval != "Student" {
		parts = append(parts, interval)
	}
	if parts == nil {
		return ""
	}
	return " (" + strings.Join(parts, "; ") + ")"
}

package metrics

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestPage compares docs/reference/metrics.md with the definitions. The page has an entry for each, with the author of
// its source after the definition, and then unit, what n counts, and interval, of which it omits "by opening". A list
// below has the sources in full.
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
		interval := strings.ReplaceAll(d.Interval, ", by opening", "")
		rows += fmt.Sprintf("- **%s** `%s`: %s (%s; %s; %s)\n", d.Title, d.Name, meaning, d.Unit, d.Counts, interval)
	}
	unwrapped := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	if !strings.Contains(unwrapped(page), unwrapped(rows)) {
		t.Errorf("docs/reference/metrics.md has other entries than:\n%s", rows)
	}
}

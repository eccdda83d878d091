package metrics

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestPage holds the table of docs/reference/metrics.md to the definitions: it names sources by author and year, and
// lists them in full below.
func TestPage(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("../../../docs/reference/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	page, rows := string(file), ""
	for _, d := range Definitions() {
		author, title, published := strings.Cut(d.Source, ", ")
		if published {
			if full := "- " + strings.TrimPrefix(d.Source, "after "); !strings.Contains(page, full+"\n") {
				t.Errorf("docs/reference/metrics.md does not list the source %q", full)
			}
			if year := title[strings.LastIndex(title, " ")+1:]; year > "1" && year < "3" {
				author += " " + year
			}
		}
		rows += fmt.Sprintf("| %s | %s | `%s` | %s | %s | %s | %s | %s |\n", d.Group, d.Title, d.Name, d.Unit,
			d.Meaning, d.Counts, d.Interval, author)
	}
	if !strings.Contains(page, rows) {
		t.Errorf("docs/reference/metrics.md has another table than:\n%s", rows)
	}
}

package play

import (
	"strings"
	"testing"

	"pillars/search/ugi/compliance"
)

// TestControlCharactersOfAnEngine checks that texts from and to an engine are printed without control characters that a
// terminal would obey.
func TestControlCharactersOfAnEngine(t *testing.T) {
	var out strings.Builder
	finding := compliance.Finding{Check: "go", Saw: "one\x1b[2J", Sent: []string{"two\u202e"}}
	printFinding(&out, finding)
	for _, want := range []string{`one\x1b[2J`, `two\u202e`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in %q", want, out.String())
		}
	}
}

package dialogue

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/term"
)

// TestOffer completes lines to what all offers have in common, and lists the offers if that adds nothing.
func TestOffer(t *testing.T) {
	var many []string
	for i := range 41 {
		many = append(many, fmt.Sprint("a", i))
	}
	for _, c := range []struct {
		text, offers string // offers are separated by spaces
		want, listed string
	}{
		{"b", "", "b", ""},
		{"b", "b1c1", "b1c1", ""},
		{"b", "b1c1 b1b2", "b1", ""},
		{"b1", "b1c1 b1b2", "b1", "b1c1  b1b2"},
		{"", "a1 b1", "", "a1  b1"},
		{"a", strings.Join(many[:40], " "), "a", strings.Join(many[:40], "  ")},
		{"a", strings.Join(many, " "), "a", strings.Join(append(slices.Clip(many[:40]), "..."), "  ")},
	} {
		var out strings.Builder
		line := term.NewTerminal(struct {
			*strings.Reader
			*strings.Builder
		}{strings.NewReader(""), &out}, "")
		if err := line.SetSize(1000, 10); err != nil {
			t.Fatal(err)
		}
		text, at, ok := (&terminal{line: line}).offer(c.text, strings.Fields(c.offers))
		if text != c.want || at != len(c.want) || !ok || strings.TrimRight(out.String(), "\r\n") != c.listed {
			t.Errorf("%q of %s: %q at %d, %t, lists %q; want %q, lists %q", c.text, c.offers, text, at, ok,
				out.String(), c.want, c.listed)
		}
	}
}

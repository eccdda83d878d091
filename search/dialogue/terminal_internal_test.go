package dialogue

import (
	"fmt"
	"io"
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

// TestLinesOfAFile reads lines that no person types, of which the last lacks its line feed, and writes the prompts.
func TestLinesOfAFile(t *testing.T) {
	var out strings.Builder
	read := Lines(t.Context(), strings.NewReader("one\n\nthree"), &out, true)
	for i, want := range []string{"one\n", "\n", "three"} {
		if line, err := read(fmt.Sprint(i, "> "), nil); err != nil || line != want {
			t.Errorf("line %d is %q, %v", i+1, line, err)
		}
	}
	if line, err := read("3> ", nil); err != io.EOF || line != "" || out.String() != "0> 1> 2> 3> " {
		t.Errorf("at the end: %q, %v; the prompts are %s", line, err, out.String())
	}
}

// TestRestorable checks which games can be gone on with by the names of their players.
func TestRestorable(t *testing.T) {
	for names, want := range map[string]bool{
		"person greedy": true, "alphabeta:nodes=5 person": true, "person person": true, "greedy random": false,
		"person ugi:./engine": false, "person greedy:weights=a/b": false, `person greedy:weights=a\b`: false,
		"person :": false, "": false,
	} {
		if got := Restorable(strings.Fields(names)); got != want {
			t.Errorf("%s: %v", names, got)
		}
	}
}

package dialogue

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

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

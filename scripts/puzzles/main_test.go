package main

import (
	"io"
	"strings"
	"testing"
)

// TestPuzzlesAreReproducible makes a few puzzles twice with the same seed, and once with another seed.
func TestPuzzlesAreReproducible(t *testing.T) {
	t.Parallel()
	made := func(seed uint64) string {
		var text strings.Builder
		if err := generate(t.Context(), &text, io.Discard, seed, "pilastri", 20); err != nil {
			t.Fatal(err)
		}
		_, puzzles, _ := strings.Cut(text.String(), "\n")
		return puzzles
	}
	first := made(1)
	if lines := strings.Count(first, "\n"); lines < 8 || !strings.HasPrefix(first, "\ngame pilastri\n") {
		t.Errorf("%d lines: %s", lines, first)
	}
	if again := made(1); again != first {
		t.Errorf("with the same seed\n%s\nthen\n%s", first, again)
	}
	if other := made(2); other == first {
		t.Errorf("two seeds give\n%s", first)
	}
}

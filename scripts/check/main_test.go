package main

import (
	"slices"
	"strings"
	"testing"
)

func TestWide(t *testing.T) {
	text := strings.Repeat("x", 120) + "\n\t" + strings.Repeat("ü", 117) + "\r\n"
	if got := wide("a.go", []byte(text)); !slices.Equal(got, []string{"a.go:2: 121 columns"}) {
		t.Errorf("got %q", got)
	}
}

func TestLong(t *testing.T) {
	function := func(lines int) string { return "func f() {\n" + strings.Repeat("\tf()\n", lines-2) + "}\n" }
	got, err := long("a.go", []byte("package a\n\n"+function(50)+function(51)+strings.Repeat("\n", 298)))
	if want := []string{"a.go:1: 401 lines", "a.go:53: f has 51 lines"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v", got, err)
	}
}

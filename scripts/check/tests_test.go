package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestTests checks the example tests in testdata, in which every faulty line ends with "refused: " and the beginning of
// the fault.
func TestTests(t *testing.T) {
	text, err := os.ReadFile("testdata/refused.txt")
	if err != nil {
		t.Fatal(err)
	}
	here := t.TempDir()
	write(t, here, map[string]string{"go.mod": "module example\n\ngo 1.26\n", "all_test.go": string(text)})
	faults, err := tests(here)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for i, line := range strings.Split(string(text), "\n") {
		if _, fault, is := strings.Cut(line, "// refused: "); is {
			want[filepath.Join(here, "all_test.go")+":"+strconv.Itoa(i+1)] = fault
		}
	}
	for _, fault := range faults {
		place, fault, _ := strings.Cut(fault, ": ")
		if expected, is := want[place]; !is || !strings.HasPrefix(fault, expected) {
			t.Errorf("%s: %s", place, fault)
		}
		delete(want, place)
	}
	if len(want) > 0 {
		t.Errorf("not refused: %v", slices.Sorted(maps.Keys(want)))
	}
}

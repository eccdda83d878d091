package enginetest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write golden files anew instead of comparing with them")

// Golden compares a text that people read with a file below testdata. With the flag -update it writes the file instead;
// read what has changed before you believe it.
func Golden(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; write it with -update", err)
	}
	want := strings.Split(string(data), "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(want) || line != want[i] {
			t.Fatalf("line %d differs from %s; if it is meant, run the test with -update:\n%s\nall of it:\n%s", i+1, path,
				line, got)
		}
	}
	if got != string(data) {
		t.Fatalf("lines are missing at the end of %s; if that is meant, run the test with -update:\n%s", path, got)
	}
}

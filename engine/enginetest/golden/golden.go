// Package golden compares what people read, such as tables and reports, with files that a review has read. With the
// flag -update, tests write these files anew:
//
//	go test ./results -update
//
// The package imports no other package of the module, so the tests of every package can import it.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files in testdata anew")

// Check fails the test unless a file in the folder testdata has the given text. With -update it writes the file.
func Check(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines, wanted := strings.SplitAfter(got, "\n"), strings.SplitAfter(string(data), "\n")
	for i := range max(len(lines), len(wanted)) {
		line, want := "nothing", "nothing"
		if i < len(lines) {
			line = lines[i]
		}
		if i < len(wanted) {
			want = wanted[i]
		}
		if line != want {
			t.Fatalf("%s:%d: the text has\n%s\nand the file\n%s\nRead the change, then run the test with -update.",
				path, i+1, line, want)
		}
	}
}

package docs_test

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// typed matches the kind of a JSON record in the code that makes it.
var typed = regexp.MustCompile(`\("type", "([a-z-]+)"|Type: +"([a-z-]+)"|Type +string .json:"type". // "([a-z-]+)"`)

// TestJSONKinds checks that reference/json.csv lists every kind of record that commands print, since scripts rely on
// it.
func TestJSONKinds(t *testing.T) {
	t.Parallel()
	listed, kinds := read(t, "reference/json.csv"), 0
	for _, folder := range []string{"../cmd", "../results", "../search/proof", "../search/problems"} {
		err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			for _, found := range typed.FindAllStringSubmatch(read(t, path), -1) {
				kinds++
				if kind := strings.Join(found[1:], ""); !strings.Contains(listed, "\n"+kind+",") {
					t.Errorf("%s prints records of the kind %s, which reference/json.csv lacks", path, kind)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if kinds < 40 {
		t.Errorf("only %d kinds found", kinds)
	}
}

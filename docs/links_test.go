package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
)

var (
	links    = regexp.MustCompile(`\]\(([^)\s]+)`)
	headings = regexp.MustCompile(`(?m)^#+ (.*)$`)
	unlinked = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// TestLinks checks that every link from a document to another file, or to a heading in one, has a target.
func TestLinks(t *testing.T) {
	t.Parallel()
	checked := 0
	check := func(path string) {
		text := read(t, path)
		for _, found := range links.FindAllStringSubmatch(text, -1) {
			name, heading, _ := strings.Cut(found[1], "#")
			if strings.Contains(name, ":") {
				continue // a page elsewhere
			}
			checked++
			file := path
			if name != "" {
				file = filepath.Join(filepath.Dir(path), name)
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s leads to %s, which is not there", path, found[1])
			} else if heading != "" && filepath.Ext(file) == ".md" && !hasHeading(read(t, file), heading) {
				t.Errorf("%s leads to %s, which has no such heading", path, found[1])
			}
		}
	}
	for _, name := range []string{"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"} {
		check("../" + name)
	}
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".md" {
			check(path)
		}
		return err
	})
	if err != nil || checked < 50 {
		t.Errorf("%d links were checked, %v", checked, err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// hasHeading reports whether a text has an anchor with the name, or a heading to which GitHub gives this name.
func hasHeading(text, name string) bool {
	if strings.Contains(text, `<a name="`+name+`">`) {
		return true
	}
	for _, found := range headings.FindAllStringSubmatch(text, -1) {
		plain := unlinked.ReplaceAllString(strings.ToLower(found[1]), "")
		if strings.ReplaceAll(strings.TrimSpace(plain), " ", "-") == name {
			return true
		}
	}
	return false
}

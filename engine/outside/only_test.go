package outside_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"pillars/engine/enginetest/require"
)

// openers are the functions that open files or start programs.
var openers = map[string]bool{"os.Open": true, "os.ReadFile": true, "os.OpenFile": true, "os.DirFS": true,
	"exec.Command": true, "exec.CommandContext": true, "sql.Open": true}

// own has the other files that call openers, for what the program itself makes or for what developers run.
var own = map[string]string{
	"engine/bridge/system_unix.go":  "the shared memory of the process that started this one",
	"results/keep/store/open.go":    "the database, which SQLite opens",
	"search/dialogue/table.go":      "a new file",
	"search/proof/prover/prover.go": "its checkpoint, to read and write",
	"tournament/lock/lock.go":       "files with locks",
	"web/bundle/bundle.go":          "the source of the program",
	"engine/enginetest/":            "files of tests",
	"scripts/":                      "tools of developers",
}

// TestNothingElseOpens checks that package outside opens all files to read and starts all programs, so that its bounds
// hold everywhere.
func TestNothingElseOpens(t *testing.T) {
	t.Parallel()
	const root = "../.."
	seen := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && path != root {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(path, filepath.FromSlash(root+"/")))
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") ||
			strings.HasPrefix(name, "engine/outside/") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if selector, ok := node.(*ast.SelectorExpr); ok {
				if from, ok := selector.X.(*ast.Ident); ok && openers[from.Name+"."+selector.Sel.Name] {
					known := false
					for begins := range own {
						if strings.HasPrefix(name, begins) {
							seen[begins], known = true, true
						}
					}
					if !known {
						t.Errorf("%s calls %s.%s; engine/outside is to do so", name, from.Name, selector.Sel.Name)
					}
				}
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
	for name := range own {
		if !seen[name] {
			t.Errorf("%s opens nothing; take it off the list", name)
		}
	}
}

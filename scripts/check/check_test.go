// Package check finds faults that a program can find: lines over 120 columns, functions over 50 lines, doc comments
// without Go's form, comments with unclear words, tests that sleep, and code that does not compile on Windows, macOS or
// in a browser. It consists of tests.
package check

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/tools/go/packages"

	"pillars/engine/enginetest/require"
)

// Limits for production code. Tests need to observe only the limit on columns.
const (
	mostColumns   = 120 // columns of a line
	mostFuncLines = 50  // lines of a function, including its head and the closing brace
)

const root = "../.." // of the source tree

// TestSources lists the faults of all Go files.
func TestSources(t *testing.T) {
	t.Parallel()
	files := 0
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (name == "node_modules" || strings.HasPrefix(name, ".") && file != root):
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(name) != ".go":
			return nil
		}
		files++
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		file, err = filepath.Rel(root, file)
		if err != nil {
			return err
		}
		for _, fault := range faultsOf(t, filepath.ToSlash(file), string(text)) {
			t.Error(fault)
		}
		return nil
	})
	if err != nil || files < 100 {
		t.Errorf("%d files: %v", files, err)
	}
}

// faultsOf returns the faults of a file, whose path begins at the root of the tree.
func faultsOf(t *testing.T, file, text string) []string {
	t.Helper()
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, text, parser.ParseComments|parser.SkipObjectResolution)
	require.NoError(t, err)
	faults := append(wideLines(file, []byte(text)), commentFaults(set, tree)...)
	switch isTest := strings.HasSuffix(file, "_test.go"); {
	case !isTest:
		return append(faults, longFunctions(set, tree)...)
	case !slices.Contains(sleepers, filepath.ToSlash(filepath.Dir(file))):
		return append(faults, sleeps(set, tree)...)
	}
	return faults
}

// TestFaults checks that each kind of fault is found, with its line.
func TestFaults(t *testing.T) {
	t.Parallel()
	function := func(lines int) string { return "func f() {\n" + strings.Repeat("\tf()\n", lines-2) + "}\n" }
	for text, want := range map[string]string{
		"// " + strings.Repeat("x", 117) + "\n\t// " + strings.Repeat("\u00fc", 114): "a.go:3: 121 columns",
		function(50) + function(51):                  "a.go:52: f has 51 lines",
		"// A returns that of another.\nfunc A() {}": "a.go:2: the comment says \"that of\"",
		"// C is no verb.\nfunc (t *T[int]) C() {}":  "a.go:3: the comment must",
		"func B() {}": "a.go:2: the comment must",
		"// D silently returns.\nfunc (t T) D() {}\nfunc (u) F() {}": "",
		"func (t T) String() string { return \"\" }\nfunc e() {}":    "",
	} {
		got := faultsOf(t, "a.go", "package a\n"+text)
		if len(got) > 1 || !strings.HasPrefix(strings.Join(got, ""), want) || want == "" && len(got) > 0 {
			t.Errorf("%.200s: faults %q, want %q", text, got, want)
		}
	}
	got := faultsOf(t, "a_test.go", "package a\nfunc B() {\n\ttime.Sleep(1)\n\t<-time.After(1)\n}\n")
	if len(got) != 1 || !strings.HasPrefix(got[0], "a_test.go:3: ") {
		t.Errorf("sleeps: %q", got)
	}
}

// wideLines lists the lines of a file that have too many columns. A tab counts as four columns.
func wideLines(file string, text []byte) (faults []string) {
	number := 0
	for line := range bytes.Lines(text) {
		number++
		line = bytes.TrimRight(line, "\r\n")
		if width := utf8.RuneCount(line) + 3*bytes.Count(line, []byte("\t")); width > mostColumns {
			faults = append(faults, fmt.Sprintf("%s:%d: %d columns", file, number, width))
		}
	}
	return faults
}

// longFunctions lists functions with too many lines.
func longFunctions(set *token.FileSet, tree *ast.File) (faults []string) {
	for _, declaration := range tree.Decls {
		if function, is := declaration.(*ast.FuncDecl); is {
			place, end := set.Position(function.Pos()), set.Position(function.End())
			if lines := end.Line - place.Line + 1; lines > mostFuncLines {
				faults = append(faults, fmt.Sprintf("%s:%d: %s has %d lines", place.Filename, place.Line,
					function.Name.Name, lines))
			}
		}
	}
	return faults
}

// sleepers lists the folders whose tests may sleep.
var sleepers = []string{
	"search/ugi/client", "search/ugi/compliance", // their fake engines are slow or hang
	"tournament/referee", "tournament/runner", "web/server", // synctest simulates the time
	"tournament/coordinator", // waits between random disturbances, and slows a network down
}

// sleeps lists the calls of time.Sleep in a test.
func sleeps(set *token.FileSet, tree *ast.File) (faults []string) {
	ast.Inspect(tree, func(n ast.Node) bool {
		call, is := n.(*ast.CallExpr)
		if is && types.ExprString(call.Fun) == "time.Sleep" {
			place := set.Position(n.Pos())
			faults = append(faults, fmt.Sprintf("%s:%d: sleeps: wait for what is to happen, or use a fake clock",
				place.Filename, place.Line))
		}
		return true
	})
	return faults
}

// undocumented lists names of methods that need no comment, because they implement a well-known interface.
var undocumented = strings.Fields(`
	String Error Unwrap Is As Len Less Swap Push Pop Read Write Close Set Get Type MarshalJSON
	UnmarshalJSON MarshalText UnmarshalText ServeHTTP Plot Ticks Name Title Options New Game Settings
	Guide Seats SeatNames StepKinds StepSpace Repetition TurnCap Start Rules StartsTurn StepKind
	AppendSteps DeclineStep CountSteps Play PlayInto CopyFrom Clone Reversible AppendNoisy
	OrderingScores NewGame Decide Traits Describe Records WriteText`)

var (
	// verb matches the text after the name of a function in its comment: a verb in the third person, perhaps after an
	// adverb.
	verb = regexp.MustCompile(`^ (?:(?:also|never|always|only|\w+ly) )?(\w+s)\b`)
	// unclear matches words that make comments hard to read.
	unclear = regexp.MustCompile(`(?i)\b(crew|foretells?|foretold|anew|so many|that of|goes on|those who)\b`)
)

// commentFaults lists unclear words in the comments of a file. In production code it also lists exported functions
// whose comment does not begin with the name and a verb in the third person.
func commentFaults(set *token.FileSet, tree *ast.File) (faults []string) {
	note := func(at token.Pos, format string, args ...any) {
		place := set.Position(at)
		faults = append(faults, fmt.Sprintf("%s:%d: ", place.Filename, place.Line)+fmt.Sprintf(format, args...))
	}
	for _, group := range tree.Comments {
		for _, comment := range group.List {
			if word := unclear.FindString(comment.Text); word != "" {
				note(comment.Pos(), "the comment says %q: say it plainly", word)
			}
		}
	}
	if strings.HasSuffix(set.Position(tree.Pos()).Filename, "_test.go") {
		return faults
	}
	for _, declaration := range tree.Decls {
		function, is := declaration.(*ast.FuncDecl)
		if !is || !function.Name.IsExported() || !exportedReceiver(function) {
			continue
		}
		name := function.Name.Name
		if function.Doc == nil && function.Recv != nil && slices.Contains(undocumented, name) {
			continue
		}
		rest, named := strings.CutPrefix(strings.ReplaceAll(function.Doc.Text(), "\n", " "), name)
		words := verb.FindStringSubmatch(rest)
		unsuitable := []string{"is", "was", "has", "as", "this", "its"} // they end in s but name no action
		if !named || words == nil || slices.Contains(unsuitable, words[1]) {
			note(function.Pos(), "the comment must begin with %q and a verb such as returns", name)
		}
	}
	return faults
}

// exportedReceiver reports whether a function has a receiver of an exported type, or none.
func exportedReceiver(function *ast.FuncDecl) bool {
	if function.Recv == nil {
		return true
	}
	receiver := types.ExprString(function.Recv.List[0].Type) // such as *Table[Row]
	return ast.IsExported(strings.TrimPrefix(receiver, "*"))
}

// A system is an operating system on which all packages must compile. If lacks is not empty, it is the path of a
// package that does not exist there; packages that import it, directly or indirectly, need not compile.
type system struct{ name, processor, lacks string }

// systems lists the systems to check. The last one is a browser.
var systems = []system{
	{name: "windows", processor: "amd64"},
	{name: "darwin", processor: "arm64"},
	{name: "js", processor: "wasm", lacks: "modernc.org/sqlite"},
}

// TestSystems checks that all packages compile on other systems.
func TestSystems(t *testing.T) {
	t.Parallel()
	here, err := filepath.Abs(root)
	require.NoError(t, err)
	for _, system := range systems {
		faults, err := system.faults(here)
		if err != nil {
			t.Error(err)
		}
		for _, fault := range faults {
			t.Error(fault)
		}
	}
}

// faults checks the types of the module in the folder here as the system would compile it, and lists the errors. It
// reads sources, which takes seconds; go vet would first compile all imported modules, which takes minutes.
func (s system) faults(here string) (faults []string, err error) {
	all, err := packages.Load(&packages.Config{
		Mode: packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax,
		Dir:  here,
		Env:  append(os.Environ(), "GOOS="+s.name, "GOARCH="+s.processor, "CGO_ENABLED=0"),
		ParseFile: func(set *token.FileSet, file string, text []byte) (*ast.File, error) {
			tree, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
			if tree != nil && !strings.HasPrefix(file, here+string(filepath.Separator)) {
				dropBodies(tree)
			}
			return tree, err
		},
	}, "./...")
	if err != nil {
		return nil, err
	}
	for _, p := range all {
		if s.lacks != "" && imports(p, s.lacks, map[*packages.Package]bool{}) {
			continue
		}
		for _, fault := range p.Errors {
			faults = append(faults, fmt.Sprintf("%s, on %s", strings.TrimPrefix(fault.Error(), here+"/"), s.name))
		}
	}
	return faults, nil
}

// dropBodies removes the bodies of a file's functions, since callers in other modules need only the declarations.
func dropBodies(file *ast.File) {
	for _, declaration := range file.Decls {
		if function, is := declaration.(*ast.FuncDecl); is {
			function.Body = nil
		}
	}
}

// imports reports whether a package imports another, directly or indirectly. seen has the packages searched so far.
func imports(p *packages.Package, path string, seen map[*packages.Package]bool) bool {
	if seen[p] {
		return false
	}
	seen[p] = true
	for name, imported := range p.Imports {
		if name == path || imports(imported, path, seen) {
			return true
		}
	}
	return false
}

// TestOtherSystems checks a module with a package that compiles only on Linux, and one that imports a package that
// another system lacks.
func TestOtherSystems(t *testing.T) {
	t.Parallel()
	here := t.TempDir()
	write(t, here, map[string]string{
		"go.mod":         "module example\n\ngo 1.26\n",
		"linux_linux.go": "package example\n\nfunc linux() {}\n",
		"all.go":         "package example\n\nfunc All() { linux() }\n",
		"log/log.go":     "package log\n\nimport \"log/slog\"\n\nfunc Log() { slog.Info(1) }\n",
	})
	for _, c := range []struct {
		system
		want []string
	}{
		{system{"linux", "arm64", ""}, []string{"log.go:5:24"}},
		{system{"linux", "arm64", "log/slog"}, nil},
		{system{"windows", "amd64", ""}, []string{"all.go:3:14", "log.go:5:24"}},
		{system{"windows", "amd64", "context"}, []string{"all.go:3:14"}}, // which log/slog imports
	} {
		faults, err := c.faults(here)
		require.NoError(t, err)
		var got []string
		for _, fault := range faults {
			place, on, _ := strings.Cut(filepath.Base(fault), ": ")
			if !strings.HasSuffix(on, ", on "+c.name) {
				t.Errorf("%s does not name the system", fault)
			}
			got = append(got, place)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v: faults at %q, want %q", c.system, got, c.want)
		}
	}
}

// write writes files into a folder.
func write(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o777))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
	}
}

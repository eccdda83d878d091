// Check reports faults that a program can find: lines over 120 columns, functions over 50 lines, packages of more than
// 30 files, doc comments without Go's form, comments with unclear words, tests that sleep, and code that does not
// compile on Windows, macOS or in a browser. It prints each fault with its place, and exits with status 1 if there are
// any.
//
//	go run ./scripts/check
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/packages"
)

// Limits for production code. Tests need to observe only the limit on columns.
const (
	mostColumns   = 120 // columns of a line
	mostFuncLines = 50  // lines of a function, including its head and the closing brace
	mostFiles     = 30  // production files of a package
)

func main() {
	faults, err := check()
	if err != nil {
		fmt.Fprintln(os.Stderr, "check:", err)
		os.Exit(2)
	}
	for _, fault := range faults {
		fmt.Println(fault)
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
}

// check returns the faults of all Go files that git tracks. It compiles for other systems only if there are none in the
// files.
func check() (faults []string, err error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	list, err := exec.Command("git", "ls-files", "*.go").Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	files := map[string]int{} // number of production files by folder
	for _, file := range strings.Fields(string(list)) {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		faults = append(faults, wideLines(file, text)...)
		faults = append(faults, commentFaults(set, tree)...)
		if strings.HasSuffix(file, "_test.go") {
			if !slices.Contains(sleepers, filepath.ToSlash(filepath.Dir(file))) {
				faults = append(faults, sleeps(set, tree)...)
			}
			continue
		}
		faults = append(faults, longFunctions(set, tree)...)
		if folder := filepath.Dir(file); files[folder] == mostFiles { // the first file too many
			faults = append(faults, fmt.Sprintf("%s: more than %d files", folder, mostFiles))
		}
		files[filepath.Dir(file)]++
	}
	if len(faults) > 0 {
		return faults, nil
	}
	for _, system := range systems {
		found, err := system.faults(here)
		if err != nil {
			return nil, err
		}
		faults = append(faults, found...)
	}
	return faults, nil
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

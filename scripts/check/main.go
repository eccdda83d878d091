// Check reports faults that a program can find: lines over 120 columns, files over 400 lines, functions over 50 lines,
// packages of more than 30 files, doc comments without Go's form, comments with unclear words, tests that accept NaN,
// that end another goroutine instead of the test or that sleep, and code that does not compile on Windows, macOS or in
// a browser. It prints each fault with its place, and exits with status 1 if there are any.
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
)

// Limits for production code. Tests need to observe only the limit on columns.
const (
	mostColumns   = 120 // columns of a line
	mostLines     = 400 // lines of a file
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

// check returns the faults of all Go files that git tracks. It looks for faults that need types only if there are no
// others.
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
			continue
		}
		faults = append(faults, tooLong(set, tree)...)
		if folder := filepath.Dir(file); files[folder] == mostFiles { // the first file too many
			faults = append(faults, fmt.Sprintf("%s: more than %d files", folder, mostFiles))
		}
		files[filepath.Dir(file)]++
	}
	if len(faults) > 0 {
		return faults, nil // typeFaults compiles everything for three systems
	}
	return typeFaults(here)
}

// typeFaults returns the faults of the module in the folder here that need types to be found.
func typeFaults(here string) (faults []string, err error) {
	finders := []func(string) ([]string, error){tests}
	for _, s := range systems {
		finders = append(finders, s.faults)
	}
	for _, find := range finders {
		found, err := find(here)
		if err != nil {
			return nil, err
		}
		for _, fault := range found {
			faults = append(faults, strings.TrimPrefix(fault, here+"/"))
		}
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

// tooLong lists files and functions with too many lines.
func tooLong(set *token.FileSet, tree *ast.File) (faults []string) {
	whole := set.File(tree.Pos())
	if lines := whole.LineCount(); lines > mostLines {
		faults = append(faults, fmt.Sprintf("%s:1: %d lines", whole.Name(), lines))
	}
	for _, declaration := range tree.Decls {
		if function, is := declaration.(*ast.FuncDecl); is {
			first, last := whole.Line(function.Pos()), whole.Line(function.End())
			if lines := last - first + 1; lines > mostFuncLines {
				faults = append(faults, fmt.Sprintf("%s:%d: %s has %d lines", whole.Name(), first, function.Name.Name,
					lines))
			}
		}
	}
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

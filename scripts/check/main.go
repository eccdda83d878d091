// Check looks for what reviewers would have to count by hand: lines over 120 columns, files over 400 lines, functions
// over 50, packages of more than 30 files, exported names that nothing outside their package uses, and tests that NaN
// passes, that end other goroutines than their own, or that sleep; and for what does not compile on Windows, macOS or
// in a browser. It prints each with its place, and exits 1 if there is any.
//
//	go run ./scripts/check
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Bounds. Tests may be longer than the program, but no wider.
const (
	mostColumns   = 120
	mostLines     = 400 // of a file
	mostBodyLines = 50  // of a function, with its first and last
	mostFiles     = 30  // of a package
)

func main() {
	here, err := os.Getwd()
	looks := []func() ([]string, error){sizes, func() ([]string, error) { return syntax(here) }}
	for _, s := range systems {
		looks = append(looks, func() ([]string, error) { return s.faults(here) })
	}
	var faults []string
	for _, look := range looks {
		if err == nil {
			var found []string
			found, err = look()
			faults = append(faults, found...)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "check:", err)
		os.Exit(2)
	}
	for _, fault := range faults {
		fmt.Println(strings.TrimPrefix(fault, here+"/"))
	}
	if len(faults) > 0 {
		os.Exit(1)
	}
}

// syntax looks at what compiles: exported names, and tests.
func syntax(here string) ([]string, error) {
	files, all, err := module(here)
	if err != nil {
		return nil, err
	}
	faults, err := exported(files, all)
	return append(faults, tests(files, all)...), err
}

// sizes looks at the Go files that git knows.
func sizes() (faults []string, err error) {
	list, err := exec.Command("git", "ls-files", "*.go").Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	files := map[string]int{}
	for _, file := range strings.Fields(string(list)) {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		faults = append(faults, wide(file, text)...)
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		some, err := long(file, text)
		if err != nil {
			return nil, err
		}
		faults = append(faults, some...)
		if folder := filepath.Dir(file); files[folder] == mostFiles {
			faults = append(faults, fmt.Sprintf("%s: more than %d files", folder, mostFiles))
		}
		files[filepath.Dir(file)]++
	}
	return faults, nil
}

func wide(file string, text []byte) (faults []string) {
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

func long(file string, text []byte) (faults []string, err error) {
	if lines := bytes.Count(text, []byte("\n")); lines > mostLines {
		faults = append(faults, fmt.Sprintf("%s:1: %d lines", file, lines))
	}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, declaration := range tree.Decls {
		if function, is := declaration.(*ast.FuncDecl); is {
			first, last := set.Position(function.Pos()).Line, set.Position(function.End()).Line
			if lines := last - first + 1; lines > mostBodyLines {
				faults = append(faults, fmt.Sprintf("%s:%d: %s has %d lines", file, first, function.Name.Name, lines))
			}
		}
	}
	return faults, nil
}

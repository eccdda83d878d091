// Check looks for what reviewers would have to count by hand: lines over 120 columns, files over 400 lines, functions
// over 50, packages of more than 30 files, and exported names that nothing outside their package uses. It prints each
// with its place, and exits 1 if there is any.
//
//	go run ./scripts/check            # everything
//	go run ./scripts/check columns    # some of: columns, sizes, exported
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
	"slices"
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

var checks = map[string]func() ([]string, error){"columns": columns, "sizes": sizes, "exported": exported}

func main() {
	names := os.Args[1:]
	if len(names) == 0 {
		names = []string{"columns", "sizes", "exported"}
	}
	failed := false
	for _, name := range names {
		check, known := checks[name]
		if !known {
			fmt.Fprintf(os.Stderr, "check: unknown check %q; known are columns, sizes, exported\n", name)
			os.Exit(2)
		}
		faults, err := check()
		if err != nil {
			fmt.Fprintln(os.Stderr, "check:", err)
			os.Exit(2)
		}
		for _, fault := range faults {
			fmt.Println(fault)
		}
		failed = failed || len(faults) > 0
	}
	if failed {
		os.Exit(1)
	}
}

// sources lists the Go files that git knows.
func sources() ([]string, error) {
	list, err := exec.Command("git", "ls-files", "*.go").Output()
	return strings.Fields(string(list)), err
}

func columns() (faults []string, err error) {
	files, err := sources()
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		faults = append(faults, wide(file, text)...)
	}
	return faults, err
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

func sizes() (faults []string, err error) {
	files, err := sources()
	packages := map[string]int{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		packages[filepath.Dir(file)]++
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		some, err := long(file, text)
		if err != nil {
			return nil, err
		}
		faults = append(faults, some...)
	}
	for folder, count := range packages {
		if count > mostFiles {
			faults = append(faults, fmt.Sprintf("%s: %d files", folder, count))
		}
	}
	slices.Sort(faults)
	return faults, err
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
		function, is := declaration.(*ast.FuncDecl)
		if !is {
			continue
		}
		first, last := set.Position(function.Pos()).Line, set.Position(function.End()).Line
		if lines := last - first + 1; lines > mostBodyLines {
			faults = append(faults, fmt.Sprintf("%s:%d: %s has %d lines", file, first, function.Name.Name, lines))
		}
	}
	return faults, nil
}

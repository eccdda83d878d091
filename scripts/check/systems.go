package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// system is an operating system to support besides the one that runs the check. Packages that depend on the package
// lacks, if that is set, need not compile there.
type system struct{ name, processor, lacks string }

var systems = []system{
	{name: "windows", processor: "amd64"},
	{name: "darwin", processor: "arm64"},
	{name: "js", processor: "wasm", lacks: "modernc.org/sqlite"}, // a browser
}

// faults lists what does not compile on the system, tests included, in the module of the folder here. It checks types
// from source, which takes seconds; go vet would first compile all that the module imports, which takes minutes.
func (s system) faults(here string) (faults []string, err error) {
	all, err := packages.Load(&packages.Config{
		Mode:  packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax,
		Dir:   here,
		Env:   append(os.Environ(), "GOOS="+s.name, "GOARCH="+s.processor, "CGO_ENABLED=0"),
		Tests: true,
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
		generated := strings.HasSuffix(p.ID, ".test") // the main function of tests
		if generated || s.lacks != "" && imports(p, s.lacks, map[*packages.Package]bool{}) {
			continue
		}
		for _, fault := range p.Errors {
			faults = append(faults, fmt.Sprintf("%s, on %s", fault, s.name))
		}
	}
	slices.Sort(faults)
	return slices.Compact(faults), nil // a package with tests is loaded twice
}

// dropBodies removes the bodies of a file's functions: callers need only the declarations.
func dropBodies(file *ast.File) {
	for _, declaration := range file.Decls {
		if function, is := declaration.(*ast.FuncDecl); is {
			function.Body = nil
		}
	}
}

// imports reports whether a package imports another, directly or indirectly.
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

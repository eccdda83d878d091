package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// sleepers lists the packages whose tests may sleep.
var sleepers = []string{
	"pillars/search/ugi/client", "pillars/search/ugi/compliance", // their fake engines are slow or hang
	"pillars/tournament/referee", "pillars/tournament/runner", "pillars/web/server", // synctest simulates the time
	"pillars/tournament/coordinator", // waits between random disturbances, and slows a network down
}

// tests lists faults of the tests of the module in a folder: comparisons that accept NaN, calls that end another
// goroutine instead of the test, and calls of time.Sleep.
func tests(folder string) (faults []string, err error) {
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedTypes |
		packages.NeedSyntax | packages.NeedTypesInfo
	files := token.NewFileSet()
	all, err := packages.Load(&packages.Config{Mode: mode, Dir: folder, Tests: true, Fset: files}, "./...")
	if err == nil && packages.PrintErrors(all) > 0 {
		err = errors.New("the packages do not compile")
	}
	if err != nil {
		return nil, err
	}
	enders := findEnders(files, all)
	for _, p := range all {
		for _, tree := range p.Syntax {
			name := files.Position(tree.Pos()).Filename
			importsTesting := func(i *ast.ImportSpec) bool { return i.Path.Value == `"testing"` }
			if !strings.HasSuffix(name, "_test.go") && !slices.ContainsFunc(tree.Imports, importsTesting) {
				continue
			}
			note := func(n ast.Node, fault string) {
				place := files.Position(n.Pos())
				faults = append(faults, fmt.Sprintf("%s:%d: %s", place.Filename, place.Line, fault))
			}
			ast.Inspect(tree, func(n ast.Node) bool {
				if comparison, is := n.(*ast.BinaryExpr); is {
					passesNaN(p.TypesInfo, comparison, note)
				}
				enders.check(p.TypesInfo, n, note)
				if call, is := n.(*ast.CallExpr); is && isFunction(p.TypesInfo, call.Fun, "time.Sleep") &&
					!slices.Contains(sleepers, strings.TrimSuffix(p.PkgPath, "_test")) {
					note(n, "sleeps: wait for what is to happen, or use a fake clock")
				}
				return true
			})
		}
	}
	slices.Sort(faults)
	return slices.Compact(faults), nil // a package with tests is loaded twice
}

// passesNaN calls note for a comparison that looks for wrong numbers but is false for NaN. It finds two forms:
// math.Abs(x) > y, and x < low || x > high.
func passesNaN(info *types.Info, e *ast.BinaryExpr, note func(ast.Node, string)) {
	if _, greater := ordered(e); greater != nil && calls(info, greater, "math.Abs") {
		note(e, "NaN passes: compare by near.Equal or near.Check")
	}
	if e.Op != token.LOR {
		return
	}
	smallers := map[string]bool{} // source texts of the smaller sides
	var greaters []string         // source texts of the greater sides
	for _, part := range alternatives(e) {
		if smaller, greater := ordered(part); smaller != nil && isFloat(info.TypeOf(smaller)) {
			smallers[types.ExprString(smaller)] = true
			greaters = append(greaters, types.ExprString(greater))
		}
	}
	if slices.ContainsFunc(greaters, func(e string) bool { return smallers[e] }) {
		note(e, "NaN passes: write !(low <= x && x <= high)")
	}
}

// ordered returns the operands of a comparison by <, <=, > or >=: first the one that it claims to be smaller, then the
// one that it claims to be greater. It returns nil for other expressions.
func ordered(e ast.Expr) (smaller, greater ast.Expr) {
	if comparison, is := e.(*ast.BinaryExpr); is {
		switch comparison.Op {
		case token.LSS, token.LEQ:
			return comparison.X, comparison.Y
		case token.GTR, token.GEQ:
			return comparison.Y, comparison.X
		}
	}
	return nil, nil
}

// alternatives lists the operands a, b and c of a || b || c.
func alternatives(e ast.Expr) []ast.Expr {
	if or, is := e.(*ast.BinaryExpr); is && or.Op == token.LOR {
		return append(alternatives(or.X), alternatives(or.Y)...)
	}
	return []ast.Expr{e}
}

func isFloat(t types.Type) bool {
	basic, is := t.Underlying().(*types.Basic)
	return is && basic.Info()&types.IsFloat != 0
}

// calls reports whether an expression contains a call of the function with a full name such as "math.Abs".
func calls(info *types.Info, e ast.Expr, name string) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		call, is := n.(*ast.CallExpr)
		found = found || is && isFunction(info, call.Fun, name)
		return !found
	})
	return found
}

// isFunction reports whether an expression names the function of another package with this full name.
func isFunction(info *types.Info, e ast.Expr, name string) bool {
	selector, is := e.(*ast.SelectorExpr)
	if !is {
		return false
	}
	function, is := info.Uses[selector.Sel].(*types.Func)
	return is && function.FullName() == name
}

// enders holds functions that end the calling goroutine, as t.Fatal does. Only the goroutine of a test may call them.
// If another goroutine calls one, just that goroutine ends; the test passes, or waits for it without limit. Go vet and
// staticcheck find such calls only in go statements, not in helpers, handlers and groups.
type enders struct {
	files *token.FileSet
	found map[token.Position]bool // declarations of these functions, and of variables that hold one of them
}

// findEnders finds the functions that call an ender, and the variables that hold a function literal that calls one.
// Since callers of enders are enders too, it searches again until it finds no more. A literal inside a function does
// not count as a part of the function.
func findEnders(files *token.FileSet, all []*packages.Package) enders {
	e := enders{files, map[token.Position]bool{}}
	for before := -1; before < len(e.found); {
		before = len(e.found)
		for _, p := range all {
			for _, tree := range p.Syntax {
				ast.Inspect(tree, func(n ast.Node) bool {
					switch n := n.(type) {
					case *ast.FuncDecl:
						if n.Body != nil && e.calledBy(p.TypesInfo, n.Body, false) != nil {
							e.found[files.Position(n.Name.Pos())] = true
						}
					case *ast.AssignStmt:
						literal, is := n.Rhs[0].(*ast.FuncLit)
						if is && e.calledBy(p.TypesInfo, literal.Body, false) != nil {
							e.found[files.Position(n.Lhs[0].Pos())] = true
						}
					}
					return true
				})
			}
		}
	}
	return e
}

// calledBy returns an identifier in a node that names an ender, or nil if there is none. It searches function literals
// only if inLiterals is set. It never searches go statements, which check handles.
func (e enders) calledBy(info *types.Info, node ast.Node, inLiterals bool) (call ast.Node) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			return false
		case *ast.FuncLit:
			return inLiterals
		case *ast.Ident:
			if object := info.Uses[n]; object != nil && (endsTest(object) || e.found[e.files.Position(object.Pos())]) {
				call = n
			}
		}
		return call == nil
	})
	return call
}

// endsTest reports whether an object is a method of a testing package that ends the calling goroutine.
func endsTest(object types.Object) bool {
	method, is := object.(*types.Func)
	if !is || method.Pkg() == nil || method.Signature().Recv() == nil {
		return false
	}
	testing := []string{"testing", "pgregory.net/rapid", "github.com/rogpeppe/go-internal/testscript"}
	ending := []string{"Fatal", "Fatalf", "FailNow", "Skip", "Skipf", "SkipNow", "Check"}
	return slices.Contains(testing, method.Pkg().Path()) && slices.Contains(ending, method.Name())
}

// starters lists functions that run their argument in another goroutine, and the type HandlerFunc, to which such
// arguments are converted.
var starters = []string{"Go", "AfterFunc", "HandleFunc", "HandlerFunc"}

// check calls note if a node starts a goroutine that calls an ender, which would end only that goroutine.
func (e enders) check(info *types.Info, n ast.Node, note func(ast.Node, string)) {
	var started []ast.Expr
	switch n := n.(type) {
	case *ast.GoStmt:
		started = []ast.Expr{n.Call.Fun}
	case *ast.CallExpr:
		if starter, is := n.Fun.(*ast.SelectorExpr); is && slices.Contains(starters, starter.Sel.Name) {
			started = n.Args
		}
	}
	for _, function := range started {
		if call := e.calledBy(info, function, true); call != nil {
			note(call, "does not end the test from a goroutine of its own: use t.Error, or hand the error to the test")
		}
	}
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

// faults lists the compile errors on the system in the module of the folder here, including its tests. It checks types
// from source, which takes seconds; go vet would first compile all imported modules, which takes minutes.
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

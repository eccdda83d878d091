package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
)

// enders finds the functions that end the goroutine that calls them, as t.Fatal does. Only the goroutine of a test may
// call them: any other just ends, and the test waits for it without limit or passes.
type enders struct {
	files *token.FileSet
	found map[token.Position]bool // where functions, and variables that hold one, are declared
}

// findEnders looks at functions and at variables that hold a function literal. A literal in the body of another
// function is not part of it.
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

// calledBy returns a call of an ender in a node, or nil.
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

// endsTest reports whether a function is one of those that packages for tests have.
func endsTest(object types.Object) bool {
	method, is := object.(*types.Func)
	return is && method.Pkg() != nil && method.Signature().Recv() != nil &&
		slices.Contains([]string{"testing", "pgregory.net/rapid", "github.com/rogpeppe/go-internal/testscript"},
			method.Pkg().Path()) &&
		slices.Contains([]string{"Fatal", "Fatalf", "FailNow", "Skip", "Skipf", "SkipNow", "Check"}, method.Name())
}

// starters are the names of functions, and of a type, that have a function called in another goroutine.
var starters = []string{"Go", "AfterFunc", "HandleFunc", "HandlerFunc"}

// check notes what ends another goroutine than the test's.
func (e enders) check(info *types.Info, n ast.Node, note func(ast.Node, string)) {
	var started []ast.Expr
	switch n := n.(type) {
	case *ast.GoStmt:
		started = []ast.Expr{n.Call.Fun}
	case *ast.CallExpr:
		if by, is := n.Fun.(*ast.SelectorExpr); is && slices.Contains(starters, by.Sel.Name) {
			started = n.Args
		}
	}
	for _, function := range started {
		if call := e.calledBy(info, function, true); call != nil {
			note(call, "does not end the test from a goroutine of its own: use t.Error, or hand the error to the test")
		}
	}
}

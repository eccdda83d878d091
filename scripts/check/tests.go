package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// sleepers are the packages whose tests may sleep.
var sleepers = []string{
	"pillars/search/ugi/client", "pillars/search/ugi/compliance", // as engines that are slow or hang
	"pillars/tournament/referee", "pillars/tournament/runner", // in bubbles of synctest, where nobody waits
	"pillars/web/server",             // so too
	"pillars/tournament/coordinator", // between harm that is done at random, and as slow networks
}

// tests lists what tests must not do: compare so that NaN passes, end another goroutine than their own, or sleep.
func tests(files *token.FileSet, all []*packages.Package) (faults []string) {
	enders := findEnders(files, all)
	for _, p := range all {
		for _, tree := range p.Syntax {
			imports := func(i *ast.ImportSpec) bool { return i.Path.Value == `"testing"` }
			if name := files.Position(tree.Pos()).Filename; !strings.HasSuffix(name, "_test.go") &&
				!slices.ContainsFunc(tree.Imports, imports) {
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
					!slices.Contains(sleepers, home(p.PkgPath)) {
					note(n, "sleeps: wait for what is to happen, or use a fake clock")
				}
				return true
			})
		}
	}
	slices.Sort(faults)
	return slices.Compact(faults) // a package that is tested stands there twice
}

// passesNaN notes comparisons that are false for NaN, with which tests say that a number is too far off.
func passesNaN(info *types.Info, e *ast.BinaryExpr, note func(ast.Node, string)) {
	if _, greater := ordered(e); greater != nil && calls(info, greater, "math.Abs") {
		note(e, "NaN passes: compare by near.Equal or near.Check")
	}
	if e.Op != token.LOR {
		return
	}
	smallers := map[string]bool{}
	var greaters []string
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

// ordered returns the sides of a comparison by < or >, or nil.
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

// alternatives lists the operands of a || b || c.
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

// calls reports whether an expression has a call of a function, by its full name.
func calls(info *types.Info, e ast.Expr, name string) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		call, is := n.(*ast.CallExpr)
		found = found || is && isFunction(info, call.Fun, name)
		return !found
	})
	return found
}

func isFunction(info *types.Info, e ast.Expr, name string) bool {
	selector, is := e.(*ast.SelectorExpr)
	if !is {
		return false
	}
	function, is := info.Uses[selector.Sel].(*types.Func)
	return is && function.FullName() == name
}

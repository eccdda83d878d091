package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
)

// mutant is one operator or constant changed in one file.
type mutant struct {
	pkg, file string
	line      int
	from, to  int // bytes of the file that the text takes the place of
	text      string
	source    []byte
}

// swapped has for every operator the one that takes its place.
var swapped = map[token.Token]string{
	token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">", token.EQL: "!=", token.NEQ: "==",
	token.ADD: "-", token.SUB: "+", token.MUL: "/", token.QUO: "*", token.REM: "/",
	token.LAND: "||", token.LOR: "&&", token.AND: "|", token.OR: "&", token.SHL: ">>", token.SHR: "<<",
	token.ADD_ASSIGN: "-=", token.SUB_ASSIGN: "+=", token.OR_ASSIGN: "&=", token.AND_ASSIGN: "|=",
	token.INC: "--", token.DEC: "++",
}

// sites lists all mutants of a file, in the order of its text.
func sites(pkg, file string, source []byte) ([]mutant, error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, file, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var all []mutant
	add := func(at token.Pos, length int, text string) {
		place := files.Position(at)
		all = append(all, mutant{pkg, file, place.Line, place.Offset, place.Offset + length, text, source})
	}
	operator := func(at token.Pos, op token.Token) {
		if other, known := swapped[op]; known {
			add(at, len(op.String()), other)
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BinaryExpr:
			operator(n.OpPos, n.Op)
			constants(add, n.X, n.Y)
		case *ast.AssignStmt:
			operator(n.TokPos, n.Tok)
		case *ast.IncDecStmt:
			operator(n.TokPos, n.Tok)
		case *ast.UnaryExpr:
			if n.Op == token.NOT {
				add(n.OpPos, 1, "")
			}
		case *ast.IndexExpr:
			constants(add, n.Index)
		case *ast.SliceExpr:
			constants(add, n.Low, n.High)
		case *ast.ReturnStmt:
			constants(add, n.Results...)
		case *ast.CallExpr:
			bound(add, n.Fun)
		}
		return true
	})
	return all, nil
}

// constants adds 1 to whole numbers.
func constants(add func(token.Pos, int, string), expressions ...ast.Expr) {
	for _, expression := range expressions {
		literal, is := expression.(*ast.BasicLit)
		if !is || literal.Kind != token.INT {
			continue
		}
		if n, err := strconv.ParseInt(literal.Value, 0, 64); err == nil {
			add(literal.Pos(), len(literal.Value), strconv.FormatInt(n+1, 10))
		}
	}
}

// bound swaps min and max.
func bound(add func(token.Pos, int, string), function ast.Expr) {
	other := map[string]string{"min": "max", "max": "min"}
	if name, is := function.(*ast.Ident); is && other[name.Name] != "" {
		add(name.Pos(), len(name.Name), other[name.Name])
	}
}

// mutated is the file with the change.
func (m mutant) mutated() []byte {
	return bytes.Join([][]byte{m.source[:m.from], []byte(m.text), m.source[m.to:]}, nil)
}

// diff is the line before and after.
func (m mutant) diff() string {
	before, after := bytes.Split(m.source, []byte("\n")), bytes.Split(m.mutated(), []byte("\n"))
	return fmt.Sprintf("    - %s\n    + %s", bytes.TrimSpace(before[m.line-1]), bytes.TrimSpace(after[m.line-1]))
}

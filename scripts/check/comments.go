package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// undocumented are the names of methods whose meaning an interface fixes: of the standard library, of a plotter, of
// games, players and formats.
var undocumented = strings.Fields(`
	String Error Unwrap Is As Len Less Swap Push Pop Read Write Close Set Get Type MarshalJSON
	UnmarshalJSON MarshalText UnmarshalText ServeHTTP Plot Ticks Name Title Options New Game Settings
	Guide Seats SeatNames StepKinds StepSpace Repetition TurnCap Start Rules StartsTurn StepKind
	AppendSteps DeclineStep CountSteps Play PlayInto CopyFrom Clone Reversible AppendNoisy
	OrderingScores NewGame Decide Traits Describe`)

var (
	// verb matches what follows the name of a function: a verb in the third person, perhaps after an adverb.
	verb = regexp.MustCompile(`^ (?:(?:also|never|always|only|\w+ly) )?(\w+s)\b`)
	// unclear matches words with which a comment needs a second reading.
	unclear = regexp.MustCompile(`(?i)\b(crew|foretells?|foretold|anew|so many|that of|goes on|those who)\b`)
)

// comments lists unclear words in the comments of a file and, unless it is a test, exported functions and methods whose
// comment does not begin with their name and a verb in the third person.
func comments(set *token.FileSet, tree *ast.File) (faults []string) {
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
		if !named || words == nil || slices.Contains([]string{"is", "was", "has", "as", "this", "its"}, words[1]) {
			note(function.Pos(), "the comment must begin with %q and a verb such as returns", name)
		}
	}
	return faults
}

func exportedReceiver(function *ast.FuncDecl) bool {
	if function.Recv == nil {
		return true
	}
	for t := function.Recv.List[0].Type; ; {
		switch expression := t.(type) {
		case *ast.StarExpr:
			t = expression.X
		case *ast.IndexExpr:
			t = expression.X
		case *ast.IndexListExpr:
			t = expression.X
		default:
			return t.(*ast.Ident).IsExported()
		}
	}
}

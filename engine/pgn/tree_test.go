package pgn_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine/enginetest/require"
	"pillars/engine/pgn"
)

// TestTreesSurvive writes trees with variations, comments and marks, and reads them again.
func TestTreesSurvive(t *testing.T) {
	t.Parallel()
	comment := rapid.StringMatching(`(([a-z.;(]|\[[a-z]+ "1"\]|\[%eval -0\.5\]|1-0|\$3){1,12} ?){0,20}`)
	rapid.Check(t, func(t *rapid.T) {
		r := won
		r.Turns = nil
		tree := []pgn.Node{{}}
		main := 0 // the last turn of the main line
		for i := range rapid.IntRange(1, 30).Draw(t, "turns") {
			node := pgn.Node{Turn: fmt.Sprintf("a1b%d", i+1), After: main}
			if i > 0 && rapid.Bool().Draw(t, "variation") {
				node.After = rapid.IntRange(0, i).Draw(t, "after")
			}
			if node.After == main {
				main = i + 1
				r.Turns = append(r.Turns, node.Turn)
			}
			if rapid.Bool().Draw(t, "marked") {
				node.Marks = []int{rapid.IntRange(0, 255).Draw(t, "mark")}
			}
			node.Comment = strings.Join(strings.Fields(comment.Draw(t, "comment")), " ")
			tree = append(tree, node)
		}
		var b strings.Builder
		require.NoError(t, pgn.WriteTree(&b, r, tree))
		for entry, err := range pgn.Trees(strings.NewReader(b.String())) {
			if err != nil || entry.Tree == nil && entry.Beside > 0 {
				t.Fatal(err)
			}
			if entry.Tree != nil && !reflect.DeepEqual(lines(entry.Tree, 0), lines(tree, 0)) {
				t.Fatalf("%+v\nis read as\n%+v\nfrom\n%s", tree, entry.Tree, b.String())
			}
		}
	})
}

// lines lists what follows a node of a tree, in any order of the nodes.
func lines(tree []pgn.Node, at int) (all []string) {
	all = append(all, fmt.Sprint(tree[at].Turn, tree[at].Marks, tree[at].Comment))
	for i, node := range tree[1:] {
		if node.After == at {
			all = append(append(append(all, "("), lines(tree, i+1)...), ")")
		}
	}
	return all
}

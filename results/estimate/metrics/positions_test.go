package metrics

import "testing"

// TestCoverage checks that a game counts each square once, but no squares of the set-up and no cells that are not
// squares: three of five squares and one of five.
func TestCoverage(t *testing.T) {
	t.Parallel()
	onBoard := func(pair string, squares ...[]int) Trace {
		g := simple(pair, len(squares))
		for i, changed := range squares {
			g.Turns[i].Squares = changed
		}
		return g
	}
	rules := twoSeats()
	rules.squares = []bool{true, true, true, true, false, true}
	wide := onBoard("a", []int{5}, []int{0, 1}, []int{1, 2}, []int{4})
	wide.Turns[0].SetUp = true
	narrow := onBoard("b", []int{2}, []int{2}, nil)
	expect(t, measured(Sample{Rules: rules, Games: []Trace{wide, narrow}}), "coverage", (3./5+1./5)/2)
}

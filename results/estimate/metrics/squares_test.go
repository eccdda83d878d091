package metrics

import (
	"testing"

	"pillars/results/estimate/stats"
)

// onBoard returns a game whose turns change the given squares, and its rules. The board has three by two places, one of
// which is no square.
func onBoard(pair string, squares ...[]int) (Rules, Game) {
	rules, g := twoSeats(), simple(pair, len(squares))
	rules.files, rules.Squares = 3, []string{"a1", "b1", "c1", "a2", "", "c2"}
	for i, changed := range squares {
		g.Turns[i].Squares = changed
	}
	return rules, g
}

// TestCoverage checks that a game counts each square once, but no squares of the set-up and no cells that are not
// squares: three of five squares and one of five.
func TestCoverage(t *testing.T) {
	t.Parallel()
	rules, wide := onBoard("a", []int{5}, []int{0, 1}, []int{1, 2}, []int{4})
	wide.Turns[0].SetUp = true
	_, narrow := onBoard("b", []int{2}, []int{2}, nil)
	s := Sample{Rules: rules, Games: []Game{wide, narrow}}
	expect(t, measured(s), "coverage", (3./5+1./5)/2)
	want := map[string]float64{"a1": .5, "b1": .5, "c1": 1, "a2": 0, "c2": 0}
	used := SquaresUsed(s)
	for _, u := range used {
		if u.Games != 2 || u.share.Value != want[u.Square] || u.share.Kind != stats.Bracketed {
			t.Errorf("%s is used in %v of %d games, not in %v", u.Square, u.share, u.Games, want[u.Square])
		}
	}
	if len(used) != 5 || used[4].Square != "c2" || used[4].file != 2 || used[4].rank != 1 {
		t.Errorf("%+v", used)
	}
	narrow.Ending = Broken
	if used := SquaresUsed(Sample{Rules: rules, Games: []Game{narrow}}); used != nil {
		t.Errorf("a game that ended by a fault uses %v", used)
	}
}

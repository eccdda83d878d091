package report

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// TestColumnsOfATest checks the name of the column with half points: of a pair there are four, of the twelve
// comparisons in an opening of three seats twenty-four.
func TestColumnsOfATest(t *testing.T) {
	t.Parallel()
	for seats, want := range map[int]string{2: "pair,points of four halves",
		3: "opening,comparisons won, of 24 halves"} {
		var path results.TestPath
		path.Counts = stats.NewOpenings(seats)
		var s Section
		pathFigure(&s, path)
		columns := s.Figures[0].Table.Columns
		if got := columns[0].Name + "," + columns[1].Name; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestPointsOfAPath checks the ratio and its bounds after each pair of games, and that a chart has every point of a
// short path, but every second one and the last of a path of 1,001 points. The table has all.
func TestPointsOfAPath(t *testing.T) {
	t.Parallel()
	line := regexp.MustCompile(`<path d="([^"]*)" style="fill:none;stroke:var\(--series-1\);stroke-width:2"`)
	for points, drawn := range map[int]int{2: 3, 999: 1000, 1001: 502} { // with the start
		path := results.TestPath{Points: make([]results.TestPoint, points)}
		path.LLR, path.SPRT = .126, stats.SPRT{Elo1: 10, Alpha: .05, Beta: .05}
		for i := range path.Points {
			path.Points[i] = results.TestPoint{LLR: float64(i%3) / 4, Lower: -2.5, Upper: 3.25, Halves: i % 5}
		}
		path.Counts = stats.Openings{0, 0, points, 0, 0}
		var s Section
		pathFigure(&s, path)
		fig := s.Figures[0]
		alt := fmt.Sprintf("The ratio after %d pairs is 0.13; the bounds are -2.50 and 3.25.", points)
		if fig.Alt != alt {
			t.Errorf("%s, want %s", fig.Alt, alt)
		}
		longest := 0
		for _, found := range line.FindAllStringSubmatch(inlineOf(t, fig), -1) {
			longest = max(longest, 1+strings.Count(found[1], "L"))
		}
		if longest != drawn || len(fig.Table.Rows) != points {
			t.Errorf("%d points: %d are drawn, want %d; the table has %d", points, longest, drawn, len(fig.Table.Rows))
		}
		if got := strings.Join(fig.Table.Rows[1], " "); got != "2 1 0.2500 -2.5000 3.2500" {
			t.Errorf("the second row is %s", got)
		}
		for _, hint := range []string{"games 0\nlog-likelihood ratio: 0\n",
			"games 2\nlog-likelihood ratio: 0\naccepts H1 at " +
				"3.25: 3.25\naccepts H0 at -2.50: −2.50<", "games 4\nlog-likelihood ratio: 0.25\n"} {
			if points == 2 && !strings.Contains(inlineOf(t, fig), hint) {
				t.Errorf("no %q in %s", hint, inlineOf(t, fig))
			}
		}
	}
}

// TestTurnsOfPlayers checks the mean length of a player's games in the standings, which is left out if it is unknown.
func TestTurnsOfPlayers(t *testing.T) {
	t.Parallel()
	for turns, want := range map[int]string{0: "", 1: "1.0"} {
		made := byHand(t, tournament.Spec{Players: []string{"a", "b"}}, []tournament.Result{
			result("1v2/1", "1", "a", "b", 1, turns, "cap"), result("1v2/1", "2", "b", "a", .5, turns, "cap")})
		if got := cellsOf(t, tableOf(t, made, "standings"), "1", "player", "turns"); got != "a "+want {
			t.Errorf("games of %d turns: %q", turns, got)
		}
	}
}

// TestEstimateOfATest checks that the chance of being superior has two decimals, and Elo one.
func TestEstimateOfATest(t *testing.T) {
	t.Parallel()
	var path results.TestPath
	path.SPRT, path.Counts = stats.SPRT{Elo1: 10, Alpha: .05, Beta: .05}, stats.Openings{1, 2, 40, 3, 2}
	var s Section
	estimateFigure(&s, path)
	row := s.Figures[0].Table.Rows[0]
	for column, decimals := range map[int]int{2: 1, 5: 2, 6: 1, 7: 3} {
		if _, after, _ := strings.Cut(row[column], "."); len(after) != decimals {
			t.Errorf("column %d of %q has not %d decimals", column+1, row, decimals)
		}
	}
}

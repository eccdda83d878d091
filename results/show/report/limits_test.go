package report

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/metrics"
	"pillars/results/estimate/stats"
	"pillars/results/show/charts"
	"pillars/tournament"
)

// inlineOf returns the chart of a figure as an element of a page.
func inlineOf(t *testing.T, fig Figure) string {
	t.Helper()
	if fig.chart == nil {
		t.Fatalf("%s has no chart", fig.ID)
	}
	text, err := fig.chart.Inline("")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestMostOfEverythingIsDrawn checks the notes of charts that leave out players, openings or first turns, just at the
// limit and above it.
func TestMostOfEverythingIsDrawn(t *testing.T) {
	t.Parallel()
	for players, want := range map[int]string{20: "", 21: "The picture shows the first 20 of 21 players."} {
		var all []tournament.Result
		for i := range players {
			all = append(all, result("x/"+strconv.Itoa(i), "1", fmt.Sprintf("p%02d", i),
				fmt.Sprintf("p%02d", (i+1)%players), .5, 20, "cap"))
		}
		fig := figureOf(t, byHand(t, tournament.Spec{Players: []string{"p00", "p01"}}, all), "crosstable")
		if strings.Contains(fig.Note, "picture") != (want != "") || !strings.Contains(fig.Note, want) ||
			len(fig.Table.Rows) != players {
			t.Errorf("%d players: %d pairings, %q", players, len(fig.Table.Rows), fig.Note)
		}
		if shown := strings.Count(inlineOf(t, fig), "<title>"); shown != 20 {
			t.Errorf("%d players: %d rows", players, shown)
		}
	}
	for openings, want := range map[int]string{30: "", 31: "The first 30 of 31 are drawn; the table has all."} {
		var all []tournament.Result
		for i := range openings {
			for pair, players := range map[string][2]string{"1v2/": {"a", "b"}, "1v3/": {"a", "c"},
				"2v3/": {"b", "c"}} {
				all = append(all, result(pair+strconv.Itoa(i+1), "1", players[0], players[1], .5, 20, "cap"))
			}
		}
		fig := figureOf(t, byHand(t, tournament.Spec{Players: []string{"a", "b", "c"}}, all), "openings")
		if fig.Note != want || len(fig.Table.Rows) != openings || len(fig.estimates) != 30 {
			t.Errorf("%d openings: %d rows, %d dots, %q", openings, len(fig.Table.Rows), len(fig.estimates), fig.Note)
		}
		if first, last := fig.Table.Rows[0][0], fig.Table.Rows[openings-1][0]; first != "1" ||
			last != strconv.Itoa(openings) {
			t.Errorf("openings are from %s to %s", first, last)
		}
	}
	for turns, want := range map[int]string{15: "", 16: "The 15 most frequent are drawn; the table has all, and each " +
		"by player."} {
		var s Section
		firstTurns(&s, Figure{}, make([]experiment.Beginning, turns), 1)
		fig := s.Figures[0]
		if fig.Note != want || len(fig.estimates) != 15 || fig.N != fmt.Sprintf("1 game that differ, %d first turns",
			turns) {
			t.Errorf("%d first turns: %d dots, %s, %q", turns, len(fig.estimates), fig.N, fig.Note)
		}
	}
}

// TestFirstTurnsOfAStudy checks the table of first turns, and that only turns with games are drawn.
func TestFirstTurnsOfAStudy(t *testing.T) {
	t.Parallel()
	expected := .345
	turns := []FirstTurn{{Turn: "a1", Proven: "win"}, {Turn: "b1", Search: &expected},
		{Turn: "c1", Games: 4, Score: stats.Limited(.5, .25, .75)}}
	fig := firstTurnSection(turns).Figures[0]
	want := "[[a1 win 0    ] [b1  0    34.5] [c1  4 50.0 25.0 75.0 ]]"
	if got := fmt.Sprint(fig.Table.Rows); got != want || !fig.Folded || len(fig.estimates) != 1 {
		t.Errorf("%s, want %s; %d dots", got, want, len(fig.estimates))
	}
	if text := inlineOf(t, fig); !strings.Contains(text, "<title>c1 (4 games): 50.0 (25.0 .. 75.0) %</title>") {
		t.Error(text)
	}
	if fig = firstTurnSection(turns[:2]).Figures[0]; fig.chart != nil || fig.Folded || fig.N != "2 first turns" {
		t.Errorf("without games: %+v", fig)
	}
	if all := firstTurnSection(nil).Figures; len(all) > 0 {
		t.Errorf("%d figures of nothing", len(all))
	}
}

// TestThoughtsOfPlayers checks what players expected of a game: each for itself in the table, the first seat in the
// chart. The opening has no thoughts, and neither has a player without a search.
func TestThoughtsOfPlayers(t *testing.T) {
	t.Parallel()
	r := runOf(t, "itself")
	one := shown(t, r.rules, r.games[0])
	one.Game.Record.Opening, one.Game.Outcome = 1, engine.Win(1, "stalemate")
	one.Game.Thoughts = []tournament.Thought{{Nodes: 7, Depth: 3, Score: 110}, {Depth: 9}, {Nodes: 9, Depth: 2}}
	seats := r.rules.SeatNames()
	lines, grid := thoughtsOf(seats, one)
	for i, want := range []string{"", "75.0 3 7", "", "50.0 2 9"} {
		row := grid.Rows[i]
		if got := strings.TrimSpace(strings.Join(row[3:], " ")); got != want || row[0] != strconv.Itoa(i+1) {
			t.Errorf("row %d is %q, want %q", i+1, row, want)
		}
	}
	for seat, want := range []int{0, 2} {
		if len(lines[seat].Points) != want || lines[seat].Name != seats[seat]+": alphabeta" {
			t.Errorf("seat %d: %+v", seat+1, lines[seat])
		}
	}
	near.Check(t, lines[1].Points[0].Y, 1-1/(1+math.Exp(-1.1)), 1e-9, "what the first seat could expect")
	near.Check(t, lines[1].Points[0].X, 2, 0, "turn")
	in := Input{Rules: r.rules}
	var s Section
	graphFigure(&s, in, 0, one)
	if fig := s.Figures[0]; fig.chart == nil || fig.Title != "Game 1: the first" || !strings.Contains(fig.Meaning,
		"Result that each player expected for "+seats[0]+" when it played. Game 3f9c/") ||
		!strings.HasSuffix(fig.Meaning, "; ended 0-1 by stalemate.") {
		t.Errorf("%+v", fig)
	}
	one.Game.Thoughts = one.Game.Thoughts[1:] // only one half is expected
	graphFigure(&s, in, 1, one)
	if fig := s.Figures[1]; fig.chart != nil || fig.Note != "No player of this game tells what it expects." {
		t.Errorf("%+v", fig)
	}
}

// TestSeatsAndRoles checks tables of games with three seats, and of what the opener and the chooser score.
func TestSeatsAndRoles(t *testing.T) {
	t.Parallel()
	two, three := enginetest.Rules(t, "pilastri", "size=4"), enginetest.Rules(t, "pit", "players=3")
	f := rung(t, two, "a", "alphabeta", 100, 10, 20)
	given := experiment.GivenScore{First: stats.WDL{Wins: 3, Draws: 2, Losses: 1}, Score: stats.Limited(.6, .5, .7)}
	given.Opener, given.Men = 1, 12
	f.Summary.Given, f.Summary.Opener = []experiment.GivenScore{given}, stats.Limited(.4, .3, .5)
	many := rung(t, two, "b", "alphabeta", 400, 10, 20)
	many.Rules = three
	many.Summary.Seats = []stats.Estimate{stats.Limited(.5, .4, .6), stats.Limited(.3, .2, .4),
		stats.Limited(.7, .6, .8)}
	many.Summary.Wins = []stats.Estimate{stats.Limited(.1, 0, .2), stats.Limited(.2, .1, .3), stats.Limited(.3, .2, .4)}
	for _, c := range []struct {
		made func(findings) Section
		f    experiment.Finding
		want map[string]string
	}{
		{roleSection, f, map[string]string{"given": "[[start alphabeta 100 " + two.SeatNames()[1] +
			" 12 60.0 50.0 70.0 3 2 1]]", "opener": "[[start alphabeta 100 20 40.0 30.0 50.0]]"}},
		{everySeatSection, f, nil},
		{everySeatSection, many, map[string]string{"all-seats": "[" + strings.Join([]string{
			"[start alphabeta 400 seat 1, " + three.SeatNames()[0] + " 50.0 40.0 60.0 10.0 0.0 20.0]",
			"[start alphabeta 400 seat 2, " + three.SeatNames()[1] + " 30.0 20.0 40.0 20.0 10.0 30.0]",
			"[start alphabeta 400 seat 3, " + three.SeatNames()[2] + " 70.0 60.0 80.0 30.0 20.0 40.0]"}, " ") + "]"}},
	} {
		found, err := newFindings([]experiment.Finding{c.f})
		if err != nil {
			t.Fatal(err)
		}
		figures := c.made(found).Figures
		if len(figures) != len(c.want) {
			t.Errorf("%d figures, want %d", len(figures), len(c.want))
		}
		for _, fig := range figures {
			if got := fmt.Sprint(fig.Table.Rows); got != c.want[fig.ID] {
				t.Errorf("%s: %s, want %s", fig.ID, got, c.want[fig.ID])
			}
		}
	}
}

// TestNamesOfLadders checks that a player is named with its conditions only if another ladder has the same player.
func TestNamesOfLadders(t *testing.T) {
	t.Parallel()
	ladder := func(player string, spread float64) experiment.Ladder {
		var f experiment.Finding
		f.Player, f.Spec.Format = player, tournament.SelfPlay{Spread: spread}
		return experiment.Ladder{Rungs: []experiment.Finding{f}}
	}
	a, b, c := ladder("a", 2), ladder("a", 3), ladder("c", 3)
	for _, one := range []struct {
		beside []experiment.Ladder
		want   string
	}{{[]experiment.Ladder{a, c}, "a"}, {[]experiment.Ladder{a, a}, "a"}, {[]experiment.Ladder{a, c, b},
		"a (" + a.Rungs[0].Conditions() + ")"}} {
		if got := ladderName(a, one.beside); got != one.want {
			t.Errorf("%s, want %s", got, one.want)
		}
	}
}

// TestNumbersOfThePage checks medians, shares, limits, node limits and latest values.
func TestNumbersOfThePage(t *testing.T) {
	t.Parallel()
	atLeast := stats.Estimate{Kind: stats.AtLeast, Low: .5}
	spec := tournament.Spec{Players: []string{"a:nodes=50", "b"}, Own: make([]tournament.Control, 2)}
	spec.Own[1].Limits.Nodes = 30
	limited := spec
	limited.Limits.Nodes = 40
	outcome := engine.Outcome{Seats: 3, Reason: "cap"}
	outcome.Scores[0], outcome.Scores[1], outcome.Scores[2] = 1./3, 1, .5
	turns, values := []int{2, 4, 8}, []float64{.1, .2, .3}
	at := func(part float64) string { return fmt.Sprint(valueAt(turns, values, part)) }
	long := func(lengths ...int) string {
		var games []metrics.Game
		for _, n := range lengths {
			games = append(games, metrics.Game{Turns: make([]metrics.Turn, n)})
		}
		return fmt.Sprint(longTurn(games))
	}
	for _, c := range [][2]string{
		{medianText(nil), "0"}, {medianText([]int{9, 1, 5}), "5"}, {medianText([]int{9, 1, 5, 8}), "6.5"},
		{shareText(atLeast), "–"}, {shareText(stats.Limited(.256, .1, .4)), "25.6 %"}, {limitsText(atLeast), ""},
		{limitsText(stats.Limited(.25, .1, .4)), "10.0 .. 40.0 %"},
		{limitsText(stats.Symmetric(.5, .1)), "40.0 .. 60.0 %"},
		{strings.Join(shareCells(atLeast), ","), ",50.0,"}, {strings.Join(estimateCells(stats.Symmetric(5, 1), 0), ","),
			"5,4,6"},
		{nodesText(nodesOf(spec, "a:nodes=50")), "50"}, {nodesText(nodesOf(spec, "b")), "30"},
		{nodesText(nodesOf(spec, "c")), ""}, {nodesText(nodesOf(limited, "a:nodes=50")), "40"},
		{nodesText(nodesOf(limited, "b")), "30"}, {nodesText(nodesOf(limited, "c")), "40"},
		{endText(outcome), "ended 0.333-1-0.5 by cap"},
		{at(0), "0.1"}, {at(.3), "0.1"}, {at(1. / 3), "0.2"}, {at(.99), "0.2"}, {at(1), "0.3"},
		{long(), "0"}, {long(3), "3"}, {long(5, 4, 3, 2, 1), "5"}, {long(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), "9"},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, want %q", c[0], c[1])
		}
	}
}

// TestHistogramOfScores checks that nine bars hold mean scores from 0 to 100 %, with even scores in the middle of one.
func TestHistogramOfScores(t *testing.T) {
	t.Parallel()
	var s Section
	s.scoreHistogram(Figure{ID: "x"}, []float64{0, .06, .07, .5, .5, .5, .94, 1, 1})
	text := inlineOf(t, s.Figures[0])
	for _, bar := range []string{"−6.25 to under 6.25 | 2<", ">6.25 to under 18.75 | 1<", ">43.75 to under 56.25 | 3<",
		">93.75 to under 106.25 | 3<"} {
		bar = strings.Replace(bar, "|", "mean score of the first seat, %:", 1)
		if !strings.Contains(text, bar) {
			t.Errorf("no %q in %s", bar, text)
		}
	}
}

// TestNotesOfThePage checks remarks on games that are missing, counted, left out or played alone.
func TestNotesOfThePage(t *testing.T) {
	t.Parallel()
	const level = "Intervals are at the 95 % level. "
	games := []tournament.Result{result("1v2/1", "1", "a", "b", 1, 10, "no stack left"),
		result("1v2/1", "2", "b", "a", .5, 20, "fault: crashed")}
	in := inputByHand(t, tournament.Spec{Players: []string{"a", "b"}}, games)
	alone := inputByHand(t, tournament.Spec{Format: tournament.SelfPlay{}, Players: []string{"a"}}, games[:1])
	atOdds := inputByHand(t, tournament.Spec{Format: tournament.Odds{}, Players: []string{"a"}}, games[:1])
	for i := range 2 {
		in.Sample.Games = append(in.Sample.Games, metrics.Game{Name: strconv.Itoa(i)})
	}
	part := in
	part.Sample.Games = part.Sample.Games[:1]
	const sampled = "What needs the moves of games was taken from "
	const fault = "1 game ended by a player's fault; only scores and reasons of the end may count them, as the rule " +
		"for faults says."
	for _, c := range []struct {
		in   Input
		want []string
	}{
		{inputByHand(t, tournament.Spec{}, nil), []string{level, "No game of the run is stored yet."}},
		{in, []string{level, fault}},
		{part, []string{level, sampled + "1 game of 2, whole pairs drawn by lot.", fault}},
		{alone, []string{level, "Every player met itself. ", sampled + "0 games of 1, "}},
		{atOdds, []string{level, sampled + "0 games of 1, "}},
	} {
		got := c.in.notes()
		if !slices.EqualFunc(got, c.want, strings.HasPrefix) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	void := inputByHand(t, tournament.Spec{Players: []string{"a", "b"}, OnFault: tournament.FaultVoid}, games)
	if got := void.headlines(void.summary())[0]; got.Value != "1" || got.Note != "0 differ, 1 fault, 1 game left out" {
		t.Errorf("%+v", got)
	}
	if got := in.headlines(in.summary()); got[0].Note != "0 differ, 1 fault" || len(got) != 5 ||
		got[3].Note != "shortest 10, longest 10" {
		t.Errorf("%+v", got)
	}
}

// TestFilesOfAnEarlierPage checks that files that an earlier page may have left are removed, and no others, and that a
// folder cannot be made where its parent is missing.
func TestFilesOfAnEarlierPage(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, name := range []string{"old.svg", "old.png", "old.csv", "kept.txt"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	chart, err := charts.Histogram(charts.HistogramChart{})
	if err != nil {
		t.Fatal(err)
	}
	r := Report{Sections: []Section{{Figures: []Figure{{ID: "new", chart: chart}}}}}
	if err := r.WriteFiles(folder); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if got := strings.Join(names, " "); err != nil || got != "kept.txt new.png new.svg" {
		t.Errorf("%s, %v", got, err)
	}
	err = r.WriteFiles(filepath.Join(folder, "none", "files"))
	if err == nil || !strings.HasSuffix(err.Error(), "; name a page in a folder that exists and that you may write "+
		"to") {
		t.Error(err)
	}
}

// TestResultsOfATest checks the table of the players of a sequential test, which have no ratings.
func TestResultsOfATest(t *testing.T) {
	t.Parallel()
	test := tournament.Sequential{Test: tournament.Test{Elo1: 10, Alpha: .05, Beta: .05, Model: "normalized"}}
	in := inputByHand(t, tournament.Spec{Format: test, Players: []string{"a", "b"}}, pairsOf(1, [2]float64{1, .5}))
	in.Standings.Options.Unrated = true
	made, err := New(in)
	if err != nil {
		t.Fatal(err)
	}
	fig := figureOf(t, made, "players")
	var names []string
	for _, column := range fig.Table.Columns {
		names = append(names, column.Name)
	}
	if got := strings.Join(names, ","); got != "rank,player,games,won,drawn,lost,score, %,turns,note" {
		t.Errorf("columns %s", got)
	}
	if got := fmt.Sprint(fig.Table.Rows); got != "[[1 a 2 1 1 0 75.0 20.0 ] [2 b 2 0 1 1 25.0 20.0 ]]" ||
		fig.N != "2 games" {
		t.Errorf("%s of %s", got, fig.N)
	}
}

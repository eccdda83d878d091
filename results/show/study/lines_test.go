package study

import (
	"encoding/json"
	"fmt"
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
	"pillars/results/show/report"
	"pillars/search/proof/solver"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// figure returns a metric with the given identifier. It is printed with one decimal.
func figure(id string, unit metrics.Unit, n int, e stats.Estimate) metrics.Metric {
	d := &metrics.Definition{Name: id, Unit: unit}
	d.Decimals = 1
	return metrics.Metric{Definition: d, N: n, Estimate: e}
}

// TestSentenceOfFirstTurns checks what is said of first turns: how many there are, what is proven of them or how they
// fared in games, and what a swap rule would do.
func TestSentenceOfFirstTurns(t *testing.T) {
	t.Parallel()
	proven := func(values ...string) (all []report.FirstTurn) {
		for _, value := range values {
			all = append(all, report.FirstTurn{Proven: value})
		}
		return all
	}
	turn := func(name string, value, low, high float64) report.FirstTurn {
		return report.FirstTurn{Turn: name, Games: 10, Score: stats.Limited(value, low, high)}
	}
	a, b, c, d := turn("a", .6, .52, .68), turn("b", .46, .35, .5), turn("c", .3, .2, .4), turn("d", .52, .5, .6)
	for _, f := range []struct {
		turns FirstTurns
		want  string
	}{
		{FirstTurns{Pie: true}, "the set-up ends with a choice, so the game has its swap rule; the page has the " +
			"score of the chooser."},
		{FirstTurns{Whole: true}, "every first turn ends the game."},
		{FirstTurns{All: proven("win", "", "loss")}, "3 drawn from more; proven: 1 win, 0 draw, 1 lose. The others " +
			"are not proven."},
		{FirstTurns{Whole: true, All: proven("win", "draw", "loss", "loss")},
			"4 up to symmetry; proven: 1 win, 1 draw, 2 lose. " +
				"With a swap rule best play is a draw."},
		{FirstTurns{Whole: true, All: proven("win", "win")}, "2 up to symmetry; proven: 2 win, 0 draw, 0 lose. All " +
			"have one value: a swap rule would only exchange the seats."},
		{FirstTurns{Whole: true, All: proven("win", "loss")}, "2 up to symmetry; proven: 1 win, 0 draw, 1 lose. A " +
			"swap rule gives the win to the second player, who must know which is which."},
		{FirstTurns{Whole: true, All: proven("", "")}, "2 up to symmetry; none was played."},
		{FirstTurns{Whole: true, All: []report.FirstTurn{a, b, c, d, {Turn: "e"}}},
			"5 up to symmetry; of the 4 played 2 are shown to favour a seat; closest to even: d 52 % (50 .. 60), " +
				"b 46 % (35 .. 50), a 60 % (52 .. 68)."},
		{FirstTurns{Whole: true, All: []report.FirstTurn{b, c}}, "2 up to symmetry; of the 2 played one is shown to " +
			"favour a seat; closest to even: b 46 % (35 .. 50), c 30 % (20 .. 40)."},
		{FirstTurns{All: []report.FirstTurn{c}}, "1 drawn from more; each of the 1 played is shown to favour a seat: " +
			"a swap rule has nothing to swap; closest to even: c 30 % (20 .. 40)."},
		{FirstTurns{All: []report.FirstTurn{d}}, "1 drawn from more; of the 1 played 0 are shown to favour a seat; " +
			"closest to even: d 52 % (50 .. 60)."},
	} {
		if got := f.turns.sentence(); got != "First turns: "+f.want {
			t.Errorf("%s\nwant First turns: %s", got, f.want)
		}
	}
}

// TestFirstTurnsAreSorted checks the order of first turns: by proof, by games, by search and then by name.
func TestFirstTurnsAreSorted(t *testing.T) {
	t.Parallel()
	low, high := .2, .9
	score := func(x float64) stats.Estimate { return stats.Estimate{Kind: stats.Fixed, Value: x} }
	f := FirstTurns{All: []report.FirstTurn{{Turn: "j"}, {Turn: "i"}, {Turn: "h", Search: &low},
		{Turn: "g", Search: &high}, {Turn: "f", Games: 2}, {Turn: "e", Games: 1, Score: score(1)},
		{Turn: "d", Games: 1, Score: score(.3)}, {Turn: "c", Proven: "loss", Games: 9, Score: score(1)},
		{Turn: "b", Proven: "draw"}, {Turn: "a", Proven: "win"}}}
	order := ""
	for _, turn := range f.sorted() {
		order += turn.Turn
	}
	if order != "abcedfghij" {
		t.Errorf("the order is %s", order)
	}
}

// TestScoresOfFirstTurns checks that games count for the turn with which they began: a round has two games here.
func TestScoresOfFirstTurns(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	f, err := List(rules, 1)
	if err != nil || len(f.All) < 3 {
		t.Fatalf("%+v, %v", f, err)
	}
	fold, scores := experiment.NewFold(2, 1), []float64{1, 1, 0, .5, 0}
	for i, score := range scores {
		g := tournament.Game{Result: tournament.Result{Identity: strconv.Itoa(i), Pair: strconv.Itoa(i),
			Players: []string{"a", "a"}, Outcome: engine.Outcome{Seats: 2}}}
		g.Outcome.Scores[0], g.Outcome.Scores[1] = score, 1-score
		turn := f.All[1].Turn
		if i > 2 {
			turn = f.All[2].Turn
		}
		g.Record = engine.Record{Start: rules.Start().String(), Settings: rules.Settings(),
			Turns: []string{turn, strconv.Itoa(i)}, Outcome: g.Outcome}
		if err := fold.Add(rules.Game(), g); err != nil {
			t.Fatal(err)
		}
	}
	found := experiment.Finding{Run: "3f9c", Measurement: experiment.Measurement{Rules: rules}}
	if found.Beginnings, err = fold.Beginnings(rules.Game()); err != nil {
		t.Fatal(err)
	}
	s := Study{Rules: rules, Turns: f}
	if err := s.Settle(&found); err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		games int
		score float64
	}{{0, 0}, {6, 2. / 3}, {4, .25}} {
		got := s.Turns.All[i]
		near.Check(t, got.Score.Value, want.score, 1e-9, "score after ", got.Turn)
		if got.Games != want.games || s.Turns.Run != "3f9c" {
			t.Errorf("%d games from %s in run %s, want %d", got.Games, got.Turn, s.Turns.Run, want.games)
		}
	}
	if s.Games() != 10 {
		t.Errorf("the study has %d games", s.Games())
	}
}

// TestGamesFromFirstTurns checks the plan of games from first turns, and that none are valued if all can be played.
func TestGamesFromFirstTurns(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	s := Study{Rules: rules, Seed: 5, Sizes: Sizes{TurnNodes: 256, TurnGames: 10}}
	s.Turns.All = []report.FirstTurn{{Turn: "x"}, {Turn: "y", Proven: "win"}, {Turn: "z"}}
	for most, want := range []string{"", "x", "xy", "xyz", "xyz"} {
		if most < 3 {
			continue // a search would have to choose
		}
		chosen, err := s.Turns.Choose(t.Context(), rules, nil, most, openings.Valuer{})
		if got := strings.Join(chosen, ""); err != nil || got != want || s.Turns.All[0].Search != nil {
			t.Errorf("at most %d: %s, %v, want %s", most, got, err, want)
		}
	}
	plan := s.TurnPlan([]string{"x", "y", "z"})
	source, err := plan.Source(rules)
	want := openings.Source{Kind: openings.FromBook, Book: "first turns", Lines: []string{"x", "y", "z"}, Times: 5}
	if err != nil || source.Kind != want.Kind || source.Times != want.Times ||
		!slices.Equal(source.Lines, want.Lines) || source.Book != want.Book {
		t.Errorf("openings %+v, want %+v, %v", source, want, err)
	}
	if plan.Games != 30 || plan.Spec.Limits.Nodes != 256 || plan.Rungs != 1 || plan.Spread != 2 ||
		plan.Spec.Seed == s.Seed || !slices.Equal(plan.Measures, []string{string(experiment.FromOpenings)}) {
		t.Errorf("the plan is %+v", plan)
	}
}

// TestLines checks all lines of a study without a proof.
func TestLines(t *testing.T) {
	t.Parallel()
	s := Study{Rules: enginetest.Rules(t, "pilastri", "size=4"), Seed: 7, Seats: seats(t, 50),
		Chain: []metrics.Rung{{Player: "random"}, {Player: "alphabeta:nodes=8", Points: 7.5, Games: 10},
			{Player: "alphabeta:nodes=64", Points: 11, Games: 15}},
		Sizes: Sizes{ClimbNodes: 64},
		Elsewhere: Published{Chains: "game,nodes,score against the rung below %\na,8,75\na,64,99\na,65,99\nb,8,74.9\n",
			Metrics: "game,lead changes a turn,drama\na,0.5,x\nb,0.12,1\nc,0.3,1\n"},
		Metrics: []metrics.Metric{figure("completion", metrics.Share, 20, stats.Limited(.9, .8, .95)),
			figure("drawishness", metrics.Share, 20, stats.Estimate{Kind: stats.Fixed, Value: .1}),
			figure("cut-off", metrics.Share, 20, stats.Limited(0, 0, .2)),
			figure("turns/median", metrics.Turns, 20, stats.Symmetric(25, 2)),
			figure("lead-changes", metrics.Number, 20, stats.Symmetric(.3, .1)),
			figure("behind", metrics.Share, 20, stats.Limited(.25, .2, .3)),
			figure("drama", metrics.Number, 20, stats.Estimate{}),
			figure("turns-legal-geometric", metrics.Choices, 20, stats.Symmetric(12, 1)),
			figure("judge-skill", metrics.Skill, 20, stats.Symmetric(.09, .1))},
	}
	s.Turns = FirstTurns{Whole: true, All: []report.FirstTurn{{Turn: "a", Games: 30, Score: stats.Limited(.5, .4, .6)}}}
	if err := s.Settle(nil); err != nil {
		t.Fatal(err)
	}
	half := stats.MeanOf(map[float64]int{0: 50, 1: 50}, .95)
	low, high := stats.FormatNumber(100*half.Low, 0), stats.FormatNumber(100*half.High, 0)
	want := []string{
		fmt.Sprintf("Pilastri (%s): 175 games, seed 7.", s.Rules.Settings()),
		fmt.Sprintf("Fair? No advantage is shown: at 1024 nodes 50 %% (%s .. %s) in 100 games from the start; more "+
			"than %s points from even are excluded.", low, high, points(half.High-.5)),
		fmt.Sprintf("By strength (nodes) from the start: 1024: 50 %% (%s .. %s).", low, high),
		"First turns: 1 up to symmetry; of the 1 played 0 are shown to favour a seat; closest to even: a 50 % (40 .. " +
			"60).",
		"Decisive? 90 % (80 .. 95) of 20 games have a winner, 10 % are drawn by a rule; the median game takes 25.0 ± " +
			"2.0 turns.",
		"Deep? 1 level above random play with up to 64 nodes: alphabeta at 8 nodes, each scoring 75 % or more " +
			"against the one before in 10 games.",
		"Beside it, with as many nodes: a 2, b 0.",
		"Lively? The lead changes 0.3 ± 0.1 times a turn [0.12 .. 0.5], the winner was behind before 25 % (20 .. 30) " +
			"of the turns, 12.0 ± 1.0 legal turns; but the judge foresees these games little, so leads say little " +
			"(20 games; in brackets the range of the games measured before).",
		"Not shown: what better players, or people, would score; whether the game is fun. Intervals are at 95 % for " +
			"each figure.",
	}
	if got := s.Lines(); !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	data, err := json.Marshal(s.Records())
	for _, part := range []string{`[{"type":"study","game":"pilastri",`,
		`"seed":7,"games":175,"verdict":"no advantage is ` +
			`shown","rungs":[{"run":"","measure":"start","player":"alphabeta","nodes":1024,"games":100,"rough":false,` +
			`"first_seat":{"value":0.5,`, `}],"even_within":0.`,
		`"all_first_turns":true,"chain":[{"player":"alphabeta:nodes=8",` +
			`"points":7.5,"games":10},{"player":"alphabeta:nodes=64","points":11,"games":15}],"metrics":[`} {
		if err != nil || !strings.Contains(string(data), part) {
			t.Errorf("no %s in %s, %v", part, data, err)
		}
	}
	s.Metrics[8].Estimate.Value, s.Metrics[2].Estimate.Value = .1, .02
	s.Metrics[1].Estimate = stats.Estimate{}
	s.Seats[0].Summary.Distinct, s.Seats[0].Summary.Counted = 4, 4
	if err := s.Settle(nil); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(s.Lines(), "\n")
	for _, said := range []string{"in 100 games from the start (only 4 differ).\n", "legal turns (20 games; ",
		"have a winner, 2 % (0 .. 20) become too long; the median"} {
		if !strings.Contains(text, said) {
			t.Errorf("no %q in\n%s", said, text)
		}
	}
}

// TestLinesOfNothing checks what is said where nothing was measured.
func TestLinesOfNothing(t *testing.T) {
	t.Parallel()
	s := Study{Rules: enginetest.Rules(t, "pilastri", "size=4"), Turns: FirstTurns{Pie: true}}
	want := []string{"Fair? Too few different games to tell.", "Decisive? No game ended.",
		"Deep? Not measured: a chain of players needs two seats.", "Lively? Not measured."}
	lines := s.Lines()
	for _, line := range want {
		if !slices.Contains(lines, line) {
			t.Errorf("%q is not in\n%s", line, strings.Join(lines, "\n"))
		}
	}
	s.Chain = []metrics.Rung{{Player: "random"}, {Player: "alphabeta:nodes=8", Points: 7, Games: 10}}
	if got := s.deep(); !slices.Equal(got, []string{"Deep? 0 levels above random play with up to 0 nodes."}) {
		t.Errorf("%q", got)
	}
}

// TestFiguresInWords checks shares with and without an interval, margins that are rounded up, and published tables.
func TestFiguresInWords(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{
		{share(stats.Estimate{}), "unknown"}, {share(stats.Estimate{Kind: stats.AtLeast, Low: .5}), "unknown"},
		{share(stats.Estimate{Kind: stats.Fixed, Value: .256}), "26 %"},
		{share(stats.Symmetric(.5, .125)), "50 % (38 .. 62)"}, {share(stats.Limited(.5, .4, .8)), "50 % (40 .. 80)"},
		{points(.0121), "1.3"}, {points(.012), "1.2"}, {points(.5), "50.0"},
		{fmt.Sprint(rows("a,b\n1,2\n3,4\n")), "[map[a:1 b:2] map[a:3 b:4]]"},
		{fmt.Sprint(rows("")), "[]"}, {fmt.Sprint(rows("a,b\n1\n")), "[]"},
	} {
		if c[0] != c[1] {
			t.Errorf("%s, want %s", c[0], c[1])
		}
	}
	if low, high, known := (Published{}).span("drama"); low != "" || high != "" || known {
		t.Errorf("%s to %s of nothing", low, high)
	}
}

// TestKnownSizes compares with sizes worked out by hand from the work of a study, 90 or 720 million nodes.
func TestKnownSizes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		quick     bool
		decisions float64
		want      Sizes
	}{
		{true, 200, Sizes{200, 200_000, 64, 3, 66, 8, 256, 42, 24, 512, 116, 50}},
		{false, 200, Sizes{200, 2_000_000, 64, 4, 132, 12, 1024, 58, 194, 4096, 116, 200}},
		{true, 1e6, Sizes{1e6, 200_000, 64, 3, 20, 8, 256, 10, 20, 512, 40, 50}},
		{false, 1, Sizes{1, 2_000_000, 64, 4, 600, 12, 1024, 200, 200, 4096, 200, 200}},
	} {
		if got := SizesOf(c.quick, c.decisions); got != c.want {
			t.Errorf("%+v, want %+v", got, c.want)
		}
	}
}

// TestMapInWords checks the recommendation of a map and its table: for each of the rules the first player's score, the
// margin, games with a winner, turns, levels and first turns.
func TestMapInWords(t *testing.T) {
	t.Parallel()
	const none = "No rules are recommended: the games exclude no advantage of a seat, or too few of them have a winner."
	played := report.FirstTurn{Turn: "c4", Games: 2, Score: stats.Limited(.45, .4, .5)}
	further := report.FirstTurn{Turn: "d4", Games: 2, Score: stats.Limited(.6, .4, .7)}
	even, ninety := cellOf(t, "a", 50, 90), cellOf(t, "b", 50, 89)
	even.Turns.All = []report.FirstTurn{further, played, {Turn: "e"}}
	even.Chain = []metrics.Rung{{Player: "random"}, {Player: "alphabeta:nodes=8", Points: 3, Games: 4}}
	even.Metrics = append(even.Metrics, figure("turns/median", metrics.Turns, 20, stats.Symmetric(25, 2)))
	half := stats.MeanOf(map[float64]int{0: 50, 1: 50}, .95)
	most := stats.MeanOf(map[float64]int{0: 10, 1: 90}, .95)
	margin := points(half.High - .5)
	if got := (Map{[]Cell{ninety}}).sentence(); got != none {
		t.Error(got)
	}
	m := Map{[]Cell{ninety, even}}
	recommended := "Recommended: a. Of the rules under which 90 % of the games or more have a winner, its games " +
		"leave the smallest advantage possible: " + margin + " points from even."
	const confirm = " Intervals hold for each cell by itself: confirm the choice with another --seed."
	if got := m.sentence(); got != recommended+confirm {
		t.Error(got)
	}
	want := []string{"a", "no advantage is shown", share(half), "± " + margin, share(most), "25.0 ± 2.0", "1",
		"c4 45 % (40 .. 50)"}
	if got := m.grid().Rows[1]; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	records := m.Records()
	if len(records) != 3 || !strings.Contains(fmt.Sprint(records[2]), "recommended a") {
		t.Errorf("records %v", records)
	}
	for value, also := range map[string]string{"draw": "", "win": " But it is proven: the first player wins, which " +
		"players may find."} {
		even.Proof = &solver.Solution{Worth: solver.Worth{Value: value}}
		if got := m.sentence(); got != recommended+also+confirm {
			t.Errorf("proven %s: %s", value, got)
		}
	}
	for want, turns := range map[string]FirstTurns{"has a swap rule": {Pie: true}, "": {},
		"1 of 3 win": {All: []report.FirstTurn{{Proven: "win"}, {Proven: "loss"}, played}}} {
		even.Turns = turns
		if got := even.turnsText(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestScoreOfCell checks that the score is from the start or, if too few games from there differ, from openings.
func TestScoreOfCell(t *testing.T) {
	t.Parallel()
	given := seats(t, 30)
	given[0].Measure = experiment.FromOpenings
	c := Cell{Study: &Study{Rules: given[0].Rules, Seats: append(seats(t, 60), given...)}}
	for distinct, want := range map[int]float64{100: .6, 3: .3} {
		c.Seats[0].Summary.Distinct, c.Seats[0].Summary.Counted = distinct, distinct
		if err := c.Settle(nil); err != nil {
			t.Fatal(err)
		}
		near.Check(t, c.first().Value, want, 1e-9, "score with ", distinct, " games that differ")
	}
	if got := (Cell{Study: &Study{}}).first(); got.HasValue() {
		t.Errorf("%v of no games", got)
	}
}

package report

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/golden"
	"pillars/engine/enginetest/near"
	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/openings"
)

// result returns a hand-made result of a game of two seats.
func result(pair, game, first, second string, score float64, turns int, reason engine.Reason) tournament.Result {
	outcome := engine.Outcome{Reason: reason, Seats: 2}
	outcome.Scores[0], outcome.Scores[1] = score, 1-score
	var opening int
	fmt.Sscanf(pair[strings.Index(pair, "/")+1:], "%d", &opening)
	r := tournament.Result{Identity: pair + "/" + game, Pair: pair, Opening: opening, Players: []string{first, second},
		Outcome: outcome, Turns: turns}
	if strings.HasPrefix(string(reason), "fault") {
		r.Fault = tournament.Fault{Kind: guard.Failed}
	}
	return r
}

// inputByHand returns the input of a report of hand-made results without moves.
func inputByHand(t *testing.T, spec tournament.Spec, all []tournament.Result) Input {
	t.Helper()
	rules := enginetest.Rules(t, "pit-of-pillars")
	in := Input{Run: "3f9c", Spec: spec, Rules: rules, Tally: NewTally(spec)}
	var stored []results.Game
	for _, r := range all {
		if err := in.Tally.Add(r); err != nil {
			t.Fatal(err)
		}
		stored = append(stored, results.Game{Players: r.Players, Scores: r.Outcome.Scores[:r.Outcome.Seats],
			Turns: r.Turns, Opening: r.Round()})
	}
	standing, err := results.NewStandings(stored, results.StandingsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	in.Standings = &standing
	in.follow(t, all)
	return in
}

// byHand returns a report of hand-made results without moves.
func byHand(t *testing.T, spec tournament.Spec, all []tournament.Result) Report {
	t.Helper()
	made, err := New(inputByHand(t, spec, all))
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// tableOf returns the table of a figure.
func tableOf(t *testing.T, r Report, id string) *table.Grid {
	t.Helper()
	return figureOf(t, r, id).Table
}

// figureOf returns the figure with the given id.
func figureOf(t *testing.T, r Report, id string) Figure {
	t.Helper()
	for _, section := range r.Sections {
		for _, e := range section.Figures {
			if e.ID == id {
				return e
			}
		}
	}
	t.Fatalf("there is no figure %s", id)
	return Figure{}
}

// cellsOf returns some cells of the row that begins with the given text.
func cellsOf(t *testing.T, grid *table.Grid, first string, columns ...string) string {
	t.Helper()
	for _, row := range grid.Rows {
		if row[0] != first {
			continue
		}
		var cells []string
		for _, name := range columns {
			at := slices.IndexFunc(grid.Columns, func(c table.Head) bool { return c.Name == name })
			if at < 0 {
				t.Fatalf("there is no column %q in %v", name, grid.Columns)
			}
			cells = append(cells, row[at])
		}
		return strings.Join(cells, " ")
	}
	t.Fatalf("no row begins with %q", first)
	return ""
}

// wordsOf returns the words of a page, without charts.
func wordsOf(t *testing.T, page string) string {
	t.Helper()
	page = regexp.MustCompile(`(?s)<style.*?</style>|<svg.*?</svg>`).ReplaceAllString(page, "")
	page = regexp.MustCompile(`</(td|th|dt|span|summary|a|li|p|h\d)>`).ReplaceAllString(page, " $0")
	return strings.TrimSpace(regexp.MustCompile(`\n{2,}`).ReplaceAllString(enginetest.Squeezed(readPage(t, page).text),
		"\n")) + "\n"
}

// TestFiguresByHand compares tables with figures counted by hand: of four games the first seat won two and drew one.
func TestFiguresByHand(t *testing.T) {
	t.Parallel()
	r := byHand(t, tournament.Spec{Players: []string{"weak:nodes=9", "strong:nodes=80"}}, []tournament.Result{
		result("1v2/1", "1", "weak:nodes=9", "strong:nodes=80", 1, 10, "no stack left"),
		result("1v2/1", "2", "strong:nodes=80", "weak:nodes=9", 1, 30, "no stack left"),
		result("1v2/2", "1", "weak:nodes=9", "strong:nodes=80", .5, 50, engine.TurnCap),
		result("1v2/2", "2", "strong:nodes=80", "weak:nodes=9", 0, 11, "fault: player 1 crashed"),
	})
	seated := []string{"nodes", "games", "first seat, %", "own score in seat 1, %", "own score in seat 2, %"}
	for _, c := range []struct {
		id, row, want string
		columns       []string
	}{
		{"seats", "seat 1, White", "4 62.5", []string{"games", "score, %"}},
		{"seats", "seat 2, Red", "4 37.5", []string{"games", "score, %"}},
		{"first-seat", "weak:nodes=9", "9 4 62.5 75.0 50.0", seated},
		{"first-seat", "strong:nodes=80", "80 4 62.5 50.0 25.0", seated},
		{"endings", "no stack left", "2 50.0 20.0", []string{"games", "share, %", "mean turns"}},
		{"endings", "a player's fault", "1 25.0 11.0", []string{"games", "share, %", "mean turns"}},
		{"openings", "1", "2 100.0", []string{"games", "first seat, %"}},
		{"openings", "2", "2 25.0", []string{"games", "first seat, %"}},
		{"standings", "1", "weak:nodes=9 4 2 1 1 62.5 25.2", []string{"player", "games", "won", "drawn", "lost",
			"score, %", "turns"}},
	} {
		if got := cellsOf(t, tableOf(t, r, c.id), c.row, c.columns...); got != c.want {
			t.Errorf("%s, %s: %s, not %s", c.id, c.row, got, c.want)
		}
	}
	total := 0
	for _, row := range tableOf(t, r, "turns").Rows {
		n, err := strconv.Atoi(row[2])
		if err != nil {
			t.Fatal(err)
		}
		total += n
	}
	if total != 3 { // without the game that a fault ended
		t.Errorf("the histogram holds %d games", total)
	}
	golden.Check(t, "page.txt", wordsOf(t, htmlOf(t, r, "")))
	got := r.summary
	scores := [3]float64{got.FirstSeat.Value, got.Draws.Value, *got.MedianTurns}
	if got.Games != 4 || got.Faults != 1 || scores != [3]float64{.625, .25, 30} || got.Leader != "weak:nodes=9" {
		t.Errorf("the summary is %+v", got)
	}
}

// TestVoidGames checks that a void game counts in no figure.
func TestVoidGames(t *testing.T) {
	t.Parallel()
	r := byHand(t, tournament.Spec{Players: []string{"a", "b"}, OnFault: tournament.FaultVoid}, []tournament.Result{
		result("1v2/1", "1", "a", "b", 1, 10, "no stack left"), result("1v2/1", "2", "b", "a", 0, 12,
			"fault: player 1 crashed"),
	})
	if got := cellsOf(t, tableOf(t, r, "seats"), "seat 1, White", "games", "score, %"); got != "1 100.0" {
		t.Errorf("seat 1: %s", got)
	}
	if got := cellsOf(t, tableOf(t, r, "endings"), "no stack left", "games", "share, %"); got != "1 100.0" {
		t.Errorf("ended: %s", got)
	}
	if s := r.summary; s.Games != 1 || s.Faults != 1 || s.Voided != 1 {
		t.Errorf("the summary is %+v", s)
	}
}

// TestLongTest reports a test with more pairs than a page shows in a table. The page stays below 500 kB.
func TestLongTest(t *testing.T) {
	t.Parallel()
	spec := tournament.Spec{Players: []string{"new", "base"}, Format: tournament.Sequential{
		Test: tournament.Test{Elo0: -1, Elo1: 1, Alpha: .05, Beta: .05, Model: "normalized"}}}
	var all []tournament.Result
	const pairs = 600
	for i := range pairs {
		pair := "1v2/" + strconv.Itoa(i+1)
		all = append(all, result(pair, "1", "new", "base", float64(i%2), 20, "no stack left"),
			result(pair, "2", "base", "new", float64(i/2%2), 20, "no stack left"))
	}
	r := byHand(t, spec, all)
	if rows := tableOf(t, r, "sprt").Rows; len(rows) != pairs {
		t.Errorf("the table has %d of %d pairs", len(rows), pairs)
	}
	page := htmlOf(t, r, "")
	// those of the test and of the openings
	if n := strings.Count(page, "more rows are in the CSV file"); n != 2 || len(page) > 500_000 {
		t.Errorf("%d tables of a page of %d bytes are shortened", n, len(page))
	}
}

// TestPathOfATest compares every point of the path with the ratio of all pairs so far. Counts of zero are replaced by
// small numbers in the same way.
func TestPathOfATest(t *testing.T) {
	t.Parallel()
	spec := tournament.Spec{Players: []string{"new", "base"}, Format: tournament.Sequential{
		Test: tournament.Test{Elo0: 0, Elo1: 60, Alpha: .05, Beta: .05, Model: "normalized"}}}
	halves := []int{2, 3, 4, 2, 1, 4, 4, 2, 3, 0, 4}
	var all []tournament.Result
	for i := len(halves) - 1; i >= 0; i-- { // in any order
		pair, first := "1v2/"+strconv.Itoa(i+1), min(2, halves[i])
		all = append(all, result(pair, "1", "new", "base", float64(first)/2, 20, "no stack left"),
			result(pair, "2", "base", "new", 1-float64(halves[i]-first)/2, 20, "no stack left"))
	}
	all = append(all, result("1v2/13", "1", "new", "base", 1, 20, "no stack left")) // after a gap: does not count
	test := stats.SPRT{Elo1: 60, Alpha: .05, Beta: .05, Model: stats.Normalized}
	path := tableOf(t, byHand(t, spec, all), "sprt").Rows
	if len(path) != len(halves) {
		t.Fatalf("%d points for %d pairs", len(path), len(halves))
	}
	var pairs stats.Pentanomial
	for i, half := range halves {
		pairs[half]++
		want, err := test.LLR(pairs)
		got, err2 := strconv.ParseFloat(path[i][2], 64)
		if err != nil || err2 != nil || !near.Equal(got, want, 6e-5) || path[i][1] != strconv.Itoa(half) {
			t.Errorf("pair %d: %v, not %v and %d", i+1, path[i], want, half)
		}
	}
}

// TestVoidedPairs checks that a pair with a fault is no point of the path if faults void games, and that the next pair
// is one.
func TestVoidedPairs(t *testing.T) {
	t.Parallel()
	spec := tournament.Spec{Players: []string{"new", "base"}, Format: tournament.Sequential{
		Test: tournament.Test{Elo0: 0, Elo1: 60, Alpha: .05, Beta: .05, Model: "normalized"}}}
	all := []tournament.Result{
		result("1v2/1", "1", "new", "base", 1, 20, "no stack left"), result("1v2/1", "2", "base", "new", .5, 20, "cap"),
		result("1v2/2", "1", "new", "base", 0, 20, "fault: x"), result("1v2/2", "2", "base", "new", 0, 20, "cap"),
		result("1v2/3", "1", "new", "base", 1, 20, "no stack left"), result("1v2/3", "2", "base", "new", 0, 20, "cap"),
	}
	for rule, want := range map[tournament.FaultRule]string{tournament.FaultVoid: "34", tournament.FaultLoses: "324"} {
		spec.OnFault = rule
		points := ""
		for _, row := range tableOf(t, byHand(t, spec, all), "sprt").Rows {
			points += row[1]
		}
		if points != want {
			t.Errorf("faults are %s: half points %s, want %s", rule, points, want)
		}
	}
}

// TestPlayersThatMeetThemselves checks that a game of a player with itself is one observation, does not count for
// strength, and begins with no opening.
func TestPlayersThatMeetThemselves(t *testing.T) {
	spec := tournament.Spec{Format: tournament.SelfPlay{}, Players: []string{"alphabeta"},
		Limits: search.Limits{Nodes: 70}, Openings: openings.Source{Kind: openings.None}}
	var played []tournament.Result
	for i := range 8 {
		played = append(played, result("1v1/"+strconv.Itoa(i+1), "1", "alphabeta", "alphabeta", float64(i%2), 20,
			"no stack left"))
	}
	made := byHand(t, spec, played)
	want := stats.Anytime(4, 8, .95)
	limits := []string{"70", "8", stats.FormatNumber(100*want.Low, 1), stats.FormatNumber(100*want.High, 1)}
	if got := cellsOf(t, tableOf(t, made, "first-seat"), "alphabeta", "nodes", "games", "low",
		"high"); got != strings.Join(limits, " ") {
		t.Errorf("8 games of a player with itself: %s, want %v", got, limits)
	}
	for _, section := range made.Sections {
		if section.ID == "standing-section" || section.ID == "openings-section" {
			t.Errorf("there is a section %s", section.ID)
		}
	}
}

// TestIntervalsAreByOpening checks that openings are the observations. Three pairs of players play two games from each
// of two openings. The first seat wins all games from one, the second seat all from the other, which makes two
// observations.
func TestIntervalsAreByOpening(t *testing.T) {
	t.Parallel()
	var all []tournament.Result
	for opening, score := range map[string]float64{"1": 1, "2": 0} {
		for pair, players := range map[string][2]string{"1v2/": {"a", "b"}, "1v3/": {"a", "c"}, "2v3/": {"b", "c"}} {
			reason := engine.Reason("of opening " + opening)
			all = append(all, result(pair+opening, "1", players[0], players[1], score, 10, reason),
				result(pair+opening, "2", players[1], players[0], score, 10, reason))
		}
	}
	limits := stats.Anytime(1, 2, .95)
	want := strconv.FormatFloat(100*limits.Low, 'f', 1, 64) + " " + strconv.FormatFloat(100*limits.High, 'f', 1, 64)
	r := byHand(t, tournament.Spec{Players: []string{"a", "b", "c"}}, all)
	for table, row := range map[string]string{"seats": "seat 1, White", "first-seat": "a", "endings": "of opening 1"} {
		if got := cellsOf(t, tableOf(t, r, table), row, "low", "high"); got != want {
			t.Errorf("%s: %s, want %s", table, got, want)
		}
	}
}

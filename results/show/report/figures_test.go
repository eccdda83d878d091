package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/results"
	"pillars/results/estimate/metrics"
	"pillars/results/show/answer"
	"pillars/results/show/table"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/plantest"
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

// inputOf returns the input of a report of results without moves.
func inputOf(t *testing.T, spec tournament.Spec, rules engine.Rules, all []tournament.Result) Input {
	t.Helper()
	in := Input{Run: "3f9c", Spec: spec, Rules: rules}
	in.Sample.Rules = metrics.RulesOf(rules)
	fold := results.Fold{}
	for _, r := range all {
		in.count(r, false)
		require.NoError(t, fold.Add(results.Finished{Players: r.Players, Scores: r.Outcome.Scores[:r.Outcome.Seats],
			Opening: r.Round()}))
	}
	standing, err := fold.Standings(results.StandingsOptions{Players: spec.Players, Seats: rules.Seats()})
	require.NoError(t, err)
	in.Standings, in.Stronger = standing, answer.OfStandings(standing, in.Faults, spec.OnFault)
	if spec.Format.Test != nil {
		path, err := results.FollowTest(spec, plantest.Earlier(all))
		require.NoError(t, err)
		estimate, err := path.AfterStop(path.Counts)
		require.NoError(t, err)
		in.Test, in.Stronger = &path, answer.OfTest(path, estimate, answer.Games{})
	}
	in.counted()
	return in
}

// inputByHand returns the input of a report of hand-made results.
func inputByHand(t *testing.T, spec tournament.Spec, all []tournament.Result) Input {
	t.Helper()
	return inputOf(t, spec, enginetest.Rules(t, "pit-of-pillars"), all)
}

// byHand returns a report of hand-made results without moves.
func byHand(t *testing.T, spec tournament.Spec, all []tournament.Result) Report {
	t.Helper()
	return New(inputByHand(t, spec, all))
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
	return strings.TrimSpace(regexp.MustCompile(`\n{2,}`).ReplaceAllString(squeezed(readPage(t, page).text),
		"\n")) + "\n"
}

// TestFiguresByHand compares the words of a page with a file, whose figures were counted by hand: of four games the
// first seat won two and drew one.
func TestFiguresByHand(t *testing.T) {
	t.Parallel()
	r := byHand(t, tournament.Spec{Players: []string{"weak:nodes=9", "strong:nodes=80"}}, []tournament.Result{
		result("1v2/1", "1", "weak:nodes=9", "strong:nodes=80", 1, 10, "no stack left"),
		result("1v2/1", "2", "strong:nodes=80", "weak:nodes=9", 1, 30, "no stack left"),
		result("1v2/2", "1", "weak:nodes=9", "strong:nodes=80", .5, 50, engine.TurnCap),
		result("1v2/2", "2", "strong:nodes=80", "weak:nodes=9", 0, 11, "fault: player 1 crashed"),
	})
	enginetest.Golden(t, "page.txt", wordsOf(t, htmlOf(t, r)))
}

// TestStrongestGames checks that games of a player that is shown to be weaker count in levels of skill, but not in
// figures about the game: a and b win half of their games of 40 turns, and every game of 10 turns against random.
func TestStrongestGames(t *testing.T) {
	t.Parallel()
	var all []tournament.Result
	for opening := range 20 {
		for i, players := range [][2]string{{"a", "b"}, {"a", "random"}, {"b", "random"}} {
			pair, turns, score := fmt.Sprintf("%d/%d", i, opening+1), 10, 1.
			if i == 0 {
				turns, score = 40, float64(opening%2)
			}
			all = append(all, result(pair, "1", players[0], players[1], score, turns, "no stack left"),
				result(pair, "2", players[1], players[0], 1-score, turns, "no stack left"))
		}
	}
	in := inputByHand(t, tournament.Spec{Players: []string{"a", "b", "random"}}, all)
	r := New(in)
	if got := cellsOf(t, tableOf(t, r, "decisive-2"), "Turns of a game, mean", "value", "n"); got != "40.0 40" {
		t.Errorf("turns: %s", got)
	}
	if rungs := in.Sample.Chain; len(rungs) != 2 || rungs[1].Games != 40 {
		t.Errorf("levels: %v", rungs)
	}
	if !strings.Contains(r.Basis, "40 of 120 games") {
		t.Error(r.Basis)
	}
}

// TestVoidGames checks that a void game counts in no figure.
func TestVoidGames(t *testing.T) {
	t.Parallel()
	r := byHand(t, tournament.Spec{Players: []string{"a", "b"}, OnFault: tournament.FaultVoid}, []tournament.Result{
		result("1v2/1", "1", "a", "b", 1, 10, "no stack left"), result("1v2/1", "2", "b", "a", 0, 12,
			"fault: player 1 crashed"),
	})
	if got := cellsOf(t, tableOf(t, r, "seats"), "seat 1", "share, %"); got != "100.0" {
		t.Errorf("seat 1: %s", got)
	}
	if got := cellsOf(t, tableOf(t, r, "decisive-1"), "Ended by, no stack left", "value", "n"); got != "100.0 1" {
		t.Errorf("ended: %s", got)
	}
}

// squeezed returns a text whose lines have one blank between two words, so that tests need not align tables.
func squeezed(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	return strings.Join(lines, "\n")
}

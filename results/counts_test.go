package results_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pillars/results"
	"pillars/results/estimate/stats"
)

func ExampleObserved() {
	test := stats.SPRT{Elo1: 50, Alpha: .05, Beta: .05, Model: stats.Logistic}
	answer, err := results.ObservedPairs([6]int{10, 40, 90, 60, 70, 30}).Answer(test)
	if err == nil {
		answer.WriteText(os.Stdout)
	}
	// Output:
	// 300 pairs: by points 0, 1/2, 1, 3/2, 2: 10 40 150 70 30
	// score       55.83 %              of the points
	// draws       38.33 %              of the games
	// Elo         40.7 ± 18.3          the difference that such a score shows (95 %)
	// nElo        62.3 ± 27.8          the same per spread of the outcomes (95 %)
	// LOS         > 99.99 %            chance that equal players would score less
	// LLR         8.87                 evidence for 50 against 0 logistic Elo
	// bounds      -2.94 .. 2.94        where a test with alpha 0.05, beta 0.05 stops
	// decision    H1                   accepted: rather 50 than 0
	// after stop  32.9 (-5.3 .. 68.5)  Elo if the test stopped here: median-unbiased (95 %)
}

func TestFewGames(t *testing.T) {
	test := stats.SPRT{Elo1: 10, Alpha: .05, Beta: .05}
	for heading, answer := range map[string]results.Observed{
		"0 games: 0 won, 0 drawn, 0 lost": results.ObservedGames(0, 0, 0),
		"1 game: 0 won, 0 drawn, 1 lost":  results.ObservedGames(0, 1, 0),
	} {
		var text strings.Builder
		if a, err := answer.Answer(test); err != nil || a.WriteText(&text) != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(text.String(), heading+"\n") || strings.Contains(text.String(), "after stop") {
			t.Errorf("no %q, or a decision:\n%s", heading, text.String())
		}
	}
	test.Elo1 = -10
	if _, err := results.ObservedGames(1, 1, 1).Answer(test); err == nil {
		t.Error("a test whose hypotheses are the wrong way round")
	}
}

// TestCountsAreRead reads numbers of games, at and beyond the bounds of what is accepted.
func TestCountsAreRead(t *testing.T) {
	names := []string{"WINS", "LOSSES"}
	for text, want := range map[string][]int{
		"0 12k": {0, 12_000}, "7 1000000000000": {7, 1_000_000_000_000}, "1.5k 1000g": {1500, 1_000_000_000_000},
	} {
		if got, err := results.ReadCounts(strings.Fields(text), names); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"1":               "1 counts given, but 2 are needed: WINS LOSSES",
		"1 2 3":           "3 counts given, but 2 are needed: WINS LOSSES",
		"-1 2":            `WINS "-1": must be a whole number, 0 or more`,
		"1 2.5":           `LOSSES "2.5": must be a whole number, 0 or more`,
		"1 1000000000001": `LOSSES "1000000000001": must be at most 1000000000000`,
	} {
		if got, err := results.ReadCounts(strings.Fields(text), names); err == nil || err.Error() != want {
			t.Errorf("%s: %v, %v; want %q", text, got, err, want)
		}
	}
}

// TestRemarksOnFewOrUniformGames checks which sentences follow the statistics of few and of one-sided games.
func TestRemarksOnFewOrUniformGames(t *testing.T) {
	const (
		anytime = "; the limits are those of an interval that holds however often one looks.\n"
		first   = "All points went to the first-named player: only a lower limit of the Elo is known" + anytime
		second  = "All points went to the second-named player: only an upper limit of the Elo is known" + anytime
		few     = "The games are too few or too uniform for an error" + anytime
		alike   = "All games ended alike, so there is no spread to measure a normalized Elo by.\n"
		least   = "At least 8 games are needed for a LOS.\n"
		promise = "LOS and LLR promise too much with such data.\n"
	)
	for games, want := range map[[3]int]string{ // won, lost, drawn
		{}:           "There are no games yet: nothing can be said.\n",
		{7, 0, 0}:    first + alike + least,
		{8, 0, 0}:    first + alike + promise,
		{0, 7, 0}:    second + alike + least,
		{0, 8, 0}:    second + alike + promise,
		{0, 0, 8}:    few + alike + promise,
		{1, 1, 0}:    few + least,
		{3, 3, 1}:    least,
		{3, 3, 2}:    "",
		{40, 30, 10}: "",
	} {
		answer, err := results.ObservedGames(games[0], games[1], games[2]).Answer(stats.SPRT{Elo1: 10, Alpha: .05,
			Beta: .05})
		var text strings.Builder
		if err != nil || answer.WriteText(&text) != nil {
			t.Fatal(err)
		}
		_, remarks, _ := strings.Cut(text.String(), "\ndecision ")
		lines := strings.SplitAfter(remarks, "\n")
		remarks = ""
		for _, line := range lines[1:] { // the first is what is left of the line with the decision
			if !strings.HasPrefix(line, "after stop") {
				remarks += line
			}
		}
		if remarks != want {
			t.Errorf("%v:\n%s\nwant remarks\n%s", games, text.String(), want)
		}
	}
}

// TestPairsCountTheirGames checks the sums of 12 pairs. Their points are 2/2 + 3 + 1 + 4*3/2 + 2 = 13 of 24, and
// 2 + 2 + 4 = 8 of the 24 games are drawn.
func TestPairsCountTheirGames(t *testing.T) {
	answer, err := results.ObservedPairs([6]int{1, 2, 3, 1, 4, 1}).Answer(stats.SPRT{Elo1: 10, Alpha: .05, Beta: .05})
	var text strings.Builder
	if err != nil || answer.WriteText(&text) != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"12 pairs: by points 0, 1/2, 1, 3/2, 2: 1 2 4 4 1\n", "\nscore     54.17 % ",
		"\ndraws     33.33 % ", "\ndecision  continue  "} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
}

// TestChancesAreNeverRoundedToCertainty checks that only 0 and 1 are shown as 0 % and 100 %.
func TestChancesAreNeverRoundedToCertainty(t *testing.T) {
	if text := results.ChanceText(nil); text != "-" {
		t.Errorf("an unknown chance is %q", text)
	}
	for chance, want := range map[float64]string{0: "0.00 %", 1: "100.00 %", .00004: "< 0.01 %", .00006: "0.01 %",
		.99996: "> 99.99 %", .99994: "99.99 %", .5: "50.00 %"} {
		if text := results.ChanceText(&chance); text != want {
			t.Errorf("%v is %q, want %q", chance, text, want)
		}
	}
}

// TestPlansOfTests predicts a test for its hypotheses and their mean. By symmetry, the mean leads to either decision
// alike, and the hypotheses are accepted wrongly in equally many tests, just under 5 %.
func TestPlansOfTests(t *testing.T) {
	plan := results.TestPlan{SPRT: stats.SPRT{Elo0: -5, Elo1: 15, Alpha: .05, Beta: .05, Model: stats.Logistic},
		Conditions: stats.Conditions{Draws: .3}}
	var text strings.Builder
	if err := plan.Predict(); err != nil || plan.WriteText(&text) != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text.String(), "\n")
	if len(lines) != 6 || lines[0] != "test of 15 against -5 logistic Elo, alpha 0.05, beta 0.05" {
		t.Fatalf("written is\n%s", text.String())
	}
	for i, want := range [][3]string{{"-5", "-5.0", "4.9"}, {"5", "5.0", "50.0"}, {"15", "15.0", "95.1"}} {
		cells := strings.Fields(lines[2+i])
		if len(cells) != 6 || cells[0] != want[0] || cells[1] != want[1] || cells[2] != want[2] {
			t.Errorf("row %q, want %v", lines[2+i], want)
			continue
		}
		pairs, _ := strconv.Atoi(cells[4])
		games, _ := strconv.Atoi(cells[5])
		if pairs < 500 || games < 2*pairs-1 || games > 2*pairs+1 { // both are rounded
			t.Errorf("%d pairs of %d games", pairs, games)
		}
	}
	if err := (&results.TestPlan{}).Predict(); err == nil {
		t.Error("a test without hypotheses is predicted")
	}
}

package results_test

import (
	"os"
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

package report

import (
	"fmt"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// pairsOf returns the results of pairs of games of a and b, each from an opening of its own and given by the scores of
// a: first in the first seat, then in the second seat.
func pairsOf(times int, pairs ...[2]float64) (all []tournament.Result) {
	for i := range times * len(pairs) {
		pair, scores := fmt.Sprintf("1v2/%d", i+1), pairs[i%len(pairs)]
		all = append(all, result(pair, "1", "a", "b", scores[0], 20, "no stack left"),
			result(pair, "2", "b", "a", 1-scores[1], 20, "no stack left"))
	}
	return all
}

// valuesOf returns a text with each comparison: the name, the values of both runs and the verdict.
func valuesOf(all []Comparison) string {
	var lines []string
	for _, c := range all {
		name := strings.TrimPrefix(strings.Join(c.Of[:], "/")+" "+c.Name, "/ ")
		lines = append(lines, fmt.Sprintf("%s: %s and %s, %s", name, stats.FormatNumber(c.Values[0].Value, c.Decimals),
			stats.FormatNumber(c.Values[1].Value, c.Decimals), c.Verdict))
	}
	return strings.Join(lines, "\n")
}

// TestCompare compares the comparisons of runs with a file, whose figures were worked out by hand. The score of 15/16
// is 400 log 15 = 470 Elo, and 1/4 is 400 log 1/3 = -191 Elo.
func TestCompare(t *testing.T) {
	t.Parallel()
	run := func(players string, all []tournament.Result) Input {
		return inputByHand(t, tournament.Spec{Players: strings.Fields(players)}, all)
	}
	better := pairsOf(10, [2]float64{1, 1}, [2]float64{1, 1}, [2]float64{1, 1}, [2]float64{1, .5})
	worse := pairsOf(5, [2]float64{0, 0}, [2]float64{0, 0}, [2]float64{0, 0}, [2]float64{0, .5})
	drawn, halfDrawn := pairsOf(7, [2]float64{.5, .5}), pairsOf(10, [2]float64{0, .5}, [2]float64{.5, 0})
	var text strings.Builder
	for _, c := range []struct {
		name string
		a, b Input
	}{
		{"the opposite", run("b a", better), run("a b", worse)},
		{"drawn games", run("a b", better), run("a b", halfDrawn)},
		{"seven openings", run("a b", better), run("a b", drawn)},
		{"strangers", run("a b", better), run("c d", better)},
	} {
		all, said, err := Compare(c.a, c.b)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "== %s\n%s\n%s\n\n", c.name, valuesOf(all), said)
	}
	enginetest.Golden(t, "compared.txt", text.String())
}

// TestVerdicts checks what is said of a difference: by the sum of squares, 3 and 4 make 5.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	low, fixed := stats.Symmetric(10, 3), stats.Estimate{Kind: stats.Fixed, Value: 1}
	atLeast := stats.Estimate{Kind: stats.AtLeast, Low: 5}
	for _, c := range []struct {
		x, y     stats.Estimate
		openings int
		want     string
	}{
		{low, stats.Symmetric(15.1, 4), 8, "beyond chance"}, {low, stats.Symmetric(4.9, 4), 8, "beyond chance"},
		{low, stats.Symmetric(14.9, 4), 8, "not beyond chance"},
		{low, stats.Symmetric(20, 4), 7, "too few openings to tell"},
		{fixed, fixed, 8, "unknown, without an interval"}, {atLeast, atLeast, 7, "unknown, without an interval"},
		{atLeast, stats.Estimate{Kind: stats.AtMost, High: 4}, 8, "beyond chance"},
	} {
		if got := comparisonOf(c.x, c.y, c.openings); got.Verdict != c.want || got.Values[2] != c.y.Minus(c.x) {
			t.Errorf("%v and %v in %d openings: %+v, want %s", c.x, c.y, c.openings, got, c.want)
		}
	}
}

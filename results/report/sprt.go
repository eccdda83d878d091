package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"pillars/results/charts"
	"pillars/results/stats"
	"pillars/tournament"
)

// testPath is a sequential test, pair by pair.
type testPath struct {
	test     stats.SPRT
	points   []testPoint
	sequence stats.Sequence // after the last point
}

// testPoint is how the test stood after a pair.
type testPoint struct{ ratio, lower, upper, score float64 }

// testSection is the course of a sequential test.
func testSection(in Input, _ found) (Section, error) {
	s := Section{ID: "test-section", Title: "Sequential test"}
	if in.Spec.Format != tournament.Sequential {
		return s, nil
	}
	path, err := follow(in.Spec, in.Tally.pairs)
	if err != nil {
		return s, err
	}
	s.Text = fmt.Sprintf("Is %s stronger than %s by %g (H1) rather than by %g (H0) %s Elo? Chances of error: %g and %g.",
		in.Spec.Players[0], in.Spec.Players[1], path.test.Elo1, path.test.Elo0, path.test.Model, path.test.Alpha, path.test.Beta)
	if err := pathFigure(&s, path); err != nil {
		return s, err
	}
	return s, estimateFigure(&s, path)
}

// pairTally is what is known of a pair: half points of the first player, and of how many games.
type pairTally struct{ halfPoints, games, faults int }

// addPair counts a game of two seats for its pair.
func (t *Tally) addPair(r tournament.Result) {
	if r.Outcome.Seats != 2 || len(r.Players) != 2 {
		return
	}
	pair := t.pairs[r.Pair]
	first := slices.Min(r.Players) // any name will do, as long as it is the same in both games
	score := r.Outcome.Scores[slices.Index(r.Players, first)]
	pair.halfPoints += int(2 * score)
	pair.games++
	if r.Fault() {
		pair.faults++
	}
	t.pairs[r.Pair] = pair
}

// follow plays a test again from its pairs, in the order of their openings up to the first that is not complete.
func follow(spec tournament.Spec, pairs map[string]pairTally) (testPath, error) {
	model, err := stats.ModelNamed(spec.Test.Model)
	if err != nil {
		return testPath{}, err
	}
	path := testPath{test: stats.SPRT{Elo0: spec.Test.Elo0, Elo1: spec.Test.Elo1, Alpha: spec.Test.Alpha, Beta: spec.Test.Beta, Model: model}}
	if path.sequence, err = path.test.OnPairs(); err != nil {
		return path, err
	}
	for _, pair := range counting(spec, pairs) {
		if path.sequence.Decision() != stats.Undecided {
			break
		}
		halfPoints := pair.halfPoints
		if slices.Min(spec.Players) != spec.Players[0] {
			halfPoints = 4 - halfPoints
		}
		if path.sequence, err = path.sequence.Next(halfPoints); err != nil {
			return path, err
		}
		point := testPoint{ratio: path.sequence.LLR(), score: float64(halfPoints) / 4}
		point.lower, point.upper = path.sequence.Bounds()
		path.points = append(path.points, point)
	}
	return path, nil
}

// counting are the pairs that count, in their order.
func counting(spec tournament.Spec, pairs map[string]pairTally) (out []pairTally) {
	numbers := names(pairs)
	slices.SortFunc(numbers, func(a, b string) int { return cmp.Compare(numberOf(a), numberOf(b)) })
	for i, name := range numbers {
		pair := pairs[name]
		if numberOf(name) != i+1 || pair.games != 2 {
			return out
		}
		if pair.faults == 0 || spec.OnFault != tournament.FaultVoid {
			out = append(out, pair)
		}
	}
	return out
}

// numberOf is the number of a pair's opening.
func numberOf(pair string) int {
	n, _ := strconv.Atoi(tournament.OpeningOf(pair))
	return n
}

// mostDrawn is how many points of a path are drawn, about: more cannot be told apart. The table has all.
const mostDrawn = 1000

// pathFigure shows the ratio and its bounds.
func pathFigure(s *Section, path testPath) error {
	lower, upper := path.test.Bounds()
	ratio := charts.Line{Name: "log-likelihood ratio", Points: []charts.Point{{}}}
	below := charts.Line{Name: "bound of H0", Points: []charts.Point{{Y: lower}}}
	above := charts.Line{Name: "bound of H1", Points: []charts.Point{{Y: upper}}}
	table := &Table{Columns: columns("#pair", "#points of four halves", "#ratio", "#lower bound", "#upper bound")}
	stride := 1 + len(path.points)/mostDrawn
	for i, p := range path.points {
		table.add(count(i+1), count(int(4*p.score)), digits(p.ratio, 4), digits(p.lower, 4), digits(p.upper, 4))
		x := float64(i + 1)
		if (i+1)%stride != 0 && i+1 < len(path.points) {
			continue
		}
		ratio.Points = append(ratio.Points, charts.Point{X: x, Y: p.ratio})
		below.Points = append(below.Points, charts.Point{X: x, Y: p.lower})
		above.Points = append(above.Points, charts.Point{X: x, Y: p.upper})
	}
	chart, err := charts.Lines(charts.LineChart{
		Title: "Path of the sequential test", X: charts.Axis{Label: "pairs", Unit: charts.Whole}, Y: charts.Axis{Label: "log-likelihood ratio"},
		Lines: []charts.Line{ratio, above, below},
	})
	return s.figure(Figure{
		ID: "sprt", Title: "Path of the sequential test", N: counted(len(path.points), "pair"), Table: table, Folded: true,
		Meaning: "Generalised log-likelihood ratio of H1 to H0 after each pair of games with the seats swapped, in the order of the plan. The bounds " +
			"are corrected for the overshoot by Siegmund's method. The test stops when the ratio passes one.",
		Alt: fmt.Sprintf("The ratio after %s is %s; the bounds are %s and %s.", counted(len(path.points), "pair"), digits(path.sequence.LLR(), 2),
			digits(lower, 2), digits(upper, 2)),
	}, chart, err)
}

// decisions are the decisions in words.
var decisions = map[stats.Decision]string{stats.Undecided: "undecided", stats.AcceptH0: "H0 accepted", stats.AcceptH1: "H1 accepted"}

// estimateFigure is what the test found.
func estimateFigure(s *Section, path testPath) error {
	sample := path.sequence.Sample()
	estimate, err := path.test.AfterStop(sample)
	if err != nil {
		return err
	}
	table := &Table{Columns: columns("decision", "#pairs", "#Elo", "#low", "#high", "#superior, %", "#normalized Elo, biased", "#ratio")}
	cells := append([]string{decisions[path.sequence.Decision()], count(len(path.points))}, estimateCells(estimate.Elo, 1)...)
	table.add(append(cells, digits(100*estimate.LOS, 2), estimateCells(stats.NormalizedElo(sample), 1)[0], digits(path.sequence.LLR(), 3))...)
	s.Figures = append(s.Figures, Figure{
		ID: "test", Title: "What the test found", N: counted(len(path.points), "pair"), Table: table,
		Meaning: "Elo is the median-unbiased estimate for a test that may stop early; the normalized one is not adjusted for that. " +
			"Superior is the probability that the first player is the stronger.",
		Interval: "From the Brownian model of the stopped test.",
	})
	return nil
}

package training

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"pillars/engine"
	"pillars/eval"
	"pillars/eval/tune"
	"pillars/results/estimate/stats"
	"pillars/results/show/charts"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/lock"
	"pillars/tournament/runner"
)

const (
	calibrationFolds = 5  // number of parts of the games in the cross-validation of a curve
	calibrationBins  = 10 // number of bins into which the positions of all stages are grouped by their predicted result
	stageBins        = 5  // number of bins into which the positions of one stage are grouped
)

// stages divides a game by the phase of positions. A stage has the phases below its end that no earlier stage has.
var stages = [...]struct {
	name string
	end  int
}{{"early", engine.PhaseEnd / 3}, {"middle", 2 * engine.PhaseEnd / 3}, {"late", engine.PhaseEnd + 1},
	{"set-up", engine.SetUpPhase + 1}}

// calibrationTest compares the results of games with two predictions from the scores of one kind of player. One uses a
// fitted curve, the other the plain logistic formula.
type calibrationTest struct {
	curve             eval.Curve
	kind              string // kind of player
	games             int
	positions         []tune.Scored
	calibrated, plain []float64 // expected result of each position by the curve and by the plain formula
}

// fit fits the curve to all positions. The predictions to test come from cross-validation: for each position, from a
// curve that was fitted to the games of the other folds.
func (t *calibrationTest) fit() (err error) {
	if t.curve, err = tune.FitCurve(t.positions); err == nil {
		t.calibrated, err = tune.HeldOut(t.positions, calibrationFolds)
	}
	return err
}

// takeBuiltIn uses the curve that is built into the program for this kind of player, and its predictions.
func (t *calibrationTest) takeBuiltIn(rules engine.Rules) error {
	calibration, err := eval.DefaultCalibration(rules)
	if err != nil || calibration == nil || calibration.Curves[t.kind] == (eval.Curve{}) {
		return cmp.Or(err, errors.New("there is no built-in calibration"))
	}
	t.curve = calibration.Curves[t.kind]
	for _, p := range t.positions {
		t.calibrated = append(t.calibrated, t.curve.Expectation(p.Score, p.Phase))
	}
	return nil
}

// bins groups the positions whose phase is at least start and below end by predicted results, into bins of equal width.
func (t *calibrationTest) bins(predicted []float64, start, end, count int) []tune.Reliability {
	binOf := func(i int) int { return min(count-1, int(float64(count)*predicted[i])) } // the last bin includes 1
	bins := make([]tune.Reliability, count)
	for bin := range bins {
		bins[bin] = tune.NewReliability(t.positions, predicted, func(i int) bool {
			phase := t.positions[i].Phase
			return start <= phase && phase < end && binOf(i) == bin
		})
	}
	return bins
}

// allStages groups the positions of all stages by predicted results.
func (t *calibrationTest) allStages(predicted []float64) []tune.Reliability {
	return t.bins(predicted, 0, math.MaxInt, calibrationBins)
}

// byStage calls each for every stage of the game. It passes the number of positions in the stage and, for both
// predictions, their bins.
func (t *calibrationTest) byStage(each func(stage string, positions int, calibrated, plain []tune.Reliability)) {
	start := 0
	for _, stage := range stages {
		calibrated, positions := t.bins(t.calibrated, start, stage.end, stageBins), 0
		for _, bin := range calibrated {
			positions += bin.Positions
		}
		each(stage.name, positions, calibrated, t.bins(t.plain, start, stage.end, stageBins))
		start = stage.end
	}
}

// String returns a summary in one line, without a full stop.
func (t *calibrationTest) String() string {
	return fmt.Sprintf("%s: %s, %d positions; largest gap %s, by the plain formula %s", t.kind,
		tournament.Counted(t.games, "game"), len(t.positions), closenessText(t.allStages(t.calibrated)),
		closenessText(t.allStages(t.plain)))
}

func closenessText(bins []tune.Reliability) string {
	c := tune.NewCloseness(bins)
	if c.Bins == 0 {
		return "not known (too few games)"
	}
	return fmt.Sprintf("%s of %s, mean %.1f", gapText(c.Largest), tournament.Counted(c.Bins, "bin"), 100*c.Mean)
}

// gapText returns the gap between observed and predicted result of a bin with its 95 % interval, in percentage points.
func gapText(r tune.Reliability) string {
	return fmt.Sprintf("%+.1f ± %.1f", 100*r.Gap(), 100*stats.Z95*r.Error)
}

func (t *calibrationTest) WriteText(w io.Writer) error {
	grid := table.New("#chance", "#games", "#positions", "#predicted", "#observed", "#gap", "#plain formula")
	plain := t.allStages(t.plain)
	for i, bin := range t.allStages(t.calibrated) {
		if bin.Games > 0 {
			grid.Add(fmt.Sprintf("%d-%d %%", 100*i/calibrationBins, 100*(i+1)/calibrationBins), bin.Games,
				bin.Positions, formatted("%.1f", 100*bin.Predicted, 100*bin.Observed), gapText(bin), gapText(plain[i]))
		}
	}
	byStage := table.New("stage", "#positions", "largest gap", "plain formula")
	t.byStage(func(stage string, positions int, calibrated, plain []tune.Reliability) {
		byStage.Add(stage, positions, closenessText(calibrated), closenessText(plain))
	})
	grid.Indent, byStage.Indent = 2, 2
	return errors.Join(table.Printf(w, "%v, in points with 95 %% intervals\n\n", t), grid.WriteText(w),
		table.Printf(w, "\n"), byStage.WriteText(w), table.Printf(w, "\n"))
}

// formatted formats each value by itself, for the cells of a row.
func formatted(format string, values ...float64) (texts []string) {
	for _, value := range values {
		texts = append(texts, fmt.Sprintf(format, value))
	}
	return texts
}

func (t *calibrationTest) Records() []any {
	var bins, stages []table.Facts
	for _, bin := range t.allStages(t.calibrated) {
		bins = append(bins, table.Object("games", bin.Games, "positions", bin.Positions, "predicted", bin.Predicted,
			"observed", bin.Observed, "error", bin.Error))
	}
	t.byStage(func(stage string, positions int, calibrated, plain []tune.Reliability) {
		stages = append(stages, table.Object("stage", stage, "positions", positions,
			"calibrated", closenessFacts(calibrated), "plain", closenessFacts(plain)))
	})
	return []any{table.Object("type", "calibration", "player", t.kind, "games", t.games, "positions", len(t.positions),
		"calibrated", closenessFacts(t.allStages(t.calibrated)), "plain", closenessFacts(t.allStages(t.plain)),
		"bins", bins, "stages", stages)}
}

func closenessFacts(bins []tune.Reliability) table.Facts {
	c := tune.NewCloseness(bins)
	return table.Object("bins_with_enough_games", c.Bins, "largest_gap", c.Largest.Gap(), "its_error", c.Largest.Error,
		"mean_gap", c.Mean)
}

// Calibrated is a calibration with a test of each of its curves.
type Calibrated struct {
	calibration eval.Calibration
	rules       engine.Rules
	tests       []*calibrationTest
}

// Calibrate fits a curve for every kind of player. If builtIn is set, it only tests the built-in curves.
func (s *Scores) Calibrate(builtIn bool) (*Calibrated, error) {
	evaluator, err := eval.Load("", s.rules)
	if err != nil {
		return nil, err
	}
	c := &Calibrated{rules: s.rules, calibration: eval.Calibration{
		Evaluation: eval.Signature(evaluator, s.rules), Curves: map[string]eval.Curve{}}}
	for _, kind := range slices.Sorted(maps.Keys(s.Positions)) {
		test := &calibrationTest{kind: kind, games: s.Games[kind], positions: s.Positions[kind]}
		for _, p := range test.positions {
			test.plain = append(test.plain, search.Score(p.Score).Expectation())
		}
		if builtIn {
			err = test.takeBuiltIn(s.rules)
		} else {
			err = test.fit()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", kind, err)
		}
		c.calibration.Curves[kind] = test.curve
		c.tests = append(c.tests, test)
	}
	return c, nil
}

// Write writes the calibration to a file, with a header that says how it was made.
func (c *Calibrated) Write(file string) error {
	text := fmt.Sprintf("# Calibration of scores of %s (%s), in hundredths; by %s.\n", c.rules.Game().Title(),
		c.rules.Settings(), runner.Program())
	for _, test := range c.tests {
		text += "# " + test.String() + ".\n"
	}
	return lock.Replace(file, []byte(text+c.calibration.String()))
}

func (c *Calibrated) WriteText(w io.Writer) (err error) {
	for _, test := range c.tests {
		err = errors.Join(err, test.WriteText(w))
	}
	return err
}

func (c *Calibrated) Records() (records []any) {
	for _, test := range c.tests {
		records = append(records, test.Records()...)
	}
	return records
}

// Draw returns an SVG picture. It plots observed against predicted results, with and without calibration.
func (c *Calibrated) Draw() ([]byte, error) {
	lines := []charts.Line{{Name: "as predicted", Points: []charts.Point{{}, {X: 1, Y: 1}}}}
	for _, t := range c.tests {
		for _, curve := range []struct {
			name      string
			predicted []float64
		}{{"calibrated", t.calibrated}, {"plain formula", t.plain}} {
			line := charts.Line{Name: t.kind + ", " + curve.name, Banded: true}
			for _, bin := range t.allStages(curve.predicted) {
				if bin.Games > 1 { // one game gives no error
					line.Points = append(line.Points,
						charts.PointOf(bin.Predicted, stats.Symmetric(bin.Observed, stats.Z95*bin.Error)))
				}
			}
			lines = append(lines, line)
		}
	}
	return drawSVG(charts.LineChart{Lines: lines,
		Title: fmt.Sprintf("Reliability of scores, %s (%s)", c.rules.Game().Title(), c.rules.Settings()),
		X:     charts.Axis{Label: "expected result predicted", Unit: charts.Percent, High: 1},
		Y:     charts.Axis{Label: "result observed", Unit: charts.Percent, High: 1}})
}

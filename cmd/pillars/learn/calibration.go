package learn

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/eval"
	"pillars/eval/tune"
	"pillars/results/charts"
	"pillars/results/stats"
	"pillars/results/table"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/lock"
	"pillars/tournament/runner"
	"pillars/tournament/selfplay"
)

// How a calibration is tested.
const (
	calibrationFolds = 5
	calibrationBins  = 10
	stageBins        = 5
)

// stages are parts of a game, by the phase at which they end.
var stages = []struct {
	name string
	end  int
}{{"early", engine.PhaseEnd / 3}, {"middle", 2 * engine.PhaseEnd / 3}, {"late", engine.PhaseEnd + 1}}

type calibrationFlags struct {
	dataFlags
	data    []string
	plot    string
	builtIn bool
}

func newCalibrationCommand() *cobra.Command {
	f := &calibrationFlags{}
	cmd := &cobra.Command{
		Use:   "calibration",
		Short: "Fit what scores are worth to games of self-play",
		Long: `Fit the curve from scores to expected results, by player and stage of the game, to games of "pillars
selfplay", and print how reliable it is: the results of positions against what a curve fitted to other games predicted.

Analyses show expected results by the curves that are built into the program: write one to eval/calibration and build
again. scripts/calibration.sh makes them all.`,
		Example: `  pillars tune calibration --data pit.psd -o eval/calibration/pit-of-pillars.txt --force
  pillars tune calibration --game pylyx --data a.psd --data b.psd -o pylyx.txt --plot pylyx.svg`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.register(cmd, "write the calibration to this `FILE`", "txt")
	dataFlag(cmd, &f.data)
	cmd.Flags().BoolVar(&f.force, "force", false, cli.ForceUsage)
	cmd.Flags().BoolVar(&f.builtIn, "built-in", false, "test the built-in calibration on the games instead of a fit")
	cmd.Flags().StringVar(&f.plot, "plot", "", "draw predicted against observed results into this SVG `FILE`")
	cli.Complete(cmd, "plot", cli.CompleteFiles("svg"))
	return cmd
}

func (f *calibrationFlags) run(cmd *cobra.Command) error {
	rules, _, err := f.Rules()
	if err != nil {
		return err
	}
	switch {
	case len(f.data) == 0:
		return errNoData
	case f.builtIn && f.out != "":
		return cli.Usagef("--built-in fits nothing to write to -o; leave one of them out")
	case f.out != "":
		if err := cli.RefuseExisting("--output", f.out, f.force); err != nil {
			return err
		}
	}
	collector := selfplay.NewScoreCollector(rules)
	remark := func(text string) { fmt.Fprintf(cmd.ErrOrStderr(), "pillars: %s\n", text) }
	if err := selfplay.ReadFiles(cmd.Context(), rules, f.data, collector, remark); err != nil {
		return err
	}
	evaluator, err := eval.Load("", rules)
	if err != nil {
		return err
	}
	calibration := eval.Calibration{Evaluation: eval.Signature(evaluator, rules), Curves: map[string]eval.Curve{}}
	var tests []*calibrationTest
	for _, kind := range slices.Sorted(maps.Keys(collector.Scores)) {
		test := &calibrationTest{kind: kind, games: collector.Games[kind], positions: collector.Scores[kind]}
		if f.builtIn {
			err = test.ofBuiltIn(rules)
		} else {
			calibration.Curves[kind], err = test.fit()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
		tests = append(tests, test)
	}
	return f.conclude(cmd, rules, calibration, tests)
}

func (f *calibrationFlags) conclude(
	cmd *cobra.Command, rules engine.Rules, calibration eval.Calibration, tests []*calibrationTest,
) error {
	header := fmt.Sprintf("# Calibration of scores of %s (%s), in hundredths; by %s.\n",
		rules.Game().Title(), rules.Settings(), runner.Program())
	for _, test := range tests {
		if err := test.print(cmd, f.json); err != nil {
			return err
		}
		header += "# " + test.summary() + ".\n"
	}
	if f.plot != "" {
		picture, err := drawReliability(rules, tests)
		if err == nil {
			err = cli.SvgPicture.WriteDrawn("--plot", f.plot, picture)
		}
		if err != nil {
			return err
		}
	}
	if f.out == "" {
		return nil
	}
	return lock.Replace(f.out, []byte(header+calibration.String()))
}

// calibrationTest is what was predicted of positions of games held out: with calibration, and by the plain formula.
type calibrationTest struct {
	kind             string
	games            int
	positions        []tune.Scored
	predicted, plain []float64
}

// fit is the curve of all games, tested on each fold of the games by a curve of the others.
func (t *calibrationTest) fit() (eval.Curve, error) {
	curve, err := tune.FitCurve(t.positions)
	if err == nil {
		t.predicted, err = tune.HeldOut(t.positions, calibrationFolds)
	}
	t.predict(&t.plain, func(p tune.Scored) float64 { return search.Score(p.Score).Expectation() })
	return curve, err
}

// ofBuiltIn tests the curve that comes with the program, which knows none of the games.
func (t *calibrationTest) ofBuiltIn(rules engine.Rules) error {
	calibration, err := eval.DefaultCalibration(rules)
	if err != nil || calibration == nil || calibration.Curves[t.kind] == (eval.Curve{}) {
		return cmp.Or(err, errors.New("there is no built-in calibration"))
	}
	curve := calibration.Curves[t.kind]
	t.predict(&t.predicted, func(p tune.Scored) float64 { return curve.Expectation(p.Score, p.Phase) })
	t.predict(&t.plain, func(p tune.Scored) float64 { return search.Score(p.Score).Expectation() })
	return nil
}

func (t *calibrationTest) predict(into *[]float64, by func(tune.Scored) float64) {
	for _, p := range t.positions {
		*into = append(*into, by(p))
	}
}

// bins are positions of a stage, by what was predicted of them.
func (t *calibrationTest) bins(predicted []float64, from, end, count int) (bins []tune.Reliability) {
	for bin := range count {
		bins = append(bins, tune.NewReliability(t.positions, predicted, func(i int) bool {
			phase := t.positions[i].Phase
			return from <= phase && phase < end && min(count-1, int(float64(count)*predicted[i])) == bin
		}))
	}
	return bins
}

func (t *calibrationTest) all(predicted []float64) []tune.Reliability {
	return t.bins(predicted, 0, math.MaxInt, calibrationBins)
}

// stage are the bins of the i-th stage.
func (t *calibrationTest) stage(predicted []float64, i int) []tune.Reliability {
	from := 0
	if i > 0 {
		from = stages[i-1].end
	}
	return t.bins(predicted, from, stages[i].end, stageBins)
}

func positionsOf(bins []tune.Reliability) (positions int) {
	for _, bin := range bins {
		positions += bin.Positions
	}
	return positions
}

func (t *calibrationTest) summary() string {
	return fmt.Sprintf("%s: %s, %d positions; largest gap %s, by the plain formula %s", t.kind,
		tournament.Counted(t.games, "game"), len(t.positions), closenessText(t.all(t.predicted)),
		closenessText(t.all(t.plain)))
}

// closenessText tells the largest and the mean gap.
func closenessText(bins []tune.Reliability) string {
	c := tune.NewCloseness(bins)
	if c.Bins == 0 {
		return "not known (too few games)"
	}
	return fmt.Sprintf("%s of %s, mean %.1f", gapText(c.Largest), tournament.Counted(c.Bins, "bin"), 100*c.Mean)
}

func gapText(r tune.Reliability) string {
	return fmt.Sprintf("%+.1f ± %.1f", 100*r.Gap(), 100*stats.Z95*r.Error)
}

func (t *calibrationTest) print(cmd *cobra.Command, asJSON bool) error {
	if asJSON {
		return t.printJSON(cmd)
	}
	out := cmd.OutOrStdout()
	table.Printf(out, "%s, in points with 95 %% intervals\n\n", t.summary())
	grid := table.New("#chance", "#games", "#positions", "#predicted", "#observed", "#gap", "#plain formula")
	grid.Indent = 2
	plain := t.all(t.plain)
	for i, bin := range t.all(t.predicted) {
		if bin.Games > 0 {
			grid.Add(fmt.Sprintf("%d-%d %%", 100*i/calibrationBins, 100*(i+1)/calibrationBins), bin.Games,
				bin.Positions, formatted("%.1f", 100*bin.Predicted, 100*bin.Observed), gapText(bin), gapText(plain[i]))
		}
	}
	byStage := table.New("stage", "#positions", "largest gap", "plain formula")
	byStage.Indent = 2
	for i, stage := range stages {
		calibrated, plain := t.stage(t.predicted, i), t.stage(t.plain, i)
		byStage.Add(stage.name, positionsOf(calibrated), closenessText(calibrated), closenessText(plain))
	}
	err := grid.WriteText(out)
	table.Printf(out, "\n")
	err = errors.Join(err, byStage.WriteText(out))
	table.Printf(out, "\n")
	return err
}

func (t *calibrationTest) printJSON(cmd *cobra.Command) error {
	var stageFacts []table.Facts
	for i, stage := range stages {
		bins := t.stage(t.predicted, i)
		stageFacts = append(stageFacts, append(table.Object("stage", stage.name, "positions", positionsOf(bins)),
			closenessFacts(bins, t.stage(t.plain, i))...))
	}
	var bins []table.Facts
	for _, bin := range t.all(t.predicted) {
		bins = append(bins, table.Object("games", bin.Games, "positions", bin.Positions, "predicted", bin.Predicted,
			"observed", bin.Observed, "error", bin.Error))
	}
	facts := table.Object("type", "calibration", "player", t.kind, "games", t.games, "positions", len(t.positions))
	facts = append(facts, closenessFacts(t.all(t.predicted), t.all(t.plain))...)
	return cli.PrintJSON(cmd.OutOrStdout(), append(facts, table.Object("bins", bins, "stages", stageFacts)...))
}

func closenessFacts(calibrated, plain []tune.Reliability) (facts table.Facts) {
	for i, bins := range [][]tune.Reliability{calibrated, plain} {
		c := tune.NewCloseness(bins)
		facts.Add([]string{"calibrated", "plain"}[i], table.Object("bins_with_enough_games", c.Bins,
			"largest_gap", c.Largest.Gap(), "its_error", c.Largest.Error, "mean_gap", c.Mean))
	}
	return facts
}

// drawReliability draws what was observed over what was predicted, with calibration and without.
func drawReliability(rules engine.Rules, tests []*calibrationTest) ([]byte, error) {
	lines := []charts.Line{{Name: "as predicted", Points: []charts.Point{{}, {X: 1, Y: 1}}}}
	for _, t := range tests {
		for i, predicted := range [][]float64{t.predicted, t.plain} {
			line := charts.Line{Name: t.kind + []string{", calibrated", ", plain formula"}[i], Banded: true}
			for _, bin := range t.all(predicted) {
				if bin.Games > 1 {
					line.Points = append(line.Points,
						charts.PointOf(bin.Predicted, stats.Symmetric(bin.Observed, stats.Z95*bin.Error)))
				}
			}
			lines = append(lines, line)
		}
	}
	chart, err := charts.Lines(charts.LineChart{Lines: lines,
		Title: fmt.Sprintf("Reliability of scores, %s (%s)", rules.Game().Title(), rules.Settings()),
		X:     charts.Axis{Label: "expected result predicted", Unit: charts.Percent, High: 1},
		Y:     charts.Axis{Label: "result observed", Unit: charts.Percent, High: 1}})
	if err != nil {
		return nil, err
	}
	return chart.SVG()
}

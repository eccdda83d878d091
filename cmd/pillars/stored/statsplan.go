package stored

import (
	"fmt"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/stats"
	"pillars/results/table"
)

// planFlags say which test is planned, and what games are like.
type planFlags struct {
	statsFlags
	draws float64
	first float64
}

func newStatsPlanCommand() *cobra.Command {
	var flags planFlags
	cmd := &cobra.Command{
		Use:   "plan",
		Short: "How long a sequential test will take",
		Long: `Say how many pairs of games a sequential test takes on average, and how often it accepts H1, if the true
difference is that of H0, that of H1, or in the middle, where a test is longest. Single tests vary a lot; half as long
or twice as long is nothing unusual.

With normalized Elo the length depends on the two hypotheses alone, as the inverse square of their distance. With
--model logistic draws and an uneven first seat shorten the test: --draws is the share of draws between equal players,
--first the share of the points that the first seat takes between them.`,
		Example: `  pillars stats plan --elo0 0 --elo1 10
  pillars stats plan --elo0 -5 --elo1 0 --alpha 0.01 --beta 0.1
  pillars stats plan --model logistic --draws 0.3 --first 0.55 --json`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return flags.run(cmd) },
	}
	cmd.Flags().Float64Var(&flags.draws, "draws", 0, "share of draws between equal players, from 0 and below 1")
	cmd.Flags().Float64Var(&flags.first, "first", .5,
		"share of the points that the first seat takes between equal players, 0.05 to 0.95")
	return flags.register(cmd)
}

// run prints the prospects at the hypotheses and between them.
func (f *planFlags) run(cmd *cobra.Command) error {
	if err := f.check(); err != nil {
		return err
	}
	if !(f.first >= .05 && f.first <= .95) {
		return cli.Usagef("--first %v: must be from 0.05 to 0.95", f.first)
	}
	if !(f.draws >= 0 && f.draws < 1) {
		return cli.Usagef("--draws %v: must be from 0 and below 1", f.draws)
	}
	conditions := stats.Conditions{Draws: f.draws}
	conditions.Advantage, _ = stats.EloOfScore(f.first)
	var records []any
	grid := table.New("#true "+f.model, "#Elo", "#accepts H1", "#pairs", "#games")
	grid.Indent = 2
	for _, difference := range []float64{f.test.Elo0, (f.test.Elo0 + f.test.Elo1) / 2, f.test.Elo1} {
		p, err := f.test.Prospect(difference, conditions)
		if err != nil {
			return cli.Usagef("--elo0 %v and --elo1 %v: %w", f.test.Elo0, f.test.Elo1, err)
		}
		records = append(records, table.Object("type", "plan", "true", difference, "model", f.model, "elo", p.Elo,
			"accepts_h1", p.AcceptsH1, "pairs", p.Pairs, "games", 2*p.Pairs))
		grid.Add(fmt.Sprint(difference), stats.FormatNumber(p.Elo, 1), stats.FormatNumber(100*p.AcceptsH1, 1)+" %",
			fmt.Sprintf("%.0f", p.Pairs), fmt.Sprintf("%.0f", 2*p.Pairs))
	}
	out := cmd.OutOrStdout()
	if f.json {
		return cli.PrintJSON(out, records...)
	}
	fmt.Fprintf(out, "test of %v against %v %s Elo, alpha %v, beta %v\n", f.test.Elo1, f.test.Elo0, f.model,
		f.test.Alpha, f.test.Beta)
	return grid.WriteText(out)
}

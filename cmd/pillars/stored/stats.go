package stored

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pillars/cmd/pillars/cli"
	"pillars/results/stats"
	"pillars/results/table"
)

// statsFlags are the hypotheses of a test, and the form of the answer.
type statsFlags struct {
	test  stats.SPRT
	model string
	json  bool
}

// NewStatsCommand calculates with counts from anywhere.
func NewStatsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Calculate what results of two players say",
		Long: `Calculate what results say about two players, from counts that may come from anywhere: the difference in
Elo and in normalized Elo with 95 % intervals, the likelihood that the first is the stronger (LOS), and how a
sequential test stands (LLR). "pillars stats pairs" is the recommended form wherever games were played in pairs, one
opening with the seats swapped; "pillars stats games" is for single games. "pillars stats plan" says how long a test
will take. The formulas and their sources are in docs/STATISTICS.md.`,
		Example: `  pillars stats pairs 10 40 90 60 70 30
  pillars stats games 136 96 111 --elo1 5
  pillars stats plan --elo0 0 --elo1 10`,
		Args: cli.RefuseUnknown,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newStatsPairsCommand(), newStatsGamesCommand(), newStatsPlanCommand())
	return cmd
}

const testHelp = `

The difference a test is about is in normalized Elo unless --model says logistic. LLR and decision are those of a test
that stops at Wald's bounds; "pillars sprt" plays a test and corrects its bounds for the overshoot. In a test that may
stop early the plain Elo is biased: then "after stop" counts.`

func newStatsPairsCommand() *cobra.Command {
	return countingCommand(&cobra.Command{
		Use:   "pairs LL LD WL DD WD WW",
		Short: "What pairs of games say about two players",
		Long: `Say what pairs of games tell about two players. A pair is two games from one opening with the seats
swapped. The six counts are of the pairs in which the first-named player lost both games (LL), lost one and drew one
(LD), won one and lost one (WL), drew both (DD), won one and drew one (WD), won both (WW). A WL and a DD both score one
of two points and count alike, except for the share of drawn games.` + testHelp,
		Example: `  pillars stats pairs 10 40 90 60 70 30
  pillars stats pairs 332 433 457 41 333 334 --elo0 -5 --elo1 5
  pillars stats pairs 10 40 90 60 70 30 --elo1 50 --model logistic --json`,
	}, func(n []int) observed {
		pairs := stats.Pentanomial{n[0], n[1], n[2] + n[3], n[4], n[5]}
		o := observed{Sample: pairs, unit: "pair", counts: pairs[:], draws: n[1] + 2*n[3] + n[4]}
		return o.count(2, "by points 0, 1/2, 1, 3/2, 2: "+strings.Trim(fmt.Sprint(o.counts), "[]"))
	})
}

func newStatsGamesCommand() *cobra.Command {
	return countingCommand(&cobra.Command{
		Use:   "games WINS LOSSES DRAWS",
		Short: "What single games say about two players",
		Long: `Say what single games tell about two players: how many the first-named player won, lost and drew, in
this order. Games count as independent of each other. If they were played in pairs, one opening with the seats swapped,
use "pillars stats pairs" instead, whose intervals are right for that.` + testHelp,
		Example: `  pillars stats games 136 96 111
  pillars stats games 520 480 0 --elo1 20 --model logistic
  pillars stats games 136 96 111 --json`,
	}, func(n []int) observed {
		o := observed{Sample: stats.WDL{Wins: n[0], Losses: n[1], Draws: n[2]}, unit: "game", draws: n[2]}
		o.counts = []int{n[1], n[2], n[0]}
		return o.count(1, fmt.Sprintf("%d won, %d drawn, %d lost", n[0], n[2], n[1]))
	})
}

// countingCommand completes a command that takes the counts that its Use names.
func countingCommand(cmd *cobra.Command, read func(counts []int) observed) *cobra.Command {
	var flags statsFlags
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		counts, err := readCounts(args, strings.Fields(cmd.Use)[1:])
		if err != nil {
			return err
		}
		if err := flags.check(); err != nil {
			return err
		}
		return flags.print(cmd.OutOrStdout(), read(counts))
	}
	return flags.register(cmd)
}

func (f *statsFlags) register(cmd *cobra.Command) *cobra.Command {
	set := cmd.Flags()
	set.Float64Var(&f.test.Elo0, "elo0", 0, "the difference of hypothesis H0")
	set.Float64Var(&f.test.Elo1, "elo1", 10, "the difference of hypothesis H1")
	set.Float64Var(&f.test.Alpha, "alpha", .05, "chance of accepting H1 although H0 is true")
	set.Float64Var(&f.test.Beta, "beta", .05, "chance of accepting H0 although H1 is true")
	set.StringVar(&f.model, "model", stats.Normalized.String(), "the unit of differences: `normalized` or logistic Elo")
	set.BoolVar(&f.json, "json", false, "print JSON, numbers unrounded")
	models := []string{stats.Normalized.String(), stats.Logistic.String()}
	cli.Complete(cmd, "model", cobra.FixedCompletions(models, cobra.ShellCompDirectiveNoFileComp))
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.SetFlagErrorFunc(explainNegative)
	return cmd
}

// explainNegative explains a negative count, which is taken for flags of one letter.
func explainNegative(_ *cobra.Command, err error) error {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if letters := unknown.GetSpecifiedShortnames(); letters != "" && letters[0] >= '0' && letters[0] <= '9' {
			return cli.Usagef("count -%s: give a whole number, 0 or more", letters)
		}
	}
	return cli.Exit(cli.ExitUsage, err)
}

func (f *statsFlags) check() (err error) {
	const wrongChance = "--%s %v: must be above 0 and below 0.5"
	switch t := f.test; {
	case !(t.Alpha > 0 && t.Alpha < .5):
		return cli.Usagef(wrongChance, "alpha", t.Alpha)
	case !(t.Beta > 0 && t.Beta < .5):
		return cli.Usagef(wrongChance, "beta", t.Beta)
	case t.Elo0 >= t.Elo1:
		return cli.Usagef("--elo0 %v and --elo1 %v: the second must be the larger", t.Elo0, t.Elo1)
	}
	if f.test.Model, err = stats.ModelNamed(f.model); err != nil {
		return cli.Usagef("--model: %w", err)
	}
	if err := f.test.Validate(); err != nil {
		return cli.Usagef("--elo0, --elo1: %w", err)
	}
	return nil
}

// readCounts reads a count for each name.
func readCounts(args, names []string) ([]int, error) {
	const most = 1_000_000_000_000 // so that sums stay far from the limits of whole numbers
	if len(args) != len(names) {
		return nil, cli.Usagef("%d counts given, but %d are needed: %s", len(args), len(names),
			strings.Join(names, " "))
	}
	counts := make([]int, len(args))
	for i, arg := range args {
		n, err := strconv.Atoi(arg)
		switch {
		case err != nil || n < 0:
			return nil, cli.Usagef("%s %q: give a whole number, 0 or more", names[i], arg)
		case n > most:
			return nil, cli.Usagef("%s %q: more than %d are not counted", names[i], arg, most)
		}
		counts[i] = n
	}
	return counts, nil
}

// observed is what was observed of two players.
type observed struct {
	stats.Sample
	unit     string // "pair" or "game"
	counts   []int  // from the worst outcome to the best
	n, games int
	draws    int // of the games
	points   float64
	heading  string
}

// count completes what was observed, with so many games in a unit.
func (o observed) count(gamesEach int, heading string) observed {
	for i, count := range o.counts {
		o.n += count
		o.points += float64(count) * float64(gamesEach*i) / float64(len(o.counts)-1)
	}
	o.games = o.n * gamesEach
	o.heading = cli.Counted(o.n, o.unit) + ": " + heading
	return o
}

// print prints what the sample says, with an explanation of each line.
func (f *statsFlags) print(w io.Writer, o observed) error {
	elo, normalized := stats.Elo(o.Sample), stats.NormalizedElo(o.Sample)
	decided, err := f.decisionFacts(o.Sample)
	if err != nil {
		return cli.Usagef("--elo0 %v and --elo1 %v: %w", f.test.Elo0, f.test.Elo1, err)
	}
	remarks := o.remarks(elo, normalized)
	facts := slices.Concat(
		table.Object("type", "stats", "unit", o.unit+"s", "n", o.n, "games", o.games, "counts", o.counts),
		table.Facts{o.share("score", "score", o.points, "of the points"),
			o.share("draw_ratio", "draws", float64(o.draws), "of the games")},
		estimateFacts("elo", "Elo", elo, "the difference that such a score shows (95 %)"),
		estimateFacts("nelo", "nElo", normalized, "the same per spread of the outcomes (95 %)"),
		decided, table.Object("remarks", remarks))
	if f.json {
		return cli.PrintJSON(w, facts)
	}
	fmt.Fprintln(w, o.heading)
	if err := facts.WriteText(w); err != nil {
		return err
	}
	for _, remark := range remarks {
		fmt.Fprintln(w, remark)
	}
	return nil
}

// share is a sum as a share of the games.
func (o observed) share(key, label string, sum float64, note string) table.Fact {
	if o.games == 0 {
		return table.Fact{Key: key, Label: label, Text: "-", Note: note}
	}
	share := sum / float64(o.games)
	return table.Fact{Key: key, Value: share, Label: label, Text: stats.FormatNumber(100*share, 2) + " %", Note: note}
}

func estimateFacts(key, label string, e stats.Estimate, note string) table.Facts {
	value, low, high := e.Numbers()
	first := table.Fact{Key: key, Value: value, Label: label, Text: e.Text(1), Note: note}
	return append(table.Facts{first}, table.Object(key+"_error95", e.Half(), key+"_low", low, key+"_high", high)...)
}

// decisionFacts are what the test says.
func (f *statsFlags) decisionFacts(sample stats.Sample) (table.Facts, error) {
	t := f.test
	llr, err := t.LLR(sample)
	if err != nil {
		return nil, err
	}
	after, err := t.AfterStop(sample)
	if err != nil {
		return nil, err
	}
	los := stats.LOS(sample)
	lower, upper := t.Bounds()
	decision, verdict := t.Decide(llr), "undecided so far"
	switch decision {
	case stats.AcceptH0:
		verdict = fmt.Sprintf("accepted: rather %v than %v", t.Elo0, t.Elo1)
	case stats.AcceptH1:
		verdict = fmt.Sprintf("accepted: rather %v than %v", t.Elo1, t.Elo0)
	}
	value, low, high := after.Elo.Numbers()
	stopped := table.Fact{Key: "after_stop_elo", Value: value}
	if decision != stats.Undecided {
		stopped.Label, stopped.Text = "after stop", after.Elo.Text(1)
		stopped.Note = "Elo if the test stopped here: median-unbiased (95 %)"
	}
	return slices.Concat(table.Facts{
		{Key: "los", Value: los, Label: "LOS", Text: chanceText(los),
			Note: "chance that the first-named is the stronger"},
		{Key: "llr", Value: llr, Label: "LLR", Text: stats.FormatNumber(llr, 2),
			Note: fmt.Sprintf("evidence for %v against %v %s Elo", t.Elo1, t.Elo0, t.Model)},
		{Key: "lower", Value: lower, Label: "bounds",
			Text: stats.FormatNumber(lower, 2) + " .. " + stats.FormatNumber(upper, 2),
			Note: fmt.Sprintf("where a test with alpha %v, beta %v stops", t.Alpha, t.Beta)},
		{Key: "upper", Value: upper},
		{Key: "decision", Value: decision.String(), Label: "decision", Note: verdict},
	}, table.Object("elo0", t.Elo0, "elo1", t.Elo1, "alpha", t.Alpha, "beta", t.Beta, "model", t.Model.String()),
		table.Facts{stopped},
		table.Object("after_stop_low", low, "after_stop_high", high, "after_stop_los", after.LOS)), nil
}

// chanceText is a probability in per cent, which is certain only where it is 0 or 1.
func chanceText(p float64) string {
	switch {
	case p > 0 && p < .00005:
		return "< 0.01 %"
	case p < 1 && p > .99995:
		return "> 99.99 %"
	}
	return stats.FormatNumber(100*p, 2) + " %"
}

// remarks are sentences about what the numbers do not show.
func (o observed) remarks(elo, normalized stats.Estimate) []string {
	const anytime = "the limits are those of an interval that holds however often one looks"
	out := []string{}
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	switch {
	case o.n == 0:
		add("There are no games yet: nothing can be said.")
	case elo.Kind == stats.AtLeast:
		add("All points went to the first-named player: only a lower limit of the Elo is known; %s.", anytime)
	case elo.Kind == stats.AtMost:
		add("All points went to the second-named player: only an upper limit of the Elo is known; %s.", anytime)
	case elo.Kind == stats.Bracketed:
		add("The %ss are too few or too uniform for an error; %s.", o.unit, anytime)
	}
	if o.n > 0 && normalized.Kind != stats.Measured {
		add("All %ss ended alike, so there is no spread to measure a normalized Elo by.", o.unit)
	}
	if o.n > 0 && elo.Kind != stats.Measured {
		add("LOS and LLR promise too much with such data.")
	}
	return out
}

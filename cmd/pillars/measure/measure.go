package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/conclusion"
	"pillars/results/experiment"
	"pillars/results/metrics"
	"pillars/results/progress"
	"pillars/results/recorder"
	"pillars/results/report"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/results/table"
	"pillars/tournament"
)

// besides is what is known besides the run that is measured.
type besides struct {
	plan     []tournament.Planned // the games that count; nil for all
	chain    []metrics.Rung
	starts   []metrics.Game // from the start of the game, in which openings are measured
	startRun string         // of these
}

type measureFlags struct {
	looks recorder.Looks
	db    string

	quiet, json, csv, defineOnly, squares bool
	parts                                 *progress.Parts // of variants that are played one after the other
	variant, task                         string          // at work
	part                                  int             // the next one
	share                                 float64         // of the part at work that was done now
}

func (f *measureFlags) register(cmd *cobra.Command) {
	f.registerLooks(cmd, 0)
	cmd.Flags().BoolVar(&f.json, "json", false, "print a JSON line for each column, with unrounded numbers")
	cmd.Flags().BoolVar(&f.csv, "csv", false, "print a line of CSV for each measure")
}

// registerLooks adds the flags that say what is looked at, of at most limit games unless the user says otherwise.
func (f *measureFlags) registerLooks(cmd *cobra.Command, limit int) {
	set, looks, take := cmd.Flags(), &f.looks, &f.looks.Take
	set.StringVar(&looks.Judge, "judge", "alphabeta:nodes=2000,weights=hand",
		"an independent `PLAYER` that evaluates positions; empty for none")
	set.Func("referee", "", func(string) error { return errors.New("it is called --judge now") })
	_ = set.MarkHidden("referee") // it was just made
	set.StringVar(&looks.Shallow, "shallow", "alphabeta:nodes=30,weights=hand",
		"the `PLAYER` of the shallow search, for clarity")
	set.StringVar(&looks.Deep, "deep", "alphabeta:nodes=1000,weights=hand",
		"the `PLAYER` of the deep search, for clarity")
	set.IntVar(&take.Judgements, "judgements", 1, "positions per game in which both search all turns; 0 for none")
	set.IntVar(&take.WholeTurns, "whole-turns", 100, "positions per game in which all turns are counted; 0 for none")
	set.IntVar(&take.Promises, "promises", 10, "random games from the middle of each game; 0 for none")
	set.IntVar(&looks.Random, "random-games", 500, "random games from the start; 0 for none")
	set.IntVar(&looks.Limit, "limit", limit, "measure at most this many games of a run; 0 for all")
	set.Uint64Var(&take.Seed, "seed", 1, cli.SeedUsage)
	set.IntVar(&looks.Workers, "workers", runtime.NumCPU(), cli.WorkersUsage)
	cli.DatabaseFlag(cmd, &f.db)
	cli.QuietFlag(cmd, &f.quiet)
}

func (f *measureFlags) check() error {
	if f.json && f.csv {
		return cli.Usagef("--json and --csv are both given; choose one")
	}
	take := f.looks.Take
	return cmp.Or(cli.AtLeast("workers", f.looks.Workers, 1), cli.AtLeast("judgements", take.Judgements, 0),
		cli.AtLeast("whole-turns", take.WholeTurns, 0), cli.AtLeast("promises", take.Promises, 0),
		cli.AtLeast("random-games", f.looks.Random, 0), cli.AtLeast("limit", f.looks.Limit, 0))
}

// tellJudge says where another judge is asked than the one that was named.
func (f *measureFlags) tellJudge(cmd *cobra.Command, rules engine.Rules, judge string) {
	if cmd.Flags().Changed("judge") && judge != "" && !recorder.AsksPlayer(rules) && !f.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "note: --judge %s cannot judge games of %d seats; the judge there is %s\n",
			f.looks.Judge, rules.Seats(), judge)
	}
}

// judgeName makes all players once, to refuse what they cannot be, and returns the full name of the judge.
func (f *measureFlags) judgeName(rules engine.Rules, playing []string) (string, error) {
	name, err := f.looks.JudgeName(rules, playing)
	if err != nil {
		return "", cli.Usagef("--%w", err)
	}
	return name, nil
}

func NewMeasureCommand() *cobra.Command {
	var flags variantFlags
	cmd := &cobra.Command{
		Use: "measure [RUN...]", Short: "Measure games: balance, length, choice, drama, depth and more",
		Long: `Measure stored runs, or games and variants played now. Print the measures side by side, each with its
number of observations and a 95 % interval. --define lists the measures; docs/METRICS.md explains them.

Without a RUN, or with --game, the command first plays and stores games from random openings, in pairs with the seats
swapped (in 6 or 12 orders for three or four seats). A single --player plays against itself, with a node limit drawn
anew for every decision, from half to twice its own. Another --start-games games are played from the start, to measure
first turns and openings: alphabeta and mcts against themselves, with 500 to 2000 nodes for a decision. After Ctrl-C the
same command goes on.

Some measures need a judge to evaluate positions: --judge, a player that took no part in the games. With three or four
seats a player's score says too little; there the judge is always the hand-made evaluation after a quiescence search,
and clarity is not measured. The same games, flags and seed give the same figures for any number of workers; only the
time of random games depends on the machine.

--rungs measures strategic depth in two-seat games. It starts from random play and doubles the nodes of --climber until
that scores 75 % against the rung below; this is the next rung.`,
		Example: `  pillars measure 3f2a 77c0
  pillars measure --game pit-of-pillars --option size=5..8
  pillars measure -g pit-of-pillars -g pilastri:size=8 -g pylyx:reach=1 --games 200
  pillars measure 3f2a --csv > measures.csv
  pillars measure --define`,
		RunE:              func(cmd *cobra.Command, args []string) error { return flags.run(cmd, args) },
		ValidArgsFunction: cli.CompleteRuns,
	}
	cmd.Flags().BoolVar(&flags.defineOnly, "define", false,
		"list the measures with their definitions; measure nothing")
	cmd.Flags().BoolVar(&flags.squares, "squares", false,
		"print only the share of games that use each square")
	flags.registerVariants(cmd)
	flags.register(cmd)
	return cmd
}

func (f *variantFlags) run(cmd *cobra.Command, runs []string) error {
	switch {
	case f.defineOnly && (len(runs) > 0 || f.csv || f.squares):
		return cli.Usagef("--define lists all measures; leave out runs, --csv and --squares")
	case f.defineOnly && f.json:
		return printDefinitions(cmd.OutOrStdout())
	case f.defineOnly:
		return metrics.WriteDefinitions(cmd.OutOrStdout())
	}
	plays, err := f.plays(cmd, runs)
	if err := cmp.Or(err, f.check()); err != nil {
		return err
	}
	if f.squares { // nothing is looked at besides the games themselves
		f.looks.Judge, f.looks.Random, f.looks.Take = "", 0, recorder.Options{Seed: f.looks.Take.Seed}
		f.starts, f.rungs = 0, 0
	}
	var columns []column
	var faults error
	if plays {
		if columns, faults, err = f.play(cmd); err != nil {
			return err
		}
		if !f.shard.Whole() {
			fmt.Fprintf(cmd.ErrOrStderr(), "this command measures the games when they are joined:\n  %s --db=all.db\n",
				cli.CommandLine(cmd, "shard", "db"))
			return faults
		}
	}
	for _, id := range runs {
		column, err := f.measureStored(cmd, id, besides{})
		if err != nil {
			return err
		}
		columns = append(columns, column)
	}
	if f.squares {
		return errors.Join(f.printSquares(cmd.OutOrStdout(), columns), faults)
	}
	return errors.Join(f.print(cmd, columns), faults)
}

// plays reports whether games are to be played. It looks for the runs before any is.
func (f *variantFlags) plays(cmd *cobra.Command, runs []string) (bool, error) {
	given := cmd.Flags().Changed
	if len(runs) == 0 || given("game") || given("option") {
		found := func(*store.Store, store.Run) error { return nil }
		for _, id := range runs {
			if err := cli.WithRun(cmd.Context(), f.db, id, found); err != nil {
				return true, err
			}
		}
		return true, nil
	}
	for _, flag := range played {
		if given(flag) {
			return false, cli.Usagef("--%s is for games to be played now; name them with --game", flag)
		}
	}
	if slices.Contains(cli.GameNames(), runs[0]) {
		return false, cli.Usagef("the game is given as --game %s", runs[0])
	}
	return false, nil
}

// stored calls look with the games of a stored run, those of a plan if one is given, in its order. An interrupt ends it
// with everything kept that is stored.
func (f *measureFlags) stored(cmd *cobra.Command, id string, plan []tournament.Planned,
	look func(context.Context, store.Run, []tournament.Game) error,
) (err error) {
	ctx, release := cli.Interruptible(cmd.Context())
	defer release()
	defer cli.TellInterrupted(ctx, &err, "interrupted: the games are stored but not yet measured")
	return cli.WithRun(ctx, f.db, id, func(db *store.Store, run store.Run) error {
		games, err := runs.Games(ctx, db, run)
		if err != nil {
			return err
		}
		if plan != nil {
			games = runs.Planned(plan, games, func(g tournament.Game) string { return g.Identity })
		}
		return look(ctx, run, games)
	})
}

// measureStored measures the stored games of a run, those of a plan if one is given.
func (f *measureFlags) measureStored(cmd *cobra.Command, id string, more besides) (c column, err error) {
	err = f.stored(cmd, id, more.plan, func(ctx context.Context, run store.Run, played []tournament.Game) error {
		spec, rules, err := runs.SpecOf(run)
		if err != nil {
			return err
		}
		if err := spec.Openings.CheckSeats(); err != nil {
			return cli.Usagef("run %s: %w", run.ID, err)
		}
		if len(played) == 0 {
			return cli.Usagef("run %s has no games yet", run.ID)
		}
		played = f.looks.Draw(played)
		c.rules, c.Title, c.run, c.games, c.itself = rules, run.ID, run.ID, len(played), spec.Format.Mirrored()
		c.players = experiment.Playing(spec, c.rules)
		if _, err := f.judgeName(c.rules, c.players); err != nil {
			return err
		}
		f.step("looking at the games", nil)
		looked, done := f.looked(cmd)
		defer done()
		s, err := f.looks.Sample(ctx, c.rules, played, func(n int) { looked(n, len(played)) })
		if err != nil {
			return err
		}
		f.tellJudge(cmd, c.rules, s.Judge)
		if more.chain != nil {
			s.Chain = more.chain
		}
		s.Starts, c.judge, c.besides = more.starts, s.Judge, more
		if f.squares {
			c.Squares = metrics.SquaresUsed(s)
		} else {
			c.Metrics = metrics.Of(s)
			c.summary, c.sample = report.SummaryOf(s.Games)
		}
		return nil
	})
	return c, err
}

type column struct {
	metrics.Profile
	rules   engine.Rules
	run     string
	games   int
	players []string
	itself  bool // every player met nobody else
	judge   string
	besides
	summary report.Summary
	sample  conclusion.Sample
}

func (c column) facts(kind string) table.Facts {
	return table.Object("type", kind, "game", c.rules.Game().Name(), "options", c.rules.Settings().String(),
		"run", c.run, "games", c.games)
}

func (c column) about() string {
	return fmt.Sprintf("%s: run %s, %s of %s (%s)", c.Title, c.run, tournament.Counted(c.games, "game"),
		c.rules.Game().Title(), c.rules.Settings())
}

func printDefinitions(w io.Writer) error {
	var all []any
	for _, d := range metrics.Definitions() {
		all = append(all, table.Object("type", "definition", "name", d.Name, "group", d.Group, "title", d.Title,
			"unit", d.Unit, "counts", d.Counts, "meaning", d.Meaning, "interval", d.Interval, "source", d.Source))
	}
	return cli.PrintJSON(w, all...)
}

func (f *measureFlags) print(cmd *cobra.Command, columns []column) error {
	out := cmd.OutOrStdout()
	var plain []metrics.Profile
	var sample conclusion.Sample
	for _, c := range columns {
		plain, sample = append(plain, c.Profile), sample.Plus(c.sample)
	}
	switch {
	case f.csv:
		return metrics.Table(plain).WriteCSV(out)
	case f.json:
		for i, c := range columns {
			facts := append(c.facts("measures"), table.Object("summary", c.summary, "players", c.players)...)
			facts.AddSome("judge", c.judge)
			facts.AddSome("starts", len(c.starts)) // games from the start, for what is said of openings
			facts.AddSome("start_run", c.startRun)
			one := plain[i : i+1]
			shown := conclusion.OfMetrics(one, c.sample)
			if err := cli.PrintJSON(out, append(facts, table.Object("level", .95, "measures", metrics.Table(one),
				"conclusion", shown)...)); err != nil {
				return err
			}
		}
		return nil
	}
	shown := conclusion.OfMetrics(plain, sample)
	err := cmp.Or(conclusion.Write(out, shown), metrics.WriteTable(out, plain))
	table.Printf(out, "\nIntervals are at the 95 %% level; pillars measure --define explains the measures.\n")
	for _, c := range columns {
		whom := ""
		if c.itself {
			whom = ", each with itself"
		}
		err = table.Printf(out, "%s; players %v%s; judge %s.\n", c.about(), c.players, whom,
			cmp.Or(c.judge, "nobody"))
		if len(c.starts) > 0 {
			err = table.Printf(out,
				"  Openings are measured in run %s: %s from the start, of players against themselves.\n",
				c.startRun, tournament.Counted(len(c.starts), "game"))
		}
	}
	return err
}

func (f *measureFlags) printSquares(w io.Writer, columns []column) (err error) {
	if f.csv {
		var plain []metrics.Profile
		for _, c := range columns {
			plain = append(plain, c.Profile)
		}
		return metrics.SquareTable(plain...).WriteCSV(w)
	}
	for i, c := range columns {
		if f.json {
			squares := table.Object("level", .95, "squares", metrics.SquareTable(c.Profile))
			err = cli.PrintJSON(w, append(c.facts("squares"), squares...))
		} else {
			if i > 0 {
				fmt.Fprintln(w)
			}
			table.Printf(w, "%s\n", c.about())
			err = c.WriteSquares(w, c.rules.Start().Diagram())
		}
		if err != nil {
			return err
		}
	}
	if !f.json {
		err = table.Printf(w, "\nPercent of the games in which a turn after the set-up changes what stands on the "+
			"square; --csv and --json have intervals.\n")
	}
	return err
}

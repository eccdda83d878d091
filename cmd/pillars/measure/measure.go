package measure

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/engine"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/recorder"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/show/progress"
	"pillars/results/show/report/draft"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// NewMeasureCommand returns the command "measure".
func NewMeasureCommand() *cobra.Command {
	var flags variantFlags
	cmd := cli.New("measure [RUN...]", "Measure games: balance, length, choice, drama, depth and more", flags.run)
	cmd.Args = cobra.ArbitraryArgs
	flags.registerVariants(cmd)
	flags.registerRecord(cmd, 0) // by default all games
	cli.JSONFlag(cmd, "print a JSON line for each column, with unrounded numbers")
	cmd.Flags().Bool("csv", false, "print a line of CSV for each metric")
	return cmd
}

func (f *variantFlags) run(cmd *cobra.Command, runs []string) error {
	plays, err := f.plays(cmd, runs)
	if err := cmp.Or(err, f.check(cmd)); err != nil {
		return err
	}
	var columns draft.Metrics
	var faults error
	if plays {
		if columns, faults, err = f.play(cmd); err != nil {
			return err
		}
		if !f.shard.Whole() {
			cmd.PrintErrf("this command measures the games when they are joined:\n  %s --db=all.db\n",
				cli.CommandLine(cmd, "shard", "db"))
			return faults
		}
	}
	for _, id := range runs {
		column, err := f.measureStored(cmd, id, nil, draft.Extras{})
		if err != nil {
			return err
		}
		columns = append(columns, column)
	}
	return errors.Join(cli.Print(cmd, columns), faults)
}

// plays reports whether the command line asks to play games before measuring. If it does, plays returns an error for
// runs that do not exist. If it does not, plays returns an error for flags that apply only to games to play.
func (f *variantFlags) plays(cmd *cobra.Command, runs []string) (bool, error) {
	given := cmd.Flags().Changed
	if len(runs) == 0 || given("game") || given("option") {
		onlyFind := func(*store.Store, store.Run) error { return nil }
		for _, id := range runs {
			if err := cli.WithRun(cmd, id, onlyFind); err != nil {
				return true, err
			}
		}
		return true, nil
	}
	for _, flag := range playingFlags {
		if given(flag) {
			return false, cli.Usagef("--%s is for games to be played now; name them with --game", flag)
		}
	}
	if slices.Contains(cli.GameNames(), runs[0]) {
		return false, cli.Usagef("the game is given as --game %s", runs[0])
	}
	return false, nil
}

// playingFlags lists the flags that apply only if games are played.
var playingFlags = []string{"games", "player", "opening-turns", "start-games", "fresh", "shard", "rungs", "climber",
	"rung-nodes"}

// measureFlags holds the values of the flags that "measure" and "report" have, and the state of the progress display.
type measureFlags struct {
	record  recorder.Effort
	variant string // name of the current variant, for the display
}

// registerRecord adds the flags that say what to record of games. limit is the default of --limit, 0 for all games.
func (f *measureFlags) registerRecord(cmd *cobra.Command, limit int) {
	f.record = recorder.UsualEffort()
	set, record := cmd.Flags(), &f.record
	set.StringVar(&record.Judge, "judge", record.Judge,
		"an independent `PLAYER` that evaluates positions; empty for none")
	set.IntVar(&record.Judgements, "judgements", record.Judgements,
		"positions per game at which a shallow and a deep search value all turns; 0 for none")
	set.IntVar(&record.WholeTurns, "whole-turns", record.WholeTurns,
		"positions per game at which all turns are counted; 0 for none")
	set.IntVar(&record.Random, "random-games", record.Random, "random games from the start; 0 for none")
	set.IntVar(&record.Limit, "limit", limit, "measure at most this many games of a run; 0 for all")
	set.Uint64Var(&record.Seed, "seed", 1, cli.SeedUsage)
	set.IntVar(&record.Workers, "workers", runtime.NumCPU(), cli.WorkersUsage)
	cli.DatabaseFlag(cmd)
	cli.QuietFlag(cmd)
}

func (f *measureFlags) check(cmd *cobra.Command) error {
	record := f.record
	return cmp.Or(cli.ChooseOne(cmd, "json", "csv"),
		cli.AtLeast("workers", record.Workers, 1), cli.AtLeast("judgements", record.Judgements, 0),
		cli.AtLeast("whole-turns", record.WholeTurns, 0), cli.AtLeast("random-games", record.Random, 0),
		cli.AtLeast("limit", record.Limit, 0))
}

// noteJudge prints a note if another judge than the player that --judge names judged the games.
func (f *measureFlags) noteJudge(cmd *cobra.Command, rules engine.Rules, judge string) {
	if cmd.Flags().Changed("judge") && judge != "" && !recorder.AsksPlayer(rules) && !cli.Quiet(cmd) {
		cmd.PrintErrf("note: --judge %s cannot judge games of %d seats; the judge there is %s\n",
			f.record.Judge, rules.Seats(), judge)
	}
}

// checkJudge returns an error if a player that the flags name cannot be made, or if the judge also plays in the games.
func (f *measureFlags) checkJudge(rules engine.Rules, playing []string) error {
	if _, err := f.record.JudgeName(rules, playing); err != nil {
		return cli.Usagef("--%w", err)
	}
	return nil
}

// stored passes the stored games of a run to look. If plan is not nil, it passes only the games of the plan.
func (f *measureFlags) stored(cmd *cobra.Command, id string, plan []tournament.Planned,
	look func(context.Context, store.Run, []tournament.Game) error,
) error {
	read := func(db *store.Store, run store.Run) error {
		games, err := catalog.Games(cmd.Context(), db, run)
		if err != nil {
			return err
		}
		if plan != nil {
			games = catalog.Planned(plan, games)
		}
		return look(cmd.Context(), run, games)
	}
	return cli.Interrupting(cmd, "interrupted: the games are stored but not yet measured",
		func() error { return cli.WithRun(cmd, id, read) })
}

// measureStored measures the stored games of a run or, if plan is not nil, only those in the plan. more holds results
// of other games, which the column includes.
func (f *measureFlags) measureStored(
	cmd *cobra.Command, id string, plan []tournament.Planned, more draft.Extras,
) (c draft.Column, err error) {
	err = f.stored(cmd, id, plan, func(ctx context.Context, run store.Run, played []tournament.Game) error {
		spec, rules, err := catalog.SpecOf(run)
		if err != nil {
			return err
		}
		if len(played) == 0 {
			return cli.Usagef("run %s has no games yet", run.ID)
		}
		if err := f.checkJudge(rules, experiment.Playing(spec, rules)); err != nil {
			return err
		}
		show, done := f.showRecorded(cmd)
		defer done()
		if c, err = (draft.Reader{Record: f.record, Replayed: show}).Measure(ctx, run, played, more); err == nil {
			f.noteJudge(cmd, rules, c.Judge)
		}
		return err
	})
	return c, err
}

// showRecorded returns a function that displays how many games are recorded, and a function that ends the display.
func (f *measureFlags) showRecorded(cmd *cobra.Command) (show func(n, of int), done func()) {
	say, task := cli.NewScreen(cmd), ""
	if f.variant != "" {
		task = f.variant + ": looking at the games"
	}
	return func(n, of int) {
		say.Update(func() progress.State {
			return progress.State{Task: task, Unit: "game", Done: n, Total: of}
		})
	}, say.Clear
}

// stepTo names the games of a job in the progress display, if there are several variants.
func (f *measureFlags) stepTo(what string, job *tournaments.Job) {
	if f.variant == "" {
		return
	}
	job.Status = func(p runner.Progress) progress.State {
		state := job.State(p)
		state.Task = f.variant + ": " + what
		return state
	}
}

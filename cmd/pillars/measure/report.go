// Package measure provides the commands that describe a game: "measure", "report" and "advantage".
package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/engine"
	"pillars/results/estimate/experiment"
	"pillars/results/estimate/recorder"
	"pillars/results/keep/catalog"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/results/show/progress"
	"pillars/results/show/report"
	"pillars/results/show/report/draft"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/runner"
)

type reportFlags struct {
	measureFlags
	output, title string
	force         bool
	shown, rounds int
	game          cli.RulesFlags
}

// NewReportCommand returns the command "report".
func NewReportCommand() *cobra.Command {
	f := &reportFlags{}
	cmd := cli.New("report [RUN]", "Write an HTML report on a run or a game", f.run)
	cmd.Args, cmd.ValidArgsFunction = cli.Arguments("", "one run"), cli.CompleteRun
	const defaultLimit = 200
	f.registerRecord(cmd, defaultLimit)
	set := cmd.Flags()
	set.StringVarP(&f.output, "output", "o", "report.html", "write the page to this HTML `FILE`")
	set.StringVar(&f.title, "title", "", "`TITLE` of the page (default: the game and the run)")
	set.BoolVar(&f.force, "force", false, cli.ForceUsage)
	cli.JSONFlag(cmd, "print all figures as one JSON line; write the page only with --output")
	set.IntVar(&f.shown, "show", draft.MostShown, "sample games to show with boards, at most 3")
	set.IntVar(&f.rounds, "rounds", 6, "with --game: play a tournament of this many rounds")
	f.game.Register(cmd)
	cli.Complete(cmd, "output", cli.CompleteFiles("html"))
	return cmd
}

func (f *reportFlags) run(cmd *cobra.Command, args []string) error {
	if err := f.check(cmd, args); err != nil {
		return err
	}
	if len(args) > 0 {
		return f.reportRun(cmd, args[0])
	}
	// If the database cannot be read, f.play reports the error.
	if _, err := os.Stat(cli.Database(cmd)); err == nil && !cmd.Flags().Changed("rounds") {
		if found, err := f.reportExperiment(cmd); found || err != nil {
			return err
		}
	}
	run, faults := f.play(cmd)
	if faults != nil && !cli.Exits(faults, cli.ExitFaults) {
		return faults
	}
	return errors.Join(f.reportRun(cmd, run), faults)
}

// reading calls read with a reader of the database. If read returns a page, reading writes or prints it.
func (f *reportFlags) reading(
	cmd *cobra.Command, read func(context.Context, draft.Reader) (*report.Report, error),
) error {
	use := func(db *store.Store) error {
		page, err := read(cmd.Context(), draft.Reader{DB: db, Record: f.record, Shown: f.shown})
		if err == nil && page != nil && f.writesPage(cmd) {
			err = f.writePage(cmd, *page)
		}
		if err == nil && page != nil && cli.JSON(cmd) {
			err = cli.PrintJSON(cmd.OutOrStdout(), page)
		}
		return err
	}
	return cli.Interrupting(cmd, "interrupted: the games are stored, but no report is written",
		func() error { return cli.WithStore(cmd, use) })
}

func (f *reportFlags) reportRun(cmd *cobra.Command, name string) error {
	return f.reading(cmd, func(ctx context.Context, r draft.Reader) (*report.Report, error) {
		run, err := cli.FindRun(ctx, r.DB, name)
		if err != nil {
			return nil, err
		}
		spec, _, err := catalog.SpecOf(run)
		if err := cmp.Or(err, spec.Openings.CheckSeats()); err != nil {
			return nil, cli.Usagef("run %s: %w", run.ID, err)
		}
		looked, done := f.showRecorded(cmd)
		defer done()
		r.Looked = looked
		in, err := r.Run(ctx, run)
		if err != nil {
			return nil, fmt.Errorf("run %s: %w", run.ID, err)
		}
		f.noteJudge(cmd, in.Rules, in.Sample.Judge)
		again := cli.CommandWith(cmd, []string{run.ID}, slices.Concat(neutralFlags, []string{"option"})...)
		in.Title, in.Commands = f.title, []string{draft.Command(run, in.Spec, in.Rules), again}
		page, err := report.New(in)
		return &page, err
	})
}

// check returns an error for wrong flags, and for files that must not be replaced.
func (f *reportFlags) check(cmd *cobra.Command, args []string) error {
	if err := cmp.Or(f.measureFlags.check(cmd), cli.Between("show", f.shown, 0, draft.MostShown)); err != nil {
		return err
	}
	if len(args) == 0 && !cmd.Flags().Changed("game") {
		return cli.Usagef("report needs a run or --game; list the runs with pillars runs")
	}
	for _, flag := range []string{"game", "rounds", "option"} {
		if len(args) > 0 && cmd.Flags().Changed(flag) {
			return cli.Usagef("--%s is for the report on a game, but the run %s is given; choose one", flag, args[0])
		}
	}
	return f.checkPage(cmd)
}

func (f *reportFlags) checkPage(cmd *cobra.Command) error {
	if !f.writesPage(cmd) {
		return nil
	}
	if err := cli.RefuseExisting("--output", f.output, f.force); err != nil {
		return err
	}
	_, err := f.filesFolder()
	return err
}

func (f *reportFlags) writesPage(cmd *cobra.Command) bool {
	return !cli.JSON(cmd) || cmd.Flags().Changed("output")
}

// writePage writes the page and its files. It writes the files first, so that the page never links to missing files.
func (f *reportFlags) writePage(cmd *cobra.Command, page report.Report) error {
	folder, err := f.filesFolder()
	if err != nil {
		return err
	}
	if err := page.WriteFiles(folder); err != nil {
		return cli.Usagef("--output: %w", err)
	}
	err = cli.WriteNewFile("--output", f.output, f.force, func(w io.Writer) error {
		return page.WriteHTML(w, filepath.Base(folder))
	})
	if err == nil && !cli.Quiet(cmd) {
		cmd.PrintErrf("%s written, with %s in %s\n", f.output, tournament.Counted(len(page.Files()), "file"), folder)
	}
	return err
}

// filesFolder returns the folder for the files of the page. Without --force, files in that folder are an error.
func (f *reportFlags) filesFolder() (folder string, err error) {
	folder = strings.TrimSuffix(f.output, filepath.Ext(f.output)) + "_files"
	if _, err := os.Stat(filepath.Dir(folder)); err != nil {
		return folder, cli.Usagef("--output: %w; name a page in a folder that exists", err)
	}
	entries, err := os.ReadDir(folder)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return folder, cli.Usagef("--output: %w; name another page", err)
	case len(entries) > 0 && !f.force:
		return folder, cli.Usagef("--output: the folder %s exists and holds %s; name another page, or "+
			"replace them with --force", folder, tournament.Counted(len(entries), "file"))
	}
	return folder, nil
}

// play plays a tournament of the game that --game names and returns the id of its run. It plays only games that are not
// stored yet. If players made faults, it returns both the id and an error.
func (f *reportFlags) play(cmd *cobra.Command) (id string, err error) {
	flags := &tournaments.RunFlags{
		RulesFlags: f.game, Openings: "random", Workers: f.record.Workers,
		Spec: tournament.Spec{Seed: f.record.Seed, Rounds: f.rounds, Openings: openings.Source{Turns: 4}},
	}
	job, err := flags.Job(cmd, "tournament", session.Demonstration[:])
	if err != nil {
		return "", err
	}
	if err := f.checkJudge(job.Plan.Rules, job.Spec.Players); err != nil { // checked first, since play may take hours
		return "", err
	}
	job.Finish = silent
	err = job.Do()
	return job.Run.ID, err
}

// measureFlags holds the values of the flags that "measure" and "report" have, and the state of the progress display.
type measureFlags struct {
	record              recorder.Options
	defineOnly, squares bool

	steps   *progress.Steps // parts of the work; nil if nothing is played
	variant string          // name of the current variant, for the display
}

// registerRecord adds the flags that say what to record of games. limit is the default of --limit, 0 for all games.
func (f *measureFlags) registerRecord(cmd *cobra.Command, limit int) {
	f.record = recorder.UsualOptions()
	set, record := cmd.Flags(), &f.record
	set.StringVar(&record.Judge, "judge", record.Judge,
		"an independent `PLAYER` that evaluates positions; empty for none")
	set.StringVar(&record.Shallow, "shallow", record.Shallow, "the `PLAYER` of the shallow search, for clarity")
	set.StringVar(&record.Deep, "deep", record.Deep, "the `PLAYER` of the deep search, for clarity")
	set.IntVar(&record.Judgements, "judgements", record.Judgements,
		"positions per game at which the shallow and the deep search value all turns; 0 for none")
	set.IntVar(&record.WholeTurns, "whole-turns", record.WholeTurns,
		"positions per game at which all turns are counted; 0 for none")
	set.IntVar(&record.Promises, "promises", record.Promises, "random games from the middle of each game; 0 for none")
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
		cli.AtLeast("whole-turns", record.WholeTurns, 0), cli.AtLeast("promises", record.Promises, 0),
		cli.AtLeast("random-games", record.Random, 0), cli.AtLeast("limit", record.Limit, 0))
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

// stored calls look with the stored games of a run or, if plan is not nil, only with those in the plan.
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
		if err := spec.Openings.CheckSeats(); err != nil {
			return cli.Usagef("run %s: %w", run.ID, err)
		}
		if len(played) == 0 {
			return cli.Usagef("run %s has no games yet", run.ID)
		}
		if err := f.checkJudge(rules, experiment.Playing(spec, rules)); err != nil {
			return err
		}
		f.steps.Next(f.variant + ": looking at the games")
		looked, done := f.showRecorded(cmd)
		defer done()
		more.Squares = f.squares
		if c, err = (draft.Reader{Record: f.record, Looked: looked}).Measure(ctx, run, played, more); err == nil {
			f.noteJudge(cmd, rules, c.Judge)
		}
		return err
	})
	return c, err
}

// showRecorded returns a function that displays how many games are recorded, and a function that ends the display.
func (f *measureFlags) showRecorded(cmd *cobra.Command) (show func(n, of int), done func()) {
	say := cli.NewScreen(cmd)
	return func(n, of int) {
		say.Update(func() progress.State {
			return f.steps.State(progress.State{Unit: "game", Done: n, Total: of})
		})
	}, say.Clear
}

// stepTo begins the next part of the progress display, the games of a job. The display calls them what.
func (f *measureFlags) stepTo(what string, job *tournaments.Job) {
	if f.steps == nil {
		return
	}
	f.steps.Next(f.variant + ": " + what)
	f.steps.Now(0, 1)
	job.Status = func(p runner.Progress) progress.State {
		state := f.steps.State(job.State(p))
		f.steps.Now(p.Played, state.Total)
		return state
	}
}

// Package measure provides the commands that describe a game: "measure", "report", "advantage" and "study".
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
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/engine"
	"pillars/results/keep/catalog"
	"pillars/results/keep/session"
	"pillars/results/keep/store"
	"pillars/results/show/report"
	"pillars/results/show/report/draft"
	"pillars/tournament"
	"pillars/tournament/openings"
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
	cmd.Args = cli.Arguments("", "one run")
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

// reportRun writes the page on the run with the given id or name.
func (f *reportFlags) reportRun(cmd *cobra.Command, name string) error {
	return f.reading(cmd, func(ctx context.Context, r draft.Reader) (*report.Report, error) {
		run, err := cli.FindRun(ctx, r.DB, name)
		if err != nil {
			return nil, err
		}
		if _, _, err := catalog.SpecOf(run); err != nil {
			return nil, cli.Usagef("%w", err)
		}
		show, done := f.showRecorded(cmd)
		defer done()
		r.Replayed = show
		in, err := r.Run(ctx, run)
		if err != nil {
			return nil, fmt.Errorf("run %s: %w", run.ID, err)
		}
		f.noteJudge(cmd, in.Rules, in.Sample.Judge)
		reportCommand := cli.CommandWith(cmd, []string{run.ID}, slices.Concat(neutralFlags, []string{"option"})...)
		in.Title, in.Commands = f.title, []string{draft.Command(run, in.Spec, in.Rules), reportCommand}
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

// checkPage returns an error if the page or its files must not be written.
func (f *reportFlags) checkPage(cmd *cobra.Command) error {
	if !f.writesPage(cmd) || f.output == "-" {
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
	if f.output == "-" { // without the files, to which pages link
		return page.WriteHTML(cmd.OutOrStdout(), "")
	}
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

// reportExperiment writes the page on all stored runs of "pillars advantage" that have the game and options of the
// flags. It writes nothing and returns false if there are none.
func (f *reportFlags) reportExperiment(cmd *cobra.Command) (found bool, err error) {
	err = f.reading(cmd, func(ctx context.Context, r draft.Reader) (*report.Report, error) {
		rules, wanted, err := f.game.Rules()
		if err != nil {
			return nil, err
		}
		all, others, err := r.Measurements(ctx, rules.Game(), wanted)
		switch {
		case err == nil && len(all) == 0 && others:
			return nil, cli.Usagef("--option %s: the runs of pillars advantage on %s in %s have other options; leave "+
				"it out, or give --rounds for a tournament", wanted, f.game.Game, cli.Database(cmd))
		case err != nil || len(all) == 0:
			return nil, err
		}
		found = true
		return f.experiment(ctx, cmd, r, rules.Game(), all)
	})
	return found, err
}

// samplingFlags lists the flags that say how to measure games. They do not apply to a page on runs of "advantage".
var samplingFlags = []string{"judge", "judgements", "whole-turns", "random-games", "limit", "seed"}

// neutralFlags lists the flags that do not change the figures of a page, such as names of files.
var neutralFlags = []string{"output", "force", "json", "db", "quiet", "workers", "rounds"}

// experiment returns the page on runs. It first prints how many there are, and which given flags do not apply to it.
func (f *reportFlags) experiment(
	ctx context.Context, cmd *cobra.Command, r draft.Reader, game engine.Game, all []draft.Measured,
) (*report.Report, error) {
	var unused []string
	for _, flag := range samplingFlags {
		if cmd.Flags().Changed(flag) {
			unused = append(unused, "--"+flag)
		}
	}
	if !cli.Quiet(cmd) {
		cmd.PrintErrf("the report covers %s of pillars advantage in %s; give --rounds to play a tournament instead\n",
			tournament.Counted(len(all), "run"), cli.Database(cmd))
		if len(unused) > 0 {
			cmd.PrintErrf("note: this report does not use %s\n", strings.Join(unused, ", "))
		}
	}
	say := cli.NewScreen(cmd)
	defer say.Clear()
	in, err := r.Experiment(ctx, game, all, func(i int) { say.Count(i, len(all), "run") })
	if err != nil {
		return nil, err
	}
	in.Title = f.title
	for _, measured := range all {
		in.Commands = append(in.Commands, draft.Command(measured.Run, measured.Spec, measured.Rules))
	}
	in.Commands = append(in.Commands, cli.CommandLine(cmd, slices.Concat(samplingFlags, neutralFlags)...))
	page, err := report.NewExperiment(in)
	return &page, err
}

// Package measure provides the commands that describe games: "measure" and "report".
package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/estimate/recorder"
	"pillars/results/keep/catalog"
	"pillars/results/keep/store"
	"pillars/results/measurement"
	"pillars/results/show/progress"
	"pillars/results/show/report"
	"pillars/tournament"
)

type measureFlags struct {
	tournaments.RunFlags
	plan      measurement.Plan
	budget    measurement.Budget
	sweep     []string
	output    string
	all       bool
	begun     time.Time
	variant   string // name of the variant being measured, for the display; empty if there is only one variant
	questions []string
	player    []string // one at most; check refuses more
	players   populationFlags
}

// NewMeasureCommand returns the command "measure".
func NewMeasureCommand() *cobra.Command {
	f := &measureFlags{}
	cmd := cli.New("measure [GAME | RUN]", "Answer whether a game is fair, decisive, deep and lively", f.run)
	cmd.Args = cli.Arguments("a game, or a stored run; the games are "+strings.Join(cli.GameNames(), ", "),
		"one game or run")
	set := cmd.Flags()
	set.StringSliceVar(&f.questions, "questions", measurement.Questions(), "which `QUESTIONS` to answer")
	set.StringArrayVar(&f.Options, "option", nil, "rule option `name=value`; repeatable")
	set.StringArrayVar(&f.sweep, "sweep", nil,
		"compare these values of an option, `name=4..8` or name=4,6,8; repeatable, for all combinations")
	set.BoolVar(&f.budget.Quick, "quick", false, "play an eighth as much, about a minute on two cores")
	set.DurationVar(&f.budget.Time, "for", 0, "answer within this `TIME`, such as 10m (default: about ten minutes)")
	set.IntVar(&f.budget.Games, "games", 0,
		"play about this many `GAMES` in all; of a run, replay at most this many (default 200)")
	set.StringArrayVar(&f.player, "player", nil,
		"`PLAYER` to play against itself, with the node limit of its highest rung (default: alphabeta)")
	set.Uint64Var(&f.plan.Seed, "seed", 1, cli.SeedUsage)
	set.BoolVar(&f.all, "all", false, "print all tables")
	set.StringVarP(&f.output, "output", "o", "", "write a page to this new HTML `FILE`")
	f.players.register(cmd)
	f.RegisterPlace(cmd)
	cli.ShardFlag(cmd, &f.Shard)
	cli.JSONFlag(cmd, "print JSON: an answer to each question, then all figures")
	set.Bool("csv", false, "print a line of CSV for each metric or, with --sweep, for each of the rules")
	return cmd
}

func (f *measureFlags) run(cmd *cobra.Command, args []string) error {
	f.begun = time.Now()
	f.plan.Questions, f.plan.Player, f.budget.Workers = f.questions, strings.Join(f.player, ""), f.Workers
	if err := f.check(cmd); err != nil {
		return err
	}
	game, err := games.Find(args[0])
	if f.players.file != "" {
		return f.measurePopulation(cmd, args[0], game)
	}
	if cmd.Flags().Changed("nodes") {
		return cli.Usagef("--nodes is for a population; give its file by --players, or the limit of a --player")
	}
	if err != nil && !slices.Contains(cli.GameNames(), args[0]) {
		return f.read(cmd, args[0])
	}
	f.Game = args[0]
	return f.measureGame(cmd, game)
}

func (f *measureFlags) check(cmd *cobra.Command) error {
	err := cmp.Or(cli.ChooseOne(cmd, "json", "csv"), f.CheckWorkers(), cli.AtLeast("for", f.budget.Time, 0),
		cli.AtLeast("games", f.budget.Games, 0), cli.RefuseOutput(f.output, false))
	for _, question := range f.questions {
		if all := measurement.Questions(); !slices.Contains(all, question) {
			err = cmp.Or(err, cli.Usagef("--questions %s: known are %s", question, strings.Join(all, ", ")))
		}
	}
	if len(f.player) > 1 {
		err = cmp.Or(err, cli.Usagef("--player is given twice: a measurement has one player; measure each by itself"))
	}
	if f.players.file == "" && !f.Shard.Whole() && (f.plan.Asks("deep") || f.budget.Time > 0) {
		err = cmp.Or(err, tournaments.ShardError(f.Shard, tournament.NoShards("which games come next depends, by "+
			"--questions deep and --for, on")))
	}
	return err
}

// playingFlags lists the flags that apply only if games are played.
var playingFlags = []string{"option", "sweep", "quick", "for", "player", "listen", "through", "shard"}

// read answers the questions from the games of a stored run.
func (f *measureFlags) read(cmd *cobra.Command, run string) error {
	if flag := changed(cmd, playingFlags); flag != "" {
		return cli.Usagef("--%s is for games to be played, and %q is no game; known are %s", flag, run,
			strings.Join(cli.GameNames(), ", "))
	}
	if known := cli.WithRun(cmd, run, func(*store.Store, store.Run) error { return nil }); known != nil {
		return cli.Usagef("%q is no game (%s), and as a run: %w", run,
			engine.Suggest(run, "known are ", cli.GameNames()), known)
	}
	var m *measurement.Measurement
	err := cli.Interrupting(cmd, "interrupted: the games are stored but not yet measured", func() error {
		return cli.WithRun(cmd, run, func(db *store.Store, run store.Run) (err error) {
			if run.Games == 0 {
				return cli.Usagef("run %s has no games yet", run.ID)
			}
			show, done := showLooks(cmd, "")
			defer done()
			effort := recorder.UsualEffort(f.plan.Seed, f.Workers, cmp.Or(f.budget.Games, usualSample))
			reader := report.Reader{DB: db, Record: effort, Replayed: show}
			m, err = measurement.Read(cmd.Context(), f.plan, reader, run.ID)
			return err
		})
	})
	if err != nil {
		return err
	}
	m.All = f.all
	return f.print(cmd, m)
}

// usualSample is the default number of games of a run that are replayed.
const usualSample = 200

// showLooks returns the function show, which displays how many games have been replayed, and the function done, which
// ends the display.
func showLooks(cmd *cobra.Command, task string) (show func(n, of int), done func()) {
	say := cli.NewScreen(cmd)
	return func(n, of int) {
		say.Update(func() progress.State { return progress.State{Task: task, Unit: "game", Done: n, Total: of} })
	}, say.Clear
}

// measureGame answers the questions about a game or, with --sweep, about each of its variants, by games played now.
func (f *measureFlags) measureGame(cmd *cobra.Command, game engine.Game) error {
	variants, err := f.variants(cmd, game)
	if err != nil {
		return err
	}
	var found measurement.Map
	faults := 0
	for i, v := range variants {
		plan, budget := f.plan, f.budget
		plan.Variant = v
		budget.Time /= time.Duration(len(variants))
		if len(variants) > 1 {
			f.variant = fmt.Sprintf("%s (%d of %d): ", v.Setting, i+1, len(variants))
		}
		if err := plan.Settle(cmd.Context(), budget); err != nil {
			return err
		}
		m, n, err := plan.Play(cmd.Context(), f.host(cmd, i+1, len(variants)))
		if faults += n; err != nil {
			return err
		}
		m.All = f.all
		found = append(found, m)
	}
	switch {
	case !f.Shard.Whole():
		return f.shardPlayed(cmd)
	case len(f.sweep) > 0:
		err = f.print(cmd, found)
	default:
		err = f.print(cmd, found[0])
	}
	if err == nil && faults > 0 {
		err = tournaments.Faults(cmd, faults, "RUN")
	}
	return err
}

// shardPlayed prints the command that measures the games of all shards.
func (f *measureFlags) shardPlayed(cmd *cobra.Command) error {
	cmd.PrintErrf("this command measures the games when they are joined:\n  %s --db=all.db\n",
		cli.CommandLine(cmd, "shard", "db"))
	return nil
}

// variants returns a variant of the game for each combination of the values of --sweep. Each has the options of
// --option.
func (f *measureFlags) variants(cmd *cobra.Command, game engine.Game) ([]measurement.Variant, error) {
	if len(f.sweep) == 0 {
		v, err := measurement.NewVariant(game, "", f.Options)
		if err != nil {
			return nil, cli.Usagef("--option: %w", err)
		}
		return []measurement.Variant{v}, nil
	}
	variants, refused := measurement.Sweep(game, f.Options, f.sweep)
	if len(variants) == 0 {
		return nil, cli.Usagef("--sweep: %w", refused)
	}
	if refused != nil && !cli.Quiet(cmd) {
		cmd.PrintErrf("--sweep: skipping what the game does not have:\n%v\n", refused)
	}
	return variants, nil
}

// host returns the [measurement.Host] that plays the games of a variant. The argument variant is its number, from 1.
// With --for each of the variants gets an equal share of the time.
func (f *measureFlags) host(cmd *cobra.Command, variant, variants int) measurement.Host {
	host := measurement.Host{Workers: f.Workers, Play: func(ctx context.Context, part *measurement.Part) (int, error) {
		return f.play(cmd, part)
	}}
	if f.budget.Time > 0 {
		host.End = f.begun.Add(f.budget.Time * time.Duration(variant) / time.Duration(variants))
	}
	host.Search = func(do func(context.Context, func(func() string)) error) error {
		return cli.Watching(cmd, "interrupted; "+f.ToContinue(cmd), func(screen *progress.Screen) error {
			return do(cmd.Context(), screen.Note)
		})
	}
	host.Watched, _ = showLooks(cmd, f.variant+"looking at the games")
	return host
}

// play plays a part of a measurement. It returns the number of games that a fault ended.
func (f *measureFlags) play(cmd *cobra.Command, part *measurement.Part) (faults int, err error) {
	job, err := f.JobOf(cmd, "measure", part.Spec, part.Game)
	if err != nil {
		return 0, err
	}
	job.Part = f.variant + part.Title
	part.Watch(job.Session)
	job.Finish = func(context.Context) error {
		if !f.Shard.Whole() {
			return nil
		}
		return cli.Interrupting(cmd, "interrupted: the games are stored but not yet measured; "+f.ToContinue(cmd),
			func() error {
				defer job.Say.Clear()
				return part.Take(cmd.Context(), job.Session)
			})
	}
	err = job.Do()
	switch {
	case err != nil && !cli.Exits(err, cli.ExitFaults):
		return 0, err
	case job.Interrupted:
		return 0, cli.Interrupted("interrupted: %s", f.ToContinue(cmd))
	}
	return job.Progress.Faults, nil
}

// print writes the page if --output is given, and prints the answers.
func (f *measureFlags) print(cmd *cobra.Command, found interface {
	cli.Printed
	Page(command string) (report.Report, error)
}) error {
	var err error
	if f.output != "" {
		var page report.Report
		page, err = found.Page(cli.CommandLine(cmd, "output", "json", "csv", "db", "quiet", "workers"))
		if err == nil {
			err = writePage(cmd, page, f.output, false)
		}
	}
	return errors.Join(err, cli.Print(cmd, found))
}

type reportFlags struct {
	output string
	force  bool
	games  int
}

// NewReportCommand returns the command "report".
func NewReportCommand() *cobra.Command {
	f := &reportFlags{}
	cmd := cli.New("report RUN", "Write an HTML report on a run", f.run)
	cmd.Args = cli.Arguments("a run; list the runs with pillars runs", "one run")
	set := cmd.Flags()
	set.StringVarP(&f.output, "output", "o", "report.html", "write the page to this HTML `FILE`")
	set.BoolVar(&f.force, "force", false, cli.ForceUsage)
	set.IntVar(&f.games, "games", usualSample, "replay at most this many games; 0 for all")
	cli.JSONFlag(cmd, "print all figures as one JSON line; write the page only with --output")
	cli.DatabaseFlag(cmd)
	cli.QuietFlag(cmd)
	return cmd
}

func (f *reportFlags) run(cmd *cobra.Command, args []string) error {
	writes := !cli.JSON(cmd) || cmd.Flags().Changed("output")
	if !writes {
		f.output = ""
	}
	if err := cmp.Or(cli.AtLeast("games", f.games, 0), cli.RefuseOutput(f.output, f.force)); err != nil {
		return err
	}
	use := func(db *store.Store) error {
		page, err := f.page(cmd, db, args[0])
		if err == nil && writes {
			err = writePage(cmd, page, f.output, f.force)
		}
		if err == nil && cli.JSON(cmd) {
			err = cli.PrintJSON(cmd.OutOrStdout(), page)
		}
		return err
	}
	return cli.Interrupting(cmd, "interrupted: the games are stored, but no report is written",
		func() error { return cli.WithStore(cmd, use) })
}

// page returns the report on the run with the given id or name.
func (f *reportFlags) page(cmd *cobra.Command, db *store.Store, name string) (page report.Report, err error) {
	ctx := cmd.Context()
	run, err := cli.FindRun(ctx, db, name)
	if err != nil {
		return page, err
	}
	if _, _, err := catalog.SpecOf(run); err != nil {
		return page, cli.Usagef("%w", err)
	}
	show, done := showLooks(cmd, "")
	defer done()
	reader := report.Reader{DB: db, Replay: true, Replayed: show,
		Record: recorder.UsualEffort(1, runtime.GOMAXPROCS(0), f.games)}
	in, err := reader.Read(ctx, run)
	if err != nil {
		return page, fmt.Errorf("run %s: %w", run.ID, err)
	}
	in.Commands = []string{cli.CommandWith(cmd, []string{run.ID}, "output", "force", "json", "db", "quiet")}
	return report.New(in), nil
}

// writePage writes a page to the file at path, or to the standard output if path is -.
func writePage(cmd *cobra.Command, page report.Report, path string, replace bool) error {
	err := cli.WriteOutput(cmd, path, replace, page.WriteHTML)
	if err == nil && path != "-" && !cli.Quiet(cmd) {
		cmd.PrintErrf("%s written\n", path)
	}
	return err
}

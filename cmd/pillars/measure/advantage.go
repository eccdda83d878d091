package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/advantage"
	"pillars/results/conclusion"
	"pillars/results/experiment"
	"pillars/results/progress"
	"pillars/results/store"
	"pillars/results/table"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/runner"

	"github.com/spf13/cobra"
)

type advantageFlags struct {
	tournaments.RunFlags
	plan        experiment.Plan
	sweep, plot string

	cmd      *cobra.Command
	parts    *progress.Parts      // the measurements as work
	findings []experiment.Finding // of the measurements played so far, in their order
}

func NewAdvantageCommand() *cobra.Command {
	flags := &advantageFlags{RunFlags: tournaments.RunFlags{Openings: "random"},
		plan: experiment.Plan{Spec: tournament.Spec{OnFault: tournament.FaultVoid}}}
	cmd := &cobra.Command{
		Use: "advantage", Short: "Measure the advantage of each seat",
		Long: `Measure what each seat of a game is worth: every player plays against itself, so any difference between
the scores of the seats is due to the seats.

--measure chooses what to play:

  start     from the start of the game
  openings  from random openings, each played in all orders of seats; in games in which one player divides the set-up
            and the other chooses, from random set-ups; with --book, from each opening of the book once
  odds      with unequal nodes, to find the ratio at which the seats are even (two seats)

Players with a fixed node limit would repeat the same game, so the limit of every decision is drawn anew, from
1/--spread to --spread times that of the rung. Identical games count once, and the tables show how many games are
distinct.

Each player is measured at --rungs node limits: --nodes, 4 times that, 16 times that. These rungs show how the
advantage changes with strength, up to one more factor of four. All intervals are at 95 % and hold at all times: look
after every game, stop when you like (--games, --half-width, --time, Ctrl-C), and go on later with the same command.
docs/ADVANTAGE.md explains the tables.`,
		Example: `  pillars advantage --option size=5 --nodes 500 --games 400
  pillars advantage --sweep size=4..6 --half-width 0.05 --plot sizes
  pillars advantage --game pylyx --option size=6 --player alphabeta --measure openings
  pillars book fair --game pylyx --count 50 --tries 500 --book even.book
  pillars advantage --game pylyx --book even.book
  pillars advantage --game pit --sweep players=2..4 --measure start,openings --time 10m`,
		Args: cli.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return flags.run(cmd) },
	}
	flags.register(cmd)
	return cmd
}

func (f *advantageFlags) register(cmd *cobra.Command) {
	set, p := cmd.Flags(), &f.plan
	f.RulesFlags.Register(cmd)
	set.StringVar(&f.sweep, "sweep", "", "measure these values of an option: `name=4..8` or name=4,6,8")
	players := []string{"alphabeta", "mcts"}
	set.StringArrayVar(&p.Players, "player", players, "a `PLAYER` to play against itself; repeatable")
	set.StringSliceVar(&p.Measures, "measure", advantage.Measures(), "what to `MEASURE`: start, openings, odds")
	set.Uint64Var(&p.Spec.Limits.Nodes, "nodes", 1000, cli.NodesUsage+", on the lowest rung")
	set.IntVar(&p.Rungs, "rungs", 3, "number of rungs, each with four times the nodes of the one below")
	set.Float64Var(&p.Spec.Spread, "spread", 2,
		"draw node limits within this `FACTOR` of that of the rung, from 1 (none) to 4")
	set.IntVar(&p.Spec.Openings.Turns, "opening-turns", 4, cli.RandomUsage)
	set.StringVar(&f.Book, "book", "", cli.BookUsage)
	set.Uint64Var(&p.Spec.Seed, "seed", 1, cli.SeedUsage)
	set.IntVar(&p.Games, "games", 0,
		"`GAMES` of each measurement at most; 200 if neither --half-width nor --time ends it")
	set.Float64Var(&p.HalfWidth, "half-width", 0,
		"stop when the interval of the score is within ± `SHARE`, such as 0.02")
	set.DurationVar(&p.Time, "time", 0, "stop after this time, such as 10m, shared evenly by the measurements")
	set.StringVar(&f.plot, "plot", "", "draw the scores into the file `NAME`.svg, NAME.png or both")
	f.RegisterWork(cmd)
	cli.Complete(cmd, "sweep", cli.CompleteOption)
	cli.CompleteChoice(cmd, "measure", advantage.Measures()...)
}

// settle plans all measurements. What can be wrong with the flags is found here, before anything is played.
func (f *advantageFlags) settle() (err error) {
	f.plan.Shard = f.Shard
	if f.plan.Game, err = games.Find(f.Game); err != nil {
		return cli.Usagef("--game: %w", err)
	}
	if err := f.check(); err != nil {
		return err
	}
	if f.Book != "" {
		f.plan.Book = func(rules engine.Rules) (openings.Source, error) {
			spec := f.plan.Spec
			err := f.SetOpenings(&spec, rules)
			return spec.Openings, err
		}
	}
	variants, err := f.variants()
	if err != nil {
		return err
	}
	for _, v := range variants {
		if err := f.plan.Add(v); err != nil {
			return cli.Usagef("%w", err)
		}
		if len(f.plan.Measurements) == 0 {
			return cli.Usagef("--measure %s: odds need a game of two seats; this one has %d", advantage.AtOdds,
				v.Rules.Seats())
		}
	}
	for _, m := range f.plan.Measurements {
		if err := f.checkShard(m.Spec); err != nil {
			return cli.Usagef("--shard %v: measurement %s: %w", f.Shard, m, err)
		}
	}
	if n := len(f.plan.Measurements); f.Name != "" && n > 1 {
		return cli.Usagef("--name %s: this makes %d runs; give them a --tag", f.Name, n)
	}
	return nil
}

func (f *advantageFlags) check() error {
	p, given := &f.plan, f.cmd.Flags().Changed
	err := cmp.Or(cli.Between("rungs", p.Rungs, 1, experiment.MaxRungs),
		cli.Between("nodes", p.Spec.Limits.Nodes, 1, math.MaxUint32), f.CheckWorkers())
	if given("games") {
		err = cmp.Or(err, cli.Between("games", p.Games, 1, experiment.MostGames))
	}
	switch {
	case err != nil:
		return err
	case given("half-width") && !(p.HalfWidth >= .001 && p.HalfWidth < .5):
		return cli.Usagef("--half-width %v: must be from 0.001 to 0.5, such as 0.02", p.HalfWidth)
	case p.Time < 0:
		return cli.Usagef("--time %v: must be above 0", p.Time)
	case len(p.Players) == 0 || len(p.Measures) == 0:
		return cli.Usagef("there is nothing to measure; name a --player and a --measure")
	case f.Book != "" && !slices.Contains(p.Measures, string(advantage.FromOpenings)):
		return cli.Usagef("--book: only --measure %s plays a book; add that measure", advantage.FromOpenings)
	}
	for _, measure := range p.Measures {
		if all := advantage.Measures(); !slices.Contains(all, measure) {
			return cli.Usagef("--measure %s: must be %s, %s or %s", measure, all[0], all[1], all[2])
		}
	}
	for _, player := range p.Players {
		if limits, err := search.LimitsOf(player); err == nil && limits != (search.Limits{}) {
			return cli.Usagef("--player %s: a limit of its own would stand for that of the ladder; leave it out and "+
				"give --nodes and --rungs", player)
		}
	}
	for _, file := range f.pictures() {
		if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
			return cli.Usagef("--plot %s: the folder %s does not exist; make it first", f.plot, filepath.Dir(file))
		}
		if err := cli.PictureKind(file).RefuseOther("--plot", file); err != nil {
			return err
		}
	}
	return nil
}

// checkShard refuses shards of what stops early, or whose games depend on each other.
func (f *advantageFlags) checkShard(spec tournament.Spec) error {
	switch {
	case f.Shard.Whole():
		return nil
	case f.plan.HalfWidth > 0 || f.plan.Time > 0:
		return tournament.NoShards("when it ends depends, by --half-width and --time, on")
	}
	return cmp.Or(spec.CheckShard(), f.Shard.Fits(spec.Rounds, "round"))
}

// variants are the game with every value of the option that is swept, or as it is.
func (f *advantageFlags) variants() ([]experiment.Variant, error) {
	if f.sweep == "" {
		v, err := experiment.NewVariant(f.plan.Game, "", f.Options)
		if err != nil {
			return nil, cli.Usagef("--option: %w", err)
		}
		return []experiment.Variant{v}, nil
	}
	f.plan.Swept = true
	variants, refused := experiment.Sweep(f.plan.Game, f.Options, f.sweep)
	if len(variants) == 0 {
		return nil, cli.Usagef("--sweep %s: %w", f.sweep, refused)
	}
	tellLeftOut(f.cmd, f.Quiet, "--sweep "+f.sweep, refused)
	return variants, nil
}

func (f *advantageFlags) pictures() []string {
	switch ending := filepath.Ext(f.plot); {
	case f.plot == "":
		return nil
	case ending == ".svg" || ending == ".png":
		return []string{f.plot}
	}
	return []string{f.plot + ".svg", f.plot + ".png"}
}

func (f *advantageFlags) run(cmd *cobra.Command) error {
	f.cmd = cmd
	if err := f.settle(); err != nil {
		return err
	}
	if !f.DryRun {
		return f.play(cmd.Context())
	}
	planned := f.plan.PlanTable()
	f.tellTime(cmd.Context(), cli.NewScreen(cmd.ErrOrStderr(), f.Quiet))
	if f.JSON {
		return cli.PrintJSON(cmd.OutOrStdout(), planned.Records()...)
	}
	return planned.WriteText(cmd.OutOrStdout())
}

// tellTime says about how long all measurements take.
func (f *advantageFlags) tellTime(ctx context.Context, say *progress.Screen) *progress.Parts {
	workers := min(f.Workers, runtime.NumCPU())
	parts := f.plan.Parts(ctx, workers)
	say.Sayf("%s; expected time, if no games are stored: %s", tournament.Counted(len(parts.All), "measurement"),
		f.plan.ExpectedTime(parts, workers))
	return parts
}

// play plays all measurements one after the other and prints what they say, those before an interruption too.
func (f *advantageFlags) play(ctx context.Context) (err error) {
	db, err := cli.OpenStore(f.DB)
	if err != nil {
		return cli.Exit(cli.ExitFailed, err)
	}
	defer func() { err = db.CloseAfter(err) }()
	say := cli.NewScreen(f.cmd.ErrOrStderr(), f.Quiet)
	playing, stops := cli.NewStops(ctx, say, "the games in play")
	faults, err := f.playAll(playing, db, stops, say)
	interrupted := stops.End()
	stored, goesOn := "all finished games are stored in "+f.DB+"; ", f.GoesOn(f.cmd)
	if errors.Is(err, store.ErrGone) {
		return err
	}
	if err != nil && !(interrupted && errors.Is(err, context.Canceled)) {
		return fmt.Errorf("%w\n%scorrect the cause first; %s", err, stored, goesOn)
	}
	if err := f.report(); err != nil {
		return err
	}
	if !f.Shard.Whole() && !interrupted {
		games := 0
		for _, m := range f.plan.Measurements {
			games += f.plan.Played(m)
		}
		say.Sayf("%s", cli.ShardDone(f.Shard, games, f.DB))
	}
	switch {
	case interrupted:
		return cli.Interrupted("interrupted: %s", stored+goesOn)
	case faults > 0:
		return f.Faults(faults, "RUN")
	}
	return nil
}

// playAll plays the measurements until all are played or one is interrupted, and counts the faults in them. The time
// that is left is divided evenly among those that are left.
func (f *advantageFlags) playAll(ctx context.Context, db *store.Store, stops *cli.Stops, say *progress.Screen) (
	faults int, err error,
) {
	end := time.Now().Add(f.plan.Time)
	f.parts = f.tellTime(ctx, say)
	if f.plan.Time > 0 {
		f.parts.Deadline = end
	}
	share := 0. // of the measurement before
	for i, m := range f.plan.Measurements {
		gauge := &experiment.Gauge{Gatherer: experiment.NewGatherer(m), HalfWidth: f.plan.HalfWidth}
		if f.plan.Time > 0 {
			left := len(f.plan.Measurements) - i
			gauge.Deadline = time.Now().Add(time.Until(end) / time.Duration(left))
		}
		f.parts.Begin(i, share, time.Now())
		p, err := f.playOne(ctx, db, gauge, stops, say)
		share = float64(p.Played) / float64(f.plan.Played(m))
		faults += p.Faults
		if err != nil || stops.Interrupted() {
			return faults, err
		}
	}
	return faults, nil
}

// playOne plays what the run of a measurement still lacks, and notes what it says.
func (f *advantageFlags) playOne(
	ctx context.Context, db *store.Store, gauge *experiment.Gauge, stops *cli.Stops, say *progress.Screen,
) (p runner.Progress, err error) {
	job, err := f.JobOf(f.cmd, "advantage", gauge.Spec, f.plan.Game)
	if err != nil {
		return p, err
	}
	job.Gauge, job.Say = gauge, say
	task := fmt.Sprintf("measurement %d of %d: %s", len(f.findings)+1, len(f.plan.Measurements), gauge.Measurement)
	job.Status = func(p runner.Progress) progress.State {
		state := job.State(p)
		state.AtMost = f.plan.HalfWidth > 0 || f.plan.Time > 0
		state.Task, state.Whole, state.Notes = task, f.parts, append(state.Notes, gauge.Standing()...)
		return state
	}
	gauge.Read = func(identity string) (tournament.Game, error) {
		stored, err := db.Game(context.Background(), job.Run.ID, identity)
		return stored.Game, err
	}
	say.Sayf("%s", task)
	if err := job.Begin(ctx, db); err != nil {
		return p, err
	}
	if gauge.Earlier, err = job.Results(ctx); err != nil {
		return p, err
	}
	p, err = job.PlayAll(ctx, stops)
	if gauge.Err != nil {
		return p, gauge.Err
	}
	found, unknown := gauge.Finding(job.Run.ID)
	f.findings = append(f.findings, found)
	return p, errors.Join(err, unknown)
}

// report prints what the measurements played so far say, and draws it.
func (f *advantageFlags) report() error {
	out := f.cmd.OutOrStdout()
	ladders, err := experiment.LaddersOf(slices.DeleteFunc(slices.Clone(f.findings),
		func(f experiment.Finding) bool { return f.Summary.Distinct == 0 }))
	if err != nil {
		return err
	}
	shown := append(cli.Caveat(f.Shard), conclusion.OfFindings(f.findings, ladders)...)
	if f.JSON {
		records := experiment.Records(f.findings, ladders)
		err = cli.PrintJSON(out, append(records, table.Object("type", "conclusion", "conclusion", shown))...)
	} else {
		err = cmp.Or(conclusion.Write(out, shown), f.plan.WriteText(out, f.findings, ladders))
	}
	if err != nil || f.plot == "" {
		return err
	}
	chart, err := f.plan.Chart(f.findings, ladders)
	if err != nil || chart == nil {
		return err
	}
	for _, file := range f.pictures() {
		form := chart.SVG
		if filepath.Ext(file) == ".png" {
			form = chart.PNG
		}
		data, err := form()
		if err != nil {
			return err
		}
		if err := cli.PictureKind(file).WriteDrawn("--plot", file, data); err != nil {
			return err
		}
	}
	return nil
}

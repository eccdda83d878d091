package measure

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/estimate/experiment"
	"pillars/results/show/conclusion"
	"pillars/results/show/figures"
	"pillars/results/show/progress"
	"pillars/results/show/table"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/runner"
)

type advantageFlags struct {
	tournaments.RunFlags
	plan  experiment.Plan
	kind  string // kind of the runs, which the database stores
	sweep string
}

// NewAdvantageCommand returns the command "advantage".
func NewAdvantageCommand() *cobra.Command {
	f := &advantageFlags{kind: "advantage"}
	f.plan.Spec.OnFault = tournament.FaultVoid
	cmd := cli.New("advantage", "Measure the advantage of each seat", f.run)
	set, plan := cmd.Flags(), &f.plan
	f.RulesFlags.Register(cmd)
	set.StringVar(&f.sweep, "sweep", "", "measure these values of an option: `name=4..8` or name=4,6,8")
	set.StringArrayVar(&plan.Players, "player", []string{"alphabeta", "mcts"},
		"a `PLAYER` to play against itself; repeatable")
	set.StringSliceVar(&plan.Measures, "measure", experiment.Measures(), "what to `MEASURE`: start, openings")
	set.Uint64Var(&plan.Spec.Limits.Nodes, "nodes", 1000, cli.NodesUsage+", on the lowest rung")
	set.IntVar(&plan.Rungs, "rungs", 3, "number of rungs, each with four times the nodes of the one below")
	set.Float64Var(&plan.Spread, "spread", 2,
		"draw node limits within this `FACTOR` of the rung's limit, from 1 (none) to 4")
	f.RegisterOpenings(cmd, &plan.Spec.Openings.Turns)
	set.Uint64Var(&plan.Spec.Seed, "seed", 1, cli.SeedUsage)
	set.IntVar(&plan.Games, "games", 0,
		"at most this many `GAMES` in each measurement (default: 200, or no limit with --half-width or --time)")
	set.Float64Var(&plan.HalfWidth, "half-width", 0,
		"stop when the interval of the score is within ± `SHARE`, such as 0.02"+cli.NoLimit)
	set.DurationVar(&plan.Time, "time", 0,
		"stop after this time, such as 10m, shared evenly by the measurements"+cli.NoLimit)
	f.RegisterWork(cmd)
	return cmd
}

// settle checks the flags and completes f.plan.
func (f *advantageFlags) settle(cmd *cobra.Command) (err error) {
	f.plan.Shard = f.Shard
	if f.plan.Game, err = games.Find(f.Game); err != nil {
		return cli.Usagef("--game: %w", err)
	}
	if err := f.check(cmd); err != nil {
		return err
	}
	if f.Book != "" || f.Openings != "random" {
		f.plan.Source = func(rules engine.Rules) (openings.Source, error) {
			spec := f.plan.Spec
			err := f.SetOpenings(&spec, rules)
			return spec.Openings, err
		}
	}
	variants, err := f.variants(cmd)
	if err != nil {
		return err
	}
	for _, v := range variants {
		if err := f.plan.Add(v); err != nil {
			return cli.Usagef("%w", err)
		}
	}
	if !f.Shard.Whole() {
		for _, m := range f.plan.Measurements {
			if err := f.checkShard(m.Spec); err != nil {
				return tournaments.ShardError(f.Shard, fmt.Errorf("measurement %s: %w", m, err))
			}
		}
	}
	return nil
}

// checkShard returns an error if the measurement of spec may stop early, or if its games do not fit into shards.
func (f *advantageFlags) checkShard(spec tournament.Spec) error {
	if f.plan.HalfWidth > 0 || f.plan.Time > 0 {
		return tournament.NoShards("when it ends depends, by --half-width and --time, on") // "... earlier results"
	}
	return cmp.Or(spec.CheckShard(), f.Shard.Fits(spec.Rounds, "round"))
}

func (f *advantageFlags) check(cmd *cobra.Command) error {
	p, given := &f.plan, cmd.Flags().Changed
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
	case f.Book != "" && !slices.Contains(p.Measures, string(experiment.FromOpenings)):
		return cli.Usagef("--book: only --measure %s plays a book; add that measure", experiment.FromOpenings)
	}
	for _, measure := range p.Measures {
		if all := experiment.Measures(); !slices.Contains(all, measure) {
			return cli.Usagef("--measure %s: must be %s or %s", measure, all[0], all[1])
		}
	}
	for _, player := range p.Players {
		if spec, err := search.ParseSpec(player); err == nil && spec.Limits != (search.Limits{}) {
			return cli.Usagef("--player %s: a limit of its own would stand for that of the ladder; leave it out and "+
				"give --nodes and --rungs", player)
		}
	}
	return nil
}

// variants returns the game with each value of the option that --sweep names. Without --sweep it returns one variant.
func (f *advantageFlags) variants(cmd *cobra.Command) ([]experiment.Variant, error) {
	if f.sweep == "" {
		v, err := experiment.NewVariant(f.plan.Game, "", f.Options)
		if err != nil {
			return nil, cli.Usagef("--option: %w", err)
		}
		return []experiment.Variant{v}, nil
	}
	f.plan.Swept = true
	return swept(cmd, f.plan.Game, f.Options, f.sweep)
}

// swept returns the game with each value of the option that sweep names. It leaves out and prints impossible values.
func swept(cmd *cobra.Command, game engine.Game, options []string, sweep string) ([]experiment.Variant, error) {
	variants, refused := experiment.Sweep(game, options, sweep)
	if len(variants) == 0 {
		return nil, cli.Usagef("--sweep %s: %w", sweep, refused)
	}
	printLeftOut(cmd, "--sweep "+sweep, refused)
	return variants, nil
}

func (f *advantageFlags) run(cmd *cobra.Command, _ []string) error {
	if err := f.settle(cmd); err != nil {
		return err
	}
	say := cli.NewScreen(cmd)
	say.Sayf("%s", tournament.Counted(len(f.plan.Measurements), "measurement"))
	if f.DryRun {
		return cli.Print(cmd, figures.Plan(&f.plan))
	}
	findings, faults, stopped := f.play(cmd)
	if stopped != nil && !cli.Exits(stopped, cli.ExitInterrupted) {
		return stopped
	}
	if err := f.report(cmd, findings); err != nil || stopped != nil {
		return cmp.Or(err, stopped)
	}
	if !f.Shard.Whole() {
		games := 0
		for _, m := range f.plan.Measurements {
			games += f.plan.Played(m)
		}
		say.Sayf("%s", conclusion.ShardDone(f.Shard, games, cli.Database(cmd)))
	}
	if faults > 0 {
		return tournaments.Faults(cmd, faults, "RUN")
	}
	return nil
}

// play plays the measurements one after the other, until the user interrupts one. If --time is given, it divides the
// remaining time evenly among the remaining measurements. It returns the findings and how many games a fault ended.
func (f *advantageFlags) play(cmd *cobra.Command) (findings []experiment.Finding, faults int, err error) {
	ctx, limited := cmd.Context(), f.plan.Time > 0
	end, all := time.Now().Add(f.plan.Time), f.plan.Measurements
	for i, m := range all {
		gauge := &experiment.Gauge{Gatherer: experiment.NewGatherer(m), HalfWidth: f.plan.HalfWidth}
		if limited {
			gauge.Deadline = time.Now().Add(time.Until(end) / time.Duration(len(all)-i))
		}
		job, err := f.JobOf(cmd, f.kind, m.Spec, f.plan.Game)
		if err != nil {
			return findings, faults, err
		}
		job.Gauge, job.Part = gauge, fmt.Sprintf("measurement %d of %d: %s", i+1, len(all), m)
		job.Status = func(p runner.Progress) progress.State {
			state := job.State(p)
			state.AtMost = f.plan.HalfWidth > 0 || limited
			state.Task, state.Notes = job.Part, append(state.Notes, gauge.Standing()...)
			return state
		}
		gauge.Earlier = func() (map[string]tournament.Result, error) { return job.Results(ctx) }
		gauge.Read = func(identity string) (tournament.Game, error) {
			// A game that was stored counts, even if ctx has ended since.
			stored, err := job.Store.Game(context.WithoutCancel(ctx), job.Run.ID, identity)
			return stored.Game, err
		}
		job.Finish = func(context.Context) error {
			found, err := gauge.Finding(job.Run.ID)
			findings = append(findings, found)
			return cmp.Or(gauge.Err, err)
		}
		err = job.Do()
		faults += job.Progress.Faults
		switch {
		case err != nil && !cli.Exits(err, cli.ExitFaults):
			return findings, faults, err
		case job.Interrupted:
			return findings, faults, cli.Interrupted("interrupted: %s", f.ToContinue(cmd))
		}
	}
	return findings, faults, nil
}

// report prints the findings with their ladders and the conclusion.
func (f *advantageFlags) report(cmd *cobra.Command, findings []experiment.Finding) error {
	isEmpty := func(finding experiment.Finding) bool { return finding.Summary.Distinct == 0 }
	ladders, err := experiment.LaddersOf(slices.DeleteFunc(slices.Clone(findings), isEmpty))
	if err != nil {
		return err
	}
	out, shown := cmd.OutOrStdout(), append(conclusion.Caveat(f.Shard), conclusion.OfFindings(findings, ladders)...)
	if cli.JSON(cmd) {
		records := figures.SeatRecords(findings, ladders)
		return cli.PrintJSON(out, append(records, table.Object("type", "conclusion", "conclusion", shown))...)
	}
	return cmp.Or(figures.WriteSeats(out, &f.plan, findings, ladders), conclusion.WriteLast(out, shown))
}

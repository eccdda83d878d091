package learn

import (
	"cmp"
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/results/show/progress"
	"pillars/results/training"
)

type populationFlags struct {
	jobFlags
	population training.Population
}

func newPopulationCommand() *cobra.Command {
	f := &populationFlags{}
	plan := &f.population.Plan
	*plan = training.UsualPopulation()
	cmd := cli.New("population", "Make many players of one strength that decide differently", f.run)
	set := cmd.Flags()
	f.outFlags.register(cmd, "write the players to this `FILE`, and their weights beside it")
	cli.JSONFlag(cmd, "print the results as JSON lines")
	cli.QuietFlag(cmd)
	workersFlag(cmd, &f.workers)
	set.IntVar(&plan.Players, "players", plan.Players, "players to make")
	set.IntVar(&plan.Games, "games", plan.Games, "self-play games from which each player learns")
	set.Uint64Var(&plan.Nodes, "nodes", plan.Nodes,
		"search this many nodes for a decision in self-play, four times as many in matches")
	set.IntVar(&plan.Matches, "match-games", plan.Matches, "games of each player against the first")
	set.IntVar(&plan.Positions, "positions", plan.Positions, "compare the players' turns in this many positions")
	set.Uint64Var(&plan.Seed, "seed", plan.Seed, cli.SeedUsage)
	return cmd
}

func (f *populationFlags) run(cmd *cobra.Command, _ []string) error {
	if f.out == "" {
		return cli.Usagef("-o is missing; name the file to write, such as six/players.txt: its folder gets the weights")
	}
	rules, _, err := f.Rules()
	if err := cmp.Or(err, cli.AtLeast("workers", f.workers, 1)); err != nil {
		return err
	}
	p := &f.population
	p.Folder, p.File, p.Rules = filepath.Dir(f.out), f.out, rules
	var made training.PopulationOutcome
	err = f.work(cmd, &p.Work, func(ctx context.Context, screen *progress.Screen) (err error) {
		p.OnCandidate = func(c training.Candidate) {
			if !cli.Quiet(cmd) {
				screen.Sayf("candidate %d: %s", c.Number, c.Player)
			}
		}
		made, err = p.Run(ctx)
		return err
	})
	if err != nil {
		return err
	}
	return conclude(cmd, made)
}

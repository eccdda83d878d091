package measure

import (
	"cmp"
	"slices"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/engine"
	"pillars/results/measurement"
)

// populationFlags holds the values of the flags that measure a game by a population of players.
type populationFlags struct {
	file  string
	nodes []uint
}

// withoutPopulation lists the flags that do not apply with --players.
var withoutPopulation = []string{"player", "questions", "sweep", "quick", "for", "output", "all"}

func (f *populationFlags) register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.file, "players", "", "let each player of this `FILE` play itself (see pillars tune population)")
	set.UintSliceVar(&f.nodes, "nodes", []uint{100, 1600}, "node `LIMITS` for --players")
}

// changed returns the first of the flags that is given, or "".
func changed(cmd *cobra.Command, flags []string) string {
	for _, flag := range flags {
		if cmd.Flags().Changed(flag) {
			return flag
		}
	}
	return ""
}

// measurePopulation measures a game by the players of --players. The last third of the players is held out.
func (f *measureFlags) measurePopulation(cmd *cobra.Command, name string, game engine.Game) error {
	const usualEach = 40 // games of a player at each node limit, from the start and again from openings
	if !slices.Contains(cli.GameNames(), name) {
		return cli.Usagef("--players: %q is no game to play; %s", name,
			engine.Suggest(name, "known are ", cli.GameNames()))
	}
	if given := changed(cmd, withoutPopulation); given != "" {
		return cli.Usagef("--%s does not apply with --players; leave one of them out", given)
	}
	variants, err := f.variants(cmd, game)
	if err != nil {
		return err
	}
	players, err := measurement.ReadPlayers(f.players.file)
	if err != nil {
		return cli.Usagef("--players: %w", err)
	}
	plan := measurement.Population{Variant: variants[0], Players: players, HeldOut: len(players) / 3, Seed: f.plan.Seed,
		Games: cmp.Or(f.budget.Games, 2*usualEach*len(players)*len(f.players.nodes))}
	for _, limit := range slices.Sorted(slices.Values(f.players.nodes)) {
		plan.Nodes = append(plan.Nodes, uint64(limit))
	}
	if err := plan.Check(); err != nil {
		return cli.Usagef("%w", err)
	}
	f.Game = name
	m, faults, err := plan.Play(cmd.Context(), f.host(cmd, 1, 1))
	switch {
	case err != nil:
		return err
	case !f.Shard.Whole():
		return f.shardPlayed(cmd)
	}
	if err := cli.Print(cmd, m); err != nil || faults == 0 {
		return err
	}
	return tournaments.Faults(cmd, faults, "RUN")
}

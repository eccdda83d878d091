package measure

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/tournaments"
	"pillars/engine"
	"pillars/results/measurement"
)

// populationFlags holds the values of the flags that measure a game by a population of players.
type populationFlags struct {
	file  string
	nodes []string
}

// withoutPopulation lists the flags that do not apply with --players.
var withoutPopulation = []string{"player", "questions", "sweep", "quick", "for", "output", "all"}

func (f *populationFlags) register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.file, "players", "", "let each player of this `FILE` play itself (see pillars tune population)")
	set.StringSliceVar(&f.nodes, "nodes", []string{"100", "1600"}, "node `LIMITS` for --players")
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

// plan returns the plan that the flags describe. The last third of the players is held out.
func (f *populationFlags) plan(v measurement.Variant, games int, seed uint64) (p measurement.Population, err error) {
	const usualEach = 40 // games of a player at each node limit, from the start and again from openings
	if p.Players, err = measurement.ReadPlayers(f.file); err != nil {
		return p, fmt.Errorf("--players: %w", err)
	}
	p.Variant, p.Seed, p.HeldOut = v, seed, len(p.Players)/3
	p.Games = cmp.Or(games, 2*usualEach*len(p.Players)*len(f.nodes))
	for _, text := range f.nodes {
		limit, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
		if err != nil {
			return p, fmt.Errorf("--nodes %s: write whole numbers with commas between them, such as 250,4000", text)
		}
		p.Nodes = append(p.Nodes, limit)
	}
	slices.Sort(p.Nodes)
	return p, p.Check()
}

// measurePopulation measures a game by the players of --players.
func (f *measureFlags) measurePopulation(cmd *cobra.Command, name string, game engine.Game) error {
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
	plan, err := f.players.plan(variants[0], f.budget.Games, f.plan.Seed)
	if err != nil {
		return cli.Usagef("%w", err)
	}
	f.Game = name
	m, faults, err := plan.Play(cmd.Context(), f.host(cmd, 1, 1))
	switch {
	case err != nil || f.DryRun:
		return err
	case !f.Shard.Whole():
		return f.shardPlayed(cmd)
	}
	if err := cli.Print(cmd, m); err != nil || faults == 0 {
		return err
	}
	return tournaments.Faults(cmd, faults, "RUN")
}

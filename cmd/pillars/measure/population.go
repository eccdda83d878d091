package measure

import (
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
	file    string
	heldOut int
	nodes   []string
	begin   []string
	each    int
}

// Flags that apply only with --players, and flags that do not apply with it.
var (
	ofPopulation      = []string{"held-out", "nodes", "begin", "each"}
	withoutPopulation = []string{"player", "questions", "sweep", "quick", "for", "games", "output", "all"}
)

func (f *populationFlags) register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.file, "players", "", "let each player of this `FILE` play itself (see pillars tune population)")
	set.IntVar(&f.heldOut, "held-out", -1, "with --players: last players to check the estimates by (default a third)")
	set.StringSliceVar(&f.nodes, "nodes", []string{"250", "4000"}, "with --players: node `LIMITS`")
	set.StringSliceVar(&f.begin, "begin", []string{"start", "openings"},
		"with --players: how games `BEGIN`: start, openings, turns (each first turn)")
	set.IntVar(&f.each, "each", 60, "with --players: games of each player, node limit and way to begin")
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

// plan returns the plan that the flags describe.
func (f *populationFlags) plan(v measurement.Variant, seed uint64) (p measurement.Population, err error) {
	p = measurement.Population{Variant: v, HeldOut: f.heldOut, Games: f.each, Seed: seed}
	if p.Players, err = measurement.ReadPlayers(f.file); err != nil {
		return p, fmt.Errorf("--players: %w", err)
	}
	if f.heldOut < 0 {
		p.HeldOut = len(p.Players) / 3
	}
	for _, text := range f.nodes {
		limit, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
		if err != nil {
			return p, fmt.Errorf("--nodes %s: write whole numbers with commas between them, such as 250,4000", text)
		}
		p.Nodes = append(p.Nodes, limit)
	}
	slices.Sort(p.Nodes)
	for _, text := range f.begin {
		p.Begins = append(p.Begins, measurement.Begins(strings.TrimSpace(text)))
	}
	return p, p.Check()
}

// measurePopulation measures a game by the players of --players.
func (f *measureFlags) measurePopulation(cmd *cobra.Command, name string, game engine.Game) error {
	if !slices.Contains(cli.GameNames(), name) {
		return cli.Usagef("--players: %q is no game to play; %s", name, engine.Suggest(name, "known are ", cli.GameNames()))
	}
	if given := changed(cmd, withoutPopulation); given != "" {
		return cli.Usagef("--%s does not apply with --players; leave one of them out", given)
	}
	variants, err := f.variants(cmd, game)
	if err != nil {
		return err
	}
	plan, err := f.players.plan(variants[0], f.plan.Seed)
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

package measure

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/results/experiment"
	"pillars/results/metrics"
	"pillars/results/recorder"
	"pillars/results/runs"
	"pillars/results/store"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
)

// variants reads GAME:OPTION=VALUE,... as often as it is given. A range stands for all its values that the game has; it
// is said which it has not.
func (f *compareFlags) variants(cmd *cobra.Command, texts []string) (all []experiment.Variant, err error) {
	for _, text := range texts {
		variants, refused := experiment.Variants(text)
		if len(variants) == 0 {
			return nil, cli.Usagef("%w", refused)
		}
		tellLeftOut(cmd, f.quiet, text, refused)
		all = append(all, variants...)
	}
	return all, nil
}

func tellLeftOut(cmd *cobra.Command, quiet bool, of string, refused error) {
	if refused != nil && !quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: left out is what the game does not have\n%v\n", of, refused)
	}
}

func completeVariant(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	game, options, hasOptions := strings.Cut(typed, ":")
	if !hasOptions {
		return cli.GameNames(), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	before := typed[:len(game)+1+strings.LastIndex(options, ",")+1]
	offers, directive := cli.CompleteOption(cmd, []string{game}, typed[len(before):])
	for i, offer := range offers {
		offers[i] = before + offer
	}
	return offers, directive
}

type ladder struct {
	rungs   int
	climber string
	most    uint64 // nodes
}

const fewestNodes = 8

func (l ladder) check(v experiment.Variant) error {
	if !l.climbs(v) {
		return nil
	}
	_, keys, _ := search.SplitText(l.climber)
	if slices.ContainsFunc(keys, func(key string) bool { return strings.HasPrefix(key, "nodes=") }) {
		return cli.Usagef("--climber %s: the climber comes without its nodes, which are doubled from rung to rung; "+
			"--rung-nodes says how far", l.climber)
	}
	player, err := recorder.LimitedPlayer("climber", search.WithNodes(l.climber, fewestNodes), v.Rules)
	if err != nil {
		return cli.Usagef("--%w", err)
	}
	cli.ClosePlayers(io.Discard, player)
	return nil
}

func (l ladder) climbs(v experiment.Variant) bool { return l.rungs > 0 && v.Rules.Seats() == 2 }

// climb finds players each of whom scores 75 % against the one before. The last one may have failed to: it bounds the
// depth.
func (f *compareFlags) climb(cmd *cobra.Command, v experiment.Variant) ([]metrics.Rung, error) {
	if !f.ladder.climbs(v) {
		return nil, nil
	}
	chain := []metrics.Rung{{Player: "random"}}
	for nodes := uint64(fewestNodes); nodes <= f.ladder.most && len(chain) <= f.ladder.rungs; nodes *= 2 {
		rung, err := f.tryRung(cmd, v, chain[len(chain)-1].Player, search.WithNodes(f.ladder.climber, nodes))
		if err != nil {
			return nil, err
		}
		if rung.Points >= metrics.Passing*float64(rung.Games) || 2*nodes > f.ladder.most {
			chain = append(chain, rung)
		}
	}
	return chain, nil
}

func (f *compareFlags) tryRung(cmd *cobra.Command, v experiment.Variant, below, player string) (
	rung metrics.Rung, err error,
) {
	s, err := f.prepareOpened(cmd, v, []string{player, below})
	if err != nil {
		return rung, err
	}
	s.Brief = true
	if err := s.Do(cmd.Context()); err != nil {
		return rung, err
	}
	rung.Player = player
	err = cli.WithStore(f.db, func(db *store.Store) error {
		stored, err := db.Results(cmd.Context(), s.Run.ID)
		identity := func(r tournament.Result) string { return r.Identity }
		for _, result := range runs.Planned(s.Plan.Games, stored, identity) {
			rung.Points += result.Outcome.Scores[slices.Index(result.Players, s.Spec.Players[0])]
			rung.Games++
		}
		return err
	})
	return rung, err
}

// playing are the full names of a run's players, those that met themselves with the nodes around which theirs were
// drawn.
func playing(spec tournament.Spec, rules engine.Rules) []string {
	names := slices.Clone(spec.Players)
	for i, name := range names {
		if !spec.Format.Mirrored() || spec.Limits.Nodes == 0 {
			continue
		}
		names[i] = search.WithNodes(name, spec.Limits.Nodes)
		if player, err := players.New(names[i], rules); err == nil {
			names[i] = player.Name()
			cli.ClosePlayers(io.Discard, player)
		}
	}
	return names
}

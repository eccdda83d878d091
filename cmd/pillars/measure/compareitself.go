package measure

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"pillars/cmd/pillars/cli"
	"pillars/cmd/pillars/learn"
	"pillars/engine"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// itselfSpread is the factor within which the nodes of a player that meets itself are drawn.
const itselfSpread = 2

// itself makes a spec one of a player that meets itself, and returns it without the nodes that are drawn.
func itself(spec *tournament.Spec, player string) []string {
	spec.Format = tournament.SelfPlay
	kind, keys, err := search.SplitText(player)
	if err != nil || kind == search.CommandKind {
		return []string{player}
	}
	var others []string
	for _, key := range keys {
		text, found := strings.CutPrefix(key, "nodes=")
		if nodes, err := strconv.ParseUint(text, 10, 64); found && err == nil && nodes > 0 {
			spec.Limits.Nodes, spec.Spread = nodes, itselfSpread
			continue
		}
		others = append(others, key)
	}
	if len(others) == 0 {
		return []string{kind}
	}
	return []string{kind + ":" + strings.Join(others, ",")}
}

// playing are the full names of a run's players, those that met themselves with the nodes around which theirs were drawn.
func playing(spec tournament.Spec, rules engine.Rules) []string {
	names := slices.Clone(spec.Players)
	for i, name := range names {
		if !spec.Format.Mirrored() || spec.Limits.Nodes == 0 {
			continue
		}
		names[i] = learn.WithNodes(name, spec.Limits.Nodes)
		if player, err := players.New(names[i], rules); err == nil {
			names[i] = player.Name()
			cli.ClosePlayers(io.Discard, player)
		}
	}
	return names
}

// compareCommand is the command that plays so many games of players with themselves in a comparison: those that it measures, or those from the start
// that it plays besides.
func compareCommand(spec tournament.Spec, rules engine.Rules, games int) string {
	var options []string
	for _, option := range spec.Options {
		options = append(options, option.Name+"="+option.Value)
	}
	words := []string{"pillars", "compare", cli.Quoted(spec.Game + ":" + strings.Join(options, ","))}
	seed := "--seed=" + strconv.FormatUint(spec.Seed, 10)
	if spec.Openings.Kind == openings.None {
		return strings.Join(append(words, "--games=1", "--start-games="+strconv.Itoa(games), seed), " ")
	}
	for _, player := range playing(spec, rules) {
		words = append(words, "--player="+cli.Quoted(player))
	}
	words = append(words, "--games="+strconv.Itoa(games), "--opening-turns="+strconv.Itoa(spec.Openings.Turns), seed)
	return strings.Join(words, " ")
}

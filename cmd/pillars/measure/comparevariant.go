package measure

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"pillars/cmd/pillars/cli"
	"pillars/engine"
	"pillars/engine/games"
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
		spread, err := unfolded(text)
		if err != nil {
			return nil, err
		}
		variants, refused := variantsOf(spread, len(spread) > 1, parseVariant)
		if len(variants) == 0 {
			return nil, refused
		}
		tellLeftOut(cmd, f.quiet, text, refused)
		all = append(all, variants...)
	}
	return all, nil
}

// variantsOf reads the variants that texts stand for. What is refused is left out where that is meant, and else leaves
// none.
func variantsOf(texts []string, leaveOut bool, read func(string) (experiment.Variant, error)) (
	variants []experiment.Variant, refused error,
) {
	for _, text := range texts {
		if v, err := read(text); err != nil {
			refused = errors.Join(refused, err)
		} else {
			variants = append(variants, v)
		}
	}
	if refused != nil && !leaveOut {
		return nil, refused
	}
	return variants, refused
}

func tellLeftOut(cmd *cobra.Command, quiet bool, of string, refused error) {
	if refused != nil && !quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: left out is what the game does not have\n%v\n", of, refused)
	}
}

// unfolded are the texts that a variant with ranges, such as size=5..8, stands for; the text itself if it has none.
func unfolded(text string) ([]string, error) {
	game, options, hasOptions := strings.Cut(text, ":")
	if !hasOptions {
		return []string{text}, nil
	}
	texts := []string{game + ":"}
	for i, option := range strings.Split(options, ",") {
		values, err := valuesOf(option)
		if err != nil {
			return nil, cli.Usagef("%s: %w", text, err)
		}
		var longer []string
		for _, before := range texts {
			for _, value := range values {
				if i > 0 {
					value = "," + value
				}
				longer = append(longer, before+value)
			}
		}
		if texts = longer; len(texts) > maxSweepValues {
			return nil, cli.Usagef("%s: it stands for more than %d variants", text, maxSweepValues)
		}
	}
	return texts, nil
}

// valuesOf are the settings that an option with a range of whole numbers stands for; the option itself if it has none.
func valuesOf(option string) ([]string, error) {
	name, value, _ := strings.Cut(option, "=")
	values, ranged, err := wholeRange(value)
	if err != nil {
		return nil, fmt.Errorf("option %s: %w", option, err)
	}
	if !ranged {
		return []string{option}, nil
	}
	for i, n := range values {
		values[i] = name + "=" + n
	}
	return values, nil
}

func parseVariant(text string) (experiment.Variant, error) {
	name, list, hasOptions := strings.Cut(text, ":")
	v := experiment.Variant{Setting: text}
	game, err := games.Find(name)
	if err != nil {
		return v, cli.Usagef("%w", err)
	}
	var options []string
	if hasOptions {
		options = strings.Split(list, ",")
	}
	if v.Options, err = engine.ParseSettings(options); err == nil {
		v.Rules, err = game.New(v.Options)
	}
	if err != nil {
		return v, cli.Usagef("%s: %w", text, err)
	}
	return v, nil
}

func completeVariant(typed string) ([]string, cobra.ShellCompDirective) {
	game, options, hasOptions := strings.Cut(typed, ":")
	if !hasOptions {
		return cli.GameNames(), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	before := typed[:len(game)+1+strings.LastIndex(options, ",")+1]
	offers, directive := cli.CompleteOption(nil, []string{game}, typed[len(before):])
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

const maxSweepValues = 64

// wholeRange are the whole numbers of a range such as 4..8; ranged is false for any other text.
func wholeRange(text string) (values []string, ranged bool, err error) {
	from, to, ranged := strings.Cut(text, "..")
	if !ranged {
		return nil, false, nil
	}
	low, err1 := strconv.Atoi(from)
	high, err2 := strconv.Atoi(to)
	if err1 != nil || err2 != nil || low > high || high-low >= maxSweepValues {
		return nil, true, fmt.Errorf("give two whole numbers, the smaller first, at most %d values apart",
			maxSweepValues)
	}
	for value := low; value <= high; value++ {
		values = append(values, strconv.Itoa(value))
	}
	return values, true, nil
}

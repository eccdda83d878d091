package experiment

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/estimate/metrics"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
)

// Variant is a game with options.
type Variant struct {
	Setting string // what tells it from others; empty if it is the only one
	Options engine.Settings
	Rules   engine.Rules
}

// NewVariant returns a game with options. It fails for options that the game does not have.
func NewVariant(game engine.Game, setting string, options []string) (v Variant, err error) {
	v.Setting = setting
	if v.Options, err = engine.ParseSettings(options); err == nil {
		v.Rules, err = game.New(v.Options)
	}
	return v, err
}

// maxSweepValues is the most values of a range, and the most variants that a text may describe.
const maxSweepValues = 64

// Variants reads GAME:OPTION=VALUE,... A text with ranges such as size=5..8 describes several variants. Variants
// leaves out variants that the game does not have; the error refused names them.
func Variants(text string) (variants []Variant, refused error) {
	name, list, hasOptions := strings.Cut(text, ":")
	lists := [][]string{nil}
	if hasOptions {
		var err error
		if lists, err = spread(strings.Split(list, ",")); err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
	}
	game, err := games.Find(name)
	if err != nil {
		return nil, err
	}
	for _, options := range lists {
		one := name
		if hasOptions {
			one += ":" + strings.Join(options, ",")
		}
		v, err := NewVariant(game, one, options)
		if err != nil {
			refused = errors.Join(refused, fmt.Errorf("%s: %w", one, err))
			continue
		}
		variants = append(variants, v)
	}
	return variants, refused
}

// Sweep returns the variants of a game that differ in one option, given as name=4..8 or name=4,6,8. It leaves out
// values of a range that the game does not have; the error refused names them. It fails for such values in a list.
func Sweep(game engine.Game, options []string, sweep string) (variants []Variant, refused error) {
	name, list, found := strings.Cut(sweep, "=")
	if !found || list == "" {
		return nil, errors.New("write name=from..to or name=value,value")
	}
	values, ranged, err := wholeRange(list)
	if err != nil {
		return nil, err
	}
	if !ranged {
		values = strings.Split(list, ",")
	}
	for _, value := range values {
		setting := name + "=" + strings.TrimSpace(value)
		v, err := NewVariant(game, setting, append(slices.Clip(options), setting))
		if err != nil {
			if refused == nil || !strings.Contains(refused.Error(), err.Error()) { // of an option that there is not
				refused = errors.Join(refused, err)
			}
			continue
		}
		variants = append(variants, v)
	}
	if refused != nil && !ranged {
		return nil, refused
	}
	return variants, refused
}

// spread returns all combinations of the options, with each range replaced by its values.
func spread(options []string) (lists [][]string, err error) {
	lists = [][]string{nil}
	for _, option := range options {
		name, value, _ := strings.Cut(option, "=")
		values, ranged, err := wholeRange(value)
		if err != nil {
			return nil, fmt.Errorf("option %s: %w", option, err)
		}
		for i := range values {
			values[i] = name + "=" + values[i]
		}
		if !ranged {
			values = []string{option}
		}
		var longer [][]string
		for _, before := range lists {
			for _, value := range values {
				longer = append(longer, append(slices.Clip(before), value))
			}
		}
		if lists = longer; len(lists) > maxSweepValues {
			return nil, fmt.Errorf("it stands for more than %d variants", maxSweepValues)
		}
	}
	return lists, nil
}

// wholeRange returns the whole numbers of a range such as 4..8; ranged is false for any other text.
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

// Itself changes a spec so that a player plays against itself, with a node limit drawn for every decision between
// half and twice the player's limit. It returns the player without its node limit.
func Itself(spec *tournament.Spec, player string) []string {
	spec.Format = tournament.SelfPlay{}
	itself, err := search.ParseSpec(player)
	if err != nil || itself.Limits.Nodes == 0 {
		return []string{player}
	}
	spec.Limits.Nodes, spec.Format = itself.Limits.Nodes, tournament.SelfPlay{Spread: 2}
	return []string{itself.Without("nodes")}
}

// Playing returns the full names of the players of a run. For players that played against themselves, the name
// includes the node limit around which their limits were drawn.
func Playing(spec tournament.Spec, rules engine.Rules) []string {
	names := slices.Clone(spec.Players)
	for i, name := range names {
		if !spec.Traits().Mirrored || spec.Limits.Nodes == 0 {
			continue
		}
		names[i] = search.With(name, "nodes", spec.Limits.Nodes)
		if player, err := players.New(names[i], rules); err == nil {
			names[i] = player.Name()
			_ = search.Close(player)
		}
	}
	return names
}

// FewestNodes is the node limit of the climber on the first rung above random play.
const FewestNodes = 8

// Climb returns a chain of players, each of which passes against the player before it; the first is random play. It
// doubles the node limit of the climber until it passes. The chain ends after a number of rungs, or at the limit
// most; there the last player may have failed, which bounds the depth. The function play matches a player against the
// player below it.
func Climb(climber string, rungs int, most uint64, play func(player, below string) (metrics.Rung, error)) (
	chain []metrics.Rung, err error,
) {
	chain = []metrics.Rung{{Player: "random"}}
	for nodes := uint64(FewestNodes); nodes <= most && len(chain) <= rungs; nodes *= 2 {
		rung, err := play(search.With(climber, "nodes", nodes), chain[len(chain)-1].Player)
		if err != nil {
			return nil, err
		}
		if rung.Points >= metrics.Passing*float64(rung.Games) || 2*nodes > most {
			chain = append(chain, rung)
		}
	}
	return chain, nil
}

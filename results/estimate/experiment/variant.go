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

// Variant is a game with values of its options.
type Variant struct {
	Setting string // options that distinguish it from other variants; empty if it is the only one
	Options engine.Settings
	Rules   engine.Rules
}

// NewVariant returns the variant with the given options, each written name=value. It returns an error for options that
// the game does not have.
func NewVariant(game engine.Game, setting string, options []string) (v Variant, err error) {
	v.Setting = setting
	if v.Options, err = engine.ParseSettings(options); err == nil {
		v.Rules, err = game.New(v.Options)
	}
	return v, err
}

// maxSweepValues is the greatest number of values in a range, and of variants that a single text describes.
const maxSweepValues = 64

// Variants reads GAME:OPTION=VALUE,... A text with ranges such as size=5..8 describes several variants. Variants leaves
// out variants that the game does not have, and names them in the error refused.
func Variants(text string) (variants []Variant, refused error) {
	name, list, hasOptions := strings.Cut(text, ":")
	lists := [][]string{nil}
	if hasOptions {
		var err error
		if lists, err = combinations(strings.Split(list, ",")); err != nil {
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

// Sweep returns the variants of a game that differ in one option, given as name=4..8 or name=4,6,8. If the game does
// not have some values of a range 4..8, Sweep leaves them out and names them in the error refused. If it does not have
// a value of a list 4,6,8, Sweep returns only the error.
func Sweep(game engine.Game, options []string, sweep string) (variants []Variant, refused error) {
	name, list, found := strings.Cut(sweep, "=")
	if !found || list == "" {
		return nil, errors.New("write name=from..to or name=value,value")
	}
	settings, ranged, err := settingsOf(name, list)
	if err != nil {
		return nil, err
	}
	for _, setting := range settings {
		v, err := NewVariant(game, setting, append(slices.Clip(options), setting))
		if err != nil {
			// The error of an unknown option is the same for every value.
			if refused == nil || !strings.Contains(refused.Error(), err.Error()) {
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

// combinations returns all combinations of the options, with each range replaced by its values.
func combinations(options []string) (lists [][]string, err error) {
	lists = [][]string{nil}
	for _, option := range options {
		settings := []string{option}
		if name, value, hasValue := strings.Cut(option, "="); hasValue {
			if settings, _, err = settingsOf(name, value); err != nil {
				return nil, fmt.Errorf("option %s: %w", option, err)
			}
		}
		var longer [][]string
		for _, before := range lists {
			for _, setting := range settings {
				longer = append(longer, append(slices.Clip(before), setting))
			}
		}
		if len(longer) > maxSweepValues {
			return nil, fmt.Errorf("it stands for more than %d variants", maxSweepValues)
		}
		lists = longer
	}
	return lists, nil
}

// settingsOf returns the settings name=value for all values in a list such as 4,6,8 or a range such as 4..8. ranged
// reports whether it is a range.
func settingsOf(name, values string) (settings []string, ranged bool, err error) {
	from, to, ranged := strings.Cut(values, "..")
	if !ranged {
		for value := range strings.SplitSeq(values, ",") {
			settings = append(settings, name+"="+strings.TrimSpace(value))
		}
		return settings, false, nil
	}
	low, err1 := strconv.Atoi(from)
	high, err2 := strconv.Atoi(to)
	if err1 != nil || err2 != nil || low > high || high-low >= maxSweepValues {
		return nil, true, fmt.Errorf("give two whole numbers, the smaller first, at most %d values apart",
			maxSweepValues)
	}
	for value := low; value <= high; value++ {
		settings = append(settings, fmt.Sprintf("%s=%d", name, value))
	}
	return settings, true, nil
}

// AgainstItself changes a spec so that a player plays against itself. If the player's text has a node limit, every
// decision draws its limit between half and twice that number. AgainstItself returns the players for the spec: this
// player without its node limit.
func AgainstItself(spec *tournament.Spec, player string) []string {
	spec.Format = tournament.SelfPlay{}
	parsed, err := search.ParseSpec(player)
	if err != nil || parsed.Limits.Nodes == 0 {
		return []string{player}
	}
	spec.Limits.Nodes, spec.Format = parsed.Limits.Nodes, tournament.SelfPlay{Spread: 2}
	return []string{parsed.Without("nodes")}
}

// Playing returns the full names of the players of a run. In a run of players against themselves, a name includes the
// node limit around which the limits were drawn.
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

// FewestNodes is the lowest node limit that [Climb] tries.
const FewestNodes = 8

// Climb returns a chain of players, in which each player scores [metrics.Passing] or more against the player below it.
// The lowest player is random play; the others are the climber with increasing node limits. Climb doubles the limit
// until the climber passes against the highest player so far. The chain has at most the given number of rungs above
// random play, and no limit above most. The climber with the last limit is added even if it does not pass, since its
// score gives a bound of the depth. The function play plays a match between a player and the player below it.
func Climb(climber string, rungs int, most uint64, play func(player, below string) (metrics.Rung, error)) (
	chain []metrics.Rung, err error,
) {
	chain = []metrics.Rung{{Player: "random"}}
	for nodes := uint64(FewestNodes); nodes <= most && len(chain) <= rungs; nodes *= 2 {
		rung, err := play(search.With(climber, "nodes", nodes), chain[len(chain)-1].Player)
		if err != nil {
			return nil, err
		}
		passed, lastLimit := rung.Points >= metrics.Passing*float64(rung.Games), 2*nodes > most
		if passed || lastLimit {
			chain = append(chain, rung)
		}
	}
	return chain, nil
}

// PointsOf returns a player's points in the planned games that have results, and the number of these games. The keys of
// results are the identities of games.
func PointsOf(player string, planned []tournament.Planned, results map[string]tournament.Result) (
	points float64, games int,
) {
	for _, game := range planned {
		if result, done := results[game.Identity]; done {
			points += result.Outcome.Scores[slices.Index(result.Players, player)]
			games++
		}
	}
	return points, games
}

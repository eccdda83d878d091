// Package experiment measures the advantage of the seats of a game, with players that play against themselves. A
// [Plan] lists the measurements, a [Gatherer] takes the finished games of one of them, and a [Finding] holds the
// results. A [Ladder] holds how results change with the node limit. Tables and charts show the findings.
//
// Every interval stays valid however often one looks at it: one may look after every game and stop at will. Games with
// the same moves count once.
package experiment

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/engine/parallel"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/openings"
)

// Plan lists measurements and says when they end.
type Plan struct {
	Game      engine.Game
	Spec      tournament.Spec // settings of all runs, with the node limit of the lowest rung
	Spread    float64         // factor within which node limits are drawn, see [tournament.Planned]
	Players   []string        // each plays against itself
	Measures  []string        // some of [Measures]
	Rungs     int             // number of node limits for each player
	Games     int             // greatest number of games of a measurement; 0 for the default
	HalfWidth float64         // half width of the intervals of scores at which a measurement ends; 0 for none
	Time      time.Duration   // limit for all measurements together; 0 for none
	Swept     bool            // whether the variants differ in the value of an option
	Shard     parallel.Shard  // part of each measurement that this process plays; zero for all

	Source func(engine.Rules) (openings.Source, error) // returns the openings to play from; nil for random ones

	Measurements []Measurement // filled by [Plan.Add]
}

// Bounds of a plan. usualGames is the greatest number of games of a measurement in a plan that limits neither the games
// nor the time nor the width of intervals.
const (
	MaxRungs   = 8
	MostGames  = 100_000
	usualGames = 200
)

// Measure says how the games of a measurement begin.
type Measure string

const (
	FromStart    Measure = "start"
	FromOpenings Measure = "openings"
)

// Measures returns the names of all measures.
func Measures() []string { return []string{string(FromStart), string(FromOpenings)} }

// Rank returns the index of a measure in [Measures].
func (m Measure) Rank() int { return slices.Index(Measures(), string(m)) }

// Where returns the measure in words, such as "from the start".
func (m Measure) Where() string {
	return map[Measure]string{FromStart: "from the start", FromOpenings: "from openings"}[m]
}

// MeasureOf returns the measure of a run.
func MeasureOf(spec tournament.Spec) Measure {
	if spec.Openings.Kind == openings.None {
		return FromStart
	}
	return FromOpenings
}

// Measurement is one run of a player against itself.
type Measurement struct {
	Setting string // options that distinguish it from other measurements; empty if all have the same
	Measure Measure
	Player  string
	Nodes   uint64 // node limit from which each decision's random limit differs by a factor of up to Plan.Spread
	Rules   engine.Rules
	Spec    tournament.Spec
}

// Add adds the measurements of a variant to the plan, rung by rung, so that a run that stops early has complete lower
// rungs. A player without a node limit has only one rung.
func (p *Plan) Add(v Variant) error {
	for rung := range p.Rungs {
		for _, player := range p.Players {
			for _, name := range p.Measures {
				measure := Measure(name)
				if rung > 0 && !players.Thinks(player) {
					continue
				}
				m := Measurement{Setting: v.Setting, Measure: measure, Player: player, Rules: v.Rules,
					Nodes: p.Spec.Limits.Nodes * uint64(math.Pow(rungFactor, float64(rung)))}
				if err := p.settle(&m, v.Options, rung); err != nil {
					return err
				}
				isSame := func(other Measurement) bool { return other.Spec.Hash() == m.Spec.Hash() }
				if slices.ContainsFunc(p.Measurements, isSame) {
					return fmt.Errorf("%s: the same measurement is asked for twice; name it once", m)
				}
				p.Measurements = append(p.Measurements, m)
			}
		}
	}
	return nil
}

// settle sets the spec of a measurement, and replaces its player by the player's full name.
func (p *Plan) settle(m *Measurement, options engine.Settings, rung int) (err error) {
	spec := p.Spec
	spec.Game, spec.Options, spec.Players = p.Game.Name(), options, []string{m.Player}
	spec.Limits.Nodes = m.Nodes
	spec.Format = tournament.Format{Kind: tournament.SelfPlay, Spread: p.Spread}
	if spec.Openings, err = p.openings(m); err != nil {
		return err
	}
	spec.Rounds = max(1, p.mostGames()/spec.RoundGames(m.Rules.Seats()))
	if spec.Openings.Kind == openings.FromBook {
		spec.Rounds = min(spec.Rounds, spec.Openings.InBook())
	}
	if m.Spec, err = spec.Settle(p.Game, players.Recorded); err == nil {
		m.Player = m.Spec.Players[0] // set first, because the seed depends on the full name
		m.Spec.Seed = p.seed(m, rung)
	}
	return err
}

// seed returns the seed of a measurement. Each rung, each player and each value of a swept option has its own openings
// and its own draws of node limits, so that their scores are independent. Without a sweep, the lowest rung of the first
// player has the seed of the plan itself. So any measurement can be repeated by a plan that has only this measurement,
// and its seed.
func (p *Plan) seed(m *Measurement, rung int) uint64 {
	seed := p.Spec.Seed
	if m.Setting != "" {
		seed = engine.DeriveSeed(seed, "setting", m.Setting)
	}
	if len(p.Measurements) > 0 && m.Player != p.Measurements[0].Player {
		seed = engine.DeriveSeed(seed, "player", m.Player)
	}
	if rung > 0 {
		seed = engine.DeriveSeed(seed, "rung", strconv.Itoa(rung+1))
	}
	return seed
}

// openings returns the source of the openings of a measurement.
func (p *Plan) openings(m *Measurement) (openings.Source, error) {
	switch {
	case m.Measure != FromOpenings:
		return openings.Source{Kind: openings.None}, nil
	case p.Source != nil:
		return p.Source(m.Rules)
	}
	divided, err := openings.DividesSetUp(m.Rules, 0) // any drawn set-up shows it
	if divided {
		return openings.Source{Kind: openings.SetUps}, err
	}
	return openings.Source{Turns: p.Spec.Openings.Turns}, err
}

// mostGames returns the greatest number of games of a measurement.
func (p *Plan) mostGames() int {
	switch {
	case p.Games > 0:
		return p.Games
	case p.Time > 0 || p.HalfWidth > 0:
		return MostGames
	}
	return usualGames
}

// String returns the setting if there is one, the player, the node limit if there is one, and the measure.
func (m Measurement) String() string {
	text := m.Player + ", "
	if players.Thinks(m.Player) {
		text += strconv.FormatUint(m.Nodes, 10) + " nodes, "
	}
	if m.Setting != "" {
		text = m.Setting + ", " + text
	}
	return text + string(m.Measure)
}

// Played returns how many games of a measurement this process plays at most: those in p.Shard.
func (p *Plan) Played(m Measurement) int {
	return p.Shard.Count(m.Spec.Rounds) * m.Spec.RoundGames(m.Rules.Seats())
}

// Conditions returns in words how node limits vary, where games begin and how they end. The rungs of a ladder share
// them.
func (m Measurement) Conditions() string {
	text := fmt.Sprintf("limits drawn within a factor of %g", m.Spec.Format.Spread)
	if m.Spec.Openings.Kind != openings.None {
		text += ", openings: " + tournament.OpeningsText(m.Spec.Openings)
	}
	return text + tournament.EndsText(m.Spec)
}

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
	var options []string
	if hasOptions {
		options = strings.Split(list, ",")
	}
	lists, err := combinations(options)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", text, err)
	}
	game, err := games.Find(name)
	if err != nil {
		return nil, err
	}
	for _, options := range lists {
		setting := name
		if hasOptions {
			setting += ":" + strings.Join(options, ",")
		}
		v, err := NewVariant(game, setting, options)
		if err != nil {
			refused = errors.Join(refused, fmt.Errorf("%s: %w", setting, err))
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
	spec.Format = tournament.Format{Kind: tournament.SelfPlay}
	parsed, err := search.ParseSpec(player)
	if err != nil || parsed.Limits.Nodes == 0 {
		return []string{player}
	}
	spec.Limits.Nodes, spec.Format = parsed.Limits.Nodes, tournament.Format{Kind: tournament.SelfPlay, Spread: 2}
	return []string{parsed.Without("nodes")}
}

// Playing returns the full names of the players of a run. In a run of players against themselves, a name includes the
// node limit around which the limits were drawn.
func Playing(spec tournament.Spec, rules engine.Rules) []string {
	names := slices.Clone(spec.Players)
	for i, name := range names {
		if !spec.Format.Mirrored() || spec.Limits.Nodes == 0 {
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

// Package experiment measures the advantage of the seats of a game, with players that play against themselves. A
// [Plan] lists the measurements, a [Gatherer] takes the finished games of one of them, and a [Finding] holds the
// results. A [Ladder] holds how results change with the node limit. Tables and charts show the findings.
//
// Every interval stays valid however often one looks at it: one may look after every game and stop at will. Games with
// the same moves count once.
package experiment

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/results/show/progress"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/runner"
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

// Measure says how the games of a measurement begin, or that the seats have unequal node limits.
type Measure string

const (
	FromStart    Measure = "start"
	FromOpenings Measure = "openings"
	AtOdds       Measure = "odds" // unequal node limits, from the start
)

// Measures returns the names of all measures.
func Measures() []string { return []string{string(FromStart), string(FromOpenings), string(AtOdds)} }

// Rank returns the index of a measure in [Measures].
func (m Measure) Rank() int { return slices.Index(Measures(), string(m)) }

// Where returns the measure in words, such as "from the start".
func (m Measure) Where() string {
	return map[Measure]string{FromStart: "from the start", FromOpenings: "from openings", AtOdds: "at odds"}[m]
}

// MeasureOf returns the measure of a run.
func MeasureOf(spec tournament.Spec) Measure {
	switch {
	case spec.Traits().AtOdds:
		return AtOdds
	case spec.Openings.Kind == openings.None:
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
// rungs. A player without a node limit has only one rung. Games at odds also have only one rung, and need two seats.
func (p *Plan) Add(v Variant) error {
	for rung := range p.Rungs {
		for _, player := range p.Players {
			for _, name := range p.Measures {
				measure := Measure(name)
				hasOneRung := measure == AtOdds || !players.Thinks(player)
				possible := measure != AtOdds || v.Rules.Seats() == 2
				if rung > 0 && hasOneRung || !possible {
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
	spec.Format = tournament.SelfPlay{Spread: p.Spread}
	if m.Measure == AtOdds {
		spec.Format = tournament.Odds{Spread: p.Spread}
	}
	if spec.Openings, err = p.openings(m); err != nil {
		return err
	}
	spec.Rounds = max(1, p.mostGames(m.Measure)/spec.RoundGames(m.Rules.Seats()))
	if spec.Openings.Kind == openings.FromBook {
		spec.Rounds = min(spec.Rounds, spec.Openings.InBook())
	}
	if m.Spec, err = spec.Settle(p.Game, players.Recorded); err == nil {
		m.Player = m.Spec.Players[0]
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

// openings returns the source of the openings of a measurement: none, the given ones, drawn set-ups, or drawn turns.
func (p *Plan) openings(m *Measurement) (openings.Source, error) {
	switch {
	case m.Measure != FromOpenings:
		return openings.Source{Kind: openings.None}, nil
	case p.Source != nil:
		return p.Source(m.Rules)
	}
	divided, err := openings.DividesSetUp(m.Rules, 0)
	if divided {
		return openings.Source{Kind: openings.SetUps}, err
	}
	return openings.Source{Turns: p.Spec.Openings.Turns}, err
}

// mostGames returns the greatest number of games of a measurement. HalfWidth does not apply to games at odds.
func (p *Plan) mostGames(measure Measure) int {
	switch {
	case p.Games > 0:
		return p.Games
	case p.Time > 0 || p.HalfWidth > 0 && measure != AtOdds:
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

// Parts returns the measurements as parts of the work, from which the progress display predicts the time left. To guess
// the time of a game on the given number of workers, it plays for at most three seconds.
func (p *Plan) Parts(ctx context.Context, workers int) *progress.Parts {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	parts := &progress.Parts{Guess: map[string]float64{}}
	for _, m := range p.Measurements {
		games := float64(p.Played(m))
		cost := games // proportional to the time that measurements of one kind take
		if players.Thinks(m.Player) {
			cost *= float64(m.Nodes)
		}
		kind := fmt.Sprint(m.Setting, " ", m.Player, " ", m.Measure)
		parts.All = append(parts.All, progress.Part{Kind: kind, Cost: cost})
		if _, tried := parts.Guess[kind]; !tried {
			seconds := p.secondsOfGame(ctx, m) / float64(max(1, workers)) * games
			parts.Guess[kind] = seconds / cost
		}
	}
	return parts
}

// secondsOfGame estimates the time of a game of a measurement by short trials, see [runner.Pace.Try]. It returns
// seconds, or 0 if the time is unknown.
func (p *Plan) secondsOfGame(ctx context.Context, m Measurement) float64 {
	m.Spec.Rounds = 1
	plan, err := tournament.NewPlan(m.Spec, p.Game)
	if err != nil {
		return 0 // playing the measurement reports the error
	}
	var pace runner.Pace
	pace.Try(ctx, plan, players.Recorded)
	all, _ := pace.Expect(plan, 1)
	return all.Seconds() / float64(plan.Len())
}

// ExpectedTime returns a text such as "about 5 min on 4 workers": the expected time of all measurements.
func (p *Plan) ExpectedTime(parts *progress.Parts, workers int) string {
	all, known := parts.Expected()
	switch {
	case p.Time > 0 && (!known || all > p.Time):
		all = p.Time
	case !known:
		return "unknown until some games are played"
	}
	about := "about"
	if p.HalfWidth > 0 || p.Time > 0 {
		about = "at most about"
	}
	return fmt.Sprintf("%s %s on %s", about, progress.Duration(max(all, time.Second)),
		tournament.Counted(max(1, workers), "worker"))
}

// Played returns how many games of a measurement this process plays at most: those in p.Shard.
func (p *Plan) Played(m Measurement) int {
	return p.Shard.Count(m.Spec.Rounds) * m.Spec.RoundGames(m.Rules.Seats())
}

// Conditions returns in words how node limits vary, where games begin and how they end. The rungs of a ladder share
// them.
func (m Measurement) Conditions() string {
	text := fmt.Sprintf("limits drawn within a factor of %g", m.Spec.Traits().Spread)
	if m.Spec.Openings.Kind != openings.None {
		text += ", openings: " + tournament.OpeningsText(m.Spec.Openings)
	}
	return text + tournament.EndsText(m.Spec)
}

// Package experiment measures the advantage of the seats of a game, with players that play against themselves. A
// [Plan] lists the measurements, a [Gatherer] takes the finished games of one of them, and a [Finding] holds the
// results. A [Ladder] holds how results change with the node limit. Tables and charts show the findings.
//
// Every interval holds at all times: one may look after every game and stop at will. Games with the moves of an
// earlier game count once.
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

// Plan says which measurements are made, and how long they last.
type Plan struct {
	Game      engine.Game
	Spec      tournament.Spec // of all runs; the nodes are those of the lowest rung
	Spread    float64         // by which node limits are drawn, see [tournament.Planned]
	Players   []string        // each meets itself
	Measures  []string
	Rungs     int
	Games     int            // of a measurement at most; 0 for no more than the usual
	HalfWidth float64        // of the intervals of scores that ends a measurement; 0 for none
	Time      time.Duration  // of all measurements together; 0 for any
	Swept     bool           // variants differ in an option
	Shard     parallel.Shard // the part of each measurement that is played; zero for all

	Book func(engine.Rules) (openings.Source, error) // reads given openings; nil without

	Measurements []Measurement // see [Plan.Add]
}

// Bounds of a plan, and the usual games of a measurement that nothing else ends.
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
	AtOdds       Measure = "odds"
)

// Measures returns the names of all measures, in their order.
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
	Setting string // what tells its options from those of others
	Measure Measure
	Player  string
	Nodes   uint64 // of a decision, about
	Rules   engine.Rules
	Spec    tournament.Spec
}

// Add adds the measurements of a variant to the plan, rung by rung, so that a run that stops early has complete lower
// rungs. A player without a node limit has one rung.
func (p *Plan) Add(v Variant) error {
	for rung := range p.Rungs {
		for _, player := range p.Players {
			for _, name := range p.Measures {
				measure := Measure(name)
				once := measure == AtOdds || !players.Thinks(player)
				if rung > 0 && once || measure == AtOdds && v.Rules.Seats() != 2 {
					continue
				}
				m := Measurement{Setting: v.Setting, Measure: measure, Player: player, Rules: v.Rules,
					Nodes: p.Spec.Limits.Nodes * uint64(math.Pow(rungFactor, float64(rung)))}
				if err := p.settle(&m, v.Options, rung); err != nil {
					return err
				}
				if slices.ContainsFunc(p.Measurements,
					func(other Measurement) bool { return other.Spec.Hash() == m.Spec.Hash() }) {
					return fmt.Errorf("%s: the same measurement is asked for twice; name it once", m)
				}
				p.Measurements = append(p.Measurements, m)
			}
		}
	}
	return nil
}

func (p *Plan) settle(m *Measurement, options engine.Settings, rung int) (err error) {
	spec := p.Spec
	spec.Game, spec.Options, spec.Players = p.Game.Name(), options, []string{m.Player}
	if rung > 0 { // a ladder assumes that its rungs are independent, so each has a seed of its own
		spec.Seed = engine.DeriveSeed(spec.Seed, "rung", strconv.Itoa(rung+1))
	}
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
		spec.Rounds = min(spec.Rounds, len(spec.Openings.Lines))
	}
	if m.Spec, err = spec.Settle(p.Game, players.Recorded); err == nil {
		m.Player = m.Spec.Players[0]
	}
	return err
}

// openings returns the openings of a measurement. A measurement with a book ends when all openings of the book are
// played.
func (p *Plan) openings(m *Measurement) (openings.Source, error) {
	switch {
	case m.Measure != FromOpenings:
		return openings.Source{Kind: openings.None}, nil
	case p.Book != nil:
		return p.Book(m.Rules)
	}
	divided, err := openings.DividesSetUp(m.Rules, 0)
	if divided {
		return openings.Source{Kind: openings.SetUps}, err
	}
	return openings.Source{Turns: p.Spec.Openings.Turns}, err
}

// mostGames returns the most games of a measurement. At odds it ignores HalfWidth, which is about scores.
func (p *Plan) mostGames(measure Measure) int {
	switch {
	case p.Games > 0:
		return p.Games
	case p.Time > 0 || p.HalfWidth > 0 && measure != AtOdds:
		return MostGames
	}
	return usualGames
}

// String returns the measurement in a few words.
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

// Parts returns the measurements as parts of the work for a number of workers, weighted by nodes and by the time of a
// short game of each kind.
func (p *Plan) Parts(ctx context.Context, workers int) *progress.Parts {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	parts := &progress.Parts{Guess: map[string]float64{}}
	for _, m := range p.Measurements {
		games := float64(p.Played(m))
		cost := games
		if players.Thinks(m.Player) {
			cost *= float64(m.Nodes)
		}
		kind := fmt.Sprint(m.Setting, " ", m.Player, " ", m.Measure)
		parts.All = append(parts.All, progress.Part{Kind: kind, Cost: cost})
		if _, tried := parts.Guess[kind]; !tried {
			parts.Guess[kind] = p.secondsOfGame(ctx, m) / float64(max(1, workers)) * games / cost
		}
	}
	return parts
}

// secondsOfGame returns about how many seconds a game of a measurement takes, 0 if unknown.
func (p *Plan) secondsOfGame(ctx context.Context, m Measurement) float64 {
	m.Spec.Rounds = 1
	plan, err := tournament.NewPlan(m.Spec, p.Game)
	if err != nil {
		return 0 // whoever plays it gets the error
	}
	var pace runner.Pace
	pace.Try(ctx, plan, players.Recorded)
	all, _ := pace.Expect(plan, 1)
	return all.Seconds() / float64(max(1, plan.Len()))
}

// ExpectedTime returns in words how long all measurements take with a number of workers.
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

// Played returns the most games of a measurement that this process plays.
func (p *Plan) Played(m Measurement) int {
	return p.Shard.Count(m.Spec.Rounds) * m.Spec.RoundGames(m.Rules.Seats())
}

// Conditions returns in words all settings except the nodes. They must be equal for all rungs of a ladder.
func (m Measurement) Conditions() string {
	text := fmt.Sprintf("limits drawn within a factor of %g", m.Spec.Traits().Spread)
	if m.Spec.Openings.Kind != openings.None {
		text += ", openings: " + tournament.OpeningsText(m.Spec.Openings)
	}
	return text + tournament.EndsText(m.Spec)
}

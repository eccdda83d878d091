// Package metrics describes a game in numbers: how even, long, wide and deep it is. Every metric is a pure function of
// a [Sample], which holds small records of games. A metric has a number of observations and an interval. Its definition
// is data, so tables and pages print the same words. Package results/estimate/recorder makes the records from stored
// games.
//
// Each metric has a row in docs/reference/metrics.csv and a measure. Most measures are means or shares, some with
// Student's intervals, others with intervals that hold however often one looks. docs/reference/metrics.md explains both
// kinds, and the judge, a player that evaluates positions. If the data are not enough for a metric, the estimate is
// absent and the note says why. No number is ever NaN.
package metrics

import (
	"encoding/csv"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"pillars/docs"
	"pillars/engine"
	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
)

// Metric is one figure about a game.
type Metric struct {
	*Definition
	Subject  string         // seat, kind of step, ending, opening or quantity that the figure is about; may be empty
	N        int            // number of observations; Definition.Counts says what they are
	Estimate stats.Estimate // value with its interval at the 95 % level
	Note     string         // why the estimate is absent, or a warning about it
}

// Label returns the metric's title, followed by the subject if there is one.
func (m Metric) Label() string {
	if m.Subject == "" {
		return m.Title
	}
	return m.Title + ", " + m.Subject
}

// ID returns the metric's name, followed by a slash and the subject if there is one.
func (m Metric) ID() string {
	if m.Subject == "" {
		return m.Name
	}
	return m.Name + "/" + m.Subject
}

// Of returns all metrics of a sample, or only those with certain names or in certain groups, in the order of
// docs/reference/metrics.csv. Games that a player's fault ended count only in scores, wins and reasons of the end, and
// only if Forfeits is set in the [Sample]. If the sample has no data for a metric, its estimate is absent.
func Of(s Sample, only ...string) []Metric {
	s.rounds = grouped(s.Games)
	if s.Results == nil {
		s.Results = resultsOf(s.rounds)
	}
	s.Games = withoutFaults(s.Games)
	s.rounds = grouped(s.Games)
	var all []Metric
	defined := definitions()
	for i := range defined {
		d := &defined[i]
		if only != nil && !slices.Contains(only, d.Name) && !slices.Contains(only, d.Group) {
			continue
		}
		found := d.compute(s)
		if len(found) == 0 {
			found = absent("nothing to measure")
		}
		for _, m := range found {
			m.Definition, m.Estimate = d, d.within(m.Estimate)
			all = append(all, m)
		}
	}
	return all
}

// within cuts the interval of an estimate to the values that the metric can have.
func (d *Definition) within(e stats.Estimate) stats.Estimate {
	low, high := 0., math.Inf(1)
	switch {
	case d.Name == "stability":
		high = .25 // the greatest variance of numbers from 0 to 1
	case d.Unit == Share, d.Unit == Score, d.Name == "lead-changes":
		high = 1
	case d.Unit == Skill:
		low, high = math.Inf(-1), 1
	case d.Unit == Choices, d.Name == "opening-variety":
		low = 1 // a player without a legal step does not act
	}
	return between(e, low, high)
}

// between cuts the interval of a [stats.Measured] estimate to the values from low to high. It returns other estimates
// unchanged.
func between(e stats.Estimate, low, high float64) stats.Estimate {
	if e.Kind != stats.Measured || e.Low >= low && e.High <= high {
		return e
	}
	return stats.Limited(e.Value, max(low, e.Low), min(high, e.High))
}

// absent returns a single metric without an estimate. Its note is the text why.
func absent(why string) []Metric { return []Metric{{Note: why}} }

// oneMetric returns a single metric with the estimate e from n observations.
func oneMetric(n int, e stats.Estimate, note string) []Metric {
	return []Metric{{N: n, Estimate: e, Note: note}}
}

// grouped returns the games in groups with the same opening. A game without an opening is a group by itself.
func grouped(games []Trace) (all [][]Trace) {
	var open rounds.Gatherer[Trace]
	for _, g := range games {
		if alone := open.Add(g.Opening, g); alone != nil {
			all = append(all, alone)
		}
	}
	return append(all, open.Rest()...)
}

// withoutFaults returns the games that did not end by a player's fault.
func withoutFaults(games []Trace) []Trace {
	return slices.DeleteFunc(slices.Clone(games), func(g Trace) bool { return g.Ending == rounds.Broken })
}

// Definition says what a metric is, in the words that tables and pages print.
type Definition struct {
	Group    string // one of the Group constants, printed as a heading
	Title    string // name in tables
	Name     string // identifier in JSON and CSV
	Meaning  string // the definition, one or two sentences
	Unit     Unit
	Counts   string // what N counts, such as "games"
	Interval string // how the interval is made
	Source   string // publication that defines it
	Decimals int    // number of decimals with which the metric is printed
	compute  measure
}

// A measure computes the metrics of one definition from a sample.
type measure func(Sample) []Metric

// Unit is the unit of a metric's value.
type Unit string

const (
	Share   Unit = "share" // from 0 to 1, printed in percent
	Score   Unit = "score" // from 0 to 1
	Turns   Unit = "turns"
	Choices Unit = "choices"
	Number  Unit = "number" // from 0
	Skill   Unit = "skill"  // at most 1
	Rungs   Unit = "rungs"  // number of players of a chain
)

// Groups of metrics.
const (
	GroupResults    = "results"
	GroupLength     = "length"
	GroupChoice     = "choice"
	GroupPositions  = "positions"
	GroupTrajectory = "trajectory"
	GroupDepth      = "depth"
	GroupOpenings   = "openings"
	GroupQuantities = "quantities"
)

// definitions returns the definitions of all metrics, ordered by group.
var definitions = sync.OnceValue(func() (all []Definition) {
	rows, err := csv.NewReader(strings.NewReader(docs.Metrics)).ReadAll()
	if err != nil {
		panic(err) // the text is a part of the program
	}
	for _, r := range rows[1:] { // the columns are in the order of the fields
		decimals, err := strconv.Atoi(r[8])
		if err != nil {
			panic(err)
		}
		all = append(all, Definition{r[0], r[1], r[2], r[3], Unit(r[4]), r[5], r[6], r[7], decimals, measures[r[2]]})
	}
	return all
})

// RungScore is the name of the metric with the score of each rung of a chain.
const RungScore = "rung-score"

// measures holds the measure of every metric, by the name of the metric.
var measures = func() map[string]measure {
	all := map[string]measure{}
	for _, some := range []map[string]measure{
		resultMeasures, choiceMeasures, positionMeasures, trajectoryMeasures, depthMeasures,
	} {
		maps.Copy(all, some)
	}
	return all
}()

// Sample holds the data of the metrics: games of one set of rules, and a chain of players.
type Sample struct {
	Rules    Rules
	Games    []Trace
	Results  []rounds.Repeated // results of all games, for metrics that need no moves; if nil, they use Games
	Forfeits bool              // whether games that a player's fault ended count in scores, wins and reasons of the end
	Judge    string            // full name of the judge, a player that evaluated the games; empty without a judge
	Chain    []Rung            // players of increasing strength, each measured against the player before it

	rounds [][]Trace // Games by opening, set by Of
}

// Rules holds the facts about the rules that the metrics use.
type Rules struct {
	seats      []string // names of the seats
	stepKinds  []string // names of the kinds of steps
	quantities []engine.Metric
}

// RulesOf returns the facts about the rules.
func RulesOf(rules engine.Rules) Rules {
	return Rules{seats: rules.SeatNames(), stepKinds: rules.StepKinds(), quantities: engine.MetricsOf(rules)}
}

// Trace holds the facts about a game that the metrics use.
type Trace struct {
	Opening    string // name that the games from one opening share; empty for a game without a shared opening
	Players    []string
	Outcome    engine.Outcome
	Ending     rounds.Ending
	Turns      []Turn   // all turns, including a given opening
	Texts      []string // the turns as text
	Positions  []Position
	Judgements []Choice // values of legal turns in some positions
}

// Position holds facts about a position. A [Trace] has the positions before every turn, and the last one.
type Position struct {
	Key        uint64 // hash
	Canonical  uint64 // hash that symmetric copies of the position share, except at the end of a game
	Quantities []int  // values of [engine.MetricsOf] the rules; events are those of the turn before
}

// Turn is one turn of a game, with facts about the position before it.
type Turn struct {
	Seat        engine.Seat
	SetUp       bool // the turn belongs to the set-up of the board
	Given       bool // the turn belongs to a given opening, so players did not decide it
	Steps       []Step
	Wholes      int       // number of different legal whole turns; 0 if not counted
	Expectation []float64 // by seat: score from 0 to 1 that the judge expects before the turn; nil if not asked
	Undone      bool      // the next turn restored every square that this turn changed
}

// Step is one decision within a turn.
type Step struct {
	Kind  engine.StepKind
	Legal int // number of legal steps, including the step itself
}

// MostJudged is the greatest number of whole turns of a position that searches evaluate. If a position has more turns,
// MostJudged of them are drawn at random.
const MostJudged = 40

// Choice holds the values of legal whole turns in a position: the scores that searches expect for the seat to act.
type Choice struct {
	Shallow, Deep []float64 // values by a shallow and a deep search, of all turns or of MostJudged random ones
	Best          float64   // value of the deep search's choice among all turns; 0 if they are all in Deep
}

// Rung is a player of a chain and its score against the player of the rung below.
type Rung struct {
	Player string
	Points float64 // points against the rung below; a draw is half a point
	Games  int     // games against the rung below; 0 for the first rung
}

// Package metrics describes a game in numbers: how even, long, wide and deep it is. Every metric is a pure function of
// a [Sample], which holds small records of games. A metric has a number of observations and an interval. Its definition
// is data ([Definitions]), so tables and pages print the same words. Package results/estimate/recorder makes the
// records from stored games.
//
// Each metric is an entry in a list. Most entries use the measures mean or share, with Student's intervals, or
// anytimeMean, with intervals that hold at all times. docs/METRICS.md explains both kinds, and the judge that some
// metrics need. If the data are not enough for a metric, its estimate is absent and its note says why. No number is
// ever NaN.
package metrics

import (
	"math"
	"slices"

	"pillars/results/estimate/stats"
)

// Metric is one figure about a game.
type Metric struct {
	*Definition
	subject  string         // seat, kind of step, ending or quantity that the figure is about; may be empty
	N        int            // number of observations; the definition says what they are
	Estimate stats.Estimate // at the 95 % level
	Note     string         // why the estimate is absent, or a warning about it
}

// Label returns the metric's title with its subject. For a quantity of the game it returns only the subject.
func (m Metric) Label() string {
	switch {
	case m.subject == "":
		return m.Title
	case m.Name == quantityName:
		return m.subject
	}
	return m.Title + ", " + m.subject
}

// ID returns the metric's name, or name/subject.
func (m Metric) ID() string {
	if m.subject == "" {
		return m.Name
	}
	return m.Name + "/" + m.subject
}

// Text returns the value with its interval. Shares are in percent.
func (m Metric) Text() string {
	if m.Unit == Share {
		return m.Estimate.Percent(1)
	}
	return m.Estimate.Text(m.Decimals)
}

// Of returns all metrics of a sample, in the order of [Definitions]. It leaves out games that a player's fault ended,
// since these say nothing about the game. If the sample has no data for a metric, its estimate is absent.
func Of(s Sample) []Metric {
	s.Games, s.Starts = sound(s.Games), sound(s.Starts)
	var all []Metric
	for i := range definitions {
		d := &definitions[i]
		found := d.take(s)
		if len(found) == 0 {
			found = absent("nothing to measure")
		}
		for _, m := range found {
			m.Definition, m.Estimate = d, d.Unit.within(m.Estimate)
			all = append(all, m)
		}
	}
	return all
}

// within limits a symmetric interval to the values that the unit allows.
func (u Unit) within(e stats.Estimate) stats.Estimate {
	low, high := 0., math.Inf(1)
	switch u {
	case Share, Score:
		high = 1
	case Correlation:
		low, high = -1, 1
	case Choices:
		low = 1 // a player without a legal step does not act
	}
	return between(e, low, high)
}

// between limits a symmetric interval to the values from low to high.
func between(e stats.Estimate, low, high float64) stats.Estimate {
	if e.Kind != stats.Measured || e.Low >= low && e.High <= high {
		return e
	}
	return stats.Limited(e.Value, max(low, e.Low), min(high, e.High))
}

// absent returns a metric without an estimate. Its note is why.
func absent(why string) []Metric { return []Metric{{Note: why}} }

// one returns a metric with the estimate e from n observations, as the only one of its definition.
func one(n int, e stats.Estimate) []Metric { return []Metric{{N: n, Estimate: e}} }

// sound returns the games that no fault ended.
func sound(games []Game) []Game {
	return slices.DeleteFunc(slices.Clone(games), func(g Game) bool { return g.Ending == Broken })
}

// Definition says what a metric is, in the words that tables and pages print.
type Definition struct {
	Group string // one of the Group constants, printed as a heading
	entry
}

// An entry declares one metric in the list of its group.
type entry struct {
	Name     string // identifier in JSON and CSV
	Title    string // name in tables
	Unit     Unit
	Decimals int    // decimals to print
	Counts   string // what N counts, such as "games"
	Meaning  string // the definition, one or two sentences
	Source   string // publication that defines it
	measure
}

// A measure computes the metrics of one definition from a sample.
type measure struct {
	Interval string // how the interval is made
	take     func(Sample) []Metric
}

// Unit is the unit of a metric's value.
type Unit string

const (
	Share       Unit = "share" // from 0 to 1, printed in percent
	Score       Unit = "score" // from 0 to 1
	Turns       Unit = "turns"
	Steps       Unit = "steps"
	Choices     Unit = "choices"
	Logarithm   Unit = "log10"
	Number      Unit = "number"      // from 0
	Correlation Unit = "correlation" // from -1 to 1
	Rungs       Unit = "rungs"
	Micros      Unit = "microseconds"
)

// Sources of definitions.
const (
	browne      = "Browne, Automatic generation and evaluation of recombination games, 2008"
	afterBrowne = "after " + browne
	ludii       = "Piette and others, General board game concepts, 2021"
	aiai        = "Tavener, reports of Ai Ai"
	own         = "this program"
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
	GroupRandom     = "random play"
	GroupQuantities = "quantities"
)

// Definitions returns the definitions of all metrics, ordered by group.
func Definitions() []Definition { return slices.Clone(definitions) }

var definitions = slices.Concat(group(GroupResults, resultMetrics...), group(GroupLength, lengthMetrics...),
	group(GroupChoice, choiceMetrics...), group(GroupPositions, positionMetrics...),
	group(GroupTrajectory, slices.Concat(trajectoryMetrics, clarityMetrics)...), group(GroupDepth, depthMetrics...),
	group(GroupOpenings, openingMetrics...), group(GroupRandom, randomMetrics...),
	group(GroupQuantities, quantityMetrics))

// group returns the definitions of a group.
func group(name string, entries ...entry) (all []Definition) {
	for _, e := range entries {
		all = append(all, Definition{name, e})
	}
	return all
}

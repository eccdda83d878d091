// Package metrics says what a game is like: how even, how long, how wide, how deep. Every metric is a pure function
// of small records of games ([Sample]), and comes with its number of observations, an interval, and its definition as
// data ([Definitions]), so that tables and pages print the same words. Package results/estimate/recorder makes the
// records from stored games.
//
// docs/METRICS.md has the words, the judge whose opinions some metrics need, and how intervals are made. Where the data
// say nothing a metric is absent and says why: nothing is ever NaN.
package metrics

import (
	"math"
	"slices"

	"pillars/results/estimate/stats"
)

// Metric is one figure about a game.
type Metric struct {
	Definition
	// what of several it is of: a seat, a kind of step, an ending, a quantity; empty if there is but one
	subject  string
	N        int            // observations, of the kind that the definition names
	Estimate stats.Estimate // at the 95 % level
	Note     string         // why it is absent, or what to mind
}

// Label returns the metric's title with its subject; a quantity of the game speaks for itself.
func (m Metric) Label() string {
	switch {
	case m.subject == "":
		return m.Title
	case m.Name == quantityName:
		return m.subject
	}
	return m.Title + ", " + m.subject
}

// ID returns the metric's name with its subject, for programs.
func (m Metric) ID() string {
	if m.subject == "" {
		return m.Name
	}
	return m.Name + "/" + m.subject
}

// Text writes the value with its interval; shares in percent.
func (m Metric) Text() string {
	if m.Unit == Share {
		return m.Estimate.Percent(1)
	}
	return m.Estimate.Text(m.Decimals)
}

// Of returns all metrics of a sample in the order of [Definitions]. A metric for which the sample has no data is
// absent, with a note.
func Of(s Sample) []Metric {
	s.Games, s.Starts = sound(s.Games), sound(s.Starts)
	var all []Metric
	for _, d := range definitions {
		all = append(all, d.take(s)...)
	}
	return all
}

func (d definition) take(s Sample) []Metric {
	found := d.measure(s)
	if len(found) == 0 {
		found = absent("nothing to measure")
	}
	for i := range found {
		found[i].Definition, found[i].Estimate = d.Definition, d.Unit.within(found[i].Estimate)
	}
	return found
}

// within cuts a symmetric interval off where no value is possible.
func (u Unit) within(e stats.Estimate) stats.Estimate {
	low, high := 0., math.Inf(1)
	switch u {
	case Share, Score:
		high = 1
	case Correlation:
		low, high = -1, 1
	case Choices:
		low = 1 // somebody who has none does not act
	}
	return between(e, low, high)
}

// between cuts a symmetric interval off below and above bounds.
func between(e stats.Estimate, low, high float64) stats.Estimate {
	if e.Kind != stats.Measured || e.Low >= low && e.High <= high {
		return e
	}
	return stats.Limited(e.Value, max(low, e.Low), min(high, e.High))
}

func absent(why string) []Metric { return []Metric{{Note: why}} }

func one(n int, e stats.Estimate) []Metric { return []Metric{{N: n, Estimate: e}} }

// sound leaves out games that a player's fault ended: they show something about the player, not the game.
func sound(games []Game) []Game {
	return slices.DeleteFunc(slices.Clone(games), func(g Game) bool { return g.Ending == Broken })
}

// Definition says what a metric is. Tables and pages print its words.
type Definition struct {
	Name     string // for programs
	Group    string // what it is about, one of the Groups
	Title    string // for people
	Unit     Unit
	Decimals int    // worth printing
	Counts   string // what N counts
	Meaning  string // the definition, one or two sentences
	Interval string // how the interval is made
	Source   string // who defined it
}

// Unit is what a metric is counted in.
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

// How intervals are made.
const (
	anytime        = "anytime, by game"
	anytimeOpening = "anytime, by opening"
	byOpening      = "Student, by opening"
	byJack         = "jackknife, by opening"
	none           = "none"
	fromBounds     = "bounds"
)

// Sources of definitions.
const (
	browne      = "Browne, Automatic generation and evaluation of recombination games, 2008"
	afterBrowne = "after " + browne
	ludii       = "Piette and others, General board game concepts, 2021"
	aiai        = "Tavener, reports of Ai Ai"
	own         = "this program"
)

// Groups of metrics, in their order.
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

type definition struct {
	Definition
	measure func(Sample) []Metric
}

// Definitions returns all metrics there are, in the order in which [Of] takes them.
func Definitions() []Definition {
	var all []Definition
	for _, d := range definitions {
		all = append(all, d.Definition)
	}
	return all
}

var definitions = slices.Concat(resultDefinitions, lengthDefinitions, choiceDefinitions, positionDefinitions,
	trajectoryDefinitions, clarityDefinitions, depthDefinitions, openingDefinitions, randomDefinitions,
	quantityDefinitions)

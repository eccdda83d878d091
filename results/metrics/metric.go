package metrics

import (
	"math"

	"pillars/results/stats"
)

// Metric is one figure about a game.
type Metric struct {
	Definition
	Subject  string         // what of several it is of: a seat, a kind of step, an ending, a quantity; empty if there is but one
	N        int            // observations, of the kind that the definition names
	Estimate stats.Estimate // at the 95 % level
	Note     string         // why it is absent, or what to mind
}

// Label is the measure's title with its subject; a quantity of the game speaks for itself.
func (m Metric) Label() string {
	switch {
	case m.Subject == "":
		return m.Title
	case m.Name == quantityName:
		return m.Subject
	}
	return m.Title + ", " + m.Subject
}

// ID is the measure's name with its subject, for programs.
func (m Metric) ID() string {
	if m.Subject == "" {
		return m.Name
	}
	return m.Name + "/" + m.Subject
}

// Text writes the value with its interval; shares in percent.
func (m Metric) Text() string {
	if m.Unit == Share {
		return percent(m.Estimate)
	}
	return m.Estimate.Text(m.Decimals)
}

// percent writes a share in percent.
func percent(e stats.Estimate) string {
	if e.Kind == stats.Absent {
		return e.Text(0)
	}
	return e.Scaled(100).Text(1) + " %"
}

// Of takes all measures of a sample, in the order of [Definitions]. Each definition appears at least once: what the sample does not tell is absent,
// with the reason as its note.
func Of(s Sample) []Metric {
	s.Games, s.Starts = sound(s.Games), sound(s.Starts)
	var all []Metric
	for _, d := range definitions {
		all = append(all, d.take(s)...)
	}
	return all
}

// take takes the measures of one definition.
func (d definition) take(s Sample) []Metric {
	found := d.measure(s)
	if len(found) == 0 {
		found = []Metric{{Note: "nothing to measure"}}
	}
	for i := range found {
		found[i].Definition, found[i].Estimate = d.Definition, d.Unit.within(found[i].Estimate)
	}
	return found
}

// within cuts off what of a symmetric interval lies where no value can.
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

// between cuts off what of a symmetric interval lies below or above.
func between(e stats.Estimate, low, high float64) stats.Estimate {
	if e.Kind != stats.Measured || e.Low >= low && e.High <= high {
		return e
	}
	return stats.Estimate{Kind: stats.Bracketed, Value: e.Value, Low: max(low, e.Low), High: min(high, e.High)}
}

// absent is a measure that the data do not tell.
func absent(why string) []Metric { return []Metric{{Note: why}} }

// one is a measure without a subject.
func one(n int, e stats.Estimate) []Metric { return []Metric{{N: n, Estimate: e}} }

// sound leaves out the games that a player's fault ended: they say something of the player.
func sound(games []Game) []Game {
	var kept []Game
	for _, g := range games {
		if g.Ending != Broken {
			kept = append(kept, g)
		}
	}
	return kept
}

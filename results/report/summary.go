package report

import (
	"fmt"
	"slices"
	"strings"

	"pillars/results/metrics"
	"pillars/results/stats"
	"pillars/tournament"
)

// Summary is the figures that a reader wants first, for programs. What is not known is left out.
type Summary struct {
	Games       int      `json:"games"`
	Faults      int      `json:"faults"`                 // games ended by a player's fault
	Distinct    int      `json:"distinct"`               // games, of an experiment rounds, that differ move for move
	FirstSeat   *Range   `json:"first_seat,omitempty"`   // mean score
	Draws       *Range   `json:"draws,omitempty"`        // share of games
	MedianTurns *float64 `json:"median_turns,omitempty"` // of a game
	Leader      string   `json:"leader,omitempty"`       // who stands first
	Decision    string   `json:"decision,omitempty"`     // of a sequential test
	Rungs       []Rung   `json:"rungs,omitempty"`        // of an experiment: the first seat's scores
}

// Range is an estimate with its interval at the 95 % level; what it does not have is null.
type Range struct {
	Value *float64 `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

// Rung is what the first seat scores in games of one player with itself.
type Rung struct {
	Option   string  `json:"option,omitempty"` // the options that not all rungs share
	Measure  Measure `json:"measure"`
	Player   string  `json:"player"`
	Nodes    uint64  `json:"nodes"`
	Distinct int     `json:"distinct"`   // rounds that differ move for move
	First    *Range  `json:"first_seat"` // mean score
}

func rangeOf(e stats.Estimate) *Range {
	value, low, high := e.Numbers()
	return &Range{value, low, high}
}

// summary is that of a run.
func (in Input) summary() Summary {
	t := in.Tally
	f := Summary{Games: t.Games, Faults: t.Faults, Distinct: in.Distinct}
	if t.Games == 0 {
		return f
	}
	middle := median(t.Turns)
	f.MedianTurns, f.Draws = &middle, rangeOf(t.share(t.drawn))
	if in.Spec.Format != tournament.Odds {
		f.FirstSeat = rangeOf(t.Seats[0].score())
	}
	if in.Spec.Format == tournament.Sequential {
		for _, decision := range in.decision() {
			f.Decision = decision.Value
		}
	} else if !in.Spec.Format.Mirrored() {
		f.Leader, _ = in.leader()
	}
	return f
}

// experimentSummary is that of an experiment.
func experimentSummary(findings []placed) (f Summary) {
	for _, one := range findings {
		games, faults, distinct := one.counts()
		f.Games, f.Faults, f.Distinct = f.Games+games, f.Faults+faults, f.Distinct+distinct
		if one.Odds == nil {
			f.Rungs = append(f.Rungs, Rung{one.setting, one.Measure, one.Player, one.Nodes, distinct, rangeOf(one.first())})
		}
	}
	return f
}

// SummaryOf is that of a sample. Beyond the number of games, those that a player's fault ended have no part in them.
func SummaryOf(games []metrics.Game) Summary {
	f := Summary{Games: len(games)}
	var first, draws stats.OpeningMeans
	var turns []int
	different := map[string]bool{}
	for _, g := range games {
		if g.Ending == metrics.Broken {
			f.Faults++
			continue
		}
		scores, drawn := g.Outcome.Scores[:g.Outcome.Seats], 0.
		if slices.Min(scores) == slices.Max(scores) {
			drawn = 1
		}
		first.Add(g.Opening, scores[0])
		draws.Add(g.Opening, drawn)
		turns = append(turns, len(g.Turns))
		different[movesOf(g)] = true
	}
	if f.Distinct = len(different); f.Distinct > 0 {
		middle := median(turns)
		f.FirstSeat, f.Draws, f.MedianTurns = rangeOf(first.Estimate(level)), rangeOf(draws.Estimate(level)), &middle
	}
	return f
}

// movesOf tells games of different moves apart.
func movesOf(g metrics.Game) string {
	var text strings.Builder
	for _, turn := range g.Turns {
		fmt.Fprintf(&text, "%x %s ", turn.Key, turn.Text)
	}
	return text.String()
}

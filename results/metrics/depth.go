package metrics

import (
	"fmt"

	"pillars/results/stats"
)

// Passing is the score against the rung below that makes a rung.
const Passing = .75

// rungScore is the name of the measure that has a subject for each rung.
const rungScore = "rung-score"

var depthDefinitions = []definition{
	{Definition{"depth", GroupDepth, "Strategic depth", Rungs, 0, "players",
		"Rungs of a chain of players, from random play up, each of which scores 75 % or more against the one before. From: rungs whose whole interval " +
			"lies above; to: rungs whose interval reaches it. Where the last player still passes there is no upper limit.", fromBounds, aiai}, depth},
	{Definition{rungScore, GroupDepth, "Score against the rung below", Score, 3, "games",
		"Mean score of a player of the chain against the one before it.", anytime, aiai}, rungScores},
}

// score is what a rung scored against the one below.
func (r Rung) score() stats.Estimate { return stats.MeanScore(r.Points, r.Games) }

// depth counts rungs. A chain that its last player still climbs says that the game is at least so deep: two players never make a measure.
func depth(s Sample) []Metric {
	if len(s.Chain) < 2 {
		return absent("no chain of players was measured")
	}
	steps := s.Chain[1:]
	sure := climbed(steps, func(e stats.Estimate) bool { return e.Low >= Passing })
	likely := climbed(steps, func(e stats.Estimate) bool { return e.Value >= Passing })
	possible := climbed(steps, func(e stats.Estimate) bool { return e.High >= Passing })
	if possible == len(steps) {
		note := fmt.Sprintf("%d by their scores; the chain may go on", likely)
		return []Metric{{N: len(s.Chain), Estimate: stats.Estimate{Kind: stats.AtLeast, Low: float64(sure)}, Note: note}}
	}
	e := stats.Estimate{Kind: stats.Bracketed, Value: float64(likely), Low: float64(sure), High: float64(possible)}
	return []Metric{{N: len(s.Chain), Estimate: e, Note: "of this chain; other players may climb on"}}
}

// climbed is how many rungs from the first on pass.
func climbed(rungs []Rung, passes func(stats.Estimate) bool) int {
	for i, r := range rungs {
		if r.Games == 0 || !passes(r.score()) {
			return i
		}
	}
	return len(rungs)
}

func rungScores(s Sample) (found []Metric) {
	for i, r := range s.Chain {
		if i > 0 {
			found = append(found, Metric{Subject: r.Player, N: r.Games, Estimate: r.score(), Note: noteNone(r.Games)})
		}
	}
	return found
}

package tournament

import (
	"math"
	"strconv"
)

// A search for even odds: a player meets itself with unequal node limits, the second seat's being 2^x times the first's, until no seat is ahead. The
// games come in stages of [oddsStage]. All games of a stage are played around one x, which follows from the results of the stages before by
// stochastic approximation (H. Robbins and S. Monro, A stochastic approximation method, 1951): where the first seat scored more than half, the
// second gets more. Half of the games of a stage are played a factor of four above its ratio and half below, so that the slope of the score shows
// too: without it nothing tells how far the even odds can be from those tried. A stage begins when the one before is finished, so the plan is the
// same for any number of workers.

const (
	oddsStage = 16 // games
	oddsAside = 2. // how far from x the games of a stage are played, in logarithms to the base 2
	oddsGain  = 8. // what a mean score of 1 more than expected moves x by in the first stage
	oddsStep  = 1. // the longest move of x
)

// MostOdds bounds the odds tried: no seat has more than 2^MostOdds times the nodes of the other.
const MostOdds = 10

// oddsGames lists the games of all stages that can be planned, as far as the results go.
func (p Plan) oddsGames(results map[string]Result) []Planned {
	var games []Planned
	x := 0.
	for stage := range p.Spec.Rounds {
		planned := p.oddsStageGames(stage, x)
		games = append(games, planned...)
		mean, finished := firstMean(planned, results)
		if !finished {
			break
		}
		x = nextOdds(x, mean, stage)
	}
	return games
}

// nextOdds is the x of the stage after one, numbered from 0, in which the first seat had a mean score at x.
func nextOdds(x, mean float64, stage int) float64 {
	move := oddsGain / float64(stage+1) * (mean - .5)
	return max(-MostOdds+oddsAside, min(MostOdds-oddsAside, x+max(-oddsStep, min(oddsStep, move))))
}

// firstMean is the mean score of the first seat in games, one half where all were ended by faults, and whether they are finished.
func firstMean(games []Planned, results map[string]Result) (mean float64, finished bool) {
	points, count := 0., 0
	for _, game := range games {
		result, done := results[game.Identity]
		if !done {
			return 0, false
		}
		if !result.Fault() {
			points += result.Outcome.Score(0)
			count++
		}
	}
	if count == 0 {
		return .5, true
	}
	return points / float64(count), true
}

// oddsStageGames are the games of a stage around an x. Every game is by itself: it has a start, limits and seeds of its own.
func (p Plan) oddsStageGames(stage int, x float64) []Planned {
	var games []Planned
	pair := groupText([]int{0, 0}) + "/" + strconv.Itoa(stage+1)
	for n := range oddsStage {
		game := p.Spec.planned(pair, n+1, Opening{}, []int{0, 0}, []int{0, 1})
		game.Pair = game.Identity
		aside := oddsAside
		if n%2 == 1 {
			aside = -aside
		}
		for seat, sign := range [2]float64{-1, 1} {
			nodes := float64(p.Spec.Limits.Nodes) * math.Exp2(sign*(x+aside)/2)
			game.Controls[seat].Limits.Nodes = uint64(max(1, math.Round(nodes)))
		}
		games = append(games, p.Spec.varied(game, game.Identity, []int{0, 1}))
	}
	return games
}

package formats

import "math"

// A search for even odds: a player meets itself with unequal node limits, the second seat's being 2^x times the
// first's, until no seat is ahead. The games come in stages of [OddsStage]. All games of a stage are played around one
// x, which follows from the results of the stages before by stochastic approximation (H. Robbins and S. Monro, A
// stochastic approximation method, 1951): where the first seat scored more than half, the second gets more. Half of
// the games of a stage are played a factor of four above its ratio and half below, so that the slope of the score
// shows too: without it nothing tells how far the even odds can be from those tried. A stage begins when the one
// before is finished, so the plan is the same for any number of workers.

// OddsStage is the number of games in a stage.
const OddsStage = 16

// mostOdds bounds the odds tried: no seat has more than 2^MostOdds times the nodes of the other.
const mostOdds = 10

const (
	oddsAside = 2. // how far from x the games of a stage are played, in logarithms to the base 2
	oddsGain  = 8. // what a mean score of 1 more than expected moves x by in the first stage
	oddsStep  = 1. // the longest move of x
)

// NextOdds is the x of the stage after one, numbered from 0, in which the first seat had a mean score at x.
func NextOdds(x, mean float64, stage int) float64 {
	move := oddsGain / float64(stage+1) * (mean - .5)
	return max(-mostOdds+oddsAside, min(mostOdds-oddsAside, x+max(-oddsStep, min(oddsStep, move))))
}

// OddsNodes are the node limits of the two seats in game n, from 0, of a stage around x, where nodes are the limit of
// even odds.
func OddsNodes(nodes uint64, x float64, n int) (limits [2]uint64) {
	aside := oddsAside
	if n%2 == 1 {
		aside = -aside
	}
	for seat, sign := range [2]float64{-1, 1} {
		limits[seat] = uint64(max(1, math.Round(float64(nodes)*math.Exp2(sign*(x+aside)/2))))
	}
	return limits
}

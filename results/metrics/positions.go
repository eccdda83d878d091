package metrics

import (
	"math"

	"pillars/results/stats"
)

var positionDefinitions = []definition{
	{Definition{"repetition", GroupPositions, "Repeated positions", Share, 2, "positions",
		"Share of the positions at the starts of turns and at the end that had stood in the same game before.", byOpening, ludii}, repetition},
	{Definition{"repeating", GroupPositions, "Games with a repetition", Share, 1, "games",
		"Share of games in which any position stood twice.", anytimeOpening, own}, repeating},
	{Definition{"permanence", GroupPositions, "Permanence", Share, 1, "turns",
		"Share of decided turns after the set-up whose effect the next turn, of an opponent, does not undo: it is undone if all squares that it changed " +
			"stand again as before. A turn that no opponent's turn follows is not counted.",
		byOpening, afterBrowne}, permanence},
	{Definition{"coverage", GroupPositions, "Board coverage", Share, 1, "games",
		"Share of the squares that a game uses, mean over games: squares on which a step of a turn after the set-up changes what stands there.",
		byOpening, "after " + ludii}, coverage},
	{Definition{"state-bound", GroupPositions, "State space, at most", Logarithm, 1, "rules",
		"Logarithm of an upper bound of the number of positions, by counting what squares and reserves can hold.", fromBounds, own}, stateBound},
	{Definition{"state-estimate", GroupPositions, "State space, estimated", Logarithm, 1, "positions of random games",
		"Logarithm of the number of positions of random games, estimated by Chao's lower bound from how many were seen once and twice.",
		"below: Chao's, log-normal; above: the bound by counting",
		"Chao, Estimating the population size for capture-recapture data with unequal catchability, 1987"}, stateEstimate},
	{Definition{"new-positions", GroupPositions, "New positions", Share, 1, "positions of random games",
		"Chance that the next position of a random game has not been seen yet: the share of positions seen just once.",
		"normal (Esty, 1983)", "Good, The population frequencies of species and the estimation of population parameters, 1953"}, newPositions},
}

// repeated counts positions of a game and those that had stood before.
func (g Game) repeated() (repeated, positions int) {
	seen := map[uint64]bool{}
	visit := func(key uint64) {
		positions++
		repeated += number(seen[key])
		seen[key] = true
	}
	for _, turn := range g.Turns {
		visit(turn.Key)
	}
	visit(g.Final)
	return repeated, positions
}

// repetition is the share of repeated positions.
func repetition(s Sample) []Metric {
	var sums parts
	n := 0
	for _, g := range s.Games {
		again, positions := g.repeated()
		sums.add(g.Opening, float64(again), float64(positions))
		n += positions
	}
	return shareMetric(n, &sums)
}

// repeating is the share of games with a repetition.
func repeating(s Sample) []Metric {
	if len(s.Games) == 0 {
		return absent("no games")
	}
	return one(len(s.Games), shareOf(s.Games, func(g Game) bool {
		again, _ := g.repeated()
		return again > 0
	}))
}

// permanence is the share of turns that are not undone. Those of the set-up build the board, and are left out.
func permanence(s Sample) []Metric {
	var sums parts
	n := 0
	for _, g := range s.Games {
		for i, turn := range g.Turns {
			if turn.Given || turn.SetUp || i+1 >= len(g.Turns) || g.Turns[i+1].Seat == turn.Seat {
				continue
			}
			sums.add(g.Opening, float64(number(!turn.Undone)), 1)
			n++
		}
	}
	return shareMetric(n, &sums)
}

// stateBound is what the game knows.
func stateBound(s Sample) []Metric {
	if s.Rules.PositionBound == 0 {
		return absent("the game knows no bound")
	}
	return one(1, stats.Estimate{Kind: stats.AtMost, High: s.Rules.PositionBound})
}

// stateEstimate is Chao's lower bound with its log-normal interval: distinct + T with T = once (once - 1)/(2 (twice + 1)); with C the exponential of
// 1.96 sqrt(log(1 + variance/T squared)) the lower limit is distinct + T/C (Colwell, EstimateS user guide, after Chao, 1987).
func stateEstimate(s Sample) []Metric {
	v := s.States
	if v.Positions == 0 {
		return absent("no random games were played")
	}
	once, twice := float64(v.Once), float64(v.Twice)
	unseen := once * (once - 1) / (2 * (twice + 1))
	value := math.Log10(float64(v.Distinct) + unseen)
	low := float64(v.Distinct)
	if unseen > 0 {
		q := twice + 1
		variance := once*(once-1)/(2*q) + once*(2*once-1)*(2*once-1)/(4*q*q) + once*once*twice*(once-1)*(once-1)/(4*q*q*q*q)
		low += unseen / math.Exp(1.959963984540054*math.Sqrt(math.Log1p(variance/(unseen*unseen))))
	}
	if s.Rules.PositionBound == 0 {
		return one(v.Positions, stats.Estimate{Kind: stats.AtLeast, Low: math.Log10(low)})
	}
	high := max(value, s.Rules.PositionBound)
	return one(v.Positions, stats.Estimate{Kind: stats.Bracketed, Value: value, Low: math.Log10(low), High: high})
}

// newPositions is the Good-Turing estimate of what is unseen, with the normal limits of Esty (1983).
func newPositions(s Sample) []Metric {
	v := s.States
	if v.Positions == 0 {
		return absent("no random games were played")
	}
	n, once := float64(v.Positions), float64(v.Once)
	share := once / n
	half := 1.959963984540054 * math.Sqrt((once*(1-share) + 2*float64(v.Twice))) / n
	if half == 0 {
		return one(v.Positions, stats.MeanScore(once, v.Positions))
	}
	return one(v.Positions, stats.Estimate{Kind: stats.Bracketed, Value: share, Low: max(0, share-half), High: min(1, share+half)})
}

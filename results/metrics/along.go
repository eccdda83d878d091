package metrics

import "pillars/results/stats"

// Point is a mean at one turn of the games, over the games that reach it.
type Point struct {
	Turn     int // from 1; 0 is the start
	Games    int
	Estimate stats.Estimate
}

// Along is the mean at every turn of what games have there; of reports whether a game has it. The points of a game that is not reached by two games
// or more have no interval.
func Along(games []Game, of func(g Game, turn int) (float64, bool)) []Point {
	longest := 0
	for _, g := range games {
		longest = max(longest, len(g.Turns))
	}
	var points []Point
	for turn := range longest + 1 {
		var sums parts
		n := 0
		for _, g := range games {
			if turn > len(g.Turns) {
				continue
			}
			if x, ok := of(g, turn); ok {
				sums.add(g.Opening, x, 1)
				n++
			}
		}
		if e, _ := sums.ratio(); n > 0 {
			points = append(points, Point{turn, n, e})
		}
	}
	return points
}

// QuantityAlong is a quantity of the game, by its number, through the games: what stands after each turn, of an event how often it has happened
// until then.
func QuantityAlong(s Sample, quantity int) []Point {
	event := s.Rules.Quantities[quantity].Event
	return Along(s.Games, func(g Game, turn int) (float64, bool) {
		if event {
			return g.happened(quantity, turn), true
		}
		return g.stands(quantity, turn), true
	})
}

// StepsAlong is the mean number of legal steps at the steps of each turn.
func StepsAlong(games []Game) []Point {
	return Along(games, func(g Game, turn int) (float64, bool) {
		if turn == 0 || len(g.Turns[turn-1].Steps) == 0 {
			return 0, false
		}
		sum := 0
		for _, step := range g.Turns[turn-1].Steps {
			sum += step.Legal
		}
		return float64(sum) / float64(len(g.Turns[turn-1].Steps)), true
	})
}

// TurnsAlong is the number of legal whole turns at each turn, where they were counted.
func TurnsAlong(games []Game) []Point {
	return Along(games, func(g Game, turn int) (float64, bool) {
		if turn == 0 {
			return 0, false
		}
		wholes := g.Turns[turn-1].Wholes
		return float64(wholes), wholes > 0
	})
}

// ExpectationAlong is what a judge expects for a seat before each turn of one game, and at its end the score; nil if no judge was asked.
func ExpectationAlong(g Game, seat int) (turns []int, values []float64) {
	for i, turn := range g.Turns {
		if turn.Expectation != nil {
			turns, values = append(turns, i), append(values, turn.Expectation[seat])
		}
	}
	if turns == nil {
		return nil, nil
	}
	return append(turns, len(g.Turns)), append(values, g.Outcome.Scores[seat])
}

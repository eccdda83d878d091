package tournament

import (
	"math"
	"slices"
	"strconv"
)

// maxExactGames is what a count of games is cut at, far above [MaxGames].
const maxExactGames = math.MaxInt32

// matchGames lists the games of matches between two players each, from the openings with numbers from first (0 is the first opening) to before
// after. The order is opening by opening, so that a run broken off has given all matches nearly the same work. The lower number of a match sits
// first in its first game, whatever the order in which the match names its players.
func (p Plan) matchGames(matches [][2]int, first, after int) []Planned {
	games := make([]Planned, 0, len(matches)*(after-first)*2)
	for opening := first; opening < after; opening++ {
		for _, match := range matches {
			games = append(games, p.block(rising(match), opening)...)
		}
	}
	return games
}

// matchScore adds up what the two players of a match have from the same openings, in the order in which the match names them: points, and games
// with results. A game that a fault makes void has a result, but brings nobody points. Scores of two seats are halves, whose sums are exact.
func (p Plan) matchScore(match [2]int, first, after int, results map[string]Result) (points [2]float64, games int) {
	group := rising(match)
	for opening := first; opening < after; opening++ {
		pair := pairText(group, opening)
		for n, order := range Seatings(2) {
			result, done := results[gameText(pair, n+1)]
			if !done {
				continue
			}
			games++
			if result.Fault() && p.Spec.OnFault == FaultVoid {
				continue
			}
			for seat, member := range order {
				points[slices.Index(match[:], group[member])] += result.Outcome.Scores[seat]
			}
		}
	}
	return points, games
}

// rising is the match as a group.
func rising(match [2]int) []int { return []int{min(match[0], match[1]), max(match[0], match[1])} }

// pairText names the games of a group from one opening, numbered from 0.
func pairText(group []int, opening int) string {
	return groupText(group) + "/" + strconv.Itoa(opening+1)
}

// gameText names the game of a pair in the order of seats with the number, from 1.
func gameText(pair string, number int) string { return pair + "/" + strconv.Itoa(number) }

// product is the product of counts, cut at a number that is too large for any plan.
func product(counts ...int) int {
	all := 1.0
	for _, count := range counts {
		all *= float64(count)
	}
	return int(min(all, maxExactGames))
}

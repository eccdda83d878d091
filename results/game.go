package results

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"pillars/results/estimate/rating"
)

// Game is the result of a finished game, for a [Fold].
//
// A score is the share of opponents placed behind. Ties split: each of the tied scores half a win against each of the
// others, so that all scores together are half the number of seats. Where several seats have the score 0, which no tie
// gives, their order is not known; so 1, 0, 0 is a game of which only the winner is known.
type Game struct {
	Players []string  // by seat
	Scores  []float64 // by seat, 0 to 1
	Turns   int       // 0 where it is not known
	Opening string    // names the opening, which games of any players share; empty for a game by itself
}

// check returns an error if the game cannot be a game of that number of seats; 0 stands for any number.
func (g Game) check(seats int) error {
	switch n := len(g.Players); {
	case n < 2 || n > rating.MaxSeats:
		return fmt.Errorf("%d players: give 2 to %d", n, rating.MaxSeats)
	case seats > 0 && n != seats:
		return fmt.Errorf("%d players, but game 1 has %d: make a standing of games with one number of seats", n, seats)
	case slices.Contains(g.Players, ""):
		return fmt.Errorf("seat %d has a player without a name: name all", 1+slices.Index(g.Players, ""))
	case len(g.Scores) != n:
		return fmt.Errorf("%d scores for %d players: give one for each seat", len(g.Scores), n)
	case g.Turns < 0:
		return fmt.Errorf("%d turns: give 0 or more", g.Turns)
	}
	return nil
}

// String returns the names of the players.
func (g Game) String() string {
	names := make([]string, len(g.Players))
	for i, name := range g.Players {
		names[i] = fmt.Sprintf("%q", name)
	}
	return "(" + strings.Join(names, " against ") + ")"
}

// scoreSlack is the greatest difference between a score and its fraction: thirds have no exact decimals.
const scoreSlack = 1e-3

// appendPlaces appends the place of every seat from 1, equal in a tie, 0 if it is not known. It fails for scores that
// no game has.
func appendPlaces(places []int, scores []float64) ([]int, error) {
	for seat, score := range scores {
		behind, ahead, level := 0, 0, -1 // other seats with a lower score, a higher one, and the same
		for _, other := range scores {
			switch {
			case other < score:
				behind++
			case other > score:
				ahead++
			default:
				level++
			}
		}
		want := (float64(behind) + float64(level)/2) / float64(len(scores)-1)
		if unknown := ahead > 0 && behind == 0 && level > 0; unknown && score == 0 {
			places = append(places, 0)
			continue
		}
		if !(math.Abs(score-want) <= scoreSlack) {
			return nil, fmt.Errorf("score %v of seat %d among %v: give the share of opponents placed behind, "+
				"ties as halves, here %.4g", score, seat+1, scores, want)
		}
		places = append(places, ahead+1)
	}
	return places, nil
}

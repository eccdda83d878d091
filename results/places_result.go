package results

import (
	"fmt"
	"math"
	"slices"
)

// scoreSlack is how far a score may be from its fraction: thirds have no exact decimals.
const scoreSlack = 1e-3

// places reads the scores of a game: the place of every seat from 1, equal in a tie, 0 where it is not known. It fails on what is no game of so many
// seats, saying what to do.
func (g PlaceResult) places(seats int) ([]int, error) {
	switch {
	case len(g.Players) < 3:
		return nil, fmt.Errorf("%d players: give 3 or more (games of two have a standing of their own)", len(g.Players))
	case len(g.Players) != seats:
		return nil, fmt.Errorf("%d players, but game 1 has %d: make a standing of games with one number of seats", len(g.Players), seats)
	case slices.Contains(g.Players, ""):
		return nil, fmt.Errorf("seat %d has a player without a name: name all", 1+slices.Index(g.Players, ""))
	case len(g.Scores) != len(g.Players):
		return nil, fmt.Errorf("%d scores for %d players: give one for each seat", len(g.Scores), len(g.Players))
	case g.Turns < 0:
		return nil, fmt.Errorf("%d turns: give 0 or more", g.Turns)
	}
	places := make([]int, seats)
	for seat, score := range g.Scores {
		behind, ahead, level := g.around(seat)
		want := (float64(behind) + float64(level)/2) / float64(seats-1)
		if unknown := ahead > 0 && behind == 0 && level > 0; unknown && score == 0 {
			continue
		}
		if !(math.Abs(score-want) <= scoreSlack) {
			return nil, fmt.Errorf("score %v of seat %d among %v: give the share of opponents placed behind, ties as halves, here %.4g",
				score, seat+1, g.Scores, want)
		}
		places[seat] = ahead + 1
	}
	return places, nil
}

// around counts the other seats with a lower score, a higher one, and the same.
func (g PlaceResult) around(seat int) (behind, ahead, level int) {
	for other, score := range g.Scores {
		switch {
		case other == seat:
		case score < g.Scores[seat]:
			behind++
		case score > g.Scores[seat]:
			ahead++
		default:
			level++
		}
	}
	return behind, ahead, level
}

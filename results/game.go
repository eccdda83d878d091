package results

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Game is what a [Standing] needs to know of a finished game. A score is the share of opponents placed behind.
//
// Ties split: each of the tied scores half a win against each of the others, so that all scores together are half the
// number of seats. Where several seats have the score 0, which no tie gives, their order is not known; so 1, 0, 0 is a
// game of which only the winner is known.
type Game struct {
	Players []string  // by seat
	Scores  []float64 // by seat, 0 to 1
	Turns   int       // 0 where it is not known
	Opening string    // names the opening, which games of any players share; empty for a game by itself
}

// String names the players.
func (g Game) String() string {
	names := make([]string, len(g.Players))
	for i, name := range g.Players {
		names[i] = fmt.Sprintf("%q", name)
	}
	return "(" + strings.Join(names, " against ") + ")"
}

// check says what is wrong with a game of so many seats and what to do; 0 seats are any number.
func (g Game) check(seats int) error {
	n := len(g.Players)
	switch {
	case n < 2:
		return fmt.Errorf("%d players: give 2 or more", n)
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

// scoreSlack is how far a score may be from its fraction: thirds have no exact decimals.
const scoreSlack = 1e-3

// appendPlaces appends the place of every seat from 1, equal in a tie, 0 where it is not known. It fails on scores that
// no game has.
func (g Game) appendPlaces(places []int) ([]int, error) {
	for seat, score := range g.Scores {
		behind, ahead, level := g.around(seat)
		want := (float64(behind) + float64(level)/2) / float64(len(g.Scores)-1)
		if unknown := ahead > 0 && behind == 0 && level > 0; unknown && score == 0 {
			places = append(places, 0)
			continue
		}
		if !(math.Abs(score-want) <= scoreSlack) {
			return nil, fmt.Errorf("score %v of seat %d among %v: give the share of opponents placed behind, "+
				"ties as halves, here %.4g", score, seat+1, g.Scores, want)
		}
		places = append(places, ahead+1)
	}
	return places, nil
}

// around counts the other seats with a lower score, a higher one, and the same.
func (g Game) around(seat int) (behind, ahead, level int) {
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

// unranked is the rank of those who have none: behind all.
const unranked = math.MaxFloat64

// scoresOfRanks are the shares of opponents placed behind, ties as halves; 0 for several whose order is not known.
func scoresOfRanks(ranks []float64) ([]float64, error) {
	sorted := slices.Sorted(slices.Values(ranks))
	if sorted[0] == unranked {
		return nil, errors.New("no rank is given: give at least the winner's, or leave the line out")
	}
	onlyWinner := sorted[0] == 1 && sorted[1] == 2 && sorted[len(sorted)-1] == 2
	scores := make([]float64, len(ranks))
	for seat, rank := range ranks {
		if rank == unranked || onlyWinner && rank == 2 {
			continue
		}
		for other, theirs := range ranks {
			switch {
			case other != seat && theirs == rank:
				scores[seat] += .5
			case theirs > rank:
				scores[seat]++
			}
		}
		scores[seat] /= float64(len(ranks) - 1)
	}
	return scores, nil
}

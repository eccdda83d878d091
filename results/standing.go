// Package results says what stored games mean to people: it folds them into a [Standing], which prints as a table and writes itself for programs. The
// mathematics is in package stats; nothing is counted on the side, so a standing can be made again from the games at any time.
package results

import (
	"fmt"
	"slices"

	"pillars/results/rating"
	"pillars/results/stats"
)

// GameResult is what a [Standing] needs to know of a finished two-seat game.
type GameResult struct {
	Players [2]string // by seat
	Score   float64   // of the first seat: 0, 1/2 or 1
	Turns   int       // 0 where it is not known
	Opening string    // names the opening, which games of any players share; empty for a game by itself
}

// StandingOptions say how a standing is made. The zero value is the usual way.
type StandingOptions struct {
	Players []string           // shown even without games
	Anchors map[string]float64 // players whose Elo is given; without any, Elo averages 0
	Scale   float64            // log odds in a point of rating; 0 for that of Elo, [stats.LogisticScale]
	Remarks []string           // more sentences below the table, such as where the games come from
}

// Standing is the state of a tournament: a row per player, the strongest first, and what the seats were worth.
type Standing struct {
	Rows           []Row
	Games          int
	Draws          int
	Paired         int            // games that belong to pairs from one opening with the seats swapped
	FirstScore     stats.Estimate // mean score of the first seat, with its anytime interval
	FirstAdvantage stats.Estimate // in Elo
	DrawRate       stats.Estimate // between equal players and seats, 0 to 1
	Pools          int            // scales among the ratings: ratings compare only within one
	Anchored       bool

	remarks []string
	table   *rating.Results // of players numbered by name
	ratings *rating.Ratings
	names   []string
}

// Row is one player's line. A game against himself counts for both sides.
type Row struct {
	Rank      int // from 1
	Player    string
	Rating    rating.Rating
	WDL       stats.WDL
	MeanTurns float64 // 0 where it is not known
}

// number is the number that a player has in the table.
func (s Standing) number(player string) int {
	n, _ := slices.BinarySearch(s.names, player)
	return n
}

// NewStanding rates the players of a list of games. It fails on a game that cannot be, naming its place in the list, and on an anchor who does not
// play.
func NewStanding(games []GameResult, o StandingOptions) (Standing, error) {
	f := NewFold()
	for i, g := range games {
		if err := f.Add(g); err != nil {
			return Standing{}, fmt.Errorf("standing: game %d of %d %w", i+1, len(games), err)
		}
	}
	return f.Standing(o)
}

// fault says what is wrong with a result and what to do, or nothing.
func (g GameResult) fault() string {
	switch {
	case g.Players[0] == "" || g.Players[1] == "":
		return "a player without a name: name both"
	case g.Turns < 0:
		return fmt.Sprintf("%d turns: give 0 or more", g.Turns)
	case g.Score != 0 && g.Score != .5 && g.Score != 1:
		return fmt.Sprintf("score %v of the first seat: give 0, 0.5 or 1", g.Score)
	}
	return ""
}

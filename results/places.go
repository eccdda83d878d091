package results

import (
	"fmt"
	"slices"

	"pillars/results/rating"
	"pillars/results/stats"
)

// PlaceResult is what a [PlaceStanding] needs to know of a finished game of several seats. A score is the share of opponents placed behind.
//
// Ties split: each of the tied scores half a win against each of the others, so that all scores together are half the number of seats. Where
// several seats have the score 0, which no tie gives, their order is not known; so 1, 0, 0 is a game of which only the winner is known.
type PlaceResult struct {
	Players []string  // by seat
	Scores  []float64 // by seat, 0 to 1
	Turns   int       // 0 where it is not known
	Opening string    // names the opening, which games of any players share; empty for a game by itself
}

// PlaceOptions say how a standing is made. The zero value is the usual way.
type PlaceOptions struct {
	Players []string // shown even without games
}

// PlaceStanding is the state of a tournament of games of three or more seats: a row per player, the strongest first, and what the seats were worth.
type PlaceStanding struct {
	Rows        []PlaceRow
	Seats       []SeatRow
	Games       int
	Partial     int  // games of which not all places are known
	Pools       int  // scales among the ratings: ratings compare only within one
	SeatsFitted bool // the seats' effects were estimated together with the ratings; otherwise ratings take the seats as equal
}

// PlaceRow is one player's line. A game in which he held several seats counts for each of them.
type PlaceRow struct {
	Rank      int // from 1
	Player    string
	Rating    rating.Rating
	Games     int
	MeanPlace float64 // from 1; who ties, or in what order several came in is not known, has the mean of their places; 0 without games
	Share     float64 // mean score, of what is tied or not known the mean of what it could be; 0 without games
	Firsts    float64 // games won; a tie of n for the first place is 1/n
	MeanTurns float64 // of the games whose length is known; 0 without any
}

// SeatRow is what a seat was worth.
type SeatRow struct {
	Seat   int            // from 1
	Score  stats.Estimate // mean score of who sat there, with its anytime interval
	Firsts float64        // games won from there
	Effect stats.Estimate // in Elo over seat 1, players being equal
}

// NewPlaceStanding rates the players of a list of games, all with the same number of seats. It fails on a game that cannot be, naming its place in
// the list.
func NewPlaceStanding(games []PlaceResult, o PlaceOptions) (PlaceStanding, error) {
	f := newPlaceFold(games, o.Players)
	if len(games) > 0 {
		f.seats = make([]tally, len(games[0].Players))
		f.means = make([]stats.OpeningMeans, len(f.seats))
	}
	table, err := rating.NewPlaces(len(f.names), max(2, len(f.seats)))
	if err != nil {
		return PlaceStanding{}, fmt.Errorf("standing: game 1 of %d: %w", len(games), err)
	}
	for i, g := range games {
		if err := f.add(table, g); err != nil {
			return PlaceStanding{}, fmt.Errorf("standing: game %d of %d (%q): %w", i+1, len(games), g.Players, err)
		}
	}
	ratings, err := rating.RatePlaces(table)
	if err != nil {
		return PlaceStanding{}, fmt.Errorf("standing: %w", err)
	}
	s := PlaceStanding{Games: len(games), Partial: f.partial, Pools: ratings.Pools, SeatsFitted: ratings.SeatsFitted}
	for i, p := range ratings.Order() {
		s.Rows = append(s.Rows, f.tallies[p].row(i+1, f.names[p], ratings.Players[p]))
	}
	for seat, t := range f.seats {
		row := SeatRow{Seat: seat + 1, Score: f.means[seat].Estimate(.95), Firsts: t.firsts(), Effect: ratings.Seats[seat]}
		s.Seats = append(s.Seats, row)
	}
	return s, nil
}

// placeFold gathers what a list of games says about each player and each seat. Players are numbered by name, so that the order of the games does not
// matter.
type placeFold struct {
	names    []string
	players  map[string]int
	openings map[string]int
	tallies  []tally // by player
	seats    []tally
	means    []stats.OpeningMeans // of scores, by seat
	partial  int                  // games of which not all places are known
}

// wholeWin is a win in the parts that divide it evenly among any number of the tied, up to [stats.MaxSeats].
const wholeWin = 840

// tally adds up games, in whole numbers, so that the order of the games does not matter to the last bit.
type tally struct {
	seats        int // of every game
	games        int
	turns, timed int // of games whose length is known, and how many these are
	halves       int // twice the sum of places
	wins         int // in parts of wholeWin
}

func newPlaceFold(games []PlaceResult, more []string) *placeFold {
	f := &placeFold{names: slices.Clone(more), players: map[string]int{}, openings: map[string]int{}}
	for _, g := range games {
		f.names = append(f.names, g.Players...)
	}
	slices.Sort(f.names)
	f.names = slices.Compact(f.names)
	for number, name := range f.names {
		f.players[name] = number
	}
	f.tallies = make([]tally, len(f.names))
	return f
}

// add counts a game.
func (f *placeFold) add(table *rating.Places, g PlaceResult) error {
	places, err := g.places(len(f.seats))
	if err != nil {
		return err
	}
	game := rating.PlaceGame{Places: places, Opening: numberOf(f.openings, g.Opening)}
	for _, name := range g.Players {
		game.Players = append(game.Players, f.players[name])
	}
	if err := table.Add(game); err != nil {
		return err
	}
	if slices.Contains(places, 0) {
		f.partial++
	}
	for seat, player := range game.Players {
		halves, wins := shared(places, seat)
		for _, t := range []*tally{&f.tallies[player], &f.seats[seat]} {
			t.games++
			t.turns += g.Turns
			t.timed += min(g.Turns, 1)
			t.halves += halves
			t.wins += wins
			t.seats = len(places)
		}
		f.means[seat].Add(g.Opening, tally{seats: len(places), games: 1, halves: halves}.points())
	}
	return nil
}

// shared is twice the mean of the places that a seat shares with those that are tied with it or of the same unknown order, and its part of the win.
func shared(places []int, seat int) (halves, wins int) {
	ahead, level := 0, 0
	for _, place := range places {
		switch {
		case place == places[seat]:
			level++
		case place > 0 && (place < places[seat] || places[seat] == 0):
			ahead++
		}
	}
	if ahead == 0 {
		wins = wholeWin / level
	}
	return 2*ahead + level + 1, wins
}

// points is the sum of scores: the shares of opponents placed behind, from the places.
func (t tally) points() float64 {
	if t.games == 0 {
		return 0
	}
	return (float64(t.seats*t.games) - float64(t.halves)/2) / float64(t.seats-1)
}

func (t tally) firsts() float64 { return float64(t.wins) / wholeWin }

func (t tally) row(rank int, name string, rating rating.Rating) PlaceRow {
	row := PlaceRow{Rank: rank, Player: name, Rating: rating, Games: t.games, Firsts: t.firsts()}
	if t.games > 0 {
		n := float64(t.games)
		row.MeanPlace, row.Share = float64(t.halves)/2/n, t.points()/n
	}
	if t.timed > 0 {
		row.MeanTurns = float64(t.turns) / float64(t.timed)
	}
	return row
}

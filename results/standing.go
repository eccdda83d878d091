// Package results summarizes finished games: it folds them into a [Standing], which is written as text, CSV or JSON.
// The mathematics is in packages rating and stats. No counters are stored; a standing can always be computed again
// from the games.
package results

import (
	"fmt"
	"slices"

	"pillars/results/estimate/rating"
	"pillars/results/estimate/stats"
)

// StandingOptions holds the options of a standing. The zero value is the default.
type StandingOptions struct {
	Players []string           // players to list even if they have no games
	Seats   int                // number of seats, used if there are no games; 0 means 2
	Anchors map[string]float64 // fixed Elo ratings by player; without any, Elo averages 0
	Scale   float64            // log odds per rating point; 0 means the Elo scale
	Remarks []string           // sentences to add below the table
}

// Standing is the state of a tournament. It has a row for each player, the strongest first, and figures on the seats.
type Standing struct {
	Rows  []Row
	Games int
	first SeatScore // score of the first seat
	mixed Mixed     // result of the first row's player against the second row's, if there are two

	Draws int // number of draws in games of two seats

	// Games of three or more seats have the following fields.
	seats       []seatRow
	partial     int  // number of games with unknown places
	seatsFitted bool // the ratings include effects of the seats; otherwise they take the seats as equal

	several bool // games have three or more seats
	remarks []string
	table   *rating.Table
	ratings *rating.Ratings
	names   []string // sorted; the index of a name is the player's number in table and ratings
}

// Row holds the results of one player. A player with several seats in a game has a result for each of them. Unknown
// places count as the mean of the possible places.
type Row struct {
	Rank      int // from 1
	Player    string
	Rating    rating.Rating
	Games     int
	openings  int       // number of openings; each game without an opening counts as one
	WDL       stats.WDL // results in games of two seats
	MeanPlace float64   // from 1; tied players share the mean of their places; 0 without games
	Share     float64   // mean score; 0 without games
	Firsts    float64   // games won; each of n tied winners has 1/n
	MeanTurns float64   // mean length in turns of the games with a known length; 0 without any
}

// seatRow holds the results of a seat in games of three or more seats.
type seatRow struct {
	seat   int            // from 1
	score  SeatScore      // mean score of the players in this seat
	firsts float64        // games won from this seat
	effect stats.Estimate // advantage over seat 1 between equal players, in Elo
}

// NewStanding rates the players of a list of games. It returns an error for an impossible game and for an anchor that
// does not play. The error names the index of the game, from 1.
func NewStanding(games []Game, o StandingOptions) (Standing, error) {
	var f Fold
	for i, g := range games {
		if err := f.Add(g); err != nil {
			return Standing{}, fmt.Errorf("standing: game %d of %d %w", i+1, len(games), err)
		}
	}
	return f.Standing(o)
}

// Standing rates the players who have games and the players that the options list. It returns an error for an anchor
// that does not play and for options out of range.
func (f *Fold) Standing(o StandingOptions) (s Standing, err error) {
	s = Standing{names: append(f.Players(), o.Players...), remarks: o.Remarks, several: max(f.Seats(), o.Seats) > 2}
	slices.Sort(s.names)
	s.names = slices.Compact(s.names)
	if err := s.rate(f, o); err != nil {
		return Standing{}, fmt.Errorf("standing: %w", err)
	}
	s.first = f.SeatScore(0)
	s.Games = s.first.Games
	tallies := s.tallies(f)
	for i, p := range s.ratings.Order() {
		row := tallies[p].row(f.Seats())
		row.Rank, row.Player, row.Rating = i+1, s.names[p], s.ratings.Players[p]
		s.Rows = append(s.Rows, row)
	}
	if len(s.Rows) == 2 {
		s.mixed = f.Mixed(s.Rows[0].Player, s.Rows[1].Player)
	}
	return s, nil
}

// Observed returns the number of openings and the number of games with different moves, which is 0 if unknown.
func (s Standing) Observed() (openings, distinct int) { return s.first.openings, s.first.Distinct }

// tallies returns the tally of each player, in the order of s.names.
func (s *Standing) tallies(f *Fold) []tally {
	tallies := make([]tally, len(s.names))
	players := s.numbered(f)
	for i := range f.kinds {
		for seat, p := range players[i] {
			tallies[p].add(&f.kinds[i], seat)
		}
	}
	f.each(func(r round) {
		seen := map[int]bool{} // players of the round: its openings count once for each of them
		for _, k := range r.kinds {
			for _, p := range players[k] {
				if !seen[p] {
					seen[p] = true
					tallies[p].openings += r.count
				}
			}
		}
	})
	return tallies
}

// numbered returns, for each kind of game, the indices in s.names of its players by seat.
func (s *Standing) numbered(f *Fold) [][]int {
	numbers := make([][]int, len(f.kinds))
	for i, k := range f.kinds {
		for _, name := range k.players {
			number, _ := slices.BinarySearch(s.names, name)
			numbers[i] = append(numbers[i], number)
		}
	}
	return numbers
}

// row returns the tally as a row without rank, name and rating. seats is the number of seats of a game.
func (t tally) row(seats int) Row {
	row := Row{Games: t.games, openings: t.openings, WDL: t.wdl, Firsts: t.firsts()}
	if n := float64(t.games); n > 0 {
		row.MeanPlace, row.Share = float64(t.halves)/2/n, t.points(seats)/n
	}
	if t.timed > 0 {
		row.MeanTurns = float64(t.turns) / float64(t.timed)
	}
	return row
}

// rate sets the ratings and the figures that depend on the number of seats.
func (s *Standing) rate(f *Fold, o StandingOptions) (err error) {
	anchors := map[int]float64{} // Elo by index in s.names
	for name, elo := range o.Anchors {
		number, ok := slices.BinarySearch(s.names, name)
		if !ok {
			return fmt.Errorf("anchor %q does not play: anchor one of %q", name, s.names)
		}
		anchors[number] = elo
	}
	games := make([]rating.Game, len(f.kinds))
	for i, players := range s.numbered(f) {
		games[i] = rating.Game{Players: players, Places: f.kinds[i].places}
	}
	var rounds []rating.Round
	f.each(func(r round) {
		rated := rating.Round{Games: make([]rating.Game, len(r.kinds)), Count: r.count}
		for i, k := range r.kinds {
			rated.Games[i] = games[k]
		}
		rounds = append(rounds, rated)
	})
	if s.table, err = rating.NewTable(len(s.names), max(2, f.Seats()), rounds); err != nil {
		return err
	}
	if s.ratings, err = rating.Rate(s.table, rating.Options{Scale: o.Scale, Anchors: anchors}); err != nil {
		return err
	}
	if f.Seats() == 2 {
		s.Draws = f.Tally().Draws
	}
	if !s.several {
		return nil
	}
	s.seatsFitted = s.ratings.SeatsFitted
	for _, k := range f.kinds {
		if slices.Contains(k.places, 0) {
			s.partial += k.games
		}
	}
	for seat := range f.Seats() {
		s.seats = append(s.seats, seatRow{seat: seat + 1, score: f.SeatScore(seat), firsts: f.seatTally(seat).firsts(),
			effect: s.ratings.Seats[seat]})
	}
	return nil
}

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
	Players []string           // shown even without games
	Seats   int                // of every game, where there may be none; 0 for 2
	Anchors map[string]float64 // players whose Elo is given; without any, Elo averages 0
	Scale   float64            // log odds in a point of rating; 0 for the scale of Elo
	Remarks []string           // more sentences below the table, such as where the games come from
}

// Standing is the state of a tournament: a row per player, the strongest first, and the advantages of the seats.
type Standing struct {
	Rows  []Row
	Games int
	first SeatScore // of the first seat
	mixed Mixed     // of the first row

	Draws int // of games of two seats

	// The following fields are of games of three or more seats.
	seats       []seatRow
	partial     int  // games of which not all places are known
	seatsFitted bool // the seats' effects were estimated with the ratings; otherwise ratings take the seats as equal

	several bool // games have three or more seats
	remarks []string
	table   *rating.Table // of players numbered by name
	ratings *rating.Ratings
	names   []string
}

// Row holds the results of one player. A game in which a player held several seats counts for each of them.
type Row struct {
	Rank      int // from 1
	Player    string
	Rating    rating.Rating
	Games     int
	openings  int       // of these games; a game by itself is one
	WDL       stats.WDL // of games of two seats
	MeanPlace float64   // from 1; ties and places that are not known have the mean of theirs; 0 without games
	Share     float64   // mean score, of what is not known the mean of what it could be; 0 without games
	Firsts    float64   // games won; a tie of n for the first place is 1/n
	MeanTurns float64   // of the games whose length is known; 0 without any
}

// seatRow holds the results of a seat in games of three or more seats.
type seatRow struct {
	seat   int            // from 1
	score  SeatScore      // of the players who sat there
	firsts float64        // games won from there
	effect stats.Estimate // in Elo over seat 1, players being equal
}

// NewStanding rates the players of a list of games. It fails for an impossible game, which the error names by its
// place in the list, and for an anchor that does not play.
func NewStanding(games []Game, o StandingOptions) (Standing, error) {
	var f Fold
	for i, g := range games {
		if err := f.Add(g); err != nil {
			return Standing{}, fmt.Errorf("standing: game %d of %d %w", i+1, len(games), err)
		}
	}
	return f.Standing(o)
}

// Standing rates all players of the games and of the options. It fails for an anchor that does not play, and for
// options out of range.
func (f *Fold) Standing(o StandingOptions) (s Standing, err error) {
	s = Standing{names: append(f.Players(), o.Players...), remarks: o.Remarks, several: max(f.Seats(), o.Seats) > 2}
	slices.Sort(s.names) // the order of the games does not matter
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

// Observed returns the number of openings of the games and the number of distinct games, 0 if unknown.
func (s Standing) Observed() (openings, distinct int) { return s.first.openings, s.first.Distinct }

// tallies returns the tally of each player, by number.
func (s *Standing) tallies(f *Fold) []tally {
	tallies := make([]tally, len(s.names))
	players := s.numbered(f)
	for i := range f.kinds {
		for seat, p := range players[i] {
			tallies[p].add(&f.kinds[i], seat)
		}
	}
	last, rounds := make([]int, len(s.names)), 0 // by player: the last round with that player, from 1
	f.each(func(r round) {
		rounds++
		for _, k := range r.kinds {
			for _, p := range players[k] {
				if last[p] < rounds {
					last[p] = rounds
					tallies[p].openings += r.count
				}
			}
		}
	})
	return tallies
}

// numbered returns the numbers of the players by seat, for every kind of game.
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

func (s *Standing) rate(f *Fold, o StandingOptions) (err error) {
	anchors := map[int]float64{}
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
		of := rating.Round{Games: make([]rating.Game, len(r.kinds)), Count: r.count}
		for i, k := range r.kinds {
			of.Games[i] = games[k]
		}
		rounds = append(rounds, of)
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

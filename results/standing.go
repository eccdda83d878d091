// Package results says what finished games mean to people: it folds them into a [Standing], which prints as a table and
// writes itself for programs. The mathematics is in packages rating and stats; nothing is counted on the side, so a
// standing can be made again from the games at any time.
package results

import (
	"fmt"
	"slices"

	"pillars/results/rating"
	"pillars/results/stats"
)

// StandingOptions say how a standing is made. The zero value is the usual way.
type StandingOptions struct {
	Players []string           // shown even without games
	Seats   int                // of every game, where there may be none; 0 for 2
	Anchors map[string]float64 // players whose Elo is given; without any, Elo averages 0; in games of two seats
	Scale   float64            // log odds in a point of rating; 0 for that of Elo; in games of two seats
	Remarks []string           // more sentences below the table, such as where the games come from
}

// Standing is the state of a tournament: a row per player, the strongest first, and what the seats were worth.
type Standing struct {
	Rows  []Row
	Games int
	first SeatScore // of the first seat
	mixed Mixed     // of the first row

	// Of games of two seats.
	Draws int

	// Of games of more.
	seats       []seatRow
	partial     int  // games of which not all places are known
	seatsFitted bool // the seats' effects were estimated with the ratings; otherwise ratings take the seats as equal

	several bool // games have three or more seats
	remarks []string
	table   *rating.Results // of players numbered by name
	ratings *rating.Ratings
	names   []string
}

// Row is one player's line. A game in which a player held several seats counts for each of them.
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

// seatRow is what a seat was worth in games of three or more.
type seatRow struct {
	seat   int            // from 1
	score  SeatScore      // of those who sat there
	firsts float64        // games won from there
	effect stats.Estimate // in Elo over seat 1, players being equal
}

// NewStanding rates the players of a list of games. It fails on a game that cannot be, naming its place in the list,
// and on an anchor who does not play.
func NewStanding(games []Game, o StandingOptions) (Standing, error) {
	f := NewFold()
	for i, g := range games {
		if err := f.Add(g); err != nil {
			return Standing{}, fmt.Errorf("standing: game %d of %d %w", i+1, len(games), err)
		}
	}
	return f.Standing(o)
}

// Standing rates all players there are and those that the options name. It fails on an anchor who does not play and on
// options that cannot be.
func (f *Fold) Standing(o StandingOptions) (Standing, error) {
	for _, name := range o.Players {
		f.player(name)
	}
	s := Standing{names: slices.Sorted(slices.Values(f.names)), remarks: o.Remarks, several: max(f.seats, o.Seats) > 2}
	numbers := make([]int, len(s.names)) // by name, of players as they came: so the order of the games does not matter
	for i, name := range s.names {
		numbers[f.players[name]] = i
	}
	rate := s.rate
	if s.several {
		rate = s.ratePlaces
	}
	if err := rate(f, numbers, o); err != nil {
		return Standing{}, fmt.Errorf("standing: %w", err)
	}
	s.first = f.SeatScore(0)
	s.Games = s.first.Games
	for i, p := range s.ratings.Order() {
		row := f.row(s.names[p])
		row.Rank, row.Rating = i+1, s.ratings.Players[p]
		s.Rows = append(s.Rows, row)
	}
	if s.mixed = f.Mixed(); len(s.Rows) == 2 && f.players[s.Rows[0].Player] != 0 {
		s.mixed.Score, s.mixed.Elo = s.mixed.Score.Mirrored(1), s.mixed.Elo.Mirrored(0)
	}
	return s, nil
}

// Observed is from how many openings the games came, and how many of them are distinct; 0 where that is not known.
func (s Standing) Observed() (openings, distinct int) { return s.first.openings, s.first.Distinct }

func (f *Fold) row(name string) Row {
	t := f.byPlayer[f.players[name]]
	row := Row{Player: name, Games: t.games, openings: t.openings, WDL: t.wdl, Firsts: t.firsts()}
	if n := float64(t.games); n > 0 {
		row.MeanPlace, row.Share = float64(t.halves)/2/n, t.points(f.seats)/n
	}
	if t.timed > 0 {
		row.MeanTurns = float64(t.turns) / float64(t.timed)
	}
	return row
}

func (s *Standing) rate(f *Fold, numbers []int, o StandingOptions) (err error) {
	anchors := map[int]float64{}
	for name, elo := range o.Anchors {
		number, ok := slices.BinarySearch(s.names, name)
		if !ok {
			return fmt.Errorf("anchor %q does not play: anchor one of %q", name, s.names)
		}
		anchors[number] = elo
	}
	s.table = f.two.Renumbered(numbers)
	if s.ratings, err = rating.Rate(s.table, rating.Options{Scale: o.Scale, Anchors: anchors}); err != nil {
		return err
	}
	if f.seats == 2 {
		s.Draws = f.bySeat[0].wdl.Draws
	}
	return nil
}

func (s *Standing) ratePlaces(f *Fold, numbers []int, _ StandingOptions) error {
	table, err := rating.NewPlaces(len(s.names), max(2, f.seats))
	if err != nil {
		return err
	}
	for _, g := range f.more {
		g.Players = slices.Clone(g.Players)
		for seat, player := range g.Players {
			g.Players[seat] = numbers[player]
		}
		if err := table.Add(g); err != nil {
			return err
		}
	}
	ratings, err := rating.RatePlaces(table)
	if err != nil {
		return err
	}
	s.ratings, s.seatsFitted, s.partial = &ratings.Ratings, ratings.SeatsFitted, f.partial
	for seat, t := range f.bySeat {
		s.seats = append(s.seats, seatRow{seat: seat + 1, score: f.SeatScore(seat), firsts: t.firsts(),
			effect: ratings.Seats[seat]})
	}
	return nil
}

// Package results summarizes finished games: it folds them into a [Standings], which is written as text, CSV or JSON.
// The mathematics is in packages rating and stats. No counters are stored; standings can always be computed again
// from the games.
package results

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"pillars/results/estimate/rating"
	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
	"pillars/tournament"
)

// StandingsOptions holds the options of standings. The zero value is the default.
type StandingsOptions struct {
	Players []string           // players to list even if they have no games
	Seats   int                // number of seats, used if there are no games; 0 means 2
	Anchors map[string]float64 // fixed Elo ratings by player; without any, Elo averages 0
	Remarks []string           // sentences to add below the table
	Look    stats.Look         // moment at which results are read, on which intervals depend
	Unrated bool               // whether to leave out ratings, as for a sequential test, which has its own estimate
}

// Standings is the state of a tournament: the results and ratings of the players, and the scores of the seats.
type Standings struct {
	Rows    []Row // one for each player, the strongest first
	Games   int
	Options StandingsOptions
	first   SeatScore // score of the first seat
	mixed   [2]mixed  // results of Rows[0] and Rows[1] against each other, if they share three or more seats

	Draws int // number of draws in games of two seats

	// The following fields are for games of three or more seats.
	multiseat bool // whether the games have three or more seats
	seats     []seatRow

	counts  *rating.Counts
	ratings *rating.Ratings // all seats are taken as equal unless SeatsFitted is set
	names   []string        // sorted; the index of a name is the player's number in counts and ratings
	order   []int           // numbers of the players in the order of Rows

	contradiction string // a sentence about anchors that the games contradict, or ""
}

// Row holds the results of one player. A player with several seats in a game has a result for each of them.
type Row struct {
	Rank   int // from 1
	Player string
	Rating rating.Rating
	tally
}

// seatRow holds the results of a seat in games of three or more seats.
type seatRow struct {
	seat   int            // from 1
	score  SeatScore      // mean score of the players in this seat
	firsts float64        // games won from this seat
	effect stats.Estimate // advantage over seat 1 between equal players, in Elo
}

// NewStandings rates the players of a list of games. The error for an impossible game names the game by its number in
// the list, from 1.
func NewStandings(games []Finished, o StandingsOptions) (Standings, error) {
	var f Fold
	for i, g := range games {
		if err := f.Add(g); err != nil {
			return Standings{}, fmt.Errorf("standing: game %d of %d %w", i+1, len(games), err)
		}
	}
	return f.Standings(o)
}

// Standings rates the players who have games and the players that the options list. It returns an error for an anchor
// that does not play.
func (f *Fold) Standings(o StandingsOptions) (s Standings, err error) {
	s = Standings{names: append(f.Players(), o.Players...), multiseat: max(f.Seats(), o.Seats) > 2, Options: o}
	slices.Sort(s.names)
	s.names = slices.Compact(s.names)
	if err := s.rate(f, o); err != nil {
		return Standings{}, fmt.Errorf("standing: %w", err)
	}
	s.first = f.SeatScore(0)
	s.Games = s.first.Games
	tallies := s.tallies(f)
	s.order = s.ratings.Order()
	for i, p := range s.order {
		row := Row{i + 1, s.names[p], s.ratings.Players[p], tallies[p]}
		if o.Unrated {
			row.Rating.Estimate = stats.Estimate{}
		}
		s.Rows = append(s.Rows, row)
	}
	if len(s.Rows) == 2 && !o.Unrated {
		a, b := s.Rows[0].Player, s.Rows[1].Player
		s.mixed = [2]mixed{f.mixed(a, b), f.mixed(b, a)}
	}
	return s, nil
}

// Observed returns the number of openings and the number of games with different moves. distinct is 0 if unknown.
func (s Standings) Observed() (openings, distinct int) { return s.first.openings, s.first.Distinct }

// tallies returns the tally of each player, by index in s.names.
func (s *Standings) tallies(f *Fold) []tally {
	tallies := make([]tally, len(s.names))
	players := make([][]int, len(f.Kinds)) // by kind of game and seat: index in s.names
	for i := range f.Kinds {
		for seat, name := range f.Kinds[i].Players {
			p, _ := slices.BinarySearch(s.names, name)
			players[i] = append(players[i], p)
			tallies[p].add(&f.Kinds[i], seat)
		}
	}
	f.Each(func(r rounds.Counted) {
		seen := map[int]bool{} // players for whom this round is already counted
		for _, k := range r.Kinds {
			for _, p := range players[k] {
				if !seen[p] {
					seen[p] = true
					tallies[p].openings += r.Count
				}
			}
		}
	})
	return tallies
}

// rate sets s.counts, s.ratings and, for two seats, s.Draws; for three or more seats, s.seats.
func (s *Standings) rate(f *Fold, o StandingsOptions) (err error) {
	anchors := map[int]float64{} // Elo by index in s.names
	for name, elo := range o.Anchors {
		number, ok := slices.BinarySearch(s.names, name)
		if !ok {
			return fmt.Errorf("anchor %q does not play: anchor one of %q", name, s.names)
		}
		anchors[number] = elo
	}
	s.counts = rating.NewCounts(s.names, &f.Fold)
	if s.ratings, err = rating.Rate(s.counts, anchors); err != nil {
		return err
	}
	if err := s.compareAnchors(anchors); err != nil {
		return err
	}
	if !s.multiseat {
		s.Draws = f.seatTally(0).WDL.Draws
		return nil
	}
	for seat := range f.Seats() {
		s.seats = append(s.seats, seatRow{seat: seat + 1, score: f.SeatScore(seat), firsts: f.seatTally(seat).Firsts(),
			effect: s.ratings.Seats[seat]})
	}
	return nil
}

// compareAnchors sets s.contradiction for the first two anchors whose given difference the games contradict. It
// compares given differences with ratings that are fitted without anchors, at 95 % for all pairs of anchors together.
func (s *Standings) compareAnchors(anchors map[int]float64) error {
	if len(anchors) < 2 {
		return nil
	}
	free, err := rating.Rate(s.counts, nil)
	if err != nil {
		return err
	}
	numbers := slices.Sorted(maps.Keys(anchors))
	pairs := len(numbers) * (len(numbers) - 1) / 2
	for i, p := range numbers {
		for _, q := range numbers[:i] {
			played, e, ok := free.Compare(p, q)
			errors := stats.Look{AtEnd: true}.Errors(max(stats.Fewest, e.Openings), e.Openings > 0, .05/float64(pairs))
			given := anchors[p] - anchors[q]
			if ok && math.Abs(played.Value-given) > errors*e.StandardError {
				s.contradiction = fmt.Sprintf("The games contradict the anchors: %s over %s is %s Elo by the anchors "+
					"and %s (95 %%) by the games.", s.names[p], s.names[q], stats.FormatNumber(given, 0),
					played.Text(0))
				return nil
			}
		}
	}
	return nil
}

// SeatScore is the mean score of a seat with its anytime interval at the 95 % level. Each opening is one observation.
type SeatScore struct {
	stats.Estimate // absent without games
	Games          int
	openings       int // number of openings; each game without an opening counts as one
	Distinct       int // number of games with different moves; 0 if unknown
}

// SeatScore returns the score of a seat, numbered from 0. Without games it returns the zero value.
func (f *Fold) SeatScore(seat int) SeatScore {
	if seat >= f.Seats() {
		return SeatScore{}
	}
	s := SeatScore{Games: f.Games(), openings: f.Rounds(), Distinct: f.Distinct}
	means := f.Means(func(k *rounds.Kind) stats.Total { return stats.Total{Sum: k.Scores[seat], Games: 1} })
	s.Estimate = means.Estimate(.95)
	return s
}

// String returns the score of the seat and the number of games in words.
func (s SeatScore) String() string {
	return fmt.Sprintf("scores %s (%s .. %s at 95 %%, at any time) in %s", percent(s.Value), percent(s.Low),
		percent(s.High), tournament.Counted(s.Games, "game"))
}

func (s SeatScore) distinct() any { return orNil(float64(s.Distinct), s.Distinct > 0) }

// wholeWin is the number of parts into which a won game is divided. It is the least common multiple of 1 to
// [rounds.MaxSeats], so that any number of tied winners can share the parts equally.
const wholeWin = 840

// tally adds up the results of a player or a seat. Its sums are integers, so that they do not depend on the order in
// which games are added.
type tally struct {
	WDL   stats.WDL // results in games of two seats
	Games int
	seats int // number of seats of each game
	wins  int // games won, in parts of wholeWin; tied winners share a win

	doubledPlaces int // twice the sum of the places; doubled, because tied seats share the mean of their places
	openings      int // number of a player's openings; each game without an opening counts as one
}

func (t *tally) add(k *rounds.Kind, seat int) {
	t.seats = len(k.Players)
	if t.seats == 2 {
		t.WDL = t.WDL.Plus(stats.OneGame(k.Scores[seat]).Times(k.Games))
	}
	t.Games += k.Games
	t.doubledPlaces += k.Games * k.DoubledPlace(seat)
	if ahead, level := k.Around(seat); ahead == 0 {
		t.wins += k.Games * (wholeWin / level)
	}
}

// seatTally returns the tally of a seat, numbered from 0.
func (f *Fold) seatTally(seat int) (t tally) {
	for i := range f.Kinds {
		t.add(&f.Kinds[i], seat)
	}
	return t
}

// MeanPlace returns the mean place, from 1; 0 without games. Tied players share the mean of their places.
func (t tally) MeanPlace() float64 { return float64(t.doubledPlaces) / 2 / float64(max(1, t.Games)) }

// points returns the sum of the scores.
func (t tally) points() float64 {
	if t.Games == 0 {
		return 0
	}
	return rounds.Points(t.doubledPlaces, t.Games, t.seats)
}

// Share returns the mean score; 0 without games.
func (t tally) Share() float64 { return t.points() / float64(max(1, t.Games)) }

// Firsts returns the number of games won. Each of n tied winners has 1/n of a win.
func (t tally) Firsts() float64 { return float64(t.wins) / wholeWin }

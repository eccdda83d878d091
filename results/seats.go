package results

import (
	"encoding/json"
	"fmt"

	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/tournament"
)

// SeatScore is the mean score of a seat with its anytime interval, with the openings as observations. If the openings
// say nothing about seats, the estimate is absent.
type SeatScore struct {
	stats.Estimate
	points   float64
	Games    int
	openings int // a game by itself is one
	Distinct int // games that differ move for move; 0 where that is not known
}

// SeatScore returns the score of a seat, numbered from 0.
func (f *Fold) SeatScore(seat int) SeatScore {
	if seat >= f.Seats() {
		return SeatScore{}
	}
	s := SeatScore{Games: f.Games(), openings: f.Rounds(), Distinct: f.Distinct}
	s.points = f.seatTally(seat).points(f.Seats())
	if !f.OnlyPlayers {
		s.Estimate = f.Mean(.95, func(scores []float64) float64 { return scores[seat] })
	}
	return s
}

// String returns the score of the seat and the number of games in words.
func (s SeatScore) String() string {
	if s.Games > 0 && !s.HasValue() {
		return "not told, since the openings were chosen by what they tell about players"
	}
	return fmt.Sprintf("scores %s (%s .. %s at 95 %%, at any time) in %s%s", percent(s.Value), percent(s.Low),
		percent(s.High), tournament.Counted(s.Games, "game"), s.observed())
}

// observed returns in brackets how many openings the games come from and how many are distinct, as far as that is
// known.
func (s SeatScore) observed() string {
	if s.openings == s.Games && s.Distinct == 0 {
		return ""
	}
	repeats := ""
	switch n := s.Games - s.Distinct; {
	case n == 0:
		repeats = ", no repeats"
	case s.Distinct > 0:
		repeats = fmt.Sprintf(", %s repeating another", tournament.Counted(n, "game"))
	}
	return fmt.Sprintf(" (%s%s)", tournament.Counted(s.openings, "opening"), repeats)
}

// MarshalJSON writes the numbers by name; unknown ones are null.
func (s SeatScore) MarshalJSON() ([]byte, error) {
	score, low, high := s.Numbers()
	return json.Marshal(table.Object("games", s.Games, "points", s.points, "score", score, "low", low, "high", high,
		"openings", s.openings, "distinct", s.distinct()))
}

func (s SeatScore) distinct() any { return known(float64(s.Distinct), s.Distinct > 0) }

// wholeWin is a win in parts that can be divided evenly among any number of tied players up to [rating.MaxSeats].
const wholeWin = 840

// tally adds up whole numbers, so that the sums do not depend on the order of the games.
type tally struct {
	wdl          stats.WDL // of games of two seats
	games        int
	turns, timed int // of games whose length is known, and how many these are
	halves       int // twice the sum of places
	wins         int // in parts of wholeWin
	openings     int // of a player's games; a game by itself is one
}

// add adds the results of a seat in the games of a kind.
func (t *tally) add(k *kind, seat int) {
	if len(k.players) == 2 {
		t.wdl = t.wdl.Plus(stats.OneGame(k.scores[seat]).Times(k.games))
	}
	t.games += k.games
	t.turns += k.turns
	t.timed += k.timed
	t.halves += k.games * k.halves(seat)
	t.wins += k.games * k.wins(seat)
}

func (f *Fold) seatTally(seat int) (t tally) {
	for i := range f.kinds {
		t.add(&f.kinds[i], seat)
	}
	return t
}

// around counts the seats ahead of a seat, and those, itself included, that are tied with it or in an unknown order
// with it.
func (k *kind) around(seat int) (ahead, level int) {
	for _, place := range k.places {
		switch {
		case place == k.places[seat]:
			level++
		case place > 0 && (place < k.places[seat] || k.places[seat] == 0):
			ahead++
		}
	}
	return ahead, level
}

// halves returns twice the mean of the places that a seat shares.
func (k *kind) halves(seat int) int {
	ahead, level := k.around(seat)
	return 2*ahead + level + 1
}

// wins returns a seat's part of the win.
func (k *kind) wins(seat int) int {
	if ahead, level := k.around(seat); ahead == 0 {
		return wholeWin / level
	}
	return 0
}

// points returns the sum of scores in games of a number of seats.
func (t tally) points(seats int) float64 {
	if t.games == 0 {
		return 0
	}
	return (float64(seats*t.games) - float64(t.halves)/2) / float64(seats-1)
}

func (t tally) firsts() float64 { return float64(t.wins) / wholeWin }

// Mixed is the result of a player against the only other one in games of three or more seats: the share of comparisons
// between a seat of the one and a seat of the other in which it was ahead, with ties as halves. For equal players in
// all mixed seatings it is one half, however many seats each has.
type Mixed struct {
	Score, Elo stats.Estimate // absent of games of two seats
	Openings   int
}

// Mixed returns the result of a player against another, see [Mixed]. Seats whose order is not known are left out.
func (f *Fold) Mixed(player, opponent string) (m Mixed) {
	if f.Seats() <= 2 {
		return m
	}
	ahead := f.means(func(k *kind) (ahead stats.Total) {
		for a, p := range k.places {
			for b, q := range k.places {
				if k.players[a] != player || k.players[b] != opponent || p == 0 && q == 0 {
					continue
				}
				ahead.Games++
				switch {
				case p == q:
					ahead.Sum += .5
				case q == 0 || p != 0 && p < q:
					ahead.Sum++
				}
			}
		}
		return ahead
	})
	m.Openings = ahead.Openings()
	m.Score, m.Elo = ahead.Fixed()
	return m
}

// MixedRemark returns the score in mixed seatings in words, or nothing if there is none.
func (s Standing) MixedRemark() []string {
	if s.mixed.Score.Kind == stats.Absent {
		return nil
	}
	return []string{fmt.Sprintf("%s over %s: %s of comparisons of their seats won, ties as halves, %s Elo (95 %%, %s "+
		"as observations). The ratings also take out what the seats are worth.", s.Rows[0].Player, s.Rows[1].Player,
		s.mixed.Score.Percent(1), s.mixed.Elo.Text(0), tournament.Counted(s.mixed.Openings, "opening"))}
}

package results

import (
	"encoding/json"
	"fmt"

	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/tournament"
)

// SeatScore is the mean score of a seat with its anytime interval, where each opening is one observation. The
// estimate is absent if the openings say nothing about seats.
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

// observed returns in brackets the number of openings of the games and the number of repeated games, as far as they
// are known.
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

// wholeWin is the number of parts of a win. It can be divided evenly among any number of tied players up to
// [rating.MaxSeats].
const wholeWin = 840

// tally adds up the results of a player or a seat. It uses integers, so that the sums do not depend on the order of
// the games.
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

// around returns the number of seats ahead of a seat, and the number of seats level with it: itself, tied seats, and
// seats whose order relative to it is unknown.
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

// halves returns twice the mean of the places that a seat shares with the seats level with it.
func (k *kind) halves(seat int) int {
	ahead, level := k.around(seat)
	return 2*ahead + level + 1
}

// wins returns a seat's share of the win, in parts of wholeWin.
func (k *kind) wins(seat int) int {
	if ahead, level := k.around(seat); ahead == 0 {
		return wholeWin / level
	}
	return 0
}

// points returns the sum of the scores, given the number of seats.
func (t tally) points(seats int) float64 {
	if t.games == 0 {
		return 0
	}
	return (float64(seats*t.games) - float64(t.halves)/2) / float64(seats-1)
}

func (t tally) firsts() float64 { return float64(t.wins) / wholeWin }

// Mixed is the result of a player against its only opponent in games of three or more seats. The score is the share
// of pairs of a seat of the player and a seat of the opponent in which the player was ahead; ties count half. For
// equal players it is one half over all mixed seatings, however many seats each has.
type Mixed struct {
	Score, Elo stats.Estimate // absent of games of two seats
	Openings   int
}

// Mixed returns the result of a player against an opponent. It leaves out pairs of seats whose order is unknown.
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

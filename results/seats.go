package results

import (
	"encoding/json"
	"fmt"

	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/tournament"
)

// SeatScore is the mean score of a seat with its anytime interval at the 95 % level. Each opening is one observation.
// The estimate is absent if the openings were chosen to compare players.
type SeatScore struct {
	stats.Estimate
	points   float64 // sum of the scores
	Games    int
	openings int // number of openings; each game without an opening counts as one
	Distinct int // number of games with different moves; 0 if unknown
}

// SeatScore returns the score of a seat, numbered from 0. Without games it returns the zero value.
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

// observed returns, in brackets, the number of openings and the number of games that repeat another. It returns an
// empty text if every game has its own opening and the number of repeats is unknown.
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

// MarshalJSON encodes the score as an object of named numbers, where unknown numbers are null.
func (s SeatScore) MarshalJSON() ([]byte, error) {
	score, low, high := s.Numbers()
	return json.Marshal(table.Object("games", s.Games, "points", s.points, "score", score, "low", low, "high", high,
		"openings", s.openings, "distinct", s.distinct()))
}

func (s SeatScore) distinct() any { return known(float64(s.Distinct), s.Distinct > 0) }

// wholeWin is the number of parts into which a won game is divided. Any number of tied players up to [rating.MaxSeats]
// divides it.
const wholeWin = 840

// tally adds up the results of a player or a seat. Its sums are integers, so they do not depend on the order of the
// games.
type tally struct {
	wdl      stats.WDL // results in games of two seats
	games    int
	turns    int // total length of the games with a known length
	timed    int // number of games with a known length
	halves   int // twice the sum of the places
	wins     int // games won, in parts of wholeWin; tied winners share a win
	openings int // number of a player's openings; each game without an opening counts as one
}

// add adds the results that a seat has in the games of k.
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

// around returns the number of seats ahead of the given seat and the number of seats level with it. The level seats are
// the seat itself, tied seats, and seats whose order relative to it is unknown.
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

// halves returns twice the place of a seat. Seats that are level share the mean of their places.
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

// points returns the sum of the scores of [Game], computed from the places. seats is the number of seats of a game.
func (t tally) points(seats int) float64 {
	if t.games == 0 {
		return 0
	}
	return (float64(seats*t.games) - float64(t.halves)/2) / float64(seats-1)
}

// firsts returns the number of games won, where each of n tied winners has 1/n.
func (t tally) firsts() float64 { return float64(t.wins) / wholeWin }

// Mixed is the result between two players who share all seats of games with three or more seats. It compares each seat
// of the first player with each seat of the second. The score is the share of comparisons that the first player wins,
// with ties as halves. Equal players score one half on average, however many seats each has.
type Mixed struct {
	Score, Elo stats.Estimate // absent for games of two seats
	Openings   int            // number of observations
}

// Mixed returns the result of a player against an opponent. It leaves out comparisons of seats whose order is unknown.
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

// MixedRemark returns a sentence with the [Mixed] result of the two players, or nil if there is none.
func (s Standing) MixedRemark() []string {
	if s.mixed.Score.Kind == stats.Absent {
		return nil
	}
	return []string{fmt.Sprintf("%s over %s: %s of comparisons of their seats won, ties as halves, %s Elo (95 %%, %s "+
		"as observations). The ratings also take out what the seats are worth.", s.Rows[0].Player, s.Rows[1].Player,
		s.mixed.Score.Percent(1), s.mixed.Elo.Text(0), tournament.Counted(s.mixed.Openings, "opening"))}
}

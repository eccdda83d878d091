package results

import (
	"cmp"
	"io"
	"math"
	"slices"

	"pillars/results/estimate/rating"
	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
)

// Crosstable is the table of the meetings of players. Each two players who met have one row, in which the player who
// stands above the other comes first.
type Crosstable struct{ table.Table[Meeting] }

// Meeting holds a player's results against an opponent.
type Meeting struct {
	Player, Opponent string
	Met              bool       // whether the two played a game together
	look             stats.Look // moment at which results are read, on which intervals depend

	Openings   int               // smaller of both players' numbers of openings; a game without one counts as one
	Games      stats.WDL         // results of all games against the opponent
	pairs      stats.Pentanomial // results of pairs of games with the seats swapped
	Difference stats.Estimate    // rating of the player minus rating of the opponent, in Elo
	Stronger   *float64          // probability that the player is stronger; nil if unknown or if they never met
	evidence   evidence          // how clearly the games show that the player is stronger
}

// Meeting returns the results of the player in row i against the player in row j, another row. The wins, draws and
// losses are from games of two seats only. If two players share all seats of games with three or more seats, the
// difference comes from their comparisons (see mixed). Otherwise it comes from the ratings; without ratings, it is
// absent.
func (s Standings) Meeting(i, j int) Meeting {
	p, q := s.order[i], s.order[j] // indices of both players in s.names
	m := Meeting{Player: s.names[p], Opponent: s.names[q], Openings: min(s.Rows[i].openings, s.Rows[j].openings),
		Met: s.counts.Together(p, q), look: s.Options.Look}
	m.Games, m.pairs = s.counts.Between(p, q)
	if s.Options.Unrated {
		return m
	}
	m.Difference, m.evidence = s.compare(p, q)
	if i < 2 && s.mixed[i].score.Kind != stats.Absent {
		m.Difference, m.evidence = s.mixed[i].elo, s.mixed[i].evidence()
	}
	if m.Met && m.evidence.measured && m.observations() >= stats.Fewest {
		m.Stronger = new(m.evidence.Probability())
	}
	return m
}

// Crosstable returns the crosstable of the players.
func (s Standings) Crosstable() (c Crosstable) {
	difference := func(m Meeting) stats.Estimate { return m.Difference }
	c.Columns = slices.Concat(
		[]table.Column[Meeting]{
			{Key: "player", Head: "player", Kind: table.Names, Value: func(m Meeting) any { return m.Player }},
			{Key: "opponent", Head: "opponent", Kind: table.Names, Value: func(m Meeting) any { return m.Opponent }},
			{Key: "games", Head: "games", Kind: table.Figures, Value: func(m Meeting) any { return m.Games.Games() }},
		},
		wdlColumns(func(m Meeting) stats.WDL { return m.Games }),
		[]table.Column[Meeting]{
			{Key: "points", Value: func(m Meeting) any { return m.Games.Points() }},
			shareColumn("score", func(m Meeting) (float64, int) { return m.Games.Points(), m.Games.Games() }),
			{Key: "pairs", Only: table.JSON, Value: func(m Meeting) any { return m.pairs }},
		},
		estimateColumns("Elo", difference, "difference", "difference_error95", "difference_low", "difference_high"),
		[]table.Column[Meeting]{{Key: "stronger", Head: "stronger", Kind: table.Figures,
			Value: func(m Meeting) any { return m.Stronger },
			Text: func(m Meeting) string {
				if m.Stronger == nil {
					return "-"
				}
				return percent(*m.Stronger)
			}}})
	for i := range s.order {
		for j := i + 1; j < len(s.order); j++ {
			if s.counts.Met(s.order[i], s.order[j]) {
				c.Rows = append(c.Rows, s.Meeting(i, j))
			}
		}
	}
	return c
}

// Facts returns the crosstable for JSON: the list "meetings". Unknown numbers are null; intervals are at 95 %.
func (c Crosstable) Facts() table.Facts { return table.Object("meetings", c.Table, "confidence", .95) }

// WriteText writes a line for each row, and what the columns mean.
func (c Crosstable) WriteText(w io.Writer) error {
	return cmp.Or(c.Table.WriteText(w), table.Printf(w, "\nElo is the difference of the ratings, which come from all "+
		"games (95 %%). Stronger is the probability that the player is stronger, if all differences were equally "+
		"likely beforehand.\n"))
}

// evidence says how clearly games show which of two players is stronger. If measured is set, it has the difference
// between the players and the standard error of the difference, otherwise only their scores against each other.
type evidence struct {
	rating.Evidence         // difference in standard errors; valid only if measured is set
	measured        bool    // whether the difference has a standard error
	difference      float64 // difference in Elo or, if ofScores is set, the player's mean score
	ofScores        bool    // whether difference and standard error are mean scores
	// between returns the player's scores in games against the opponent. It is nil if measured is set or if the two
	// never met.
	between func() stats.OpeningMeans
}

// Interval returns the difference between the two players in Elo, with an interval for claims at this look (see
// [stats.Look]). alpha is the accepted probability that a claim is false. If the difference has no standard error, the
// interval comes from the anytime interval of the player's score against the opponent. The estimate is absent for fewer
// openings than [stats.Fewest]. It is also absent for players that never met, since only their games with others would
// compare them.
func (m Meeting) Interval(alpha float64) stats.Estimate {
	interval, e := stats.Estimate{}, m.evidence
	switch {
	case !m.Met || min(m.Openings, m.observations()) < stats.Fewest:
		return interval
	case e.measured:
		errors := m.look.Errors(m.observations(), e.Openings > 0, alpha)
		if math.IsInf(errors, 1) {
			return interval
		}
		interval = stats.Symmetric(e.difference, errors*e.StandardError)
	case e.between != nil:
		means := e.between()
		interval = means.Estimate(1 - alpha)
	}
	if !e.measured || e.ofScores {
		interval = stats.EloOf(interval)
	}
	return interval
}

// Shown reports whether the games show that the player is stronger than the opponent: whether [Meeting.Interval] is
// above 0.
func (m Meeting) Shown(alpha float64) bool {
	low, _ := m.Interval(alpha).Limits()
	return low > 0
}

// MoreOpenings predicts how many more openings are needed until [Meeting.Shown] returns true, if the players continue
// to score as before. It assumes that the results are not read exactly at a planned end of the games (see
// [stats.Look]). ok is false if the number is unknown, or if the total would exceed the present number of openings
// times factor.
func (m Meeting) MoreOpenings(alpha float64, factor int) (openings int, ok bool) {
	if !m.evidence.measured {
		return 0, false
	}
	now := m.observations()
	needed, ok := stats.LooksNeeded(now, m.look.Expected(), m.evidence.Errors, alpha, factor*now)
	return max(needed, stats.Fewest) - now, ok
}

// observations returns the number of openings on which the difference rests. These openings are the independent
// observations.
func (m Meeting) observations() int {
	if shared := m.evidence.Openings; shared > 0 { // number of openings that several games share
		return min(shared, m.Openings)
	}
	return m.Openings
}

// compare returns the rating of player p minus the rating of player q, and the evidence that p is stronger. p and q are
// indices in s.names.
func (s Standings) compare(p, q int) (difference stats.Estimate, e evidence) {
	difference, e.Evidence, e.measured = s.ratings.Compare(p, q)
	e.measured = e.measured && s.ratings.SeatsFitted // otherwise the seats may explain the difference
	e.difference = difference.Value
	if !e.measured && s.counts.Met(p, q) {
		e.between = func() stats.OpeningMeans { return s.counts.OpeningsBetween(p, q) }
	}
	return difference, e
}

// mixed is the result between two players who share all seats of games with three or more seats. It compares each seat
// of the first player with each seat of the second. The score is the share of these comparisons that the first player
// wins; a tie counts half. Equal players score one half on average, however many seats each has. All fields are absent
// for games of two seats.
type mixed struct {
	score, elo stats.Estimate
	ahead      stats.OpeningMeans // share of the comparisons that the first player won in each opening
}

// mixed returns the result of a player against an opponent.
func (f *Fold) mixed(player, opponent string) (m mixed) {
	if f.Seats() <= 2 {
		return m
	}
	m.ahead = f.Means(func(k *rounds.Kind) (won stats.Total) {
		for seat, place := range k.Places {
			for otherSeat, otherPlace := range k.Places {
				if k.Players[seat] == player && k.Players[otherSeat] == opponent {
					won.Games++ // Games counts comparisons here
					won.Sum += float64(1+cmp.Compare(otherPlace, place)) / 2
				}
			}
		}
		return won
	})
	m.score, m.elo = m.ahead.Fixed()
	return m
}

// evidence returns how clearly the result shows that the player is stronger.
func (m mixed) evidence() (e evidence) {
	e.ofScores, e.difference = true, m.score.Value
	if e.measured = m.score.Kind == stats.Measured; !e.measured {
		e.between = func() stats.OpeningMeans { return m.ahead }
		return e
	}
	e.Openings = m.ahead.Openings()
	e.StandardError = m.score.Error95 / stats.Student95(e.Openings-1)
	e.Errors = (m.score.Value - .5) / e.StandardError
	return e
}

package results

import (
	"cmp"
	"io"
	"math"
	"slices"
	"strconv"

	"pillars/results/estimate/rating"
	"pillars/results/estimate/rounds"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
)

// Crosstable holds the results of every player of some standings against every other player.
type Crosstable struct {
	Players   []string // names, in the order of the rows of the standings
	standings Standings
}

// Meeting holds a player's results against an opponent.
type Meeting struct {
	player, opponent string
	Met              bool       // whether the two played a game together
	look             stats.Look // moment at which results are read, on which intervals depend

	Openings   int               // smaller of both players' numbers of openings; a game without one counts as one
	Games      stats.WDL         // results of all games against the opponent
	pairs      stats.Pentanomial // results of pairs of games with the seats swapped
	Difference stats.Estimate    // rating of the player minus rating of the opponent, in Elo
	Stronger   *float64          // probability that the player is stronger; nil if unknown or if they never met
	evidence   evidence          // how clearly the games show that the player is stronger
}

// Score returns the player's mean score against the opponent; ok is false if they have not met.
func (m Meeting) Score() (score float64, ok bool) {
	n := m.Games.Games()
	if n == 0 {
		return 0, false
	}
	return m.Games.Points() / float64(n), true
}

// Crosstable returns the crosstable of the players. The wins, draws and losses are from games of two seats only.
func (s Standings) Crosstable() Crosstable {
	out := Crosstable{standings: s}
	for _, row := range s.Rows {
		out.Players = append(out.Players, row.Player)
	}
	return out
}

// Meeting returns the results of Players[i] against Players[j]. If i equals j, there are no results. If two players
// share all seats of games with three or more seats, the difference comes from [Mixed]. Otherwise it comes from the
// ratings; without ratings, it is absent.
func (c Crosstable) Meeting(i, j int) Meeting {
	m := Meeting{player: c.Players[i], opponent: c.Players[j]}
	if i == j {
		return m
	}
	rows := c.standings.Rows
	m.Openings = min(rows[i].openings, rows[j].openings)
	p, q := c.standings.order[i], c.standings.order[j] // indices of both players in c.standings.names
	if c.standings.counts != nil {
		m.Games, m.pairs = c.standings.counts.Between(p, q)
		m.Met, m.look = c.standings.counts.Together(p, q), c.standings.Options.Look
	}
	if c.standings.Options.Unrated {
		return m
	}
	m.Difference, m.evidence = c.standings.compare(p, q)
	if i < 2 && c.standings.mixed[i].Score.Kind != stats.Absent {
		m.Difference, m.evidence = c.standings.mixed[i].Elo, c.standings.mixed[i].evidence()
	}
	if m.Met && m.evidence.measured && m.observations() >= stats.Fewest {
		m.Stronger = new(m.evidence.Probability())
	}
	return m
}

// list returns the meetings of players as a table. Two players who met have two rows: each is once the player and once
// the opponent.
func (c Crosstable) list() (out table.Table[Meeting]) {
	out.Columns = meetingColumns()
	for i, p := range c.standings.order {
		for j, q := range c.standings.order {
			if c.standings.counts.Met(p, q) {
				out.Rows = append(out.Rows, c.Meeting(i, j))
			}
		}
	}
	return out
}

func meetingColumns() []table.Column[Meeting] {
	difference := func(m Meeting) stats.Estimate { return m.Difference }
	var pairs []table.Column[Meeting] // numbers of pairs in which the player scored 0, 1, 2, 3 and 4 half points
	for i := range len(stats.Pentanomial{}) {
		pairs = append(pairs, table.Column[Meeting]{Key: "pairs" + strconv.Itoa(i), Only: table.CSV,
			Value: func(m Meeting) any { return m.pairs[i] }})
	}
	return slices.Concat(
		[]table.Column[Meeting]{
			{Key: "player", Head: "player", Kind: table.Names, Value: func(m Meeting) any { return m.player }},
			{Key: "opponent", Head: "opponent", Kind: table.Names, Value: func(m Meeting) any { return m.opponent }},
			{Key: "games", Head: "games", Kind: table.Figures, Value: func(m Meeting) any { return m.Games.Games() }},
		},
		wdlColumns(func(m Meeting) stats.WDL { return m.Games }),
		[]table.Column[Meeting]{
			{Key: "points", Value: func(m Meeting) any { return m.Games.Points() }},
			{Key: "score", Head: "score", Kind: table.Figures, Value: func(m Meeting) any { return orNil(m.Score()) },
				Text: func(m Meeting) string {
					score, met := m.Score()
					return numberText(100*score, 1, met, " %")
				}},
			{Key: "pairs", Only: table.JSON, Value: func(m Meeting) any { return m.pairs }},
		},
		pairs,
		estimateColumns("Elo", difference, "difference", "difference_error95", "difference_low", "difference_high"),
		[]table.Column[Meeting]{{Key: "stronger", Head: "stronger", Kind: table.Figures,
			Value: func(m Meeting) any { return m.Stronger },
			Text: func(m Meeting) string {
				if m.Stronger == nil {
					return "-"
				}
				return percent(*m.Stronger)
			}}})
}

// Facts returns the crosstable for JSON. The list "order" has the players, the strongest first. The list "meetings" has
// an object for each player and each opponent that the player met. Unknown numbers are null; intervals are at 95 %.
func (c Crosstable) Facts() table.Facts {
	meetings := c.list()
	return table.Object("order", append([]string{}, c.Players...), "meetings", meetings, "confidence", .95)
}

// WriteCSV writes a line for each player and each opponent that the player met. Unknown numbers are empty.
func (c Crosstable) WriteCSV(w io.Writer) error { return c.list().WriteCSV(w) }

// WriteText writes a line for each two players who met, with the player that stands above the other first.
func (c Crosstable) WriteText(w io.Writer) error {
	meetings := c.list()
	meetings.Rows = slices.DeleteFunc(meetings.Rows, func(m Meeting) bool {
		return slices.Index(c.Players, m.player) > slices.Index(c.Players, m.opponent)
	})
	return cmp.Or(meetings.WriteText(w), table.Printf(w, "\nElo is the difference of the ratings, which come from all "+
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

// Mixed is the result between two players who share all seats of games with three or more seats. It compares each seat
// of the first player with each seat of the second. The score is the share of these comparisons that the first player
// wins; a tie counts half. Equal players score one half on average, however many seats each has.
type Mixed struct {
	Score, Elo stats.Estimate     // absent for games of two seats
	Openings   int                // number of openings; each is one observation
	ahead      stats.OpeningMeans // share of the comparisons that the first player won in each opening
}

// Mixed returns the result of a player against an opponent. It leaves out comparisons of seats whose order is unknown.
func (f *Fold) Mixed(player, opponent string) (m Mixed) {
	if f.Seats() <= 2 {
		return m
	}
	m.ahead = f.Means(func(k *rounds.Kind) (won stats.Total) {
		for seat, place := range k.Places {
			for otherSeat, otherPlace := range k.Places {
				orderUnknown := place == 0 && otherPlace == 0
				if k.Players[seat] != player || k.Players[otherSeat] != opponent || orderUnknown {
					continue
				}
				won.Games++ // Games counts comparisons here
				switch {
				case place == otherPlace:
					won.Sum += .5
				case otherPlace == 0 || 0 < place && place < otherPlace: // the unknown place 0 is behind all others
					won.Sum++
				}
			}
		}
		return won
	})
	m.Openings = m.ahead.Openings()
	m.Score, m.Elo = m.ahead.Fixed()
	return m
}

// evidence returns how clearly the result shows that the player is stronger.
func (m Mixed) evidence() (e evidence) {
	e.ofScores, e.difference = true, m.Score.Value
	if e.measured = m.Score.Kind == stats.Measured; !e.measured {
		e.between = func() stats.OpeningMeans { return m.ahead }
		return e
	}
	standardError := m.Score.Error95 / stats.Student95(m.Openings-1)
	e.Evidence = rating.Evidence{Errors: (m.Score.Value - .5) / standardError, StandardError: standardError,
		Openings: m.Openings}
	return e
}

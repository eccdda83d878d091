package results

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"

	"pillars/results/estimate/stats"
	"pillars/results/show/table"
)

// Crosstable holds the results of every player of standings against every other.
type Crosstable struct {
	Players  []string // in the order of the rows of the standings
	standing Standings
}

// Meeting holds a player's results against an opponent.
type Meeting struct {
	player, opponent string

	Openings   int               // openings of the player who has fewer; a game without an opening counts as one
	Games      stats.WDL         // results of all games against the opponent
	pairs      stats.Pentanomial // results of the complete pairs of games
	Difference stats.Estimate    // rating of the player minus rating of the opponent, in Elo
	Stronger   *float64          // probability that the player is stronger; nil if unknown, such as with few openings
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

// Crosstable returns the crosstable of the players. Its wins, draws and losses are from games of two seats only.
func (s Standings) Crosstable() Crosstable {
	out := Crosstable{standing: s}
	for _, row := range s.Rows {
		out.Players = append(out.Players, row.Player)
	}
	return out
}

// Meeting returns the results of Players[i] against Players[j]. If i equals j, there are no results. If two players
// share all seats of games with three or more seats, the difference comes from [Mixed]. Otherwise it comes from the
// ratings.
func (c Crosstable) Meeting(i, j int) Meeting {
	m := Meeting{player: c.Players[i], opponent: c.Players[j]}
	if i == j {
		return m
	}
	rows := c.standing.Rows
	m.Openings = min(rows[i].openings, rows[j].openings)
	p, q := c.standing.order[i], c.standing.order[j]
	if c.standing.table != nil {
		m.Games, m.pairs = c.standing.table.Between(p, q)
	}
	if c.standing.Options.Unrated {
		return m
	}
	if mixed := c.standing.mixed; mixed.Score.Kind != stats.Absent {
		m.Difference, m.evidence = mixed.Elo, mixed.evidence()
		if i > 0 { // mixed is the result of the player in row 0
			m.Difference, m.evidence = mixed.Elo.Mirrored(0), m.evidence.reversed()
		}
	} else {
		m.Difference, m.evidence = c.standing.compare(p, q)
	}
	if c.standing.Options.Adaptive { // standard errors are not valid, so the difference has no interval
		m.Difference, m.evidence = m.Difference.Plain(), evidence{}
	}
	if m.evidence.measured && m.observed() >= stats.Fewest {
		m.Stronger = new(m.evidence.Probability())
	}
	return m
}

// list returns the meetings of players as a table. Every two players who met have two rows, one as seen by each of
// them. If once is set, they have only the row of the player who ranks higher.
func (c Crosstable) list(once bool) (out table.Table[Meeting]) {
	out.Columns = meetingColumns()
	for i, p := range c.standing.order {
		for j, q := range c.standing.order {
			if c.standing.table.Met(p, q) && (i < j || !once) {
				out.Rows = append(out.Rows, c.Meeting(i, j))
			}
		}
	}
	return out
}

// meetingColumns returns the columns of the list of all pairs of players that met.
func meetingColumns() []table.Column[Meeting] {
	difference := func(m Meeting) stats.Estimate { return m.Difference }
	inJSON := estimateColumns("", difference, "difference", "difference_error95", "difference_low", "difference_high")
	inTextAndCSV := estimateColumns("Elo difference", difference, "difference", "error95", "low", "high")
	for i := range inJSON {
		inJSON[i].Only, inTextAndCSV[i].Only = table.JSON, table.Text|table.CSV
	}
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
			{Key: "score", Head: "score", Kind: table.Figures,
				Value: func(m Meeting) any { return known(m.Score()) },
				Text:  func(m Meeting) string { return scoreText(m, " %") }},
			{Key: "pairs", Only: table.JSON, Value: func(m Meeting) any { return m.pairs }},
		},
		pairs, inJSON, inTextAndCSV,
		[]table.Column[Meeting]{
			{Key: "stronger", Head: "stronger", Kind: table.Figures, Value: func(m Meeting) any { return m.Stronger },
				Text: func(m Meeting) string { return strongerText(m, " %") }},
		})
}

// scoreText returns the score of the player in percent, followed by unit, or a dash without games.
func scoreText(m Meeting, unit string) string {
	score, ok := m.Score()
	return text(100*score, 1, ok, unit)
}

// strongerText returns the probability that the player is stronger in percent, followed by unit, or a dash if unknown.
func strongerText(m Meeting, unit string) string {
	if m.Stronger == nil {
		return "-"
	}
	return text(100**m.Stronger, 1, true, unit)
}

// Facts returns the crosstable for JSON. The list "order" has the players, the strongest first. The list "meetings" has
// an object for each player and each opponent that the player met. Unknown numbers are null; intervals are at 95 %.
func (c Crosstable) Facts() table.Facts {
	return table.Object("order", append([]string{}, c.Players...), "meetings", c.list(false), "confidence", .95)
}

// WriteCSV writes a line for each player and each opponent that the player met. Unknown numbers are empty.
func (c Crosstable) WriteCSV(w io.Writer) error { return c.list(false).WriteCSV(w) }

// WriteList writes a line for every two players who met, with the player who ranks higher first.
func (c Crosstable) WriteList(w io.Writer) error {
	grid := c.list(true).Grid()
	grid.Keys = 2
	return grid.WriteText(w)
}

// widestCrosstable is the greatest width, in characters, of a crosstable of wins, draws and losses.
const widestCrosstable = 150

// WriteGames writes a matrix of wins, draws and losses. If that is wider than widestCrosstable, it writes scores
// instead.
func (c Crosstable) WriteGames(w io.Writer) error {
	grid := c.grid(func(m Meeting) string {
		if m.Games.Games() == 0 {
			return "-"
		}
		return fmt.Sprintf("%d-%d-%d", m.Games.Wins, m.Games.Draws, m.Games.Losses)
	})
	legend := "Wins-draws-losses of the player in the row against the player of the column."
	if grid.Width() > widestCrosstable {
		grid = c.grid(func(m Meeting) string { return scoreText(m, "") })
		legend = "Score in percent of the player in the row against the player of the column."
	}
	return writeGrid(w, grid, legend)
}

// WriteStronger writes a matrix with the probability that the row's player is stronger than the column's player.
func (c Crosstable) WriteStronger(w io.Writer) error {
	if c.standing.Options.Adaptive {
		return table.Printf(w, "%s\n", noIntervals)
	}
	return writeGrid(w, c.grid(func(m Meeting) string { return strongerText(m, "") }),
		"Probability in percent that the player in the row is stronger, from ratings and their covariance, "+
			"if all differences were equally likely beforehand.")
}

// grid returns a matrix with a row and a column for each player. The function text returns the cell of a meeting.
func (c Crosstable) grid(text func(Meeting) string) *table.Grid {
	grid := table.New("#rank", "…player")
	for i, player := range c.Players {
		grid.Columns = append(grid.Columns, table.Head{Name: strconv.Itoa(i + 1), Kind: table.Figures})
		cells := []string{strconv.Itoa(i + 1), player}
		for j := range c.Players {
			cell := "·"
			if i != j {
				cell = text(c.Meeting(i, j))
			}
			cells = append(cells, cell)
		}
		grid.Rows = append(grid.Rows, cells)
	}
	return grid
}

func writeGrid(w io.Writer, grid *table.Grid, legend string) error {
	return cmp.Or(grid.WriteText(w), table.Printf(w, "\n%s\n", legend))
}

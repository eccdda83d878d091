package results

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
)

// meetingJSON is a meeting for programs. A figure without a value is null; every interval is at 95 %.
type meetingJSON struct {
	Player     string  `json:"player"`
	Opponent   string  `json:"opponent"`
	Games      int     `json:"games"`
	Wins       int     `json:"wins"`
	Draws      int     `json:"draws"`
	Losses     int     `json:"losses"`
	Points     float64 `json:"points"`
	Score      number  `json:"score"` // mean
	Pairs      [5]int  `json:"pairs"` // by half points of four, from 0 to 4
	Difference number  `json:"difference"`
	Error95    number  `json:"difference_error95"`
	Low        number  `json:"difference_low"` // limits of the interval; alone they are bounds
	High       number  `json:"difference_high"`
	Stronger   number  `json:"stronger"` // probability
}

// MarshalJSON writes an object with the lists "order", of the players from the strongest, and "meetings", of every player with every other.
func (c Crosstable) MarshalJSON() ([]byte, error) {
	out := struct {
		Order      []string      `json:"order"`
		Meetings   []meetingJSON `json:"meetings"`
		Confidence float64       `json:"confidence"`
	}{append([]string{}, c.Players...), c.list(), .95}
	return json.Marshal(out)
}

func (c Crosstable) list() []meetingJSON {
	out := []meetingJSON{}
	for i, row := range c.Meetings {
		for j, m := range row {
			if i == j {
				continue
			}
			f := figuresOf(m.Difference)
			line := meetingJSON{
				Player: c.Players[i], Opponent: c.Players[j], Games: m.Games.Games(), Wins: m.Games.Wins, Draws: m.Games.Draws, Losses: m.Games.Losses,
				Points: m.Games.Points(), Pairs: m.Pairs, Difference: f.value, Error95: f.error95, Low: f.low, High: f.high, Stronger: m.Stronger,
			}
			if score, ok := m.Score(); ok {
				line.Score = &score
			}
			out = append(out, line)
		}
	}
	return out
}

// WriteCSV writes a line for every player with every other under a line of column names; a figure that has no value is empty.
func (c Crosstable) WriteCSV(w io.Writer) error {
	lines := [][]string{{"player", "opponent", "games", "wins", "draws", "losses", "points", "score", "pairs0", "pairs1", "pairs2", "pairs3", "pairs4",
		"difference", "error95", "low", "high", "stronger"}}
	for _, m := range c.list() {
		line := []string{m.Player, m.Opponent}
		for _, n := range []int{m.Games, m.Wins, m.Draws, m.Losses} {
			line = append(line, strconv.Itoa(n))
		}
		line = append(line, digits(&m.Points), digits(m.Score))
		for _, n := range m.Pairs {
			line = append(line, strconv.Itoa(n))
		}
		for _, x := range []number{m.Difference, m.Error95, m.Low, m.High, m.Stronger} {
			line = append(line, digits(x))
		}
		lines = append(lines, line)
	}
	return csv.NewWriter(w).WriteAll(lines)
}

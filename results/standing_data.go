package results

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"

	"pillars/results/stats"
)

// number is a figure for programs: absent where there is none.
type number = *float64

// figures are the numbers of an estimate that mean something, the others nil: the value, the half width of its interval, and the limits of the
// interval, of which a bound has only one.
type figures struct{ value, error95, low, high number }

func figuresOf(e stats.Estimate) figures {
	value, low, high := e.Numbers()
	f := figures{value: value, low: low, high: high}
	if e.Kind == stats.Measured {
		f.error95 = &e.Error95
	}
	return f
}

// standingJSON is the standing for programs. A figure without a value is null; every interval is at 95 %.
type standingJSON struct {
	Players    []rowJSON `json:"players"`
	Games      int       `json:"games"`
	Draws      int       `json:"draws"`
	Paired     int       `json:"paired"` // games that belong to pairs
	Pools      int       `json:"pools"`
	Model      string    `json:"model"`
	Confidence float64   `json:"confidence"`

	FirstScore     number `json:"first_score"`
	FirstScoreLow  number `json:"first_score_low"`
	FirstScoreHigh number `json:"first_score_high"`

	FirstAdvantage        number `json:"first_advantage"`
	FirstAdvantageError95 number `json:"first_advantage_error95"`
	FirstAdvantageLow     number `json:"first_advantage_low"`
	FirstAdvantageHigh    number `json:"first_advantage_high"`

	DrawRate        number `json:"draw_rate"`
	DrawRateError95 number `json:"draw_rate_error95"`
	DrawRateLow     number `json:"draw_rate_low"`
	DrawRateHigh    number `json:"draw_rate_high"`

	Remarks []string `json:"remarks"`
}

type rowJSON struct {
	Rank      int     `json:"rank"`
	Name      string  `json:"name"`
	Rating    number  `json:"rating"`
	Error95   number  `json:"error95"`
	Low       number  `json:"low"` // limits of the interval; alone they are bounds
	High      number  `json:"high"`
	Points    float64 `json:"points"`
	Games     int     `json:"games"`
	Wins      int     `json:"wins"`
	Draws     int     `json:"draws"`
	Losses    int     `json:"losses"`
	MeanTurns number  `json:"mean_turns,omitempty"`
	Pool      int     `json:"pool,omitempty"` // from 1
	Note      string  `json:"note,omitempty"`
}

// MarshalJSON writes the standing as an object with a list "players" and the figures of the seats. What has no value is null; a bound has one of the
// limits "low" and "high" alone.
func (s Standing) MarshalJSON() ([]byte, error) {
	first, advantage, draws := figuresOf(s.FirstScore), figuresOf(s.FirstAdvantage), figuresOf(s.DrawRate)
	out := standingJSON{
		Players: []rowJSON{}, Games: s.Games, Draws: s.Draws, Paired: s.Paired, Pools: s.Pools, Model: "logistic", Confidence: .95,
		FirstScore: first.value, FirstScoreLow: first.low, FirstScoreHigh: first.high,
		FirstAdvantage: advantage.value, FirstAdvantageError95: advantage.error95, FirstAdvantageLow: advantage.low, FirstAdvantageHigh: advantage.high,
		DrawRate: draws.value, DrawRateError95: draws.error95, DrawRateLow: draws.low, DrawRateHigh: draws.high,
		Remarks: s.Remarks(),
	}
	for _, r := range s.Rows {
		out.Players = append(out.Players, rowOf(r))
	}
	return json.Marshal(out)
}

func rowOf(r Row) rowJSON {
	f := figuresOf(r.Rating.Estimate)
	out := rowJSON{
		Rank: r.Rank, Name: r.Player, Rating: f.value, Error95: f.error95, Low: f.low, High: f.high,
		Points: r.WDL.Points(), Games: r.WDL.Games(), Wins: r.WDL.Wins, Draws: r.WDL.Draws, Losses: r.WDL.Losses,
		Pool: r.Rating.Pool + 1, Note: r.Rating.Mark.String(),
	}
	if r.MeanTurns > 0 {
		out.MeanTurns = &r.MeanTurns
	}
	return out
}

// WriteCSV writes a line per player under a line of column names; a figure that has no value is empty.
func (s Standing) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	lines := [][]string{{"rank", "player", "rating", "error95", "low", "high", "points", "games", "wins", "draws", "losses",
		"mean_turns", "pool", "note"}}
	for _, row := range s.Rows {
		r := rowOf(row)
		line := []string{strconv.Itoa(r.Rank), r.Name}
		for _, x := range []number{r.Rating, r.Error95, r.Low, r.High, &r.Points} {
			line = append(line, digits(x))
		}
		for _, n := range []int{r.Games, r.Wins, r.Draws, r.Losses} {
			line = append(line, strconv.Itoa(n))
		}
		lines = append(lines, append(line, digits(r.MeanTurns), strconv.Itoa(r.Pool), r.Note))
	}
	return out.WriteAll(lines)
}

// digits writes a figure in full, or nothing.
func digits(x number) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'f', -1, 64)
}

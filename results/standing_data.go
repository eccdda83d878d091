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

// figures are the numbers of an estimate that mean something, the others nil. A two-sided interval is given by its half width where it has one, and
// by its limits.
type figures struct{ value, error95, low, high, atLeast, atMost number }

func figuresOf(e stats.Estimate) figures {
	switch e.Kind {
	case stats.Measured:
		return figures{value: &e.Value, error95: &e.Error95, low: &e.Low, high: &e.High}
	case stats.Bracketed:
		return figures{value: &e.Value, low: &e.Low, high: &e.High}
	case stats.AtLeast:
		return figures{atLeast: &e.Low}
	case stats.AtMost:
		return figures{atMost: &e.High}
	case stats.Fixed:
		return figures{value: &e.Value}
	}
	return figures{}
}

// standingJSON is the standing for programs. Fields without a value are left out; every interval is at 95 %.
type standingJSON struct {
	Players    []rowJSON `json:"players"`
	Games      int       `json:"games"`
	Draws      int       `json:"draws"`
	Pools      int       `json:"pools"`
	Confidence float64   `json:"confidence"`

	FirstScore     number `json:"first_score,omitempty"`
	FirstScoreLow  number `json:"first_score_low95,omitempty"`
	FirstScoreHigh number `json:"first_score_high95,omitempty"`

	FirstAdvantage        number `json:"first_advantage,omitempty"`
	FirstAdvantageError95 number `json:"first_advantage_error95,omitempty"`
	FirstAdvantageLow     number `json:"first_advantage_low95,omitempty"`
	FirstAdvantageHigh    number `json:"first_advantage_high95,omitempty"`
	FirstAdvantageAtLeast number `json:"first_advantage_at_least,omitempty"`
	FirstAdvantageAtMost  number `json:"first_advantage_at_most,omitempty"`

	DrawRate        number `json:"draw_rate,omitempty"`
	DrawRateError95 number `json:"draw_rate_error95,omitempty"`
	DrawRateLow     number `json:"draw_rate_low95,omitempty"`
	DrawRateHigh    number `json:"draw_rate_high95,omitempty"`

	Remarks []string `json:"remarks"`
}

type rowJSON struct {
	Rank      int     `json:"rank"`
	Name      string  `json:"name"`
	Rating    number  `json:"rating,omitempty"`
	Error95   number  `json:"error95,omitempty"`
	Low       number  `json:"low95,omitempty"`
	High      number  `json:"high95,omitempty"`
	AtLeast   number  `json:"at_least,omitempty"`
	AtMost    number  `json:"at_most,omitempty"`
	Points    float64 `json:"points"`
	Games     int     `json:"games"`
	Wins      int     `json:"wins"`
	Draws     int     `json:"draws"`
	Losses    int     `json:"losses"`
	MeanTurns number  `json:"mean_turns,omitempty"`
	Pool      int     `json:"pool,omitempty"` // from 1
	Note      string  `json:"note,omitempty"`
}

// MarshalJSON writes the standing as an object with a list "players" and the figures of the seats. What has no value has no field; bounds have
// fields of their own.
func (s Standing) MarshalJSON() ([]byte, error) {
	first, advantage, draws := figuresOf(s.FirstScore), figuresOf(s.FirstAdvantage), figuresOf(s.DrawRate)
	out := standingJSON{
		Players: []rowJSON{}, Games: s.Games, Draws: s.Draws, Pools: s.Pools, Confidence: .95,
		FirstScore: first.value, FirstScoreLow: first.low, FirstScoreHigh: first.high,
		FirstAdvantage: advantage.value, FirstAdvantageError95: advantage.error95, FirstAdvantageLow: advantage.low, FirstAdvantageHigh: advantage.high,
		FirstAdvantageAtLeast: advantage.atLeast, FirstAdvantageAtMost: advantage.atMost,
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
		Rank: r.Rank, Name: r.Player, Rating: f.value, Error95: f.error95, Low: f.low, High: f.high, AtLeast: f.atLeast, AtMost: f.atMost,
		Points: r.WDL.Points(), Games: r.WDL.Games(), Wins: r.WDL.Wins, Draws: r.WDL.Draws, Losses: r.WDL.Losses,
		Pool: r.Rating.Pool + 1, Note: r.Rating.Mark.String(),
	}
	if out.Games > 0 {
		out.MeanTurns = &r.MeanTurns
	}
	return out
}

// WriteCSV writes a line per player under a line of column names; a figure that has no value is empty.
func (s Standing) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	lines := [][]string{{"rank", "player", "rating", "error95", "low95", "high95", "at_least", "at_most", "points", "games", "wins", "draws", "losses",
		"mean_turns", "pool", "note"}}
	for _, row := range s.Rows {
		r := rowOf(row)
		line := []string{strconv.Itoa(r.Rank), r.Name}
		for _, x := range []number{r.Rating, r.Error95, r.Low, r.High, r.AtLeast, r.AtMost, &r.Points} {
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

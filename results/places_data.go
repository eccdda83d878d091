package results

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
)

// placesJSON is the standing for programs. A figure without a value is null; every interval is at 95 %.
type placesJSON struct {
	Players     []placeRowJSON `json:"players"`
	Seats       []seatRowJSON  `json:"seats"`
	Games       int            `json:"games"`
	Partial     int            `json:"partial"` // games of which not all places are known
	SeatsFitted bool           `json:"seats_fitted"`
	Pools       int            `json:"pools"`
	Confidence  float64        `json:"confidence"`
	Remarks     []string       `json:"remarks"`
}

type placeRowJSON struct {
	Rank      int     `json:"rank"`
	Name      string  `json:"name"`
	Rating    number  `json:"rating"`
	Error95   number  `json:"error95"`
	Low       number  `json:"low"` // limits of the interval; alone they are bounds
	High      number  `json:"high"`
	Games     int     `json:"games"`
	MeanPlace number  `json:"mean_place,omitempty"`
	Share     number  `json:"share,omitempty"`
	Firsts    float64 `json:"firsts"`
	MeanTurns number  `json:"mean_turns,omitempty"`
	Pool      int     `json:"pool,omitempty"` // from 1
	Note      string  `json:"note,omitempty"`
}

type seatRowJSON struct {
	Seat          int     `json:"seat"`
	Share         number  `json:"share"`
	ShareLow      number  `json:"share_low"`
	ShareHigh     number  `json:"share_high"`
	Firsts        float64 `json:"firsts"`
	Effect        number  `json:"effect"` // in Elo over seat 1
	EffectError95 number  `json:"effect_error95"`
	EffectLow     number  `json:"effect_low"`
	EffectHigh    number  `json:"effect_high"`
}

// MarshalJSON writes the standing as an object with the lists "players" and "seats". What has no value is null; a bound has one of the
// limits "low" and "high" alone.
func (s PlaceStanding) MarshalJSON() ([]byte, error) {
	out := placesJSON{
		Players: []placeRowJSON{}, Seats: []seatRowJSON{}, Games: s.Games, Partial: s.Partial, SeatsFitted: s.SeatsFitted, Pools: s.Pools,
		Confidence: .95, Remarks: s.Remarks(),
	}
	for _, r := range s.Rows {
		out.Players = append(out.Players, placeRowOf(r))
	}
	for _, r := range s.Seats {
		score, effect := figuresOf(r.Score), figuresOf(r.Effect)
		out.Seats = append(out.Seats, seatRowJSON{
			Seat: r.Seat, Share: score.value, ShareLow: score.low, ShareHigh: score.high, Firsts: r.Firsts,
			Effect: effect.value, EffectError95: effect.error95, EffectLow: effect.low, EffectHigh: effect.high,
		})
	}
	return json.Marshal(out)
}

func placeRowOf(r PlaceRow) placeRowJSON {
	f := figuresOf(r.Rating.Estimate)
	out := placeRowJSON{
		Rank: r.Rank, Name: r.Player, Rating: f.value, Error95: f.error95, Low: f.low, High: f.high,
		Games: r.Games, Firsts: r.Firsts, Pool: r.Rating.Pool + 1, Note: r.Rating.Mark.String(),
	}
	if r.Games > 0 {
		out.MeanPlace, out.Share = &r.MeanPlace, &r.Share
	}
	if r.MeanTurns > 0 {
		out.MeanTurns = &r.MeanTurns
	}
	return out
}

// WriteCSV writes a line per player under a line of column names; a figure that has no value is empty.
func (s PlaceStanding) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	lines := [][]string{{"rank", "player", "rating", "error95", "low", "high", "games", "mean_place", "share", "firsts",
		"mean_turns", "pool", "note"}}
	for _, row := range s.Rows {
		r := placeRowOf(row)
		line := []string{strconv.Itoa(r.Rank), r.Name}
		for _, x := range []number{r.Rating, r.Error95, r.Low, r.High} {
			line = append(line, digits(x))
		}
		line = append(line, strconv.Itoa(r.Games))
		for _, x := range []number{r.MeanPlace, r.Share, &r.Firsts, r.MeanTurns} {
			line = append(line, digits(x))
		}
		lines = append(lines, append(line, strconv.Itoa(r.Pool), r.Note))
	}
	return out.WriteAll(lines)
}

package results

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"pillars/results/estimate/rating"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/tournament"
)

// Table returns the table of players.
func (s Standings) Table() table.Table[Row] {
	name := func(r Row) any { return r.Player }
	elo := estimateColumns("Elo", func(r Row) stats.Estimate { return r.Rating.Estimate },
		"rating", "error95", "low", "high")
	elo[0].Text = func(r Row) string { return valueText(s.Rating(r)) }
	elo[1].Text = func(r Row) string { return intervalText(s.Rating(r)) }
	if s.Options.Unrated {
		elo[0].Only, elo[1].Only = table.CSV|table.JSON, table.CSV|table.JSON // not in text
	}
	columns := slices.Concat(
		[]table.Column[Row]{
			{Key: "rank", Head: "rank", Kind: table.Figures, Value: func(r Row) any { return r.Rank }},
			{Key: "name", Only: table.JSON, Value: name},
			{Key: "player", Head: "player", Kind: table.Names, Only: table.Text | table.CSV, Value: name},
		},
		elo, s.resultColumns(),
		[]table.Column[Row]{
			{Key: "pool", OmitEmpty: true, Value: func(r Row) any { return r.Rating.Pool + 1 }},
			{Key: "note", Kind: table.Remarks, OmitEmpty: true, Text: s.note,
				Value: func(r Row) any { return r.Rating.Mark.String() }},
		})
	return table.Table[Row]{Columns: columns, Rows: s.Rows}
}

// resultColumns returns the columns with a player's results, which depend on the number of seats.
func (s Standings) resultColumns() []table.Column[Row] {
	games := table.Column[Row]{Key: "games", Head: "games", Kind: table.Figures,
		Value: func(r Row) any { return r.Games }}
	openings := table.Column[Row]{Key: "openings", Head: "openings", Kind: table.Figures, Only: table.JSON,
		Value: func(r Row) any { return r.openings }}
	if s.first.openings < s.Games {
		openings.Only |= table.Text // in text too: openings are fewer than games
	}
	share := shareColumn("", func(r Row) (float64, int) { return r.points(), r.Games })
	if s.multiseat {
		share.Key, share.Head, share.OmitEmpty = "share", "share", true
		return []table.Column[Row]{openings, games,
			{Key: "mean_place", Head: "place", Kind: table.Figures, OmitEmpty: true,
				Value: func(r Row) any { return orNil(r.MeanPlace(), r.Games > 0) },
				Text:  func(r Row) string { return numberText(r.MeanPlace(), 2, r.Games > 0) }},
			share,
			{Key: "firsts", Head: "firsts", Kind: table.Figures,
				Value: func(r Row) any { return r.Firsts() }, Text: func(r Row) string { return winsText(r.Firsts()) }},
		}
	}
	points := table.Column[Row]{Key: "points", Value: func(r Row) any { return r.WDL.Points() }}
	wdl := wdlColumns(func(r Row) stats.WDL { return r.WDL })
	return slices.Concat([]table.Column[Row]{openings, points, games}, wdl, []table.Column[Row]{share})
}

// shareColumn returns a column with the mean score of games. The function points returns the points of a row and the
// number of games.
func shareColumn[R any](key string, points func(R) (sum float64, games int)) table.Column[R] {
	mean := func(r R) (float64, bool) {
		sum, games := points(r)
		return sum / float64(max(1, games)), games > 0
	}
	return table.Column[R]{Key: key, Head: "score", Kind: table.Figures,
		Value: func(r R) any { return orNil(mean(r)) },
		Text: func(r R) string {
			share, known := mean(r)
			return numberText(100*share, 1, known, " %")
		}}
}

func wdlColumns[R any](counts func(R) stats.WDL) []table.Column[R] {
	return []table.Column[R]{
		{Key: "wins", Head: "W", Kind: table.Figures, Value: func(r R) any { return counts(r).Wins }},
		{Key: "draws", Head: "D", Kind: table.Figures, Value: func(r R) any { return counts(r).Draws }},
		{Key: "losses", Head: "L", Kind: table.Figures, Value: func(r R) any { return counts(r).Losses }},
	}
}

// estimateColumns returns four columns with the given keys: value of an estimate, half the width of its interval, lower
// limit and upper limit. get returns the estimate of a row. Text output has two of the columns: the value under the
// given heading, and the interval.
func estimateColumns[R any](head string, get func(R) stats.Estimate, keys ...string) []table.Column[R] {
	columns := make([]table.Column[R], len(keys))
	for i, key := range keys {
		columns[i] = table.Column[R]{Key: key, Kind: table.Figures,
			Value: func(r R) any { return estimateNumbers(get(r))[i] }}
	}
	columns[0].Head, columns[0].Text = head, func(r R) string { return valueText(get(r)) }
	columns[1].Head, columns[1].Text = "95 %", func(r R) string { return intervalText(get(r)) }
	return columns
}

// estimateNumbers returns the value of an estimate, half the width of its interval, and both limits. Unknown numbers
// are nil.
func estimateNumbers(e stats.Estimate) [4]*float64 {
	value, low, high := e.Numbers()
	return [4]*float64{value, e.Half(), low, high}
}

// valueText returns the value of an estimate without its interval, or the bound if only that is known.
func valueText(e stats.Estimate) string {
	if e.Kind == stats.Measured || e.Kind == stats.Bracketed {
		return stats.FormatNumber(e.Value, 0)
	}
	return e.Text(0)
}

// intervalText returns the interval of an estimate, such as "± 12" or "3 to 40", or "" if there is no interval.
func intervalText(e stats.Estimate) string {
	switch e.Kind {
	case stats.Measured:
		return "± " + stats.FormatNumber(e.Error95, 0)
	case stats.Bracketed:
		return stats.FormatNumber(e.Low, 0) + " to " + stats.FormatNumber(e.High, 0)
	}
	return ""
}

// orNil returns x, or nil if ok is false.
func orNil(x float64, ok bool) any {
	if !ok {
		return nil
	}
	return x
}

// numberText returns x with its unit, or a dash if ok is false.
func numberText(x float64, decimals int, ok bool, unit ...string) string {
	if !ok {
		return "-"
	}
	return stats.FormatNumber(x, decimals) + strings.Join(unit, "")
}

func percent(share float64) string { return stats.Percent(share, 1) }

// winsText returns a number of wins with two decimals, or without decimals if it is whole.
func winsText(wins float64) string {
	return strings.TrimSuffix(stats.FormatNumber(wins, 2), ".00")
}

// note returns the mark of the player's rating, such as "anchor", and the pool if there are several pools.
func (s Standings) note(r Row) string {
	note := r.Rating.Mark.String()
	if s.ratings.Pools > 1 && r.Rating.Pool >= 0 {
		note = strings.TrimPrefix(fmt.Sprintf("%s, pool %d", note, r.Rating.Pool+1), ", ")
	}
	return note
}

// seatTable returns the seats of games with three or more seats.
func (s Standings) seatTable() table.Table[seatRow] {
	number := func(i int) func(r seatRow) any { // the value of the score, or a limit of its interval
		return func(r seatRow) any { return []any{r.score.Value, r.score.Low, r.score.High}[i] }
	}
	columns := []table.Column[seatRow]{
		{Key: "seat", Head: "seat", Kind: table.Figures, Value: func(r seatRow) any { return r.seat }},
		{Key: "share", Head: "share", Kind: table.Figures, Value: number(0),
			Text: func(r seatRow) string { return percent(r.score.Value) }},
		{Key: "share_low", Head: "95 %, any time", Kind: table.Figures, Value: number(1),
			Text: func(r seatRow) string { return percent(r.score.Low) + " .. " + percent(r.score.High) }},
		{Key: "share_high", Value: number(2)},
		{Key: "firsts", Head: "firsts", Kind: table.Figures, Value: func(r seatRow) any { return r.firsts },
			Text: func(r seatRow) string { return winsText(r.firsts) }},
	}
	effect := func(r seatRow) stats.Estimate { return r.effect }
	elo := estimateColumns("Elo", effect, "effect", "effect_error95", "effect_low", "effect_high")
	return table.Table[seatRow]{Columns: append(columns, elo...), Rows: s.seats}
}

// WriteTable writes the table of players and, for three or more seats, the table of seats as text, then the remarks.
func (s Standings) WriteTable(w io.Writer) error {
	err := s.Table().WriteText(w)
	if len(s.seats) > 0 {
		err = cmp.Or(err, table.Printf(w, "\n"), s.seatTable().WriteText(w))
	}
	return cmp.Or(err, table.Printf(w, "\n%s\n", strings.Join(s.Remarks(), "\n")))
}

// WriteCSV writes a line for each player. Unknown figures are empty.
func (s Standings) WriteCSV(w io.Writer) error { return s.Table().WriteCSV(w) }

// Facts returns the standings for JSON. Unknown numbers are null. If only a bound of an estimate is known, either "low"
// or "high" has the bound. Intervals are at 95 %.
func (s Standings) Facts() table.Facts {
	if s.multiseat {
		facts := table.Object("players", s.Table(), "seats", s.seatTable(), "games", s.Games,
			"openings", s.first.openings, "distinct", s.first.distinct(), "seats_fitted", s.ratings.SeatsFitted,
			"pools", s.ratings.Pools, "confidence", .95, "remarks", s.Remarks())
		if mixed := s.mixed[0]; mixed.score.Kind != stats.Absent {
			facts = slices.Concat(facts, EstimateFacts("mixed_score", mixed.score),
				EstimateFacts("mixed_elo", mixed.elo))
		}
		return facts
	}
	score, low, high := s.first.Numbers()
	facts := slices.Concat(table.Object("players", s.Table(), "games", s.Games, "openings", s.first.openings,
		"distinct", s.first.distinct(), "draws", s.Draws, "pools", s.ratings.Pools,
		"model", "logistic", "confidence", .95,
		"first_score", score, "first_score_low", low, "first_score_high", high),
		EstimateFacts("first_advantage", s.ratings.Advantage), EstimateFacts("draw_rate", s.ratings.DrawRate))
	if len(s.Rows) == 2 && !s.Options.Unrated {
		if elo := stats.PairElo(s.Meeting(0, 1).pairs); elo.HasValue() {
			facts = slices.Concat(facts, EstimateFacts("pair_elo", elo))
		}
	}
	return append(facts, table.Fact{Key: "remarks", Value: s.Remarks()})
}

// EstimateFacts returns an estimate for JSON. The value is under the given key. Half the width of the 95 % interval and
// its limits are under this key with the endings _error95, _low and _high. Unknown numbers are null.
func EstimateFacts(key string, e stats.Estimate) table.Facts {
	n := estimateNumbers(e)
	return table.Object(key, n[0], key+"_error95", n[1], key+"_low", n[2], key+"_high", n[3])
}

// Remarks returns the sentences that WriteTable writes below the tables.
func (s Standings) Remarks() []string {
	switch {
	case s.Games == 0:
		return append([]string{"No games yet."}, s.Options.Remarks...)
	case s.multiseat:
		return slices.Concat(s.seatRemarks(), s.scaleRemarks(), s.Options.Remarks)
	}
	advantage := s.ratings.Advantage.Text(0) + " Elo (95 %)."
	if s.ratings.Advantage.Kind == stats.Absent {
		advantage = "not separable from strength in these games: the players are too far apart, " +
			"or the seats were not swapped."
	}
	share := percent(float64(s.Draws) / float64(s.Games))
	remarks := []string{fmt.Sprintf("First seat: %v, of which %s drawn.", s.first, share)}
	if !s.Options.Unrated {
		remarks = append(remarks, "First-seat advantage: "+advantage)
	}
	const widest = .9995 // a wider interval of the draw rate would be printed as 0 to 100 %
	if d := s.ratings.DrawRate; d.HasValue() && d.High-d.Low < widest && !s.Options.Unrated {
		remarks = append(remarks, "Draws between equals: "+d.Percent(1)+" (95 %).")
	}
	return slices.Concat(remarks, s.scaleRemarks(), s.Options.Remarks)
}

// match returns the difference between the two players of a match, with the interval of [Meeting.Interval] or, if that
// is absent, of the field Difference. ok is false if there is no difference, or if the standings do not have exactly
// two players whose ratings have intervals and no anchors.
func (s Standings) match() (difference stats.Estimate, ok bool) {
	if len(s.Rows) != 2 || s.Options.Unrated || len(s.Options.Anchors) > 0 {
		return difference, false
	}
	m := s.Meeting(0, 1)
	if difference = m.Interval(s.Options.Look.Alpha()); difference.Kind == stats.Absent {
		difference = m.Difference
	}
	if difference.Kind == stats.Measured { // print the limits instead of ±, as the answer does
		difference.Kind = stats.Bracketed
	}
	return difference, difference.Kind != stats.Absent
}

// Rating returns the rating to print in row r. In a match of two players, that is the difference between the players in
// the first row and zero in the second; otherwise it is the player's rating.
func (s Standings) Rating(r Row) stats.Estimate {
	difference, ok := s.match()
	switch {
	case !ok:
		return r.Rating.Estimate
	case r.Rank == 1:
		return difference
	case difference.HasValue():
		return stats.Estimate{Kind: stats.Fixed}
	}
	return stats.Estimate{}
}

func (s Standings) seatRemarks() []string {
	out := []string{fmt.Sprintf("Share: of opponents placed behind, in %s of %d seats; half is even. "+
		"Ties split places, points and wins.", tournament.Counted(s.Games, "game"), len(s.seats))}
	if s.ratings.SeatsFitted {
		return append(out, "A seat's Elo is its advantage over seat 1 between equal players (95 %).")
	}
	return append(out, "These games do not separate the advantage of a seat from strength, so ratings take "+
		"all seats as equal. Let every player sit in every seat, with every other player, and play more.")
}

// scaleRemarks returns sentences that explain the scale of the ratings and the players' marks.
func (s Standings) scaleRemarks() (out []string) {
	if s.Options.Unrated {
		return []string{"The players of a sequential test have no ratings: its end depends on its results, and the " +
			"estimate for the difference takes that into account."}
	}
	const intervals = "; each interval is at 95 %, for openings whose number was fixed beforehand."
	bounded := "A player who won or lost every game against the rated players"
	unrated := "A player without a game against a rated player is not rated."
	if s.multiseat {
		bounded = "A player who was always ahead of the rated players, or always behind,"
		unrated = "A player who was never compared with a rated player is not rated."
	}
	seen := map[rating.Mark]bool{}
	for _, r := range s.Rows {
		seen[r.Rating.Mark] = true
	}
	add := func(when bool, remark string) {
		if when {
			out = append(out, remark)
		}
	}
	if _, ok := s.match(); ok {
		return append(out, "Elo is the difference between the two players.")
	}
	add(s.contradiction != "", s.contradiction)
	add(seen[rating.Anchored], "Elo is measured from the anchors"+intervals)
	add(!seen[rating.Anchored] && seen[rating.Rated],
		"Elo averages 0 over the rated players of a pool"+intervals)
	add(seen[rating.OnlyWins] || seen[rating.OnlyLosses], bounded+" has only a bound (95 %) and no part in the mean.")
	add(seen[rating.Reference],
		"The games are too one-sided for a scale: bounds are relative to the player at 0.")
	add(seen[rating.Unrated], unrated)
	add(s.ratings.Pools > 1, fmt.Sprintf("The games do not connect all players: there are %d pools, "+
		"whose ratings cannot be compared with each other.", s.ratings.Pools))
	return out
}

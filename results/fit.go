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

// Fit says how well the ratings of a standing describe its games.
type Fit struct {
	rating.Fit
	rows []fitRow // residuals of pairings, then of players in the first seat, then the players' mean squares
}

// fitRow is a row of the table of a fit.
type fitRow struct {
	kind, player, opponent string
	rating.Residual
	square *float64 // mean square of a player's residuals
}

// Fit compares the games of two seats with the ratings. Rows of a kind begin with the least probable one.
func (s Standing) Fit() (f Fit, err error) {
	if f.Fit, err = rating.FitOf(s.table, s.options); err != nil {
		return f, err
	}
	var pairings, firsts, players []fitRow
	for _, r := range f.Pairings {
		pairings = append(pairings, fitRow{"pairing", s.names[r.Player], s.names[r.Opponent], r, nil})
	}
	for _, r := range f.Firsts {
		firsts = append(firsts, fitRow{"first seat", s.names[r.Player], "", r, nil})
	}
	for _, m := range f.Players {
		players = append(players, fitRow{"player", s.names[m.Player], "", rating.Residual{P: m.P}, &m.Square})
	}
	for _, rows := range [][]fitRow{pairings, firsts, players} {
		slices.SortStableFunc(rows, func(a, b fitRow) int { return cmp.Compare(a.P, b.P) })
		f.rows = append(f.rows, rows...)
	}
	return f, nil
}

// table returns the rows of a kind, or all rows if it is empty.
func (f Fit) table(kind string) table.Table[fitRow] {
	residual := func(key, head string, decimals int, of func(fitRow) float64) table.Column[fitRow] {
		return table.Column[fitRow]{Key: key, Head: head, Kind: table.Figures,
			Value: func(r fitRow) any { return known(of(r), r.square == nil) },
			Text:  func(r fitRow) string { return stats.FormatNumber(of(r), decimals) }}
	}
	columns := []table.Column[fitRow]{
		{Key: "kind", Only: table.CSV | table.JSON, Value: func(r fitRow) any { return r.kind }},
		{Key: "player", Head: "player", Kind: table.Names, Value: func(r fitRow) any { return r.player }},
	}
	if kind == "pairing" || kind == "" {
		columns = append(columns, table.Column[fitRow]{Key: "opponent", Head: "opponent", Kind: table.Names,
			OmitEmpty: true, Value: func(r fitRow) any { return r.opponent }})
	}
	if kind != "player" {
		columns = append(columns,
			table.Column[fitRow]{Key: "games", Head: "games", Kind: table.Figures,
				Value: func(r fitRow) any { return known(float64(r.Games), r.square == nil) },
				Text:  func(r fitRow) string { return fmt.Sprint(r.Games) }},
			residual("scored", "scored", 1, func(r fitRow) float64 { return r.Scored }),
			residual("expected", "expected", 1, func(r fitRow) float64 { return r.Expected }),
			residual("z", "z", 2, func(r fitRow) float64 { return r.Z }))
	}
	if kind == "player" || kind == "" {
		columns = append(columns, table.Column[fitRow]{Key: "mean_square", Head: "mean square", Kind: table.Figures,
			Value: func(r fitRow) any { return r.square },
			Text:  func(r fitRow) string { return stats.FormatNumber(*r.square, 2) }})
	}
	columns = append(columns, table.Column[fitRow]{Key: "p", Head: "p", Kind: table.Figures,
		Value: func(r fitRow) any { return known(r.P, f.Tested) },
		Text:  func(r fitRow) string { return text(r.P, 3, f.Tested) }})
	rows := slices.Clone(f.rows)
	return table.Table[fitRow]{Columns: columns,
		Rows: slices.DeleteFunc(rows, func(r fitRow) bool { return kind != "" && r.kind != kind })}
}

// Facts returns the fit for JSON. Probabilities are null where there are too few openings or players.
func (f Fit) Facts() table.Facts {
	return table.Object("openings", f.Openings, "mean_square", f.Square, "p", known(f.P, f.Tested),
		"opening_deviation", f.Deviation, "residuals", f.table(""), "conclusion", f.Conclusion())
}

// Conclusion returns sentences about what the fit shows.
func (f Fit) Conclusion() []string {
	const significant = .05
	openings := tournament.Counted(f.Openings, "opening")
	if !f.Tested {
		return []string{fmt.Sprintf("%s and %s are too few to test the ratings: a test takes three players that met "+
			"each other, and eight openings.", openings, tournament.Counted(len(f.Pairings), "pairing"))}
	}
	claim := "The ratings fit: these games do not show that strengths are not transitive"
	if f.P < significant {
		claim = "The ratings do not fit: players score against some opponents otherwise than their ratings expect"
	}
	said := []string{fmt.Sprintf("%s (mean square %.2f of the standardised residuals of %s, p = %.3f, %s).", claim,
		f.Square, tournament.Counted(len(f.Pairings), "pairing"), f.P, openings)}
	var misfits []string
	for _, r := range f.rows {
		if r.P < significant && r.kind == "player" {
			misfits = append(misfits, r.player)
		}
	}
	if len(misfits) > 0 {
		said = append(said, "Players that do not fit, at 5 % for all together: "+strings.Join(misfits, ", ")+".")
	}
	return append(said, fmt.Sprintf("Openings are worth %s Elo to one seat or the other (standard deviation), which "+
		"the expected points take into account.", stats.FormatNumber(f.Deviation, 0)))
}

// WriteText writes the conclusion and three tables: pairings, players in the first seat, and players.
func (f Fit) WriteText(w io.Writer) error {
	for _, sentence := range f.Conclusion() {
		table.Printf(w, "%s\n", sentence)
	}
	for _, part := range [][2]string{{"pairing", "Points of a player against an opponent"},
		{"first seat", "Points of a player in the first seat"}, {"player", "Residuals of a player's pairings"}} {
		rows := f.table(part[0])
		if len(rows.Rows) == 0 {
			continue
		}
		table.Printf(w, "\n%s\n", part[1])
		if err := rows.WriteText(w); err != nil {
			return err
		}
	}
	return table.Printf(w, "\nz: scored less expected, standardised; p: chance of one as large in any row of the "+
		"table, if the ratings fit.\n")
}

// WriteCSV writes a line for each residual.
func (f Fit) WriteCSV(w io.Writer) error { return f.table("").WriteCSV(w) }

package results

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"pillars/results/estimate/rating"
	"pillars/results/estimate/stats"
	"pillars/results/show/table"
	"pillars/tournament"
)

// Fit says how well the ratings of standings describe their games.
type Fit struct {
	rating.Fit
	remarks  []string // sentences about the games, from [StandingsOptions.Remarks]
	rows     []fitRow // by kind, in the order pairing, first seat, player, opening
	adaptive bool     // whether results decided which games were played; then there are no probabilities
}

// fitRow is a row of the table of a fit. Fields that its kind does not use are empty.
type fitRow struct {
	kind                            string // "pairing", "first seat", "player" or "opening"
	player, opponent, opening, side string
	rating.Residual
	square *float64 // mean square of the residuals of a player's pairings; nil for other kinds
}

// sideNames has the texts for the side whose points in an opening are compared with the points that ratings predict.
var sideNames = map[rating.Side]string{rating.FirstSeat: "first seat", rating.Stronger: "stronger players"}

const (
	significant   = .05 // the conclusion names players and openings with a smaller probability as not fitting
	openingsShown = 10  // greatest number of openings in the text output
)

// Fit compares the scores in games of two seats with the scores that the ratings predict. Within each kind of row, the
// least probable row comes first.
func (s Standings) Fit() (f Fit, err error) {
	if f.Fit, err = rating.FitOf(s.table, s.scale); err != nil {
		return f, err
	}
	f.adaptive, f.remarks = s.Options.Adaptive, s.Options.Remarks
	f.Tested = f.Tested && !s.Options.Adaptive
	var pairings, firsts, players, openings []fitRow
	for _, r := range f.Pairings {
		pairings = append(pairings, fitRow{kind: "pairing", player: s.names[r.Player], opponent: s.names[r.Opponent],
			Residual: r})
	}
	for _, r := range f.Firsts {
		firsts = append(firsts, fitRow{kind: "first seat", player: s.names[r.Player], Residual: r})
	}
	for _, m := range f.Players {
		players = append(players, fitRow{kind: "player", player: s.names[m.Player], Residual: rating.Residual{P: m.P},
			square: &m.Square})
	}
	for _, o := range f.Outliers {
		for _, name := range o.Openings {
			openings = append(openings, fitRow{kind: "opening", opening: name, side: sideNames[o.Side],
				Residual: o.Residual})
		}
	}
	for _, rows := range [][]fitRow{pairings, firsts, players, openings} {
		slices.SortStableFunc(rows, func(a, b fitRow) int {
			return cmp.Or(cmp.Compare(a.P, b.P), cmp.Compare(math.Abs(b.Z), math.Abs(a.Z)))
		})
		f.rows = append(f.rows, rows...)
	}
	return f, nil
}

// fitColumns has, for each kind of row, the keys of the columns that a table of these rows shows.
var fitColumns = map[string][]string{
	"pairing":    {"player", "opponent", "games", "scored", "expected", "z", "p"},
	"first seat": {"player", "games", "scored", "expected", "z", "p"},
	"player":     {"player", "mean_square", "p"},
	"opening":    {"opening", "side", "games", "scored", "expected", "z", "p"},
}

// table returns the rows of one kind with the columns for this kind. If kind is empty, it returns all rows and columns.
func (f Fit) table(kind string) table.Table[fitRow] {
	residual := func(key string, decimals int, of func(fitRow) float64) table.Column[fitRow] {
		return table.Column[fitRow]{Key: key, Head: key, Kind: table.Figures,
			Value: func(r fitRow) any { return known(of(r), r.square == nil) },
			Text:  func(r fitRow) string { return stats.FormatNumber(of(r), decimals) }}
	}
	name := func(key, head string, of func(fitRow) string) table.Column[fitRow] {
		return table.Column[fitRow]{Key: key, Head: head, Kind: table.Names, OmitEmpty: true,
			Value: func(r fitRow) any { return of(r) }}
	}
	t := table.Table[fitRow]{Rows: f.rows, Columns: []table.Column[fitRow]{
		{Key: "kind", Value: func(r fitRow) any { return r.kind }},
		name("opening", "opening", func(r fitRow) string { return r.opening }),
		name("side", "points of", func(r fitRow) string { return r.side }),
		name("player", "player", func(r fitRow) string { return r.player }),
		name("opponent", "opponent", func(r fitRow) string { return r.opponent }),
		residual("games", 0, func(r fitRow) float64 { return float64(r.Games) }),
		residual("scored", 1, func(r fitRow) float64 { return r.Scored }),
		residual("expected", 1, func(r fitRow) float64 { return r.Expected }),
		residual("z", 2, func(r fitRow) float64 { return r.Z }),
		{Key: "mean_square", Head: "mean square", Kind: table.Figures,
			Value: func(r fitRow) any { return r.square },
			Text:  func(r fitRow) string { return stats.FormatNumber(*r.square, 2) }},
		{Key: "p", Head: "p", Kind: table.Figures,
			Value: func(r fitRow) any { return known(r.P, f.Tested) },
			Text:  func(r fitRow) string { return text(r.P, 3, f.Tested) }},
	}}
	if kind != "" {
		t.Rows = slices.DeleteFunc(slices.Clone(t.Rows), func(r fitRow) bool { return r.kind != kind })
		t.Columns = slices.DeleteFunc(t.Columns, func(c table.Column[fitRow]) bool {
			return !slices.Contains(fitColumns[kind], c.Key)
		})
	}
	return t
}

// Facts returns the fit for JSON. Probabilities are null if there are too few openings or players for a test, or if
// results decided which games were played.
func (f Fit) Facts() table.Facts {
	return table.Object("openings", f.Openings, "mean_square", f.Square, "p", known(f.P, f.Tested),
		"opening_deviation", f.Deviation, "residuals", f.table(""), "conclusion", f.Conclusion(),
		"remarks", append([]string{}, f.remarks...))
}

// Conclusion returns sentences that say whether the ratings fit, and which players and openings do not.
func (f Fit) Conclusion() []string {
	openings := tournament.Counted(f.Openings, "opening")
	switch {
	case f.adaptive:
		return []string{"Probabilities of a fit assume that the games were fixed beforehand. Here results decided " +
			"which games were played, so there are none."}
	case !f.Tested:
		return []string{fmt.Sprintf("%s and %s are too few to test the ratings: a test takes three players that met "+
			"each other, and eight openings.", openings, tournament.Counted(len(f.Pairings), "pairing"))}
	}
	claim := "The ratings fit: these games do not show that strengths are not transitive"
	if f.P < significant {
		claim = "The ratings do not fit: players score against some opponents otherwise than their ratings expect"
	}
	out := []string{fmt.Sprintf("%s (mean square %.2f of the standardised residuals of %s, p = %.3f, %s).", claim,
		f.Square, tournament.Counted(len(f.Pairings), "pairing"), f.P, openings)}
	var players, outliers []string
	for _, r := range f.rows {
		switch {
		case r.P >= significant:
		case r.kind == "player":
			players = append(players, r.player)
		case r.kind == "opening" && len(outliers) < openingsShown:
			outliers = append(outliers, fmt.Sprintf("%s (%s: %s of %d points, expected %s)", r.opening, r.side,
				stats.FormatNumber(r.Scored, 1), r.Games, stats.FormatNumber(r.Expected, 1)))
		}
	}
	if len(players) > 0 {
		out = append(out, "Players that do not fit, at 5 % for all together: "+strings.Join(players, ", ")+".")
	}
	if len(outliers) > 0 {
		out = append(out, "Openings that do not fit, at 5 % for all together: "+strings.Join(outliers, "; ")+".")
	}
	return append(out, fmt.Sprintf("Openings are worth %s Elo to one seat or the other (standard deviation), which "+
		"the expected points take into account.", stats.FormatNumber(f.Deviation, 0)))
}

// WriteText writes the conclusion and four tables: pairings, players in the first seat, players, and the openings that
// deviate most.
func (f Fit) WriteText(w io.Writer) error {
	for _, sentence := range f.Conclusion() {
		table.Printf(w, "%s\n", sentence)
	}
	for _, part := range []struct{ kind, title string }{
		{"pairing", "Points of a player against an opponent"},
		{"first seat", "Points of a player in the first seat"},
		{"player", "Residuals of a player's pairings"},
		{"opening", "Openings that deviate most"},
	} {
		rows := f.table(part.kind)
		if part.kind == "opening" {
			rows.Rows = rows.Rows[:min(len(rows.Rows), openingsShown)]
		}
		if len(rows.Rows) == 0 {
			continue
		}
		table.Printf(w, "\n%s\n", part.title)
		if err := rows.WriteText(w); err != nil {
			return err
		}
	}
	table.Printf(w, "\nz: scored less expected, standardised; p: chance of one as large in any row of the table, if "+
		"the ratings fit.\n")
	return table.Printf(w, "%s", strings.Join(append(f.remarks, ""), "\n"))
}

// WriteCSV writes a line for each residual.
func (f Fit) WriteCSV(w io.Writer) error { return f.table("").WriteCSV(w) }

package results

import (
	"cmp"
	"fmt"
	"io"
	"iter"
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
	rows     []fitRow // by kind, in the order of fitKinds
	adaptive bool     // whether results decided which games were played; then there are no probabilities
}

// fitRow is a row of the table of a fit. Fields that its kind does not use are empty.
type fitRow struct {
	kind                            int // index in fitKinds
	player, opponent, opening, side string
	rating.Residual
	square *float64 // mean square of the residuals of a player's pairings; nil for other kinds
}

// sideNames has the texts for the side whose points in an opening are compared with the points that ratings predict.
var sideNames = map[rating.Side]string{rating.FirstSeat: "first seat", rating.Stronger: "stronger players"}

const (
	significant   = .05 // the conclusion names players and openings with a smaller probability as not fitting
	openingsShown = 10  // greatest number of openings in the conclusion, and in the text output
)

// Fit compares the scores in games of two seats with the scores that the ratings predict. Within each kind of row, the
// least probable row comes first.
func (s Standings) Fit() (f Fit, err error) {
	if f.Fit, err = rating.FitOf(s.table, s.ratingOptions); err != nil {
		return f, err
	}
	f.adaptive, f.remarks = s.Options.Adaptive, s.Options.Remarks
	f.Tested = f.Tested && !s.Options.Adaptive
	for _, r := range f.Pairings {
		f.rows = append(f.rows, fitRow{kind: ofPairing, player: s.names[r.Player], opponent: s.names[r.Opponent],
			Residual: r})
	}
	for _, r := range f.Firsts {
		f.rows = append(f.rows, fitRow{kind: ofFirstSeat, player: s.names[r.Player], Residual: r})
	}
	for _, m := range f.Players {
		f.rows = append(f.rows, fitRow{kind: ofPlayer, player: s.names[m.Player], Residual: rating.Residual{P: m.P},
			square: &m.Square})
	}
	for _, o := range f.Outliers {
		for _, name := range o.Openings {
			f.rows = append(f.rows, fitRow{kind: ofOpening, opening: name, side: sideNames[o.Side],
				Residual: o.Residual})
		}
	}
	slices.SortStableFunc(f.rows, func(a, b fitRow) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.P, b.P), cmp.Compare(math.Abs(b.Z), math.Abs(a.Z)))
	})
	return f, nil
}

// Indices in fitKinds.
const ofPairing, ofFirstSeat, ofPlayer, ofOpening = 0, 1, 2, 3

// fitKinds has the name of each kind of row, and the title and the keys of the columns of a table of these rows.
var fitKinds = [...]struct {
	name, title string
	columns     []string
}{
	{"pairing", "Points of a player against an opponent",
		[]string{"player", "opponent", "games", "scored", "expected", "z", "p"}},
	{"first seat", "Points of a player in the first seat", []string{"player", "games", "scored", "expected", "z", "p"}},
	{"player", "Residuals of a player's pairings", []string{"player", "mean_square", "p"}},
	{"opening", "Openings that deviate most", []string{"opening", "side", "games", "scored", "expected", "z", "p"}},
}

// table returns all rows with all columns.
func (f Fit) table() table.Table[fitRow] {
	residual := func(key string, decimals int, value func(fitRow) float64) table.Column[fitRow] {
		return table.Column[fitRow]{Key: key, Head: key, Kind: table.Figures,
			Value: func(r fitRow) any { return orNil(value(r), r.square == nil) },
			Text:  func(r fitRow) string { return stats.FormatNumber(value(r), decimals) }}
	}
	name := func(key, head string, value func(fitRow) string) table.Column[fitRow] {
		return table.Column[fitRow]{Key: key, Head: head, Kind: table.Names, OmitEmpty: true,
			Value: func(r fitRow) any { return value(r) }}
	}
	return table.Table[fitRow]{Rows: f.rows, Columns: []table.Column[fitRow]{
		{Key: "kind", Value: func(r fitRow) any { return fitKinds[r.kind].name }},
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
			Value: func(r fitRow) any { return orNil(r.P, f.Tested) },
			Text:  func(r fitRow) string { return numberText(r.P, 3, f.Tested) }},
	}}
}

// Facts returns the fit for JSON. Probabilities are null if there are too few openings or players for a test, or if
// results decided which games were played.
func (f Fit) Facts() table.Facts {
	return table.Object("openings", f.Openings, "mean_square", f.Square, "p", orNil(f.P, f.Tested),
		"opening_deviation", f.Deviation, "residuals", f.table(), "conclusion", f.Conclusion(),
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
		case r.kind == ofPlayer:
			players = append(players, r.player)
		case r.kind == ofOpening && len(outliers) < openingsShown:
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
	for i, kind := range fitKinds {
		t := f.table()
		t.Rows = slices.DeleteFunc(slices.Clone(t.Rows), func(r fitRow) bool { return r.kind != i })
		t.Columns = slices.DeleteFunc(t.Columns, func(c table.Column[fitRow]) bool {
			return !slices.Contains(kind.columns, c.Key)
		})
		if i == ofOpening {
			t.Rows = t.Rows[:min(len(t.Rows), openingsShown)]
		}
		if len(t.Rows) == 0 {
			continue
		}
		if err := cmp.Or(table.Printf(w, "\n%s\n", kind.title), t.WriteText(w)); err != nil {
			return err
		}
	}
	table.Printf(w, "\nz: scored less expected, standardised; p: chance of one as large in any row of the table, if "+
		"the ratings fit.\n")
	return table.Printf(w, "%s", strings.Join(append(f.remarks, ""), "\n"))
}

// WriteCSV writes a line for each residual.
func (f Fit) WriteCSV(w io.Writer) error { return f.table().WriteCSV(w) }

// TestStanding is the current state of a sequential test of two players.
type TestStanding struct {
	stats.SPRT
	Players      []string
	Decision     stats.Decision
	LLR          float64        // log-likelihood ratio of the hypotheses
	Lower, Upper float64        // values of LLR that decide the test, see [stats.Sequence.Bounds]
	Counts       stats.Openings // element i: number of openings in which the first player won i half points
	Compared     stats.WDL      // results of comparing each seat of the first player with each seat of the other
	Voided       int            // number of openings left out because of a fault
	voidedList   []int          // numbers of the voided openings, from 1
}

// TestGauge updates a sequential test with each finished game, in the order of the plan.
type TestGauge struct {
	spec      tournament.Spec
	roundSize int                 // number of games from one opening
	standing  TestStanding        // [TestGauge.Standing] adds the fields that come from sequence
	empty     stats.Sequence      // the test without games
	sequence  stats.Sequence      // the test after the complete openings
	part      []tournament.Result // games of the opening that is not complete yet
	err       error               // the first error of sequence
}

// NewTest returns a gauge without games for the sequential test of a settled spec. seats is the number of seats of
// every game. NewTest returns an error if the spec has no sequential test or an invalid one.
func NewTest(spec tournament.Spec, seats int) (*TestGauge, error) {
	test := spec.Format.Test
	if test == nil {
		return nil, fmt.Errorf("format %s has no sequential test", spec.Format)
	}
	model, err := stats.ModelNamed(test.Model)
	if err != nil {
		return nil, err
	}
	t := &TestGauge{roundSize: spec.RoundGames(seats), standing: TestStanding{SPRT: stats.SPRT{
		Elo0: test.Elo0, Elo1: test.Elo1, Alpha: test.Alpha, Beta: test.Beta, Model: model,
	}}}
	t.empty, err = t.standing.OnOpenings(seats)
	t.Restart(spec)
	return t, err
}

// Restart forgets all games. It implements session.Gauge.
func (t *TestGauge) Restart(spec tournament.Spec) {
	standing := TestStanding{SPRT: t.standing.SPRT, Players: spec.Players}
	*t = TestGauge{spec: spec, roundSize: t.roundSize, standing: standing, empty: t.empty, sequence: t.empty}
}

// Watch counts a game and reports whether the test is decided or has failed with an error. The games of an opening must
// follow each other, as in the plan.
func (t *TestGauge) Watch(r tournament.Result) bool {
	t.part = append(t.part, r)
	if len(t.part) < t.roundSize { // the opening is incomplete
		return t.decided()
	}
	games := t.part
	t.part = nil
	if t.spec.OnFault == tournament.FaultVoid && slices.ContainsFunc(games, tournament.Result.Faulted) {
		t.standing.Voided++
		t.standing.voidedList = append(t.standing.voidedList, r.Opening)
		return t.decided()
	}
	halves := 0
	for _, game := range games {
		halves += t.compare(game)
	}
	next, err := t.sequence.Next(halves)
	t.sequence, t.err = next, cmp.Or(t.err, err)
	return t.decided()
}

// compare compares every seat of the first player with every seat of the other. It returns the half points of the first
// player: 2 for each comparison won and 1 for each tie. Seats whose order is unknown count as tied, because every
// opening must have the same number of comparisons. ([Fold.Mixed] leaves such seats out.)
func (t *TestGauge) compare(r tournament.Result) (halves int) {
	first := t.spec.Players[0]
	for seat, score := range r.Outcome.Scores[:r.Outcome.Seats] {
		for otherSeat, otherScore := range r.Outcome.Scores[:r.Outcome.Seats] {
			if r.Players[seat] == first && r.Players[otherSeat] != first {
				wonHalves := 1 + cmp.Compare(score, otherScore)
				halves += wonHalves
				t.standing.Compared = t.standing.Compared.Plus(stats.OneGame(float64(wonHalves) / 2))
			}
		}
	}
	return halves
}

// decided reports whether the test has accepted a hypothesis or failed.
func (t *TestGauge) decided() bool { return t.err != nil || t.sequence.Decision != stats.Undecided }

// Standing returns the state of the test. It returns an error if an opening could not be counted.
func (t *TestGauge) Standing() (TestStanding, error) {
	now := t.standing
	now.Decision, now.LLR, now.Counts = t.sequence.Decision, t.sequence.LLR, t.sequence.Sample
	now.Lower, now.Upper = t.sequence.Bounds()
	return now, t.err
}

// Used returns the number of the last opening that the test has read, and the numbers of the openings that the test
// left out because of a fault. Openings are numbered from 1.
func (s TestStanding) Used() (last int, voided []int) {
	return s.Counts.Count() + s.Voided, s.voidedList
}

// Unit returns the [TestUnit] of the test.
func (s TestStanding) Unit() string { return TestUnit(s.Counts.Seats()) }

// TestUnit returns the noun for an observation of a sequential test: "pair" for games of two seats, else "opening".
func TestUnit(seats int) string {
	if seats > 2 {
		return "opening"
	}
	return "pair"
}

// Share returns the share of the comparisons that the first player won. A tie counts as half. With two seats, it is the
// player's share of the points. ok is false if there is no comparison.
func (s TestStanding) Share() (share float64, ok bool) {
	n := s.Compared.Games()
	return s.Compared.Points() / float64(max(1, n)), n > 0
}

// ScoreText returns [TestStanding.Share] in percent, or "-".
func (s TestStanding) ScoreText() string {
	share, ok := s.Share()
	if !ok {
		return "-"
	}
	return stats.Percent(share, 1)
}

// TestPath is the history of a sequential test.
type TestPath struct {
	TestStanding // the final state
	Points       []TestPoint
}

// TestPoint is the state of a sequential test after an opening that counts.
type TestPoint struct {
	LLR, Lower, Upper float64
	Halves            int // half points of the first player in this opening, see [TestGauge.compare]
}

// FollowTest repeats a sequential test on its stored games, opening by opening in the order of the plan. It stops when
// the test is decided or at the first incomplete opening.
func FollowTest(spec tournament.Spec, games iter.Seq2[tournament.Result, error]) (path TestPath, err error) {
	test, err := NewTest(spec, 2) // replaced by the first game if it has more seats
	if err != nil {
		return path, err
	}
	opening := 1                             // the opening whose games the test needs next
	waiting := map[int][]tournament.Result{} // games that the test has not used, by opening
	for game, err := range games {
		if err != nil {
			return path, err
		}
		if seats := game.Outcome.Seats; seats != test.sequence.Sample.Seats() {
			if test, err = NewTest(spec, seats); err != nil {
				return path, err
			}
		}
		waiting[game.Opening] = append(waiting[game.Opening], game)
		for ; len(waiting[opening]) == test.roundSize && !test.decided(); opening++ {
			before := test.standing.Compared
			for _, game := range waiting[opening] {
				test.Watch(game)
			}
			delete(waiting, opening)
			if path.TestStanding, err = test.Standing(); err != nil {
				return path, err
			}
			if path.Compared != before { // an opening with a fault may not count
				halves := int(2 * (path.Compared.Points() - before.Points()))
				path.Points = append(path.Points, TestPoint{path.LLR, path.Lower, path.Upper, halves})
			}
		}
		if test.decided() {
			break
		}
	}
	path.TestStanding, err = test.Standing()
	return path, err
}

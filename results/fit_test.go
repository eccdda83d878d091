package results

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/results/estimate/rating"
	"pillars/results/estimate/stats"
)

// fitted returns a round robin of four players from forty openings. Opening 17 is decided for the first seat, and the
// weaker players win from opening 23.
func fitted() (games []Game) {
	random := rand.New(rand.NewPCG(1, 2))
	players := []string{"ann", "bob", "cid", "dan"}
	for opening := 1; opening <= 40; opening++ {
		for a := range players {
			for b := range players {
				if a == b {
					continue
				}
				score := 0.
				switch {
				case opening == 17 || opening == 23 && a > b:
					score = 1
				case opening != 23 && random.Float64() < stats.ScoreOfElo(float64(130*(b-a))):
					score = 1
				}
				games = append(games, Game{[]string{players[a], players[b]}, both(score), 0, fmt.Sprint(opening)})
			}
		}
	}
	return games
}

// TestFitNamesOpenings checks that openings that do not fit have their stored names: in sentences, in ten rows of text,
// and first among the rows for programs.
func TestFitNamesOpenings(t *testing.T) {
	t.Parallel()
	f, err := newStanding(t, fitted(), StandingsOptions{}).Fit()
	if err != nil {
		t.Fatal(err)
	}
	said := strings.Join(f.Conclusion(), "\n")
	for _, want := range []string{"Openings that do not fit, at 5 % for all together: ",
		"17 (first seat: 12.0 of 12 points, expected ", "23 (stronger players: 0.0 of 12 points, expected "} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in\n%s", want, said)
		}
	}
	var text strings.Builder
	if err := f.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	_, rows, found := strings.Cut(text.String(), "\nOpenings that deviate most\n")
	rows, _, _ = strings.Cut(rows, "\n\n")
	if lines := strings.Split(rows, "\n"); !found || len(lines) != 1+openingsShown ||
		strings.Count(strings.Join(lines[1:3], "\n"), " 12 ") != 2 {
		t.Errorf("rows of openings:\n%s", text.String())
	}
	sides := map[string]int{}
	for _, r := range f.rows {
		if r.kind == ofOpening {
			sides[r.side]++
		}
	}
	if sides["first seat"] != 40 || sides["stronger players"] != 40 {
		t.Errorf("rows by side: %v", sides)
	}
}

// TestFitOfAdaptiveGames checks that a fit has residuals but no probabilities if results decided which games were
// played.
func TestFitOfAdaptiveGames(t *testing.T) {
	t.Parallel()
	f, err := newStanding(t, fitted(), StandingsOptions{Adaptive: true}).Fit()
	if err != nil {
		t.Fatal(err)
	}
	if said := f.Conclusion(); len(said) != 1 || !strings.HasPrefix(said[0], "Probabilities of a fit assume that the") {
		t.Errorf("conclusion %q", said)
	}
	var facts struct {
		P         *float64
		Residuals []struct{ Z, P *float64 }
	}
	text, err := json.Marshal(f.Facts())
	if err == nil {
		err = json.Unmarshal(text, &facts)
	}
	if err != nil || facts.P != nil || len(facts.Residuals) != 6+4+4+80 {
		t.Fatalf("%d residuals, p %v, %v", len(facts.Residuals), facts.P, err)
	}
	for _, r := range facts.Residuals {
		if r.P != nil {
			t.Errorf("a residual with p %v", *r.P)
		}
	}
}

// TestConclusionsOfFits checks the sentences about fits at both sides of the level of 5 %.
func TestConclusionsOfFits(t *testing.T) {
	t.Parallel()
	const end = "Openings are worth 35 Elo to one seat or the other (standard deviation), which the expected points " +
		"take into account."
	numbers := rating.Fit{Openings: 40, Pairings: make([]rating.Residual, 3), Square: 1.234, P: .05, Tested: true,
		Deviation: 34.6}
	check := func(f Fit, want ...string) {
		t.Helper()
		if got := f.Conclusion(); !slices.Equal(got, want) {
			t.Errorf("concluded is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	check(Fit{Fit: numbers, rows: []fitRow{{kind: ofPlayer, player: "ann", Residual: rating.Residual{P: .05}}}},
		"The ratings fit: these games do not show that strengths are not transitive (mean square 1.23 of the "+
			"standardised residuals of 3 pairings, p = 0.050, 40 openings).", end)
	numbers.P, numbers.Pairings = .049, numbers.Pairings[:1]
	f := Fit{Fit: numbers}
	row := func(kind int, name string) {
		r := fitRow{kind: kind, player: name, Residual: rating.Residual{P: .049}}
		if kind == ofOpening {
			r = fitRow{kind: kind, opening: name, side: "first seat",
				Residual: rating.Residual{P: .01, Games: 12, Scored: 11.5, Expected: 6.04}}
		}
		f.rows = append(f.rows, r)
	}
	row(ofPairing, "nobody")
	row(ofFirstSeat, "nobody")
	row(ofPlayer, "ann")
	row(ofPlayer, "bob")
	var openings []string
	for i := range openingsShown + 1 {
		row(ofOpening, fmt.Sprint(i))
		openings = append(openings, fmt.Sprint(i)+" (first seat: 11.5 of 12 points, expected 6.0)")
	}
	check(f, "The ratings do not fit: players score against some opponents otherwise than their ratings expect (mean "+
		"square 1.23 of the standardised residuals of 1 pairing, p = 0.049, 40 openings).",
		"Players that do not fit, at 5 % for all together: ann, bob.",
		"Openings that do not fit, at 5 % for all together: "+strings.Join(openings[:10], "; ")+".", end)
	f.Tested = false
	check(f, "40 openings and 1 pairing are too few to test the ratings: a test takes three players that met each "+
		"other, and eight openings.")
}

// TestFitsAreWrittenByKind checks the columns of the four tables of a fit, and that an empty table is left out.
func TestFitsAreWrittenByKind(t *testing.T) {
	t.Parallel()
	square, sum := 1.5, rating.Residual{Games: 12, Scored: 7.5, Expected: 6, Z: 1.25, P: .125}
	f := Fit{Fit: rating.Fit{Tested: true}, remarks: []string{"From a file."}, rows: []fitRow{
		{kind: ofPairing, player: "ann", opponent: "bob", Residual: sum},
		{kind: ofPlayer, player: "ann", Residual: rating.Residual{P: .25}, square: &square},
		{kind: ofOpening, opening: "7", side: "first seat", Residual: sum},
	}}
	var text strings.Builder
	if err := f.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(text.String(), "\n\n")
	got = enginetest.Squeezed(got)
	want := "Points of a player against an opponent\nplayer opponent games scored expected z p\n" +
		"ann bob 12 7.5 6.0 1.25 0.125\n\nResiduals of a player's pairings\nplayer mean square p\nann 1.50 0.250\n\n" +
		"Openings that deviate most\nopening points of games scored expected z p\n" +
		"7 first seat 12 7.5 6.0 1.25 0.125\n\nz: scored less expected, standardised; p: chance of one as large in " +
		"any row of the table, if the ratings fit.\nFrom a file.\n"
	if got != want {
		t.Errorf("written is\n%s\nwant\n%s", got, want)
	}
	text.Reset()
	const cells = "kind,opening,side,player,opponent,games,scored,expected,z,mean_square,p\n" +
		"pairing,,,ann,bob,12,7.5,6,1.25,,0.125\nplayer,,,ann,,,,,,1.5,0.25\n" +
		"opening,7,first seat,,,12,7.5,6,1.25,,0.125\n"
	if err := f.WriteCSV(&text); err != nil || text.String() != cells {
		t.Errorf("%s%v", text.String(), err)
	}
}

// TestUnlikelyRowsComeFirst checks the order of the residuals: by kind, then by their probability, then by their size.
func TestUnlikelyRowsComeFirst(t *testing.T) {
	t.Parallel()
	f, err := newStanding(t, fitted(), StandingsOptions{}).Fit()
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range f.rows[1:] {
		a := f.rows[i]
		alike := a.kind == b.kind && near.Equal(a.P, b.P, 0)
		inOrder := a.kind < b.kind || a.kind == b.kind && a.P < b.P || alike && a.Z*a.Z >= b.Z*b.Z
		if !inOrder {
			t.Errorf("%+v comes before %+v", a, b)
		}
	}
}

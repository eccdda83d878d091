package results

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

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

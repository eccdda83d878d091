package results

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pillars/results/estimate/rating"
)

// TestAnyGamesPrint checks that the standings of any small table can be written, with bounds and sentences for unknown
// figures.
func TestAnyGamesPrint(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var games []Game
		names := []string{"ann", "bob", "cid", "dan", "eve"}
		for range rapid.IntRange(0, 15).Draw(rt, "games") {
			name := rapid.SampledFrom(names[:rapid.IntRange(1, 5).Draw(rt, "players")])
			games = append(games, Game{
				Players: []string{name.Draw(rt, "first"), name.Draw(rt, "second")},
				Scores:  both(rapid.SampledFrom([]float64{0, .5, 1}).Draw(rt, "score")),
				Opening: rapid.SampledFrom([]string{"", "1", "2"}).Draw(rt, "opening"),
			})
		}
		o := StandingsOptions{Players: names}
		if rapid.Bool().Draw(rt, "anchored") {
			o.Anchors = map[string]float64{"bob": 1500}
		}
		s, err := NewStandings(games, o)
		if err != nil {
			rt.Fatalf("%v: %v", games, err)
		}
		c := s.Crosstable()
		var text strings.Builder
		for _, write := range []func() error{
			func() error { return s.WriteTable(&text) }, func() error { return s.WriteCSV(&text) },
			func() error { return c.WriteCSV(&text) },
			func() error { return c.WriteGames(&text) }, func() error { return c.WriteStronger(&text) },
			func() error { return c.WriteList(&text) },
			func() error { return json.NewEncoder(&text).Encode(s.Facts()) },
			func() error { return json.NewEncoder(&text).Encode(c.Facts()) },
		} {
			if err := write(); err != nil {
				rt.Fatal(err)
			}
		}
		if out := strings.ToLower(text.String()); strings.Contains(out, "nan") || strings.Contains(out, "inf") {
			rt.Fatalf("%v\n%s", games, text.String())
		}
		for _, row := range s.Rows {
			if row.WDL.Games() == 0 && row.Rating.Mark != rating.Unrated && row.Rating.Mark != rating.Anchored {
				rt.Fatalf("%v: %+v", games, row)
			}
		}
	})
}

func TestAnchoredStandingSaysWhatItIs(t *testing.T) {
	o := StandingsOptions{Anchors: map[string]float64{"bob": 1000}, Remarks: []string{"From a file."}}
	s := newStanding(t, league(), o)
	var text strings.Builder
	if err := s.WriteTable(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"measured from the anchors", "From a file.\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	for _, row := range s.Rows {
		if row.Player == "bob" && (row.Rating.Value != 1000 || row.Rating.Mark != rating.Anchored) {
			t.Errorf("%+v", row)
		}
	}
	for want, o := range map[string]StandingsOptions{
		"positive": {Scale: -1},
		"between":  {Anchors: map[string]float64{"ann": math.NaN()}},
	} {
		if _, err := NewStandings(league(), o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %q", err, want)
		}
	}
}

package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/results/estimate/rating"
	"pillars/results/estimate/stats"
)

// unlike returns games of three players. The winner of most points is not the one with the best rating: ann has most
// points, but bob, who met only ann, beat her.
func unlike() []Finished {
	return slices.Concat(match("ann", "cid", 1, 6), match("cid", "ann", 0, 5), match("cid", "ann", 1, 1),
		match("ann", "bob", 0, 2), match("bob", "ann", 1, 1), match("bob", "ann", 0, 1))
}

// seatsOfTwo returns games of three seats that two players share. Of the comparisons of each opening, ann wins three or
// four of four: in all 87.5 %, which is 400 lg 7 = 338 Elo.
func seatsOfTwo() (games []Finished) {
	for i := range 10 {
		scores := [][]float64{{1, .5, 0}, {0, 1, .5}} // ann is ahead of both, and behind neither
		if i%2 == 1 {
			scores[1] = []float64{.5, 1, 0} // a seat of bob is between the seats of ann
		}
		games = append(games,
			Finished{Players: []string{"ann", "bob", "bob"}, Scores: scores[0], Opening: fmt.Sprint(i)},
			Finished{Players: []string{"bob", "ann", "ann"}, Scores: scores[1], Opening: fmt.Sprint(i)})
	}
	return games
}

// TestStandingsInWords compares what people read of standings, crosstables and tests with a file.
func TestStandingsInWords(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	pools := slices.Concat(match("ann", "bob", 1, 2), match("bob", "ann", 1, 1), match("cid", "dan", 1, 2),
		match("dan", "cid", 1, 1), match("ann", "eve", 1, 2))
	places := ranked(t)
	for range 5 {
		places = append(places, Finished{Players: []string{"god", "A", "worm"}, Scores: []float64{1, .5, 0}})
	}
	for _, c := range []struct {
		name  string
		games []Finished
		o     StandingsOptions
		cross bool
	}{
		{"a league", league(), StandingsOptions{}, true},
		{"pools with an anchor and a player without games", pools, StandingsOptions{Players: []string{"new"},
			Anchors: map[string]float64{"bob": 1000}, Remarks: []string{"From a file."}}, false},
		{"players who are not alike", unlike(), StandingsOptions{}, true},
		{"pairs of two players", pairsOf([2]float64{0, .5}, [2]float64{1, .5}, [2]float64{1, 1}), StandingsOptions{},
			false},
		{"players of a test", match("ann", "bob", .5, 3), StandingsOptions{Unrated: true}, false},
		{"three seats", places, StandingsOptions{Players: []string{"new"}, Seats: 3}, false},
		{"two players on three seats", seatsOfTwo(), StandingsOptions{}, false},
		{"nothing", nil, StandingsOptions{}, false},
	} {
		s := newStanding(t, c.games, c.o)
		fmt.Fprintf(&text, "== %s\n", c.name)
		err := s.WriteTable(&text)
		if c.o.Unrated {
			err = errors.Join(err, s.WriteCSV(&text))
		}
		if c.cross {
			fmt.Fprintln(&text)
			err = errors.Join(err, s.Crosstable().WriteText(&text))
		}
		require.NoError(t, err)
		fmt.Fprintln(&text)
	}
	enginetest.Golden(t, "standings.txt", text.String())
}

// TestAnyGamesPrint writes the standings of any small table in every form, with bounds and sentences for unknown
// figures. No figure is infinite or NaN.
func TestAnyGamesPrint(t *testing.T) {
	t.Parallel()
	scores := map[int][][]float64{2: {{0, 1}, {.5, .5}, {1, 0}}, 3: {{1, .5, 0}, {0, 1, .5}, {.5, 0, 1}, {.75, .75, 0},
		{.25, 1, .25}, {.5, .5, .5}}}
	rapid.Check(t, func(rt *rapid.T) {
		var games []Finished
		names := []string{"ann", "bob", "cid", "dan", "eve"}
		seats := rapid.IntRange(2, 3).Draw(rt, "seats")
		for range rapid.IntRange(0, 15).Draw(rt, "games") {
			name := rapid.SampledFrom(names[:rapid.IntRange(1, 5).Draw(rt, "players")])
			games = append(games, Finished{
				Players: rapid.SliceOfN(name, seats, seats).Draw(rt, "seated"),
				Scores:  rapid.SampledFrom(scores[seats]).Draw(rt, "scores"),
				Opening: rapid.SampledFrom([]string{"", "1", "2"}).Draw(rt, "opening"),
			})
		}
		o := StandingsOptions{Players: names, Seats: seats}
		if rapid.Bool().Draw(rt, "anchored") {
			o.Anchors = map[string]float64{"bob": 1500}
		}
		s, err := NewStandings(games, o)
		if err != nil {
			rt.Fatalf("%v: %v", games, err)
		}
		var text strings.Builder
		for _, write := range []func(io.Writer) error{s.WriteTable, s.WriteCSV, s.Crosstable().WriteCSV,
			s.Crosstable().WriteText,
			func(w io.Writer) error { return json.NewEncoder(w).Encode(s.Facts()) },
			func(w io.Writer) error { return json.NewEncoder(w).Encode(s.Crosstable().Facts()) },
		} {
			require.NoError(rt, write(&text))
		}
		if out := strings.ToLower(text.String()); strings.Contains(out, "nan") || strings.Contains(out, "inf") ||
			strings.Contains(out, "equals: 0.0 (0.0 .. 100.0) %") {
			rt.Fatalf("%v\n%s", games, text.String())
		}
		for _, row := range s.Rows {
			if row.Games == 0 && row.Rating.Mark != rating.Unrated && row.Rating.Mark != rating.Anchored {
				rt.Fatalf("%v: %+v", games, row)
			}
		}
	})
}

// checkFigures checks that an object for programs has the numbers of an estimate under their names.
func checkFigures(t *testing.T, object map[string]any, name, prefix string, e stats.Estimate) {
	t.Helper()
	value, low, high := e.Numbers()
	for field, want := range map[string]*float64{name: value, prefix + "error95": e.Half(), prefix + "low": low,
		prefix + "high": high} {
		got, known := object[field].(float64)
		if known != (want != nil) || known && !near.Equal(got, *want, 0) {
			t.Errorf("%s: %v of %+v", field, object[field], e)
		}
	}
}

// encoded returns the object for programs of some facts.
func encoded(t *testing.T, facts any) (object map[string]any) {
	t.Helper()
	text, err := json.Marshal(facts)
	require.NoError(t, errors.Join(err, json.Unmarshal(text, &object)))
	return object
}

// TestFiguresForProgramsHaveTheirNames checks the figures of standings and meetings in JSON.
func TestFiguresForProgramsHaveTheirNames(t *testing.T) {
	t.Parallel()
	s := newStanding(t, league(), StandingsOptions{Anchors: map[string]float64{"bob": 100}})
	got := encoded(t, s.Facts())
	checkFigures(t, got, "first_score", "first_score_", stats.Estimate{Kind: stats.Bracketed, Value: s.first.Value,
		Low: s.first.Low, High: s.first.High})
	checkFigures(t, got, "first_advantage", "first_advantage_", s.ratings.Advantage)
	checkFigures(t, got, "draw_rate", "draw_rate_", s.ratings.DrawRate)
	for i, player := range got["players"].([]any) {
		checkFigures(t, player.(map[string]any), "rating", "", s.Rows[i].Rating.Estimate)
	}
	meetings := s.Crosstable()
	for i, meeting := range encoded(t, meetings.Facts())["meetings"].([]any) {
		checkFigures(t, meeting.(map[string]any), "difference", "difference_", meetings.Rows[i].Difference)
	}
}

// TestAnchorsAreRead reads anchors of players, some of whom have equals signs in their names.
func TestAnchorsAreRead(t *testing.T) {
	t.Parallel()
	fold := &Fold{}
	for _, name := range []string{"ann", "cid:x=1"} {
		require.NoError(t, fold.Add(Finished{Players: []string{name, "bob"}, Scores: both(1)}))
	}
	for text, want := range map[string]map[string]float64{
		"": {}, "ann": {"ann": 0}, "ann=1500 bob=-2.5": {"ann": 1500, "bob": -2.5}, "cid:x=1": {"cid:x=1": 0},
		"cid:x=1=7": {"cid:x=1": 7}, "new=3": {"new": 3}, "ann=1 ann=2": {"ann": 2}, "=4": {"=4": 0},
		"dan": nil, "dan=3": nil, "ann=": nil, "bob=x": nil, "=3": nil, "ann=NaN": nil, "ann=Inf": nil, "bob=1e5": nil,
	} {
		got, err := fold.ReadAnchors(strings.Fields(text), []string{"new", "=4"})
		if (err != nil) != (want == nil) || !maps.Equal(got, want) {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
}

// TestContradictedAnchors checks that standings say which anchors the games contradict, and that the anchors of pools
// that never met are not compared.
func TestContradictedAnchors(t *testing.T) {
	t.Parallel()
	games := pairsOf(slices.Repeat([][2]float64{{1, .5}, {.5, 0}, {1, 0}, {1, 1}, {.5, .5}}, 8)...)
	games = append(games, match("cid", "dan", .5, 8)...)
	for text, said := range map[string]bool{"ann=100 bob=0": false, "ann=0 bob=500": true, "ann=900 cid=0": false} {
		anchors := map[string]float64{}
		for _, anchor := range strings.Fields(text) {
			name, number, _ := strings.Cut(anchor, "=")
			anchors[name], _ = strconv.ParseFloat(number, 64)
		}
		s := newStanding(t, games, StandingsOptions{Anchors: anchors})
		if got := strings.Join(s.Remarks(), " "); strings.Contains(got, "contradict") != said {
			t.Errorf("%s: %s", text, got)
		}
		row := func(name string) int { return slices.IndexFunc(s.Rows, func(r Row) bool { return r.Player == name }) }
		m := s.Meeting(row("ann"), row("cid"))
		if m.Met || m.Stronger != nil || m.Shown(.05) {
			t.Errorf("%s: players of two pools are compared: %+v", text, m)
		}
	}
}

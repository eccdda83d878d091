package results

import (
	"encoding/json"
	"maps"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine/enginetest/near"
	"pillars/results/estimate/rating"
	"pillars/results/estimate/stats"
	"pillars/tournament/guard"
	"pillars/tournament/plantest"
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

// TestAnchorsAreRead reads anchors of players, some of whom have equals signs in their names.
func TestAnchorsAreRead(t *testing.T) {
	t.Parallel()
	fold := &Fold{}
	for _, name := range []string{"ann", "cid:x=1"} {
		if err := fold.Add(Game{Players: []string{name, "bob"}, Scores: both(1)}); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]map[string]float64{
		"": {}, "ann": {"ann": 0}, "ann=1500 bob=-2.5": {"ann": 1500, "bob": -2.5}, "cid:x=1": {"cid:x=1": 0},
		"cid:x=1=7": {"cid:x=1": 7}, "new=3": {"new": 3}, "ann=1 ann=2": {"ann": 2}, "=4": {"=4": 0},
	} {
		got, err := fold.ReadAnchors(strings.Fields(text), []string{"new", "=4"})
		if err != nil || !maps.Equal(got, want) {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"dan": `no player "dan" has games here`, "dan=3": `no player "dan=3" has games here`,
		"ann=":  `"ann=": the rating "" is not a number; write PLAYER=RATING, such as ann=1500`,
		"bob=x": `"bob=x": the rating "x" is not a number`, "=3": `no player "=3"`,
	} {
		if got, err := fold.ReadAnchors([]string{text}, nil); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, %v; want %q", text, got, err, want)
		}
	}
}

// TestFoldsLeaveOutFaults counts three openings of two games. In the first a game ends by a fault, in the second both
// do. A game by itself follows. Games of unknown length do not count in the mean length.
func TestFoldsLeaveOutFaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		leaveFaults    bool
		games, rounds  int
		points, length float64 // of ann
	}{{false, 7, 4, 4.5, 27.5}, {true, 4, 3, 2.5, 20}} {
		fold := &Fold{RoundSize: 2, LeaveFaults: c.leaveFaults}
		add := func(pair string, turns int, score float64, fault guard.FaultKind) {
			t.Helper()
			r := plantest.Finished("1", pair, turns, []string{"ann", "bob"}, score, 1-score).Result
			r.Fault.Kind = fault
			if err := fold.AddResult(r); err != nil {
				t.Fatal(err)
			}
		}
		if fold.Seats() != 0 || fold.Games() != 0 || fold.Rounds() != 0 || fold.Players() != nil ||
			fold.SeatScore(0) != (SeatScore{}) {
			t.Errorf("a fold without games: %+v", fold)
		}
		add("1v2/1", 10, 1, guard.None)
		add("1v2/2", 40, 0, guard.Failed)
		add("1v2/1", 30, 1, guard.Failed)
		add("1v2/2", 0, 1, guard.OutOfTime)
		add("1v2/3", 30, .5, guard.None)
		if len(fold.open) != 1 || fold.Rounds() != c.rounds-1 {
			t.Errorf("%d rounds are open, of %d", len(fold.open), fold.Rounds())
		}
		add("1v2/3", 0, 0, guard.None)
		add("", 0, 1, guard.None)
		games, points := fold.Scored("ann")
		if len(fold.open) > 0 || fold.Games() != c.games || fold.Rounds() != c.rounds || games != c.games ||
			points != c.points || fold.Seats() != 2 {
			t.Errorf("leave %v: %d games with %v points, %d rounds, %d open", c.leaveFaults, games, points,
				fold.Rounds(), len(fold.open))
		}
		s, err := fold.Standings(StandingsOptions{})
		if err != nil || s.Rows[0].MeanTurns != c.length || s.Rows[0].openings != c.rounds {
			t.Errorf("leave %v: %+v, %v", c.leaveFaults, s.Rows[0], err)
		}
	}
}

// TestMeansTakeOpeningsAsOne checks that the games from one opening are one observation, that the numbers of values
// weigh within it, and that games by themselves are observations of their own.
func TestMeansTakeOpeningsAsOne(t *testing.T) {
	t.Parallel()
	fold := &Fold{}
	for _, g := range []Game{
		{Players: []string{"ann", "bob"}, Scores: both(1), Opening: "1"},
		{Players: []string{"bob", "ann"}, Scores: both(0), Opening: "1"},
		{Players: []string{"ann", "bob"}, Scores: both(.5), Opening: "2"},
		{Players: []string{"ann", "bob"}, Scores: both(.5), Opening: "3"},
		{Players: []string{"ann", "bob"}, Scores: both(0)},
		{Players: []string{"bob", "ann"}, Scores: both(1)},
	} {
		if err := fold.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	fold.Finish()
	means := fold.Means(func(players []string, scores []float64) stats.Total {
		if players[0] == "ann" {
			return stats.Total{Sum: scores[0], Games: 1}
		}
		return stats.Total{Sum: scores[1], Games: 1}
	})
	// ann scores 2 of 2, 1/2, 1/2, 0 and 0.
	estimate := means.Estimate(.95)
	if means.Openings() != 5 || fold.Rounds() != 5 || !near.Equal(estimate.Value, .5, 1e-12) {
		t.Errorf("%d openings, %+v", means.Openings(), estimate)
	}
	if names := strings.Join(fold.Players(), " "); names != "ann bob" {
		t.Errorf("players %s", names)
	}
}

package catalog

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/results"
	"pillars/results/keep/store"
	"pillars/results/show/conclusion"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/plantest"
)

// specOf returns the text of a spec of ann and bob with a rule for faults.
func specOf(rule tournament.FaultRule, format tournament.Format) string {
	return tournament.Spec{Game: "pit", Options: engine.Settings{{Name: "players", Value: "2"}},
		Players: []string{"ann", "bob"}, Rounds: 3, OnFault: rule, Format: format}.String()
}

// added stores a run with games and returns it as it is stored.
func added(t *testing.T, db *store.Store, run store.Run, games ...tournament.Game) store.Run {
	t.Helper()
	made, err := db.CreateRun(t.Context(), run)
	for _, game := range games {
		err = cmp.Or(err, db.Append(t.Context(), made.ID, game))
	}
	if err == nil {
		made, err = db.Run(t.Context(), made.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// opened returns an empty store.
func opened(t *testing.T) *store.Store {
	t.Helper()
	db, err := store.Open(filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// faulted returns a game that ann lost by a fault.
func faulted(identity, pair string, turns int) tournament.Game {
	game := plantest.Finished(identity, pair, turns, []string{"ann", "bob"}, 0, 1)
	game.Fault, game.Outcome.Reason = tournament.Fault{Kind: guard.Failed}, "fault: ann failed"
	return game
}

// TestSummariesCountGames summarizes six games from three openings, of which ann's faults ended two, with faults as
// losses and with void ones.
func TestSummariesCountGames(t *testing.T) {
	t.Parallel()
	ab, ba := []string{"ann", "bob"}, []string{"bob", "ann"}
	games := []tournament.Game{
		plantest.Finished("1v2/1/1", "1v2/1", 10, ab, 1, 0), plantest.Finished("1v2/1/2", "1v2/1", 21, ba, .5, .5),
		faulted("1v2/2/1", "1v2/2", 3), plantest.Finished("1v2/2/2", "1v2/2", 20, ba, 1, 0),
		faulted("1v2/3/1", "1v2/3", 5), plantest.Finished("1v2/3/2", "1v2/3", 40, ba, 0, 1),
	}
	games[1].Outcome.Reason = "cap"
	for rule, want := range map[tournament.FaultRule]string{
		tournament.FaultLoses: "run abc (first): tournament, 6 of 7 games stored\n" +
			"\n#games share mean turns ended by\n3 50.0 % 23.3 test\n2 33.3 % 4.0 a player's fault\n" +
			"1 16.7 % 21.0 cap\n\ngames points faults player\n6 2.5 2 ann\n6 3.5 0 bob\n\n" +
			"First seat: scores 41.7 % (",
		tournament.FaultVoid: "run abc (first): tournament, 6 of 7 games stored, 2 of them void because of a fault " +
			"and left out below\n\n#games share mean turns ended by\n3 75.0 % 23.3 test\n1 25.0 % 21.0 cap\n" +
			"\ngames points faults player\n4 2.5 2 ann\n4 1.5 0 bob\n\n" +
			"First seat: scores 62.5 % (",
	} {
		db := opened(t)
		first := store.Run{Kind: "tournament", Hash: "abc", Spec: specOf(rule, nil), Total: 7, Name: "first"}
		run := added(t, db, first, games...)
		s, err := Summarize(t.Context(), db, run)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := s.WriteText(&text, run); err != nil {
			t.Fatal(err)
		}
		head, rest, _ := strings.Cut(enginetest.Squeezed(text.String()), "\n\n")
		_, rest, _ = strings.Cut(rest, "\n\n") // without the spec
		if got := head + "\n\n#" + rest; !strings.HasPrefix(got, want) {
			t.Errorf("%v:\n%s\nwant\n%s", rule, got, want)
		}
	}
}

// TestSummariesOfTests summarizes a sequential test of whose games it has used one pair, left out a void one, and not
// used the last, which is incomplete.
func TestSummariesOfTests(t *testing.T) {
	t.Parallel()
	ab, ba := []string{"ann", "bob"}, []string{"bob", "ann"}
	format := tournament.Sequential{Test: tournament.Test{Elo1: 10, Alpha: .05, Beta: .05, Model: "normalized"}}
	db := opened(t)
	run := added(t, db, store.Run{Kind: "sprt", Hash: "abc", Spec: specOf(tournament.FaultVoid, format)},
		plantest.Finished("1v2/1/1", "1v2/1", 10, ab, 1, 0), plantest.Finished("1v2/1/2", "1v2/1", 20, ba, 0, 1),
		faulted("1v2/2/1", "1v2/2", 3), plantest.Finished("1v2/2/2", "1v2/2", 20, ba, 1, 0),
		plantest.Finished("1v2/3/1", "1v2/3", 10, ab, 1, 0))
	s, err := Summarize(t.Context(), db, run)
	if err != nil || s.Games != 2 || s.Voided != 2 || s.unused != 1 || len(s.Reasons) != 1 ||
		s.Reasons[0] != (ReasonCount{"test", 2, 30}) ||
		!slices.Equal(s.Players, []PlayerCount{{"ann", 2, 2, 1}, {"bob", 2, 0, 0}}) {
		t.Errorf("%+v, %v", s, err)
	}
	var text strings.Builder
	want := "run abc: sprt, 5 games stored, 1 of them not used by the test and left out below, 2 of them void " +
		"because of a fault and left out below\n\n"
	if err := s.WriteText(&text, run); err != nil || !strings.HasPrefix(text.String(), want) {
		t.Errorf("%s%v", text.String(), err)
	}
	facts, err := json.Marshal(s.Facts())
	if err != nil || !strings.HasPrefix(string(facts), `{"reasons":[{"reason":"test","games":2,"turns":30}],`+
		`"first_seat":{"games":2,"points":1,`) || !strings.HasSuffix(string(facts), `,"voided":2}`) {
		t.Errorf("%s, %v", facts, err)
	}
	all, err := Games(t.Context(), db, run)
	if err != nil || len(all) != 2 || all[1].Identity != "1v2/1/2" {
		t.Errorf("%d games count, %v", len(all), err)
	}
	text.Reset()
	err = (Summary{}).WriteText(&text, run)
	if err != nil || !strings.HasSuffix(text.String(), "\n\nno game counts yet\n") {
		t.Errorf("%s%v", text.String(), err)
	}
}

// TestSourcesHaveOpenings checks which openings of a test count.
func TestSourcesHaveOpenings(t *testing.T) {
	t.Parallel()
	var none results.TestStanding
	for _, c := range []struct {
		source Source
		has    []int // of the openings 0 to 4
	}{
		{Source{}, []int{0, 1, 2, 3, 4}}, {Source{Openings: 3}, []int{0, 1, 2, 3}},
		{Source{Openings: 3, LeftOut: []int{1, 3}}, []int{0, 2}}, {Source{LeftOut: []int{4}}, []int{0, 1, 2, 3}},
		{SourceOfTest("abc", tournament.Spec{}, none), nil},
	} {
		var has []int
		for opening := range 5 {
			if c.source.Has(opening) {
				has = append(has, opening)
			}
		}
		if !slices.Equal(has, c.has) {
			t.Errorf("%+v: %v, want %v", c.source, has, c.has)
		}
	}
}

// TestLongListsAreCutOff checks that a spec shows at most a hundred entries of a list.
func TestLongListsAreCutOff(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{100: "100  o\n", 101: "101  ... and 1 more\n", 250: "101  ... and 150 more\n"} {
		run := store.Run{ID: "abc", Created: time.Unix(0, 0), Tags: []string{"a", "b"}, Program: "p",
			Others: []string{"q"}}
		run.Spec = `{"players":[],"book":["o"` + strings.Repeat(`,"o"`, n-1) + `],"one":["x"]}`
		grid, err := specGrid(run)
		var text strings.Builder
		if err != nil || grid.WriteText(&text) != nil {
			t.Fatal(err)
		}
		got := text.String()
		if !strings.Contains(got, want+"one      x\n") || strings.Count(got, "  o\n") != 100 ||
			!strings.HasPrefix(got, "tags     a, b\nbegun    1970-01-01 00:00:00 UTC\nprogram  p; then q\n") {
			t.Errorf("%d entries:\n%s", n, got)
		}
	}
}

// TestLinesOfGames checks the line of a game for two and for three seats.
func TestLinesOfGames(t *testing.T) {
	t.Parallel()
	db := opened(t)
	game := plantest.Finished("1v2/1/1", "1v2/1", 1, []string{"ann", "bobby"}, .5, .5)
	three := plantest.Finished("1v2v3/10/1", "1v2v3/10", 12, []string{"ann", "bobby", "cid"}, 1, 1./3, 0)
	three.Outcome.Scores[1] = .333
	run := added(t, db, store.Run{Hash: "abc", Spec: `{"players":["ann","bobby","cid"]}`}, game, three)
	line, err := GameLines(t.Context(), db, run)
	if err != nil {
		t.Fatal(err)
	}
	for want, g := range map[string]tournament.Game{
		"abc/1v2/1/1     ann    bobby  1/2-1/2     1 turn  test":               game,
		"abc/1v2v3/10/1  ann    bobby  cid    1-0.33-0         12 turns  test": three,
	} {
		if got := line(tournament.Stored{Run: "abc", Game: g}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for score, want := range map[float64]string{0: "0", 1: "1", .5: "1/2", .25: "0.25", 2. / 3: "0.67"} {
		if text := scoreText(score); text != want {
			t.Errorf("%v is %s, want %s", score, text, want)
		}
	}
}

// TestPlacesOfSeats checks the places in games with ties.
func TestPlacesOfSeats(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scores []float64
		want   string
	}{
		{[]float64{1, 0}, "[1 2]"}, {[]float64{.5, .5}, "[1 1]"}, {[]float64{.25, 1, .25}, "[2 1 2]"},
		{[]float64{.75, 0, .75}, "[1 3 1]"}, {[]float64{0, 2. / 3, 1, 1. / 3}, "[4 2 1 3]"},
	} {
		g := tournament.Stored{Game: plantest.Finished("1", "", 1, nil, c.scores...)}
		var places []any
		for seat := range c.scores {
			places = append(places, rank(g, seat))
		}
		if got := fmt.Sprint(places); got != c.want {
			t.Errorf("%v: %s, want %s", c.scores, got, c.want)
		}
	}
}

// TestEvidenceCountsFaults counts the faults and the different games of three openings, and of the first alone.
func TestEvidenceCountsFaults(t *testing.T) {
	t.Parallel()
	db := opened(t)
	games := []tournament.Game{
		plantest.Finished("1v2/1/1", "1v2/1", 1, []string{"ann", "bob"}, 1, 0), faulted("1v2/1/2", "1v2/1", 1),
		plantest.Finished("1v2/2/1", "1v2/2", 1, []string{"ann", "bob"}, 1, 0), faulted("1v2/3/1", "1v2/3", 1),
	}
	for i, turn := range []string{"a", "b", "a", "c"} {
		games[i].Record.Turns = []string{turn}
	}
	run := added(t, db, store.Run{Hash: "abc", Spec: "{}"}, games...)
	for _, c := range []struct {
		source           Source
		faults, distinct int
	}{
		{Source{}, 2, 3}, {Source{Openings: 1}, 1, 2}, {Source{Openings: -1}, 0, 0}, {Source{LeftOut: []int{3}}, 2, 2},
		{Source{Spec: tournament.Spec{OnFault: tournament.FaultVoid}}, 2, 1},
	} {
		c.source.Run = run.ID
		got, err := Evidence(t.Context(), db, c.source)
		want := conclusion.Games{Distinct: c.distinct, Faults: c.faults, Rule: c.source.Spec.OnFault}
		if err != nil || got != want {
			t.Errorf("%+v: %+v, %v; want %+v", c.source, got, err, want)
		}
		fold, err := Fold(t.Context(), db, c.source)
		if err != nil || fold.Distinct != c.distinct {
			t.Errorf("%+v: %d games differ, %v", c.source, fold.Distinct, err)
		}
	}
	two := Source{Run: run.ID, LeftOut: []int{3}}
	if fold, err := Fold(t.Context(), db, two, two); err != nil || fold.Distinct != 0 || fold.Games() != 6 {
		t.Errorf("%d games, %d of them different, %v", fold.Games(), fold.Distinct, err)
	}
}

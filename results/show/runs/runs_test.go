package runs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/results/keep/catalog"
	"pillars/results/keep/keeptest"
	"pillars/results/keep/store"
	"pillars/results/show/answer"
	"pillars/tournament"
	"pillars/tournament/plantest"
)

// TestExports exports two runs of three games each. PGN cannot hold the second game of each.
func TestExports(t *testing.T) {
	t.Parallel()
	db := keeptest.Opened(t)
	var runs []store.Run
	for i, players := range [][]string{{"a", "b"}, {"a", "b", "c"}} {
		var list []tournament.Game
		for n := range 3 {
			list = append(list, plantest.Finished(fmt.Sprint("1v2/1/", n+1), "1v2/1", 5, players,
				[][]float64{{1, 0}, {1, .5, 0}}[i]...))
		}
		list[1].Record.Turns = []string{"{"} // begins a comment in PGN
		runs = append(runs, keeptest.Added(t, db, keeptest.PitRun(nil, players...), list...))
	}
	written, err := Export(t.Context(), &bytes.Buffer{}, "jsonl", db, runs, nil)
	if err != nil || written != 6 {
		t.Errorf("%d games, %v", written, err)
	}
	var left []string
	written, err = Export(t.Context(), &bytes.Buffer{}, "pgn", db, runs, func(err error) {
		left = append(left, err.Error())
	})
	if err != nil || written != 4 || len(left) != 2 || !strings.Contains(left[0], runs[0].ID+"/1v2/1/2") {
		t.Errorf("%d games, %q, %v", written, left, err)
	}
}

// TestListsOfRuns checks which runs are listed, for each field of the filter.
func TestListsOfRuns(t *testing.T) {
	t.Parallel()
	db := keeptest.Opened(t)
	first := keeptest.Added(t, db, keeptest.PitRun(nil, "ann", "bob"),
		plantest.Finished("1v2/1/1", "1v2/1", 5, []string{"ann", "bob"}, 1, 0),
		keeptest.Faulted("1v2/2/1", "1v2/2", 3))
	named := keeptest.PitRun(func(s *tournament.Spec) { s.Game, s.Options = "pylyx", nil }, "ann", "bob", "cid")
	named.Tags = []string{"may", "june"}
	second := keeptest.Added(t, db, named)
	gone := keeptest.Added(t, db, keeptest.PitRun(nil, "eve", "bob"))
	if err := db.Delete(t.Context(), gone); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		filter Filter
		ids    []string
	}{
		{Filter{}, []string{first.ID, second.ID}}, {Filter{Tag: "june"}, []string{second.ID}},
		{Filter{Tag: "jun"}, nil}, {Filter{Deleted: true}, []string{gone.ID}},
	} {
		grid, records, err := List(t.Context(), db, c.filter)
		if err != nil || len(records) != len(grid.Rows) {
			t.Fatalf("%d records, %v", len(records), err)
		}
		var ids []string
		for _, record := range records {
			for _, run := range []store.Run{first, second, gone} {
				text, _ := json.Marshal(record)
				if strings.Contains(string(text), `"id":"`+run.ID+`"`) {
					ids = append(ids, run.ID)
				}
			}
		}
		if !slices.Equal(ids, c.ids) {
			t.Errorf("%+v: %q, want %q", c.filter, ids, c.ids)
		}
	}
}

// TestEvidenceCountsFaults counts the faults and the different games of three openings, and of the first alone.
func TestEvidenceCountsFaults(t *testing.T) {
	t.Parallel()
	db := keeptest.Opened(t)
	games := []tournament.Game{
		plantest.Finished("1v2/1/1", "1v2/1", 1, []string{"ann", "bob"}, 1, 0), keeptest.Faulted("1v2/1/2", "1v2/1", 1),
		plantest.Finished("1v2/2/1", "1v2/2", 1, []string{"ann", "bob"}, 1, 0), keeptest.Faulted("1v2/3/1", "1v2/3", 1),
	}
	for i, turn := range []string{"a", "b", "a", "b"} {
		games[i].Record.Turns = []string{turn}
	}
	games[3].Record.Start = "elsewhere"
	run := keeptest.Added(t, db, store.Run{Hash: "abc", Spec: "{}"}, games...)
	for _, c := range []struct {
		source           catalog.Source
		faults, distinct int
	}{
		{catalog.Source{}, 2, 3}, {catalog.Source{Openings: 1}, 1, 2}, {catalog.Source{Openings: -1}, 0, 0},
		{catalog.Source{LeftOut: []int{3}}, 2, 2},
		{catalog.Source{Spec: tournament.Spec{OnFault: tournament.FaultVoid}}, 2, 1},
	} {
		c.source.Run = run.ID
		got, err := evidence(t.Context(), db, c.source)
		want := answer.Games{Distinct: c.distinct, Faults: c.faults, Rule: c.source.Spec.OnFault}
		if err != nil || got != want {
			t.Errorf("%+v: %+v, %v; want %+v", c.source, got, err, want)
		}
		fold, err := catalog.Fold(t.Context(), db, nil, c.source)
		if err != nil || fold.Distinct != c.distinct {
			t.Errorf("%+v: %d games differ, %v", c.source, fold.Distinct, err)
		}
	}
	two := catalog.Source{Run: run.ID, LeftOut: []int{3}}
	fold, err := catalog.Fold(t.Context(), db, nil, two, two)
	if err != nil || fold.Distinct != 0 || fold.Games() != 6 {
		t.Errorf("%d games, %d of them different, %v", fold.Games(), fold.Distinct, err)
	}
}

// pairOf returns a pair of games from an opening, with different moves. Who began won.
func pairOf(opening string) []tournament.Game {
	pair := []tournament.Game{
		plantest.Finished("1v2/"+opening+"/1", "1v2/"+opening, 10, []string{"ann", "bob"}, 1, 0),
		plantest.Finished("1v2/"+opening+"/2", "1v2/"+opening, 10, []string{"bob", "ann"}, 1, 0),
	}
	for i := range pair {
		pair[i].Record.Turns = []string{pair[i].Identity}
	}
	return pair
}

// TestAnswersCountGames checks that an incomplete pair of a test does not count, and that the faults of a tournament
// are counted.
func TestAnswersCountGames(t *testing.T) {
	t.Parallel()
	db := keeptest.Opened(t)
	test := keeptest.Added(t, db, keeptest.SequentialRun(), append(pairOf("1"), pairOf("3")[0])...)
	games := append(pairOf("1"), keeptest.Faulted("1v2/2/1", "1v2/2", 3), pairOf("2")[1])
	plain := keeptest.Added(t, db, keeptest.PitRun(nil, "ann", "bob"), games...)
	for _, c := range []struct {
		run   store.Run
		games int
		says  string
	}{
		{test, 2, ""}, {plain, 4, "4 games from 2 openings"}, {plain, 4, "1 was ended by a player's fault"},
	} {
		combined, err := catalog.Combine(c.run)
		require.NoError(t, err)
		s, err := combined.Standings(t.Context(), db)
		require.NoError(t, err)
		said, err := Answer(t.Context(), db, combined, s)
		got := strings.Join(said.Lines(), "\n")
		if err != nil || s.Games != c.games || !strings.Contains(got, c.says) {
			t.Errorf("%v: %s, %v", c.run, got, err)
		}
	}
}

// TestRunsOfUnknownFormats reads a run of a format that this version does not play. It is listed, its games can be
// exported, and what needs its plan returns an error.
func TestRunsOfUnknownFormats(t *testing.T) {
	t.Parallel()
	db := keeptest.Opened(t)
	const spec = `{"game":"pit-of-pillars","options":["size=4","reserve=0","repetition=3","cap=2000"],` +
		`"players":["greedy","random"],"format":{"name":"swiss","match_pairs":1},"rounds":2,"seed":"1"}`
	run, err := db.CreateRun(t.Context(), store.Run{Kind: "tournament", Hash: "swiss", Spec: spec})
	require.NoError(t, err)
	game := tournament.Game{Result: tournament.Result{Identity: "1v2/1/1", Pair: "1v2/1", Pairing: "1v2",
		Players: []string{"greedy", "random"}, Outcome: engine.Win(0, "test"), Turns: 1}}
	game.Record = engine.Record{Game: "pit-of-pillars", Players: game.Players, Outcome: game.Outcome}
	require.NoError(t, db.Append(t.Context(), run.ID, game))
	var lines bytes.Buffer
	if _, err := Export(t.Context(), &lines, "jsonl", db, []store.Run{run}, nil); err != nil ||
		!strings.Contains(lines.String(), "1v2/1/1") {
		t.Errorf("exported is %q, error %v", &lines, err)
	}
	_, err = catalog.NewVerifier(t.Context(), db, run)
	require.ErrorContains(t, err, "format")
	_, err = catalog.Combine(run)
	require.ErrorContains(t, err, "format")
	if _, records, err := List(t.Context(), db, Filter{}); err != nil || len(records) != 1 {
		t.Errorf("%d runs are listed, error %v", len(records), err)
	}
}

package catalog

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/results/estimate/stats"
	"pillars/results/keep/keeptest"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/plantest"
)

// TestRunsAreChosen checks which runs words select. Without words it is the latest
// and those that it joined.
func TestRunsAreChosen(t *testing.T) {
	t.Parallel()
	db := keeptest.Opened(t)
	ladder := keeptest.PitRun(nil, "a", "b")
	ladder.Tags = []string{"ladder", "may"}
	first := keeptest.Added(t, db, ladder)
	ladder.Tags[0] = "again"
	second := keeptest.Added(t, db, ladder)
	joined := keeptest.PitRun(nil, "c", "a", "b")
	joined.Tags = []string{first.Hash, "may"}
	third := keeptest.Added(t, db, joined)
	for _, c := range []struct {
		words []string
		want  []string // ids; none for an error
	}{
		{words: []string{"again"}, want: []string{second.ID, third.ID}}, // the third has joined it
		{words: []string{third.ID}, want: []string{third.ID}},
		{words: []string{first.ID, second.ID}, want: []string{first.ID, second.ID, third.ID}},
		{words: []string{third.ID, third.ID, "may"}, want: []string{first.ID, second.ID, third.ID}},
		{want: []string{second.ID, third.ID}},
		{words: []string{"june"}},
	} {
		combined, err := Together(t.Context(), db, c.words...)
		if err != nil {
			if c.want != nil {
				t.Errorf("%q: %v", c.words, err)
			}
			continue
		}
		var ids []string
		for _, run := range combined.Runs {
			ids = append(ids, run.ID)
		}
		slices.Sort(ids)
		slices.Sort(c.want)
		if !slices.Equal(ids, c.want) {
			t.Errorf("%q: %q", c.words, ids)
		}
	}
	if _, err := Together(t.Context(), keeptest.Opened(t)); err == nil {
		t.Error("the latest run of an empty store is chosen")
	}
}

// TestRunsThatDoNotFit checks that runs are not rated together if their rules or the limits of a player differ.
func TestRunsThatDoNotFit(t *testing.T) {
	t.Parallel()
	run := keeptest.PitRun(nil, "a", "b")
	for _, change := range []func(*tournament.Spec){
		func(s *tournament.Spec) { s.Game, s.Options = "pylyx", nil },
		func(s *tournament.Spec) { s.Options = engine.Settings{{Name: "players", Value: "3"}} },
		func(s *tournament.Spec) { s.Limits.Nodes = 9 },
		func(s *tournament.Spec) { s.Own = []tournament.Control{{}, {Limits: search.Limits{Nodes: 9}}} },
	} {
		other := keeptest.PitRun(change, "c", "b")
		other.ID = "def"
		_, err := Combine(run, other)
		require.ErrorContains(t, err, "run def")
	}
}

// TestRunsOfOtherVersions checks what is said about runs that this version cannot read.
func TestRunsOfOtherVersions(t *testing.T) {
	t.Parallel()
	for _, other := range []string{`"on_fault":"stop",`, `"format":{"name":"swiss"},`, `"colour":"red",`} {
		run := keeptest.PitRun(nil, "a", "b")
		run.ID, run.Spec = "def", strings.Replace(run.Spec, "{", "{"+other, 1)
		_, err := Combine(run)
		require.ErrorContains(t, err, "its games can be listed and exported: pillars games def", other)
	}
}

// TestOptionsOfStandings checks how standings of one run and of two are made, by their formats, and that a sequential
// test is not rated together with other runs.
func TestOptionsOfStandings(t *testing.T) {
	t.Parallel()
	formatted := func(format tournament.Format) store.Run {
		return keeptest.PitRun(func(s *tournament.Spec) { s.Format = format }, "a", "b")
	}
	plain := formatted(tournament.Format{})
	test := formatted(tournament.UntilTest(tournament.Test{Elo1: 5, Alpha: .05, Beta: .05, Model: "logistic"}))
	for unrated, runs := range map[bool][]store.Run{true: {test}, false: {plain, plain}} {
		combined, err := Combine(runs...)
		require.NoError(t, err)
		if o := combined.Options(); o.Unrated != unrated || o.Seats != 2 || len(o.Players) != 2 {
			t.Errorf("%+v", o)
		}
	}
	_, err := Combine(plain, test)
	require.ErrorContains(t, err, "is a sequential test", "a test is rated with another run, error")
}

// TestOpeningsAreShared numbers the openings of two runs with one seed, of a run with another seed and of a run without
// openings, which shares none.
func TestOpeningsAreShared(t *testing.T) {
	t.Parallel()
	of := func(seed uint64, source openings.Source) store.Run {
		return keeptest.PitRun(func(s *tournament.Spec) { s.Seed, s.Openings, s.Rounds = seed, source, 5 }, "a",
			"b")
	}
	drawn, none := openings.Source{Turns: 3}, openings.Source{Kind: openings.None}
	c, err := Combine(of(1, drawn), of(1, drawn), of(2, drawn), of(1, none), of(1, none))
	require.NoError(t, err)
	seen := map[int]string{}
	for run, source := range c.sources {
		for _, n := range []int{2, 1, 5, 3, 4} {
			number, name := source.opening(n), fmt.Sprint(max(run, 1), "/", n) // the first two runs have the same
			if earlier := seen[number]; earlier != "" && earlier != name {
				t.Errorf("the openings %s and %s share number %d", earlier, name, number)
			}
			if again := source.opening(n); again != number {
				t.Errorf("opening %s has the numbers %d and %d", name, number, again)
			}
			seen[number] = name
		}
	}
	if len(seen) != 4*5 {
		t.Errorf("%d different openings, want 20", len(seen))
	}
}

// TestRunsKnowTheirPlannedEnd checks the look at a run that is incomplete, complete, extended and combined.
func TestRunsKnowTheirPlannedEnd(t *testing.T) {
	t.Parallel()
	db := keeptest.Opened(t)
	look := func(runs ...store.Run) stats.Look {
		combined, err := Combine(runs...)
		if err == nil {
			_, err = combined.Standings(t.Context(), db)
		}
		require.NoError(t, err)
		return combined.Options().Look
	}
	planned, other := keeptest.PitRun(nil, "ann", "bob"), keeptest.PitRun(nil, "ann", "cid")
	planned.Total, other.Total = 6, 0
	longer := keeptest.PitRun(func(s *tournament.Spec) { s.Rounds = 5 }, "ann", "bob")
	run, unplanned := keeptest.Added(t, db, planned), keeptest.Added(t, db, other)
	for n := range 10 {
		if n == 6 {
			if _, err := db.Extend(t.Context(), run, longer.Spec, 10, "p"); err != nil {
				t.Fatal(err)
			}
		}
		identity, pair := fmt.Sprintf("1v2/%d/%d", n/2+1, n%2+1), fmt.Sprintf("1v2/%d", n/2+1)
		game := plantest.Finished(identity, pair, 1, []string{"ann", "bob"}, 1, 0)
		require.NoError(t, db.Append(t.Context(), run.ID, game))
		if run, err := db.Run(t.Context(), run.ID); err != nil || look(run) != (stats.Look{Planned: 3, AtEnd: n == 5}) {
			t.Errorf("after %d games %+v, %v", n+1, look(run), err)
		}
	}
	if got := look(unplanned); got != (stats.Look{}) {
		t.Errorf("a run without a planned number of games: %+v", got)
	}
	if got := look(run, unplanned); got != (stats.Look{Planned: 3}) {
		t.Errorf("two runs: %+v", got)
	}
}

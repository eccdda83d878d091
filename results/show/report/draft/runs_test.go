package draft

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/results/estimate/metrics"
	"pillars/results/keep/store"
	"pillars/results/show/report"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/openings"
	"pillars/tournament/plantest"
)

// TestCommands checks the commands that play the games of runs.
func TestCommands(t *testing.T) {
	t.Parallel()
	spec := tournament.Spec{Game: "pilastri", Options: engine.Settings{{Name: "size", Value: "4"}}, Rounds: 3, Seed: 7,
		Players: []string{"greedy", "alphabeta:nodes=5"}, Format: tournament.RoundRobin{},
		OnFault:  tournament.FaultLoses,
		Openings: openings.Source{Turns: 2}}
	full := spec
	full.Format, full.OnFault = tournament.Gauntlet{Challengers: 2}, tournament.FaultVoid
	full.Openings = openings.Source{Kind: openings.All, Turns: 1}
	full.Limits, full.Margin = search.Limits{Nodes: 60, Time: 5 * time.Second}, time.Second
	full.Own = make([]tournament.Control, 2)
	full.Own[1].Limits.Depth = 3
	full.Adjudication = tournament.Adjudication{Proven: true, AgreeTurns: 2, AgreeScore: 400, LongestGame: 90}
	book, test := spec, spec
	book.Openings = openings.Source{Kind: openings.FromBook, Book: "x.book"}
	test.Format = tournament.Sequential{Test: tournament.Test{Elo1: 10, Alpha: .05, Beta: .05, Model: "normalized"}}
	alone := spec
	alone.Players, alone.Format = []string{"greedy"}, tournament.SelfPlay{Spread: 2}
	rules := enginetest.Rules(t, "pilastri", "size=4")
	const game = " --game=pilastri --option=size=4"
	for _, c := range []struct {
		kind string
		spec tournament.Spec
		want string
	}{
		{"tournament", spec, "tournament greedy alphabeta:nodes=5" + game +
			" --format=round-robin --rounds=3 --seed=7 --opening-turns=2"},
		{"tournament", full, "tournament greedy alphabeta:nodes=5" + game +
			" --format=gauntlet --challengers=2 --rounds=3 " +
			"--seed=7 --openings=all --opening-turns=1 --nodes=60 --time=5s --player-limits=2:depth=3 " +
			"--time-margin=1s --adjudicate-proven=true --agree-score=400 --agree-turns=2 --longest-game=90 " +
			"--on-fault=void"},
		{"tournament", book, "tournament greedy alphabeta:nodes=5" + game +
			" --format=round-robin --rounds=3 --seed=7 --book=x.book"},
		{"measure", alone, "measure" + game + " --player=greedy --games=40 --opening-turns=2 --seed=7"},
		{"sprt", test, "sprt greedy alphabeta:nodes=5" + game},
	} {
		got := Command(store.Run{Kind: c.kind, Games: 40}, c.spec, rules)
		if got != "pillars "+c.want && (c.kind != "sprt" || !strings.HasPrefix(got, "pillars "+c.want+" --")) {
			t.Errorf("%s\nwant\npillars %s", got, c.want)
		}
	}
	alone.Openings.Kind = openings.None
	const start = "pillars measure" + game + " --games=1 --start-games=40 --seed=7"
	if got := Command(store.Run{Kind: "compare", Games: 40}, alone, rules); got != start {
		t.Errorf("%s, want %s", got, start)
	}
}

// TestShownGames checks which games a page shows: of median length, the longest and the shortest, each once and none
// with a fault.
func TestShownGames(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	var games []tournament.Game
	for i, turns := range []int{5, 9, 7, 99, 3, 8} {
		g := plantest.Finished(fmt.Sprint(i), "1v2/1", turns, []string{"a", "b"}, 1, 0)
		g.Record = engine.Record{Start: rules.Start().String(), Settings: rules.Settings()}
		if turns == 99 {
			g.Fault = tournament.Fault{Kind: guard.Failed}
		}
		games = append(games, g)
	}
	for _, c := range []struct {
		most  int
		games []tournament.Game
		want  string
	}{
		{3, games, "x/2 one of median length, x/1 the longest, x/4 the shortest"},
		{2, games, "x/2 one of median length, x/1 the longest"}, {0, games, ""},
		{3, games[:1], "x/0 one of median length"}, {3, games[:2], "x/1 one of median length, x/0 the shortest"},
		{3, games[3:4], ""},
	} {
		shown, err := Reader{Shown: c.most}.choose(c.games, "x", rules.Game())
		var names []string
		for _, s := range shown {
			names = append(names, s.Name+" "+s.Why)
		}
		if got := strings.Join(names, ", "); err != nil || got != c.want {
			t.Errorf("%s, want %s, %v", got, c.want, err)
		}
	}
}

// TestMeasurements finds the runs of a player against itself: of the game and its options, with games, in the order of
// the page.
func TestMeasurements(t *testing.T) {
	t.Parallel()
	db, err := store.Open(filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	run := func(kind, game, size string, nodes uint64, games int) {
		spec := tournament.Spec{Game: game, Players: []string{"alphabeta"}, Format: tournament.SelfPlay{Spread: 2},
			Rounds:   1,
			Openings: openings.Source{Kind: openings.None}, Limits: search.Limits{Nodes: nodes}}
		spec.Options = engine.Settings{{Name: "size", Value: size}}
		one, err := db.CreateRun(t.Context(), store.Run{Kind: kind, Hash: kind + game + size + fmt.Sprint(nodes),
			Spec: spec.String(), Total: 9})
		for i := range games {
			if err == nil {
				err = db.Append(t.Context(), one.Hash, plantest.Finished(fmt.Sprint(i), "1v1/1", 9, []string{"a", "a"},
					1, 0))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	run("advantage", "pilastri", "6", 100, 1)
	run("advantage", "pilastri", "4", 400, 2)
	run("advantage", "pilastri", "4", 100, 1)
	run("advantage", "pilastri", "4", 200, 0)
	run("advantage", "pit-of-pillars", "4", 100, 1)
	run("tournament", "pilastri", "4", 300, 1)
	rules := enginetest.Rules(t, "pilastri", "size=4")
	for _, c := range []struct {
		wanted engine.Settings
		want   string
		others bool
	}{
		{nil, "4 100, 4 400, 6 100", false},
		{engine.Settings{{Name: "size", Value: "4"}}, "4 100, 4 400", true},
		{engine.Settings{{Name: "size", Value: "5"}}, "", true},
	} {
		found, others, err := Reader{DB: db}.Measurements(t.Context(), rules.Game(), c.wanted)
		var names []string
		for _, m := range found {
			names = append(names, fmt.Sprintf("%s %d", m.Rules.Settings()[0].Value, m.Nodes))
		}
		if got := strings.Join(names, ", "); err != nil || got != c.want || others != c.others {
			t.Errorf("%s, %v, want %s, %v", got, others, c.want, err)
		}
		if c.wanted != nil {
			continue
		}
		facts := map[string]string{}
		for _, fact := range experimentFacts(rules.Game(), found) {
			facts[fact.Name] = fact.Value
		}
		if facts["players"] != "alphabeta, each with itself" || facts["measures"] != "start" ||
			facts["nodes"] != "100, 400" || facts["runs"] != "3, of 4 games" ||
			!strings.HasPrefix(facts["game"], "Pilastri (size=4 ") || strings.Count(facts["game"], ";") != 1 {
			t.Errorf("%v", facts)
		}
	}
}

// TestMeasuredRuns checks the lines below the metrics of runs, and that a chain of players that is given counts.
func TestMeasuredRuns(t *testing.T) {
	t.Parallel()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	spec := tournament.Spec{Game: "pilastri", Options: rules.Settings(), Players: []string{"greedy"}, Rounds: 1,
		Format: tournament.SelfPlay{}, Openings: openings.Source{Kind: openings.None}}
	run := store.Run{ID: "3f9c", Spec: spec.String()}
	chain := []metrics.Rung{{Player: "random"}, {Player: "greedy", Points: 9, Games: 10},
		{Player: "alphabeta:nodes=8", Points: 8, Games: 10}, {Player: "alphabeta:nodes=64", Points: 6, Games: 10}}
	r := Reader{Replayed: func(int, int) {}}
	c, err := r.Measure(t.Context(), run, nil, Extras{Chain: chain, Starts: make([]metrics.Game, 2), StartRun: "77aa"})
	if err != nil {
		t.Fatal(err)
	}
	depth := slices.IndexFunc(c.Metrics, func(m metrics.Metric) bool { return m.Group == metrics.GroupDepth })
	if depth < 0 || !slices.ContainsFunc(c.Metrics, func(m metrics.Metric) bool {
		return m.Name == "rung-score" && m.Estimate.HasValue()
	}) {
		t.Errorf("the chain is not measured: %v", c.Metrics)
	}
	c.players = []string{"greedy"}
	var text strings.Builder
	if err := (Metrics{c}).WriteText(&text); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("3f9c: run 3f9c, 0 games of Pilastri (%s); players [greedy], each with itself; judge nobody.\n"+
		"  Openings are measured in run 77aa: 2 games from the start, of players against themselves.\n",
		rules.Settings())
	if !strings.Contains(text.String(), want) {
		t.Errorf("no %q in\n%s", want, text.String())
	}
	c.mirrored, c.Starts, c.Judge, c.games = false, nil, "alphabeta", 1
	text.Reset()
	if err := (Metrics{c}).WriteText(&text); err != nil || !strings.Contains(text.String(), "1 game of Pilastri (") ||
		!strings.Contains(text.String(), "; players [greedy]; judge alphabeta.\n") ||
		strings.Contains(text.String(), "Openings are measured") {
		t.Errorf("%s, %v", text.String(), err)
	}
}

// TestSampledGames checks that the games that count are read again, replayed one by one, and shown.
func TestSampledGames(t *testing.T) {
	t.Parallel()
	db, err := store.Open(filepath.Join(t.TempDir(), "games.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rules := enginetest.Rules(t, "pilastri", "size=4")
	run, err := db.CreateRun(t.Context(), store.Run{Kind: "tournament", Hash: "aaaa", Spec: "{}", Total: 9})
	if err != nil {
		t.Fatal(err)
	}
	var counted []tournament.Game
	for i := range 2 {
		g := plantest.Finished(fmt.Sprint(2-i), "1v2/1", 5+i, []string{"a", "b"}, 1, 0)
		g.Record = engine.Record{Game: "pilastri", Start: rules.Start().String(), Settings: rules.Settings(),
			Players: []string{"a", "b"}, Outcome: g.Outcome}
		if err := db.Append(t.Context(), run.Hash, g); err != nil {
			t.Fatal(err)
		}
		counted = append(counted, tournament.Game{Result: tournament.Result{Identity: g.Identity, Pair: g.Pair}})
	}
	var replayed []string
	for _, tell := range []func(int, int){nil, func(done, of int) {
		replayed = append(replayed, fmt.Sprintf("%d of %d", done, of))
	}} {
		in := report.Input{Run: run.ID, Rules: rules}
		err := Reader{DB: db, Shown: 3, Replayed: tell}.sample(t.Context(), &in, counted)
		if err != nil || len(in.Sample.Games) != 2 || len(in.Shown) != 2 || !in.Sample.Forfeits {
			t.Errorf("%d games, %d shown, forfeits %v, %v", len(in.Sample.Games), len(in.Shown), in.Sample.Forfeits,
				err)
		}
	}
	if got := strings.Join(replayed, ", "); !strings.HasSuffix(got, "2 of 2") {
		t.Errorf("replayed are %s", got)
	}
}

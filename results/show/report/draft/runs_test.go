package draft

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/results/keep/store"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/plantest"
)

// TestCommands checks the commands that play the games of runs.
func TestCommands(t *testing.T) {
	t.Parallel()
	spec := tournament.Spec{Game: "pilastri", Options: engine.Settings{{Name: "size", Value: "4"}}, Rounds: 3, Seed: 7,
		Players: []string{"greedy", "alphabeta:nodes=5"}, Format: tournament.Format{},
		OnFault:  tournament.FaultLoses,
		Openings: openings.Source{Turns: 2}}
	full := spec
	full.Format, full.OnFault = tournament.Format{Kind: tournament.Gauntlet, Challengers: 2}, tournament.FaultVoid
	full.Openings = openings.Source{Kind: openings.All, Turns: 1}
	full.Limits, full.Margin = search.Limits{Nodes: 60, Time: 5 * time.Second}, time.Second
	full.Own = make([]tournament.Control, 2)
	full.Own[1].Limits.Depth = 3
	full.Adjudication = tournament.Adjudication{Proven: true, AgreeTurns: 2, AgreeScore: 400, LongestGame: 90}
	alone := spec
	alone.Players, alone.Format = []string{"greedy"}, tournament.Format{Kind: tournament.SelfPlay, Spread: 2}
	rules := enginetest.Rules(t, "pilastri", "size=4")
	const game = " --game=pilastri --option=size=4"
	for _, c := range []struct {
		kind string
		spec tournament.Spec
		want string
	}{
		{"tournament", full, "tournament greedy alphabeta:nodes=5" + game +
			" --format=gauntlet --rounds=3 --seed=7 --opening-turns=1 --nodes=60 --time=5s --run=rest.toml" +
			" # rest.toml: challengers = 2; openings.kind = 'all'; limits.margin = '1s'; adjudication.proven = true; " +
			"adjudication.agree-score = 400; adjudication.agree-turns = 2; adjudication.longest-game = 90; " +
			"on-fault = 'void'; player 2: 3 steps ahead"},
		{"measure", alone, "measure" + game + " --player=greedy --games=40 --opening-turns=2 --seed=7"},
	} {
		got := Command(store.Run{Kind: c.kind, Games: 40}, c.spec, rules)
		if got != "pillars "+c.want {
			t.Errorf("%s\nwant\npillars %s", got, c.want)
		}
	}
	alone.Openings.Kind = openings.None
	const start = "pillars measure" + game + " --games=1 --start-games=40 --seed=7"
	if got := Command(store.Run{Kind: "compare", Games: 40}, alone, rules); got != start {
		t.Errorf("%s, want %s", got, start)
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
		spec := tournament.Spec{Game: game, Players: []string{"alphabeta"},
			Format:   tournament.Format{Kind: tournament.SelfPlay, Spread: 2},
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
	}
}

package work_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
	"pillars/tournament/work"
)

func planOf(t testing.TB, spec tournament.Spec) tournament.Plan {
	t.Helper()
	return plantest.PlanOf(t, enginetest.Rules(t, spec.Game).Game(), spec, players.Recorded)
}

func tableOf(t testing.TB, plan tournament.Plan) work.Table {
	t.Helper()
	table := work.Table{Spec: plan.Spec, Rules: plan.Rules, NewPlayer: players.Recorded}
	if _, _, err := table.Describe(); err != nil {
		t.Fatal(err)
	}
	return table
}

// weighted returns the text of a player with a file of weights.
func weighted(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "eval", "weights", "pit-of-pillars.txt"))
	path := filepath.Join(t.TempDir(), "mine.txt")
	if err = errors.Join(err, os.WriteFile(path, text, 0o600)); err != nil {
		t.Fatal(err)
	}
	return "greedy:weights=" + path
}

// TestGamesTravelWhole plays games in this process and in units, whose games are sent, read and accepted. They must be
// the same except for the worker's name and times.
func TestGamesTravelWhole(t *testing.T) {
	spec := plantest.Small(weighted(t), "random", "alphabeta:nodes=60")
	spec.Own = []tournament.Control{{}, {}, {Limits: search.Limits{Nodes: 40}}}
	spec.Adjudication = tournament.Adjudication{Proven: true, LongestGame: 16}
	plan := planOf(t, spec)
	want := map[string]tournament.Game{}
	run := runner.Runner{Plan: plan, NewPlayer: players.Recorded, Program: runner.Program(),
		Sink: func(game tournament.Game) error { want[game.Identity] = game; return nil }}
	if _, err := run.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	table, adjudicated := tableOf(t, plan), 0
	for _, planned := range plan.List() {
		played, err := table.Play(t.Context(), []tournament.Planned{planned}, nil)
		if err != nil || len(played) != 1 {
			t.Fatal(len(played), err)
		}
		content := work.EncodeGames(played)
		if played, err = work.DecodeGames(content, 1); err != nil {
			t.Fatal(err)
		}
		game, err := table.Accept(planned, played[0], "w-0123456789ab")
		if err != nil {
			t.Fatal(err)
		}
		if by := work.WorkerOf(game); by != "w-0123456789ab" {
			t.Errorf("game %s is by %q", planned.Identity, by)
		}
		if work.WorkerOf(want[planned.Identity]) != "" {
			t.Error("a game that was played here is by a worker")
		}
		game.Record.Tags = game.Record.Tags[:len(game.Record.Tags)-1]
		if got, want := timeless(game), timeless(want[planned.Identity]); !reflect.DeepEqual(got, want) {
			t.Errorf("the game is\n%+v, here\n%+v", got, want)
		}
		if game.Adjudicated != tournament.Unjudged {
			adjudicated++
		}
	}
	if adjudicated == 0 || adjudicated == plan.Len() {
		t.Errorf("%d of %d games were adjudicated; want some", adjudicated, plan.Len())
	}
}

func timeless(game tournament.Game) tournament.Game {
	game.Thoughts = slices.Clone(game.Thoughts)
	for i, thought := range game.Thoughts {
		game.Thoughts[i] = thought.Timeless()
	}
	return game
}

// TestJobsNameNoFiles checks that a job has the lines of a board and not its file, so that a worker opens no file for
// it.
func TestJobsNameNoFiles(t *testing.T) {
	spec := plantest.Small("random a", "random b")
	spec.Game, spec.Options = "pit", engine.Settings{{Name: "players", Value: "2"}, {Name: "board", Value: os.DevNull}}
	if _, _, err := (work.Job{Spec: spec.String()}).Read(); err == nil || !strings.Contains(err.Error(), "no file") {
		t.Errorf("error %v, want that a job names no file", err)
	}
}

// TestComparisonsFindEveryDifference checks that comparisons find every difference except in times.
func TestComparisonsFindEveryDifference(t *testing.T) {
	plan := planOf(t, plantest.Small("alphabeta:nodes=60", "random"))
	table := tableOf(t, plan)
	planned := plan.List()[:2]
	type list = []tournament.Game
	games := func() (games []tournament.Game) {
		played, err := table.Play(t.Context(), planned, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range played {
			game, err := table.Accept(planned[i], played[i], fmt.Sprint("worker-", i))
			if err != nil {
				t.Fatal(err)
			}
			games = append(games, game)
		}
		return games
	}
	if err := work.Compare(games(), games()); err != nil {
		t.Errorf("the same games: %v", err)
	}
	for what, change := range map[string]func(list) list{
		"no game":     func(list) list { return nil },
		"a game less": func(g list) list { return g[:1] },
		"a game more": func(g list) list {
			g = append(g, g[1])
			g[2].Identity = "1v2/9/1"
			return g
		},
		"a game twice": func(g list) list { return append(g, g[1]) },
		"another turn": func(g list) list { g[1].Record.Turns[4] = "a1"; return g },
		"a turn less":  func(g list) list { g[1].Record.Turns = g[1].Record.Turns[:5]; return g },
		"nodes":        func(g list) list { g[1].Thoughts[1].Nodes++; return g },
		"depth":        func(g list) list { g[1].Thoughts[1].Depth++; return g },
		"score":        func(g list) list { g[1].Thoughts[1].Score++; return g },
		"a thought":    func(g list) list { g[1].Thoughts = g[1].Thoughts[1:]; return g },
		"winner":       func(g list) list { g[0].Outcome.Scores[0] += .5; return g },
		"fault":        func(g list) list { g[0].Fault.Kind = "time"; return g },
		"verdict":      func(g list) list { g[0].Adjudicated = tournament.TooLong; return g },
	} {
		if err := work.Compare(games(), change(games())); err == nil {
			t.Errorf("%s: no difference", what)
		}
	}
	slow := games()
	slow[0].Thoughts[0].Time++
	if err := work.Compare(games(), slow); err != nil {
		t.Errorf("another time: %v", err)
	}
}

// TestOnlyRepeatableRunsAreAudited checks that a run is audited unless a program, threads or a clock can change its
// games.
func TestOnlyRepeatableRunsAreAudited(t *testing.T) {
	for player, want := range map[string]string{
		"alphabeta:nodes=100": "", "mcts:nodes=100,threads=1": "", "random": "",
		"ugi:./engine": "program", "alphabeta:time=1s": "clock", "mcts:nodes=100,threads=2": "threads",
	} {
		why := work.Unauditable(tournament.Spec{Players: []string{"greedy", player}})
		if want == "" && why != "" || !strings.Contains(why, want) {
			t.Errorf("%s: %q, want %q", player, why, want)
		}
	}
	timed := tournament.Spec{Players: []string{"random"}, Limits: search.Limits{Time: 1}}
	if why := work.Unauditable(timed); !strings.Contains(why, "clock") {
		t.Errorf("a limit by time: %q", why)
	}
}

// TestSignersAreAskedOnce checks that a signer is called once for the same player, rules and weights.
func TestSignersAreAskedOnce(t *testing.T) {
	asked := 0
	signer := work.Remember(func(context.Context, string, engine.Rules) (string, error) {
		asked++
		return fmt.Sprint(asked), nil
	})
	small, large := enginetest.Rules(t, "pit-of-pillars", "size=4"), enginetest.Rules(t, "pit-of-pillars", "size=5")
	player := weighted(t)
	sign := func(player string, rules engine.Rules, want string) {
		t.Helper()
		if got, err := signer(t.Context(), player, rules); got != want || err != nil {
			t.Errorf("%s: signature %s, error %v, want %s", player, got, err, want)
		}
	}
	for range 2 {
		sign("greedy", small, "1")
		sign("random", small, "2")
		sign("greedy", large, "3")
		sign(player, small, "4")
	}
	path := strings.TrimPrefix(player, "greedy:weights=")
	if err := os.WriteFile(path, []byte("other weights"), 0o600); err != nil {
		t.Fatal(err)
	}
	sign(player, small, "5")
}

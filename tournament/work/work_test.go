package work_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
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
	require.NoError(t, errors.Join(err, os.WriteFile(path, text, 0o600)))
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
		content := work.Encode(played)
		played = nil
		require.NoError(t, work.Decode(content, &played))
		game, err := table.Accept(planned, played[0], "w-0123456789ab")
		require.NoError(t, err)
		tags := game.Record.Tags
		if by := tags[len(tags)-1]; by != (engine.Tag{Name: work.WorkerTag, Value: "w-0123456789ab"}) {
			t.Errorf("game %s is by %q", planned.Identity, by)
		}
		game.Record.Tags = tags[:len(tags)-1]
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
		thought.Time, thought.Left = 0, 0
		game.Thoughts[i] = thought
	}
	return game
}

// TestJobsNameNoFiles checks that a job has the lines of a board and not its file, so that a worker opens no file for
// it.
func TestJobsNameNoFiles(t *testing.T) {
	spec := plantest.Small("random a", "random b")
	spec.Game, spec.Options = "pit", engine.Settings{{Name: "players", Value: "2"}, {Name: "board", Value: os.DevNull}}
	_, _, err := (work.Job{Spec: spec.String()}).Read()
	require.ErrorContains(t, err, "no file")
}

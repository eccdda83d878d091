package work_test

import (
	"os"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/plantest"
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

// TestJobsNameNoFiles checks that a job has the lines of a board and not its file, so that a worker opens no file for
// it.
func TestJobsNameNoFiles(t *testing.T) {
	spec := plantest.Small("random a", "random b")
	spec.Game, spec.Options = "pit", engine.Settings{{Name: "players", Value: "2"}, {Name: "board", Value: os.DevNull}}
	_, _, err := (work.Job{Spec: spec.String()}).Read()
	require.ErrorContains(t, err, "no file")
}

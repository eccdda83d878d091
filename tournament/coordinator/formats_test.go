package coordinator

import (
	"fmt"
	"testing"

	"pillars/engine"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
	"pillars/tournament/worker"
)

// TestWorkersPlayEveryFormat checks that workers play the same games as one process, in every format, with two seats
// and, if the format allows it, with three.
func TestWorkersPlayEveryFormat(t *testing.T) {
	some := []string{"greedy", "random", "practice", "uct:nodes=20"}
	for _, format := range tournament.Formats() {
		for _, seats := range []int{2, 3} {
			spec := plantest.Small(some...)
			spec.Format, spec.Rounds = format, 3
			switch {
			case seats == 3 && format.Traits().Staged:
				continue // for two seats alone
			case seats == 3:
				spec.Game, spec.Rounds = "pit", 1
				spec.Options = engine.Settings{{Name: "players", Value: "3"},
					{Name: "board", Value: "1...o/...../o...2/...../..3.."}}
			}
			switch format.(type) {
			case tournament.Swiss:
				spec.Format = tournament.Swiss{MatchPairs: 2}
			case tournament.KnockOut:
				spec.Format = tournament.KnockOut{MatchPairs: 2}
			case tournament.Sequential:
				spec.Players, spec.Rounds = some[:2], 80/seats/seats
				spec.Format = tournament.Sequential{
					Test: tournament.Test{Elo1: 100, Alpha: .05, Beta: .05, Model: "normalized"}}
			case tournament.Odds:
				spec.Players, spec.Openings = []string{"alphabeta"}, openings.Source{Kind: openings.None}
				spec.Limits, spec.Rounds, spec.Format = search.Limits{Nodes: 30}, 2, tournament.Odds{Spread: 2}
			case tournament.SelfPlay:
				spec.Players = some[2:]
			case tournament.Training:
				spec.Players, spec.Format = some[3:], tournament.Training{Stray: .5, Visits: true}
				spec.Openings = openings.Source{Kind: openings.Varied, Turns: 3}
			case tournament.Mixed:
				spec.Players = some[:2]
			}
			t.Run(fmt.Sprintf("%s of %d seats", format, seats), func(t *testing.T) {
				plan := plan(t, spec)
				want := through(t, plan, nil)
				c, address := open(t, Options{Audit: 4})
				start(t, address, &worker.Worker{Slots: 2}, &worker.Worker{})
				got := through(t, plan, c)
				compare(t, got, want)
				if len(want) == 0 {
					t.Error("no game is played")
				}
			})
		}
	}
}

// through returns the games of all stages of a run, played by elsewhere or, if that is nil, in this process.
func through(t *testing.T, plan tournament.Plan, elsewhere runner.Elsewhere) map[string]tournament.Game {
	t.Helper()
	games := map[string]tournament.Game{}
	run := runner.Runner{Plan: plan, NewPlayer: players.Recorded, Elsewhere: elsewhere,
		Sink: func(game tournament.Game) error { games[game.Identity] = game; return nil }}
	progress, err := run.Run(t.Context())
	if err != nil || !progress.Complete() {
		t.Fatalf("error %v, %+v", err, progress)
	}
	return games
}

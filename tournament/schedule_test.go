package tournament_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/tournament"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
)

// stagedSpec returns the spec of a Swiss or knock-out tournament of random movers.
func stagedSpec(format tournament.Format, players int) tournament.Spec {
	names := make([]string, players)
	for i := range names {
		names[i] = fmt.Sprintf("random %d", i+1)
	}
	spec := plantest.Small(names...)
	spec.Format = format
	return spec
}

// decider is a function that returns the result of a planned game: the score of the first seat, 0, 1/2 or 1.
type decider func(game tournament.Planned) float64

// betterSeedWins returns a decider by which the player that comes first in the plan wins every game.
func betterSeedWins(plan tournament.Plan) decider {
	return func(game tournament.Planned) float64 {
		if slices.Index(plan.Spec.Players, game.Players[0]) < slices.Index(plan.Spec.Players, game.Players[1]) {
			return 1
		}
		return 0
	}
}

// seeded returns a decider that decides games by hashing their names; a fifth of them are drawn.
func seeded(seed uint64) decider {
	return func(game tournament.Planned) float64 {
		switch engine.DeriveSeed(seed, game.Identity) % 5 {
		case 0:
			return .5
		case 1, 2:
			return 1
		}
		return 0
	}
}

// resultOf returns the result of a planned game with the given score of the first seat.
func resultOf(game tournament.Planned, score float64) tournament.Result {
	outcome := engine.Draw(2, "test")
	outcome.Scores[0], outcome.Scores[1] = score, 1-score
	return tournament.Result{Identity: game.Identity, Pair: game.Pair, Players: game.Players, Outcome: outcome}
}

// playStages plays a plan to its end and returns the games of each stage, and all results.
func playStages(plan tournament.Plan, decide decider) ([][]tournament.Planned, map[string]tournament.Result) {
	var stages [][]tournament.Planned
	results := map[string]tournament.Result{}
	for done := 0; ; {
		known := plan.Known(results).List()
		if len(known) == done {
			return stages, results
		}
		stages = append(stages, known[done:])
		for _, game := range known[done:] {
			results[game.Identity] = resultOf(game, decide(game))
		}
		done = len(known)
	}
}

// identities returns the names of games.
func identities(games []tournament.Planned) []string {
	names := make([]string, len(games))
	for i, game := range games {
		names[i] = game.Identity
	}
	return names
}

// pairsOf returns the pairs of a stage, separated by blanks.
func pairsOf(games []tournament.Planned) string {
	var pairs []string
	for _, game := range games {
		pairs = append(pairs, game.Pair)
	}
	return strings.Join(slices.Compact(pairs), " ")
}

// checkPairs checks that stages have the given pairs.
func checkPairs(t *testing.T, stages [][]tournament.Planned, want ...string) {
	t.Helper()
	for i := range max(len(stages), len(want)) {
		switch {
		case i >= len(stages):
			t.Errorf("no stage %d, want %s", i, want[i])
		case i >= len(want):
			t.Errorf("a further stage %s", pairsOf(stages[i]))
		case pairsOf(stages[i]) != want[i]:
			t.Errorf("stage %d: %s, want %s", i, pairsOf(stages[i]), want[i])
		}
	}
}

// TestStagedScheduleDependsOnResultsOnly checks that any number of results, in any order, leads to the beginning of the
// same schedule.
func TestStagedScheduleDependsOnResultsOnly(t *testing.T) {
	for _, format := range []tournament.Format{tournament.Swiss{MatchPairs: 2}, tournament.KnockOut{MatchPairs: 2}} {
		spec := stagedSpec(format, 7)
		spec.Rounds = 6
		plan := plantest.Plan(t, spec)
		stages, results := playStages(plan, seeded(3))
		all := identities(slices.Concat(stages...))
		if unique := slices.Compact(slices.Sorted(slices.Values(all))); len(unique) != len(all) ||
			len(results) != len(all) {
			t.Errorf("%s: %d games, %d identities", format, len(all), len(unique))
		}
		if got := identities(plan.Known(results).List()); !slices.Equal(got, all) {
			t.Errorf("%s: the same results gave other games", format)
		}
		for cut := range len(all) + 1 {
			part := maps.Clone(results)
			for i := range all[cut:] { // a scattered choice of games is missing
				delete(part, all[(i*5+cut)%len(all)])
			}
			known := identities(plan.Known(part).List())
			if len(known) > len(all) || !slices.Equal(known, all[:len(known)]) {
				t.Fatalf("%s, %d results: games %v are no beginning of %v", format, len(part), known, all)
			}
		}
	}
}

func TestStagedTournamentsAreTheSameForAnyNumberOfWorkers(t *testing.T) {
	for _, format := range []tournament.Format{tournament.Swiss{}, tournament.KnockOut{}} {
		spec := stagedSpec(format, 5)
		plan := plantest.Plan(t, spec)
		alone, progress := run(t, runner.Runner{Plan: plan, Workers: 1})
		if !progress.Complete() || len(alone) < plan.Total {
			t.Errorf("%s: %d games, progress %+v", format, len(alone), progress)
		}
		together, _ := run(t, runner.Runner{Plan: plan, Workers: 4})
		if !maps.Equal(alone, together) {
			t.Errorf("%s: four workers played other games than one", format)
		}
		checkResumed(t, plan, alone)
	}
}

// checkResumed stops a run after every third game and continues with what it has, until all is played.
func checkResumed(t *testing.T, plan tournament.Plan, want map[string]string) {
	t.Helper()
	var earlier []tournament.Result
	got := map[string]string{}
	for range len(want)/3 + 2 {
		drain, delivered := make(chan struct{}), 0
		runner := runner.Runner{Plan: plan, Workers: 2, NewPlayer: plantest.NewFake, Drain: drain,
			Earlier: plantest.Earlier(earlier),
			Sink: func(g tournament.Game) error {
				if delivered++; delivered == 3 {
					close(drain)
				}
				got[g.Identity] = strings.Join(g.Record.Turns, " ") + " " + string(g.Outcome.Reason)
				earlier = append(earlier, g.Result)
				return nil
			}}
		progress, err := runner.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if progress.Complete() {
			break
		}
	}
	if !maps.Equal(got, want) || len(earlier) != len(want) {
		t.Errorf("%s: %d games after resuming, %d in one go, or other moves", plan.Spec.Format, len(earlier), len(want))
	}
}

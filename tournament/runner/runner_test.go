package runner_test

import (
	"context"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/plantest"
	"pillars/tournament/referee"
	"pillars/tournament/runner"
)

// play plays a plan and verifies every game. Each must come once.
func play(t *testing.T, run runner.Runner) ([]tournament.Game, runner.Progress) {
	t.Helper()
	if run.NewPlayer == nil {
		run.NewPlayer = plantest.NewFake
	}
	var games []tournament.Game
	seen := map[string]bool{}
	run.Sink = func(game tournament.Game) error {
		n, known := run.Plan.Number(game.Result)
		if !known || seen[game.Identity] {
			t.Errorf("game %s comes twice or was not planned", game.Identity)
		}
		seen[game.Identity] = true
		games = append(games, game)
		spec, planned := run.Plan.Spec, run.Plan.Game(n)
		tags := slices.Concat(runner.Tags(spec, ""), runner.OwnTags(spec, planned))
		return referee.Verify(planned, game, run.Plan.Rules, tags)
	}
	progress, err := run.Run(t.Context())
	require.NoError(t, err)
	return games, progress
}

// moves returns the turns and the reason of each game, by identity.
func moves(games []tournament.Game) map[string]string {
	moves := map[string]string{}
	for _, game := range games {
		moves[game.Identity] = strings.Join(game.Record.Turns, " ") + " " + string(game.Outcome.Reason)
	}
	return moves
}

// TestSameGamesForAnyNumberOfWorkers checks that several workers, and a run with some games done already, play the
// games of one worker, with two seats and with four, and other games with another seed.
func TestSameGamesForAnyNumberOfWorkers(t *testing.T) {
	for seats, plan := range map[int]tournament.Plan{
		2: plantest.Plan(t, plantest.Small(plantest.Names(3)...)), 4: plantest.Piles(t, 4, 2, plantest.Names(5)...),
	} {
		games, progress := play(t, runner.Runner{Plan: plan, Workers: 1})
		alone := moves(games)
		if len(games) != plan.Len() || !progress.Complete() || progress.Played != plan.Len() {
			t.Fatalf("%d games of %d, progress %+v", len(alone), plan.Len(), progress)
		}
		for _, workers := range []int{2, 4, 7} {
			together, _ := play(t, runner.Runner{Plan: plan, Workers: workers})
			if !maps.Equal(alone, moves(together)) {
				t.Errorf("%d seats: %d workers played other games than one", seats, workers)
			}
		}
		spec := plan.Spec
		spec.Seed++
		other := plantest.PlanOf(t, plan.Rules.Game(), spec, plantest.NewFake)
		if games, _ := play(t, runner.Runner{Plan: other}); maps.Equal(moves(games), alone) {
			t.Error("another seed gave the same games")
		}
		var earlier []tournament.Result
		for i, game := range games {
			if i%3 == 0 {
				earlier = append(earlier, game.Result)
				delete(alone, game.Identity)
			}
		}
		rest, progress := play(t, runner.Runner{Plan: plan, Workers: 2, Earlier: plantest.Earlier(earlier)})
		if !maps.Equal(moves(rest), alone) || progress.Done != plan.Len() || progress.Played != len(rest) {
			t.Errorf("%d seats: %d games after %d, or others; %+v", seats, len(rest), len(earlier), progress)
		}
	}
}

func TestDrainFinishesGamesInPlay(t *testing.T) {
	drain := make(chan struct{})
	delivered := 0
	progress, err := runner.Runner{Plan: plantest.Plan(t, plantest.Small(plantest.Names(3)...)), Workers: 2,
		NewPlayer: plantest.NewFake, Drain: drain,
		Sink: func(tournament.Game) error {
			if delivered++; delivered == 1 {
				close(drain)
			}
			return nil
		}}.Run(t.Context())
	// When the first game is delivered each of the workers can be at most at its next one, finished but not delivered
	// or in play.
	if err != nil || progress.Played != delivered || delivered < 1 || delivered > 4 {
		t.Errorf("error %v, %d played, %d delivered: want those in play and no more", err, progress.Played, delivered)
	}
}

// TestRunsEndWithErrors checks that a run ends at once when its context ends, and when a game cannot be stored, which
// is then not counted.
func TestRunsEndWithErrors(t *testing.T) {
	full := errors.New("disk full")
	for _, want := range []error{full, context.Canceled} {
		ctx, cancel := context.WithCancel(t.Context())
		calls, stored := 0, 0
		progress, err := runner.Runner{
			Plan: plantest.Plan(t, plantest.Small(plantest.Names(3)...)), Workers: 3, NewPlayer: plantest.NewFake,
			Sink: func(tournament.Game) error {
				if calls++; want == full {
					return full
				}
				stored++
				cancel()
				return nil
			},
		}.Run(ctx)
		if !errors.Is(err, want) || progress.Played != stored || progress.Complete() || want == full && calls != 1 {
			t.Errorf("error %v after %d calls, %+v; want %v", err, calls, progress, want)
		}
		cancel()
	}
}

func TestProgressIsReported(t *testing.T) {
	plan := plantest.Plan(t, plantest.Small("random a", "random b"))
	all, _ := play(t, runner.Runner{Plan: plan})
	earlier := []tournament.Result{all[1].Result, all[2].Result, all[3].Result}
	var reports []runner.Progress
	play(t, runner.Runner{
		Plan: plan, Workers: 2, Earlier: plantest.Earlier(earlier),
		Report: func(p runner.Progress) { reports = append(reports, p) },
	})
	if len(reports) != 4 {
		t.Errorf("%d reports: want one at the start and one of each of 3 games", len(reports))
	}
	for i, report := range reports {
		if want := (runner.Progress{Done: 3 + i, Total: 6, Played: i}); report != want {
			t.Errorf("report %d: %+v, want %+v", i, report, want)
		}
	}
}

// TestWatchSeesTheOrderOfThePlan checks that Watch receives earlier games too, in the order of the plan, and that no
// game begins once it has returned true.
func TestWatchSeesTheOrderOfThePlan(t *testing.T) {
	plan := plantest.Plan(t, plantest.Small("random a", "random b"))
	earlier, _ := play(t, runner.Runner{Plan: plan, Workers: 1})
	var seen, want []string
	for _, game := range plan.List()[:4] {
		want = append(want, game.Identity)
	}
	work := runner.Runner{Plan: plan, Workers: 3, Watch: func(r tournament.Result) bool {
		seen = append(seen, r.Identity)
		return len(seen) == 4
	}}
	work.Earlier = plantest.Earlier([]tournament.Result{earlier[0].Result, earlier[1].Result})
	if _, progress := play(t, work); !slices.Equal(seen, want) || !progress.Enough || !progress.Complete() {
		t.Errorf("saw %q, want %q; %+v", seen, want, progress)
	}
}

// TestSpecsReachTheGames checks that games have the adjudication of their spec, and the tags that every record of a run
// has.
func TestSpecsReachTheGames(t *testing.T) {
	spec := plantest.Small("random", "random b")
	spec.Adjudication.LongestGame, spec.Rounds = 9, 1
	spec.Clock = tournament.TimeControl{Base: time.Hour, Increment: time.Second}
	spec.Own = []tournament.Control{{}, {Limits: search.Limits{Nodes: 5, Depth: 2, Time: time.Hour},
		Clock: tournament.TimeControl{Base: 2 * time.Hour}}}
	spec.Margin = time.Second
	plan := plantest.Plan(t, spec)
	games, _ := play(t, runner.Runner{Plan: plan, Program: "this"})
	for _, game := range games {
		if game.Adjudicated != tournament.TooLong || game.Turns != 9 {
			t.Errorf("game %s: %q after %d turns", game.Identity, game.Outcome.Reason, game.Turns)
		}
		seat := engine.Seat(slices.Index(game.Players, "random b"))
		tags := map[string]string{}
		for _, tag := range game.Record.Tags {
			tags[tag.Name] = tag.Value
		}
		for name, value := range map[string]string{
			"Run": plan.Spec.Hash(), "Program": "this", "Limits": "nodes=10", "Clock": "1h0m0s+1s", "Margin": "1s",
			"Limits" + seat.String(): "nodes=5,time=1h0m0s,depth=2", "Clock" + seat.String(): "2h0m0s",
			"Limits" + (1 - seat).String(): "", "Clock" + (1 - seat).String(): "",
		} {
			if tags[name] != value {
				t.Errorf("game %s: tag %s is %q, want %q", game.Identity, name, tags[name], value)
			}
		}
	}
}

func TestProgram(t *testing.T) {
	told := regexp.MustCompile(`executable [0-9a-f]{12}( |$)`)
	if name := runner.Program(); !told.MatchString(name) || name != runner.Program() {
		t.Errorf("%q", name)
	}
}

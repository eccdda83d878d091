package runner_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pillars/tournament"
	"pillars/tournament/plantest"
	"pillars/tournament/referee"
	"pillars/tournament/runner"
)

// run plays a plan and returns each game's turns by identity.
func run(t *testing.T, runner runner.Runner) (map[string]string, runner.Progress) {
	t.Helper()
	games := map[string]string{}
	runner.NewPlayer = plantest.NewFake
	runner.Sink = func(game tournament.Game) error {
		if _, twice := games[game.Identity]; twice {
			t.Errorf("game %s was delivered twice", game.Identity)
		}
		games[game.Identity] = strings.Join(game.Record.Turns, " ") + " " + string(game.Outcome.Reason)
		return nil
	}
	progress, err := runner.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return games, progress
}

func TestSameGamesForAnyNumberOfWorkers(t *testing.T) {
	plan := plantest.Plan(t, plantest.Small("random a", "random b", "random c"))
	alone, progress := run(t, runner.Runner{Plan: plan, Workers: 1})
	if len(alone) != plan.Len() || !progress.Complete() || progress.Played != plan.Len() {
		t.Fatalf("%d games of %d, progress %+v", len(alone), plan.Len(), progress)
	}
	for _, workers := range []int{2, 4, 7} {
		if together, _ := run(t, runner.Runner{Plan: plan, Workers: workers}); !maps.Equal(alone, together) {
			t.Errorf("%d workers played other games than one", workers)
		}
	}
	other := plantest.Small("random a", "random b", "random c")
	other.Seed++
	if games, _ := run(t, runner.Runner{Plan: plantest.Plan(t, other), Workers: 2}); maps.Equal(alone, games) {
		t.Error("another seed gave the same games")
	}
}

func TestPlayersAtFaultDoNotEndTheRun(t *testing.T) {
	plan := plantest.Plan(t, plantest.Small("random a", "panicking", "illegal"))
	games, progress := run(t, runner.Runner{Plan: plan, Workers: 2})
	if len(games) != plan.Len() || progress.Faults == 0 {
		t.Fatalf("%d games of %d, %d faults", len(games), plan.Len(), progress.Faults)
	}
	points, played := 0., 0
	for _, game := range playAll(t, runner.Runner{Plan: plan}) {
		if seat := slices.Index(game.Players, "random a"); seat >= 0 {
			points, played = points+game.Outcome.Scores[seat], played+1
		}
	}
	if played != 12 || points < 10 {
		t.Errorf("%v points in %d games: want the sound player ahead", points, played)
	}
}

// TestDrainGivesUpPlayersThatHang drains a run whose games hang. The run must end soon, without these games.
func TestDrainGivesUpPlayersThatHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		drain := make(chan struct{})
		time.AfterFunc(time.Second, func() { close(drain) })
		began := time.Now()
		games, progress := run(t, runner.Runner{
			Plan: plantest.Plan(t, plantest.Small("hanging", "random")), Workers: 2, Drain: drain,
		})
		if len(games) != 0 || progress.Played != 0 || time.Since(began) > 20*time.Second {
			t.Errorf("%d games, progress %+v, after %v", len(games), progress, time.Since(began))
		}
	})
}

func TestEarlierGamesAreCountedNotPlayed(t *testing.T) {
	plan := plantest.Plan(t, plantest.Small("random a", "random b"))
	var all []tournament.Result
	whole := runner.Runner{Plan: plan, NewPlayer: plantest.NewFake,
		Sink: func(g tournament.Game) error { all = append(all, g.Result); return nil }}
	full, err := whole.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var reports []runner.Progress
	rest, progress := run(t, runner.Runner{
		Plan: plan, Workers: 2, Earlier: plantest.Earlier(all[1:4]),
		Report: func(p runner.Progress) { reports = append(reports, p) },
	})
	if len(rest) != 3 || progress.Done != 6 || progress.Played != 3 {
		t.Errorf("%d games, progress %+v: want 3 of 6 played", len(rest), progress)
	}
	if full.Done != progress.Done || full.Faults != progress.Faults {
		t.Errorf("progress %+v after a resumed run, %+v after a whole one", progress, full)
	}
	if len(reports) != 4 {
		t.Errorf("%d reports: want one at the start and one of each of 3 games", len(reports))
	}
	for i, report := range reports {
		if report.Done != 3+i || report.Played != i {
			t.Errorf("report %d: %d games done, %d played; want %d and %d", i, report.Done, report.Played, 3+i, i)
		}
	}
}

func TestDrainFinishesGamesInPlay(t *testing.T) {
	plan := plantest.Plan(t, plantest.Small("random a", "random b", "random c"))
	drain := make(chan struct{})
	delivered := 0
	runner := runner.Runner{Plan: plan, Workers: 2, NewPlayer: plantest.NewFake, Drain: drain,
		Sink: func(tournament.Game) error {
			if delivered++; delivered == 1 {
				close(drain)
			}
			return nil
		}}
	progress, err := runner.Run(t.Context())
	// When the first game is delivered each of the workers can be at most at its next one, finished but not delivered
	// or in play.
	if err != nil || progress.Played != delivered || delivered < 1 || delivered > 4 {
		t.Errorf("error %v, %d played, %d delivered: want those in play and no more", err, progress.Played, delivered)
	}
}

func TestCancelStopsAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	delivered := 0
	runner := runner.Runner{
		Plan: plantest.Plan(t, plantest.Small("random a", "random b", "random c")), Workers: 2,
		NewPlayer: plantest.NewFake,
		Sink:      func(tournament.Game) error { delivered++; cancel(); return nil },
	}
	progress, err := runner.Run(ctx)
	if !errors.Is(err, context.Canceled) || progress.Played != delivered || progress.Complete() {
		t.Errorf("error %v, progress %d of %d, delivered %d", err, progress.Played, progress.Total, delivered)
	}
}

func TestFailingSinkEndsTheRun(t *testing.T) {
	full := errors.New("disk full")
	var calls atomic.Int32
	runner := runner.Runner{
		Plan: plantest.Plan(t, plantest.Small("random a", "random b")), Workers: 3, NewPlayer: plantest.NewFake,
		Sink: func(tournament.Game) error { calls.Add(1); return full },
	}
	progress, err := runner.Run(t.Context())
	if !errors.Is(err, full) || calls.Load() != 1 || progress.Played != 0 {
		t.Errorf("error %v after %d calls, %d games counted; want the sink's after one call, none counted", err,
			calls.Load(), progress.Played)
	}
}

func TestAdjudicationReachesTheGames(t *testing.T) {
	spec := plantest.Small("random a", "random b")
	spec.Adjudication.LongestGame = 9
	for _, game := range playAll(t, runner.Runner{Plan: plantest.Plan(t, spec), Workers: 2}) {
		if game.Adjudicated != tournament.TooLong || game.Turns != 9 {
			t.Errorf("game %s: %q after %d turns", game.Identity, game.Outcome.Reason, game.Turns)
		}
	}
}

// playAll plays a plan and verifies every game.
func playAll(t *testing.T, runner runner.Runner) []tournament.Game {
	t.Helper()
	if runner.NewPlayer == nil {
		runner.NewPlayer = plantest.NewFake
	}
	var games []tournament.Game
	runner.Sink = func(game tournament.Game) error {
		at := slices.IndexFunc(runner.Plan.List(),
			func(p tournament.Planned) bool { return p.Identity == game.Identity })
		if at < 0 {
			return fmt.Errorf("game %s was not planned", game.Identity)
		}
		games = append(games, game)
		return referee.Verify(runner.Plan.List()[at], game, runner.Plan.Rules)
	}
	if _, err := runner.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return games
}

// TestWatchSeesTheOrderOfThePlan checks that Watch receives earlier games too, in the order of the plan, and that no
// game begins once it has returned true.
func TestWatchSeesTheOrderOfThePlan(t *testing.T) {
	plan := plantest.Plan(t, plantest.Small("random a", "random b"))
	earlier := playAll(t, runner.Runner{Plan: plan, Workers: 1})[:2]
	var seen, want []string
	for _, game := range plan.List()[:4] {
		want = append(want, game.Identity)
	}
	work := runner.Runner{Plan: plan, Workers: 3, Watch: func(r tournament.Result) bool {
		seen = append(seen, r.Identity)
		return len(seen) == 4
	}}
	work.Earlier = plantest.Earlier([]tournament.Result{earlier[0].Result, earlier[1].Result})
	if _, progress := run(t, work); !slices.Equal(seen, want) || !progress.Enough || !progress.Complete() {
		t.Errorf("saw %q, want %q; %+v", seen, want, progress)
	}
}

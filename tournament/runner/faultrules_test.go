package runner_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
)

func TestFaultRules(t *testing.T) {
	for rule, want := range map[tournament.FaultRule]struct{ played, faults int }{
		tournament.FaultLoses: {6, 6},
		tournament.FaultVoid:  {6, 6},
		tournament.FaultStops: {1, 1},
	} {
		t.Run(rule.String(), func(t *testing.T) {
			spec := plantest.Small("random", "illegal")
			spec.OnFault = rule
			slow := func(tournament.Game) error { // so that a worker could begin another game meanwhile
				for range 100 {
					runtime.Gosched()
				}
				return nil
			}
			runner := runner.Runner{Plan: plantest.Plan(t, spec), NewPlayer: plantest.NewFake, Sink: slow}
			progress, err := runner.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if progress.Stopped != (rule == tournament.FaultStops) {
				t.Errorf("stopped: %v", progress.Stopped)
			}
			if progress.Played != want.played || progress.Faults != want.faults {
				t.Errorf("%d games played, %d faults; want %+v", progress.Played, progress.Faults, want)
			}
		})
	}
}

func TestFaultsSurviveAResume(t *testing.T) {
	plan := plantest.Plan(t, plantest.Small("random", "illegal", "panicking"))
	var earlier []tournament.Result
	for _, game := range playAll(t, runner.Runner{Plan: plan}) {
		earlier = append(earlier, game.Result)
	}
	work := runner.Runner{Plan: plan, NewPlayer: plantest.NewFake, Earlier: plantest.Earlier(earlier)}
	progress, err := work.Run(t.Context())
	if err != nil || progress.Faults != plan.Len() || progress.Played != 0 {
		t.Errorf("%d faults of %d games, %d played, error %v", progress.Faults, plan.Len(),
			progress.Played, err)
	}
}

// stillborn is a player that panics when a game begins.
type stillborn struct{ *plantest.Fake }

func (stillborn) NewGame(uint64) { panic("no heart") }

func TestDeathAtTheStartOfAGame(t *testing.T) {
	spec := plantest.Small("random", "random b")
	games := playAll(t, runner.Runner{Plan: plantest.Plan(t, spec),
		NewPlayer: func(text string, rules engine.Rules) (search.Player, error) {
			if text == "random b" {
				return stillborn{&plantest.Fake{Text: text}}, nil
			}
			return plantest.NewFake(text, rules)
		}})
	for _, game := range games {
		seat, ok := game.Fault.Seat, game.Faulted()
		if !ok || game.Players[seat] != "random b" || len(game.Thoughts) != 0 ||
			!strings.Contains(string(game.Outcome.Reason), "panicked: no heart") {
			t.Errorf("game %s: %q after %d thoughts", game.Identity, game.Outcome.Reason, len(game.Thoughts))
		}
	}
}

// TestPlayerThatCannotBeMadeAgainEndsTheRun removes the file of a player after two games that it has lost.
func TestPlayerThatCannotBeMadeAgainEndsTheRun(t *testing.T) {
	made, stored := 0, 0
	_, err := runner.Runner{
		Plan: plantest.Plan(t, plantest.Small("random", "illegal")),
		Sink: func(tournament.Game) error { stored++; return nil },
		NewPlayer: func(text string, rules engine.Rules) (search.Player, error) {
			if text == "illegal" {
				made++
			}
			if made > 2 {
				return nil, errors.New("the file has gone")
			}
			return plantest.NewFake(text, rules)
		}}.Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), "the file has gone") || stored > 2 {
		t.Errorf("error %v after %d games: want one that names the cause, and no game by it", err, stored)
	}
}

// unstarted is a player whose program does not start.
type unstarted struct{ *plantest.Fake }

func (unstarted) Decide(
	context.Context, *engine.History, search.Limits, func(search.Info),
) (search.Decision, error) {
	return search.Decision{}, fmt.Errorf("%w: no memory", search.ErrNotStarted)
}

func TestProgramThatDoesNotStartEndsTheRun(t *testing.T) {
	stored := 0
	_, err := runner.Runner{
		Plan: plantest.Plan(t, plantest.Small("random", "random b")),
		Sink: func(tournament.Game) error { stored++; return nil },
		NewPlayer: func(text string, rules engine.Rules) (search.Player, error) {
			if text == "random b" {
				return unstarted{&plantest.Fake{Text: text}}, nil
			}
			return plantest.NewFake(text, rules)
		}}.Run(t.Context())
	const want = "player random b: failed: the program cannot begin a game: no memory"
	if err == nil || !strings.Contains(err.Error(), want) ||
		stored > 0 {
		t.Errorf("error %v after %d games: want one that names the player and the cause, and no game", err, stored)
	}
}

func TestPlayerThatCannotBeMadeAtAllEndsTheRun(t *testing.T) {
	runner := runner.Runner{Plan: plantest.Plan(t, plantest.Small("random", "illegal")),
		NewPlayer: func(string, engine.Rules) (search.Player, error) {
			return nil, errors.New("no such file")
		}}
	if _, err := runner.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "game 1v2/1/1: no such file") {
		t.Errorf("error %v: want one that names game and cause", err)
	}
}

func TestControlsReachTheRecord(t *testing.T) {
	spec := plantest.Small("random", "random b")
	spec.Clock = tournament.TimeControl{Base: time.Hour, Increment: time.Second}
	spec.Own = []tournament.Control{{}, {Limits: search.Limits{Nodes: 5, Depth: 2},
		Clock: tournament.TimeControl{Base: 2 * time.Hour}}}
	spec.Margin = time.Second
	for _, game := range playAll(t, runner.Runner{Plan: plantest.Plan(t, spec)}) {
		seat := engine.Seat(slices.Index(game.Players, "random b"))
		tags := map[string]string{}
		for _, tag := range game.Record.Tags {
			tags[tag.Name] = tag.Value
		}
		want := map[string]string{
			"Limits": "nodes=10", "Clock": "1h0m0s+1s", "Margin": "1s",
			"Limits" + seat.String(): "nodes=5,depth=2", "Clock" + seat.String(): "2h0m0s",
			"Limits" + (1 - seat).String(): "", "Clock" + (1 - seat).String(): "",
		}
		for name, value := range want {
			if tags[name] != value {
				t.Errorf("game %s: tag %s is %q, want %q", game.Identity, name, tags[name], value)
			}
		}
	}
}

func TestLimitsHoldNoClock(t *testing.T) {
	spec := plantest.Small("random", "random b")
	spec.Limits.Clock.Left[0] = time.Second
	if _, err := spec.Settle(plantest.Plan(t, plantest.Small("random", "random b")).Rules.Game(),
		plantest.NewFake); err == nil ||
		!strings.Contains(err.Error(), "clock") {
		t.Errorf("error %v: want the clock refused, which no spec can write down", err)
	}
}

// elsewhere plays a game with a fault, and then waits until no further game may begin.
type elsewhere struct{ t *testing.T }

func (e elsewhere) Play(ctx context.Context, batch runner.Batch) error {
	for planned := range batch.Games {
		game := tournament.Game{Result: tournament.Result{Identity: planned.Identity, Players: planned.Players}}
		game.Fault = tournament.Fault{Kind: guard.Failed}
		if err := batch.Take(game); err != nil {
			return err
		}
		break
	}
	select {
	case <-batch.Over:
	case <-time.After(time.Minute):
		e.t.Error("further games are wanted")
	}
	return nil
}

// TestFaultStopsElsewhere checks that a fault also ends a run whose games are played elsewhere.
func TestFaultStopsElsewhere(t *testing.T) {
	spec := plantest.Small("random", "failing")
	spec.OnFault = tournament.FaultStops
	run := runner.Runner{Plan: plantest.Plan(t, spec), Elsewhere: elsewhere{t}}
	if progress, err := run.Run(t.Context()); err != nil || !progress.Stopped || progress.Played != 1 {
		t.Errorf("%+v, error %v; want an end after one game", progress, err)
	}
}

package runner_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
)

// TestPlayersAtFaultDoNotEndTheRun checks that all games of a run with players that misbehave are played, that no fault
// is put on another player, and that a later session counts the faults.
func TestPlayersAtFaultDoNotEndTheRun(t *testing.T) {
	for seats, plan := range map[int]tournament.Plan{
		2: plantest.Plan(t, plantest.Small("random a", "panicking", "illegal")),
		3: plantest.Piles(t, 3, 2, "random a", "random b", "panicking", "illegal"),
	} {
		games, progress := play(t, runner.Runner{Plan: plan, Workers: 2})
		if len(games) != plan.Len() || progress.Faults == 0 {
			t.Fatalf("%d seats: %d games of %d, %d faults", seats, len(games), plan.Len(), progress.Faults)
		}
		var earlier []tournament.Result
		for _, game := range games {
			earlier = append(earlier, game.Result)
			if game.Faulted() && strings.HasPrefix(game.Players[game.Fault.Seat], "random") {
				t.Errorf("game %s: %s", game.Identity, game.Outcome.Reason)
			}
		}
		again := runner.Runner{Plan: plan, NewPlayer: plantest.NewFake, Earlier: plantest.Earlier(earlier)}
		if later, err := again.Run(t.Context()); err != nil || later.Faults != progress.Faults || later.Played != 0 {
			t.Errorf("%d seats: later %+v, earlier %+v, error %v", seats, later, progress, err)
		}
	}
}

// unstarted is a player whose program does not start.
type unstarted struct{ *plantest.Fake }

func (unstarted) Decide(
	context.Context, *engine.History, search.Limits, func(search.Info),
) (search.Decision, error) {
	return search.Decision{}, fmt.Errorf("%w: no memory", search.ErrNotStarted)
}

// TestPlayersThatCannotPlayEndTheRun checks that a run ends, without further games, with a player that cannot be made,
// be made again after a fault, or be started.
func TestPlayersThatCannotPlayEndTheRun(t *testing.T) {
	gone := errors.New("the file has gone")
	for name, c := range map[string]struct {
		make   func(times int) (search.Player, error)
		stored int // at most
		says   string
	}{
		"made":    {func(int) (search.Player, error) { return nil, gone }, 0, "game 1v2/1/1: the file has gone"},
		"started": {func(int) (search.Player, error) { return unstarted{&plantest.Fake{}}, nil }, 0, "no memory"},
		"made again": {func(times int) (search.Player, error) {
			if times > 2 {
				return nil, gone
			}
			return plantest.NewFake("illegal", nil)
		}, 2, "the file has gone"},
	} {
		times, stored := 0, 0
		_, err := runner.Runner{
			Plan: plantest.Plan(t, plantest.Small("random", "illegal")),
			Sink: func(tournament.Game) error { stored++; return nil },
			NewPlayer: func(text string, rules engine.Rules) (search.Player, error) {
				if text == "random" {
					return plantest.NewFake(text, rules)
				}
				times++
				return c.make(times)
			}}.Run(t.Context())
		if err == nil || !strings.Contains(err.Error(), c.says) || stored > c.stored {
			t.Errorf("%s: error %v after %d games, want %q", name, err, stored, c.says)
		}
	}
}

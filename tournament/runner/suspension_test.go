package runner

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/plantest"
)

// TestSuspendedGamesArePlayedAgain lets the process stand still for an hour of the wall clock, or a player take its
// time, in the middle of the first game. By the monotonic clock a player then exceeds its time, or fails.
func TestSuspendedGamesArePlayedAgain(t *testing.T) {
	for _, c := range []struct {
		limit, stood, slept time.Duration
		fails, again        bool
	}{
		{limit: time.Minute, stood: time.Hour, slept: time.Hour, again: true},
		{limit: time.Minute, stood: time.Hour, again: true}, {stood: time.Hour},
		{stood: time.Hour, fails: true, again: true}, {limit: time.Minute, slept: time.Minute / 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			spec := plantest.Small("random", "random b")
			spec.Limits.Time = c.limit
			sleeper := &sleeper{stand: c.stood, sleep: c.slept, fails: c.fails}
			runner := Runner{
				Plan: plantest.Plan(t, spec), Sink: func(tournament.Game) error { return nil },
				now: func() time.Time { return time.Now().Round(0).Add(time.Duration(sleeper.stood.Load())) },
				NewPlayer: func(text string, rules engine.Rules) (search.Player, error) {
					fake, err := plantest.NewFake(text, rules)
					return &sleepy{fake, sleeper}, err
				},
			}
			progress, err := runner.Run(t.Context())
			if err != nil || progress.Faults > 0 || progress.Done != progress.Total {
				t.Errorf("%+v: progress %+v, error %v", c, progress, err)
			}
			want := 2 * progress.Total // each of two players begins each game
			if c.again {
				want += 2
			}
			if sleeper.begun != want {
				t.Errorf("%+v: players began %d games, want %d", c, sleeper.begun, want)
			}
		})
	}
}

// sleeper holds the state that all players of a run share.
type sleeper struct {
	stand, sleep time.Duration
	fails, done  bool
	stood        atomic.Int64
	begun        int
}

// sleepy is a player in whose very first decision the process stands still.
type sleepy struct {
	search.Player
	*sleeper
}

func (s *sleepy) NewGame(seed uint64) {
	s.begun++
	s.Player.NewGame(seed)
}

func (s *sleepy) Decide(
	ctx context.Context, h *engine.History, l search.Limits, report func(search.Info),
) (search.Decision, error) {
	if !s.done {
		s.done = true
		s.stood.Store(int64(s.stand))
		time.Sleep(s.sleep)
		if s.fails {
			return search.Decision{}, errors.New("gave up")
		}
	}
	return s.Player.Decide(ctx, h, l, report)
}

// slowToLeave is a player that takes a second to end.
type slowToLeave struct {
	search.Player
	left *atomic.Int64
}

func (s slowToLeave) Close() error {
	time.Sleep(time.Second)
	s.left.Add(1)
	return nil
}

// TestPlayersLeaveAtOnce checks that players end at the same time, so that a run waits for one slow player and not for
// each in turn.
func TestPlayersLeaveAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var left atomic.Int64
		runner := Runner{
			Plan: plantest.Plan(t, plantest.Small("random", "random b", "random c")),
			NewPlayer: func(text string, rules engine.Rules) (search.Player, error) {
				fake, err := plantest.NewFake(text, rules)
				return slowToLeave{fake, &left}, err
			},
		}
		began := time.Now()
		if _, err := runner.Run(t.Context()); err != nil || time.Since(began) > time.Second || left.Load() != 3 {
			t.Errorf("ended after %v without %d players, error %v", time.Since(began), left.Load(), err)
		}
	})
}

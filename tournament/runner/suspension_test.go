package runner

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/plantest"
)

// TestSuspendedGamesArePlayedAgain has the process stand still for an hour of the wall's clock, in the middle of the
// first game. By the other clock a player then oversteps its time.
func TestSuspendedGamesArePlayedAgain(t *testing.T) {
	for _, timed := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			spec := plantest.Small("random", "random b")
			if timed {
				spec.Limits.Time = time.Minute
			}
			sleeper := &sleeper{}
			runner := Runner{
				Plan: plantest.Plan(t, spec), Sink: func(tournament.Game) error { return nil },
				now: func() time.Time { return time.Now().Round(0).Add(time.Duration(sleeper.slept.Load())) },
				NewPlayer: func(text string, rules engine.Rules) (search.Player, error) {
					fake, err := plantest.NewFake(text, rules)
					return &sleepy{fake, sleeper}, err
				},
			}
			progress, err := runner.Run(t.Context())
			if err != nil || progress.Tally.Faults > 0 || progress.Done != progress.Total {
				t.Errorf("timed: %v: progress %+v, error %v", timed, progress, err)
			}
			want := 2 * progress.Total // each of two players begins each game
			if timed {
				want += 2
			}
			if sleeper.begun != want {
				t.Errorf("timed: %v: players began %d games, want %d", timed, sleeper.begun, want)
			}
		})
	}
}

// sleeper is what all players of a run share.
type sleeper struct {
	slept atomic.Int64
	begun int
}

// sleepy is a player in whose first decision of all the process stands still.
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
	if s.slept.CompareAndSwap(0, int64(time.Hour)) {
		if l.Time > 0 {
			time.Sleep(l.Time + time.Hour)
		}
	}
	return s.Player.Decide(ctx, h, l, report)
}

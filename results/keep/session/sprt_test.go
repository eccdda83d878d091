package session

import (
	"context"
	"slices"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
	"pillars/results"
	"pillars/results/estimate/stats"
	"pillars/results/keep/keeptest"
	"pillars/results/keep/store"
	"pillars/tournament"
	"pillars/tournament/openings"
	"pillars/tournament/runner"
)

// scripted replaces playing: it has the outcome of each game by pair and order of seats.
type scripted func(pair, order int) (engine.Outcome, tournament.Fault)

func (f scripted) Play(_ context.Context, batch runner.Batch) error {
	for p := range batch.Games {
		select {
		case <-batch.Over:
			return nil
		default:
		}
		outcome, fault := f(p.Opening, int(p.Identity[len(p.Identity)-1]-'0'))
		game := tournament.Game{Result: tournament.Result{Identity: p.Identity, Pair: p.Pair, Pairing: p.Pairing,
			Opening: p.Opening, Players: p.Players, Outcome: outcome, Turns: 1, Fault: fault}}
		game.Record = engine.Record{Game: batch.Plan.Spec.Game, Start: p.Start, Players: p.Players, Outcome: outcome,
			Turns: slices.Concat(p.OpeningTurns, []string{p.Identity})}
		if err := batch.Take(game); err != nil {
			return err
		}
	}
	return nil
}

// sequential enters a test of at most a number of rounds that a script plays.
func sequential(
	t *testing.T, db *store.Store, rounds int, rule tournament.FaultRule, test tournament.Test, play scripted,
) (*trial, *results.TestGauge) {
	t.Helper()
	c := newTrial(t, db, func(s *tournament.Spec) {
		s.Format, s.Rounds, s.OnFault = tournament.UntilTest(test), rounds, rule
		s.Openings = openings.Source{Turns: 4}
	}, "greedy", "random")
	gauge, err := results.NewTest(c.Spec, 2)
	if err == nil {
		c.Gauge, c.Elsewhere = gauge, play
		err = c.Enter(t.Context(), db)
	}
	require.NoError(t, err)
	return c, gauge
}

// endless is a test that draws never decide.
var endless = tournament.Test{Elo0: -1, Elo1: 1, Alpha: .05, Beta: .05, Model: "logistic"}

func draws(int, int) (engine.Outcome, tournament.Fault) {
	return engine.Draw(2, engine.TurnCap), tournament.Fault{}
}

// TestAllRoundsArePlayed plays a test that is never decided to its last pair. It is drained on the way, and continues.
func TestAllRoundsArePlayed(t *testing.T) {
	t.Parallel()
	const rounds, before = 1100, 700
	db := keeptest.Opened(t)
	c, _ := sequential(t, db, rounds, tournament.FaultVoid, endless, draws)
	drain := make(chan struct{})
	c.Drain = drain
	c.after = func(played int) {
		if played == before {
			close(drain)
		}
	}
	p, err := c.Play(t.Context())
	if err != nil || p.Done < before || p.Complete() || p.Total != 2*rounds {
		t.Errorf("drained after %d games of %d: %+v, error %v", p.Done, before, p, err)
	}
	c, gauge := sequential(t, db, rounds, tournament.FaultVoid, endless, draws)
	p, err = c.Play(t.Context())
	if err != nil || p.Enough || !p.Complete() || p.Done != 2*rounds || c.told[0] != GoesOn {
		t.Errorf("%v, then %+v, error %v", c.told, p, err)
	}
	standing, err := gauge.Standing()
	stored, listErr := c.Results(t.Context())
	if err != nil || listErr != nil ||
		stats.Pentanomial(standing.Counts) != (stats.Pentanomial{2: rounds}) || len(stored) != 2*rounds {
		t.Errorf("%d games, %v, errors %v and %v", len(stored), standing.Counts, err, listErr)
	}
}

// TestSequentialTest plays until the test is decided. It counts the same pairs for any
// number of workers.
func TestSequentialTest(t *testing.T) {
	t.Parallel()
	var first results.TestStanding
	for workers := 1; workers <= 3; workers += 2 {
		db := keeptest.Opened(t)
		c := newTrial(t, db, func(s *tournament.Spec) {
			s.Rounds = 2000
			s.Format = tournament.UntilTest(tournament.Test{Elo0: -400, Elo1: -100, Alpha: .05, Beta: .05,
				Model: stats.Logistic.String()})
		}, "random", "random b")
		test, err := results.NewTest(c.Spec, 2)
		require.NoError(t, err)
		c.Gauge, c.Workers = test, workers
		require.NoError(t, c.Enter(t.Context(), db))
		p, err := c.Play(t.Context())
		standing, standingErr := test.Standing()
		if err != nil || standingErr != nil || !p.Enough || !p.Complete() || standing.Decision == stats.Undecided {
			t.Fatalf("%v, %v, progress %+v, standing %+v", err, standingErr, p, standing)
		}
		if workers == 1 {
			first = standing
		} else if !slices.Equal(standing.Counts, first.Counts) || standing.Compared != first.Compared {
			t.Errorf("%d workers: %+v, one: %+v", workers, standing, first)
		}
	}
}

package main

import (
	"context"
	"errors"
	"fmt"

	"pillars/results/store"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// enter finds the run that goes on, or makes a new one.
func (s *session) enter(ctx context.Context) error {
	run, created, err := s.findRun(ctx)
	if err == nil && created {
		s.tellf("run %s in %s", run.ID, s.db.Path())
	} else if err == nil {
		run, err = s.resume(ctx, run)
	}
	if err != nil {
		return err
	}
	if err := s.refuseChangedWeights(ctx, run); err != nil {
		return err
	}
	s.id = run.ID
	if s.json {
		return printJSON(s.cmd.OutOrStdout(), newRunAnswer(run))
	}
	return nil
}

// findRun is the stored run that goes on or, where there is none or another is wanted, a new one.
func (s *session) findRun(ctx context.Context) (run store.Run, created bool, err error) {
	wanted := store.Run{Kind: s.kind, Hash: s.spec.Hash(), Spec: s.spec.String(), Total: s.storedTotal(), Program: runner.Program()}
	if s.fresh {
		run, err = s.db.CreateRun(ctx, wanted)
		return run, true, err
	}
	former := s.spec.Former()
	switch found, err := s.db.FindRun(ctx, former.Hash()); {
	case former.Hash() == wanted.Hash || errors.Is(err, store.ErrNotFound):
		return s.db.FindOrCreateRun(ctx, wanted)
	case err != nil:
		return run, false, err
	default:
		s.spec = former
		return found, false, s.schedule(s.plan.Spec.Rounds)
	}
}

// total is the number of games that all rounds come to: of a knock-out the fewest, of a sequential test the most.
func (s *session) total() int {
	if s.planned() {
		return s.plan.Total
	}
	return s.plan.Total / max(1, s.plan.Spec.Rounds) * s.spec.Rounds
}

// storedTotal is the number of games to be kept with the run, 0 for a knock-out: nobody knows beforehand how many tie-breaks there will be.
func (s *session) storedTotal() int {
	if s.spec.Format == tournament.KnockOut {
		return 0
	}
	return s.total()
}

// resume goes on with a stored run, extending it where more rounds are wanted.
func (s *session) resume(ctx context.Context, run store.Run) (store.Run, error) {
	stored, err := tournament.ParseSpec(run.Spec)
	if err != nil {
		return run, fmt.Errorf("run %s: %w", run.ID, err)
	}
	results, err := s.db.Results(ctx, run.ID)
	if err != nil {
		return run, err
	}
	complete := s.planned() && s.plan.Complete(byIdentity(results))
	if stored.Rounds > s.spec.Rounds {
		s.tellf("note: run %s was asked for %s before; all of its games stay in it", run.ID, counted(stored.Rounds, "round"))
	}
	switch {
	case stored.Rounds < s.spec.Rounds:
		s.tellf("run %s in %s is extended from %s to %d; %d games are stored",
			run.ID, s.db.Path(), counted(stored.Rounds, "round"), s.spec.Rounds, run.Games)
		run, err = s.db.Extend(ctx, run, s.spec.String(), s.storedTotal(), runner.Program())
	case complete:
		s.tellf("run %s in %s is complete; --fresh plays it anew", run.ID, s.db.Path())
	default:
		s.tellf("run %s in %s goes on after %s", run.ID, s.db.Path(), s.doneText(run.Games))
	}
	if run.Program != runner.Program() && !complete {
		s.tellf("note: it was begun by another program (%s); players may have changed since, --fresh plays it anew", run.Program)
	}
	return run, err
}

// doneText is so many games, and of how many where that is known.
func (s *session) doneText(games int) string {
	if s.spec.Format == tournament.KnockOut {
		return counted(games, "game")
	}
	return fmt.Sprintf("%d of %s", games, counted(s.total(), "game"))
}

// byIdentity are the results by the identities of their games.
func byIdentity(results []tournament.Result) map[string]tournament.Result {
	games := make(map[string]tournament.Result, len(results))
	for _, result := range results {
		games[result.Identity] = result
	}
	return games
}

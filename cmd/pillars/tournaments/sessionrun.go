package tournaments

import (
	"context"
	"errors"
	"fmt"

	"pillars/cmd/pillars/cli"
	"pillars/results/store"
	"pillars/tournament"
	"pillars/tournament/runner"
)

// Enter finds the run that goes on, or makes a new one.
func (s *Session) Enter(ctx context.Context) error {
	run, created, err := s.findRun(ctx)
	if err == nil && created {
		s.Tellf("run %s in %s", run.ID, s.DB.Path())
	} else if err == nil {
		run, err = s.resume(ctx, run)
	}
	if err != nil {
		return err
	}
	if err := s.refuseChangedWeights(ctx, run); err != nil {
		return err
	}
	s.ID = run.ID
	if s.JSON {
		return cli.PrintJSON(s.Cmd.OutOrStdout(), NewRunAnswer(run))
	}
	return nil
}

// findRun is the stored run that goes on or, where there is none or another is wanted, a new one.
func (s *Session) findRun(ctx context.Context) (run store.Run, created bool, err error) {
	wanted := store.Run{Kind: s.Kind, Hash: s.Spec.Hash(), Spec: s.Spec.String(), Total: s.storedTotal(), Program: runner.Program()}
	if s.Fresh {
		run, err = s.DB.CreateRun(ctx, wanted)
		return run, true, err
	}
	former := s.Spec.Former()
	switch found, err := s.DB.FindRun(ctx, former.Hash()); {
	case former.Hash() == wanted.Hash || errors.Is(err, store.ErrNotFound):
		return s.DB.FindOrCreateRun(ctx, wanted)
	case err != nil:
		return run, false, err
	default:
		s.Spec = former
		return found, false, s.Schedule(s.Plan.Spec.Rounds)
	}
}

// total is the number of games that all rounds come to: of a knock-out the fewest, of a sequential test the most.
func (s *Session) total() int {
	if s.planned() {
		return s.Plan.Total
	}
	return s.Plan.Total / max(1, s.Plan.Spec.Rounds) * s.Spec.Rounds
}

// storedTotal is the number of games to be kept with the run, 0 for a knock-out: nobody knows beforehand how many tie-breaks there will be.
func (s *Session) storedTotal() int {
	if s.Spec.Format == tournament.KnockOut {
		return 0
	}
	return s.total()
}

// resume goes on with a stored run, extending it where more rounds are wanted.
func (s *Session) resume(ctx context.Context, run store.Run) (store.Run, error) {
	stored, err := tournament.ParseSpec(run.Spec)
	if err != nil {
		return run, fmt.Errorf("run %s: %w", run.ID, err)
	}
	results, err := s.DB.Results(ctx, run.ID)
	if err != nil {
		return run, err
	}
	complete := s.planned() && s.Plan.Complete(ByIdentity(results))
	if stored.Rounds > s.Spec.Rounds {
		s.Tellf("note: run %s was asked for %s before; all of its games stay in it", run.ID, cli.Counted(stored.Rounds, "round"))
	}
	switch {
	case stored.Rounds < s.Spec.Rounds:
		s.Tellf("run %s in %s is extended from %s to %d; %d games are stored",
			run.ID, s.DB.Path(), cli.Counted(stored.Rounds, "round"), s.Spec.Rounds, run.Games)
		run, err = s.DB.Extend(ctx, run, s.Spec.String(), s.storedTotal(), runner.Program())
	case complete:
		s.Tellf("run %s in %s is complete; --fresh plays it anew", run.ID, s.DB.Path())
	default:
		s.Tellf("run %s in %s goes on after %s", run.ID, s.DB.Path(), s.doneText(run.Games))
	}
	if run.Program != runner.Program() && !complete {
		s.Tellf("note: it was begun by another program (%s); players may have changed since, --fresh plays it anew", run.Program)
	}
	return run, err
}

// doneText is so many games, and of how many where that is known.
func (s *Session) doneText(games int) string {
	if s.Spec.Format == tournament.KnockOut {
		return cli.Counted(games, "game")
	}
	return fmt.Sprintf("%d of %s", games, cli.Counted(s.total(), "game"))
}

// ByIdentity are the results by the identities of their games.
func ByIdentity(results []tournament.Result) map[string]tournament.Result {
	games := make(map[string]tournament.Result, len(results))
	for _, result := range results {
		games[result.Identity] = result
	}
	return games
}

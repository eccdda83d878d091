package stored

import (
	"context"
	"errors"
	"fmt"

	"pillars/engine"
	"pillars/engine/games"
	"pillars/results/store"
	"pillars/tournament"
	"pillars/tournament/referee"
)

// verifier checks stored games of a run against the rules and the plan.
type verifier struct {
	run     store.Run
	game    engine.Game
	plan    tournament.Plan
	planned map[string]tournament.Planned
}

// startedAhead is how many games of a sequential test may have been begun before earlier ones were stored. Its plan is not drawn to the end: most of
// it is never played.
const startedAhead = 256

// newVerifier plans the run once more.
func newVerifier(run store.Run) (*verifier, error) {
	spec, err := tournament.ParseSpec(run.Spec)
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", run.ID, err)
	}
	game, err := games.Find(spec.Game)
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", run.ID, err)
	}
	if spec.Format == tournament.Sequential || spec.Format == tournament.SelfPlay {
		spec.Rounds = min(spec.Rounds, run.Games+startedAhead)
	}
	plan, err := tournament.NewPlan(spec, game)
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", run.ID, err)
	}
	v := &verifier{run: run, game: game, plan: plan}
	v.expect(plan.Games)
	return v, nil
}

// expect notes planned games.
func (v *verifier) expect(planned []tournament.Planned) {
	v.planned = make(map[string]tournament.Planned, len(planned))
	for _, game := range planned {
		v.planned[game.Identity] = game
	}
}

// learn reads the results of the run: in some formats they decide who meets whom next.
func (v *verifier) learn(ctx context.Context, db *store.Store) error {
	stored, err := db.Results(ctx, v.run.ID)
	if err != nil {
		return err
	}
	results := make(map[string]tournament.Result, len(stored))
	for _, result := range stored {
		results[result.Identity] = result
	}
	v.expect(v.plan.Known(results))
	return nil
}

// endsEarly reports whether runs of a format are whole at any length, since what they measure may be looked at and stopped at any time.
func endsEarly(format tournament.Format) bool {
	return format == tournament.Sequential || format == tournament.SelfPlay || format == tournament.Odds
}

// missing counts the planned games that are not among the stored. A run that may end early misses none.
func (v *verifier) missing(stored []string) int {
	if endsEarly(v.plan.Spec.Format) {
		return 0
	}
	missing := len(v.planned)
	for _, identity := range stored {
		if _, ok := v.planned[identity]; ok {
			missing--
		}
	}
	return missing
}

// Check says what is wrong with a game.
func (v *verifier) Check(game tournament.Game) error {
	planned, ok := v.planned[game.Identity]
	if !ok {
		return errors.New("the run has not planned such a game")
	}
	return referee.Verify(planned, game, v.game)
}

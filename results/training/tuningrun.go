package training

import (
	"context"
	"errors"
	"fmt"

	"pillars/engine"
	"pillars/results/store"
	"pillars/search/tune"
)

// TuningOutcome is what a tuning came to.
type TuningOutcome struct {
	Values     []float64 // of the constants, to play with
	Start      string    // the players, by their texts
	Tuned      string
	Iterations int
	Final      *Verdict // of the tuned player against the one at the start; nil if they are the same
}

// Better reports whether the test found the tuned player stronger. Unlike in a course of generations, a test without a decision is none in its
// favour: constants that are no better are not worth a change.
func (o TuningOutcome) Better() bool { return o.Final != nil && o.Final.Accepted() }

// Run does what the folder lacks of the tuning. When it is drained or ctx ends it returns an error that [Interrupted] knows.
func (t *Tuning) Run(ctx context.Context) (outcome TuningOutcome, err error) {
	if err := t.Check(); err != nil {
		return outcome, err
	}
	tuner, err := t.tuner()
	if err != nil {
		return outcome, err
	}
	if err := t.enter(); err != nil {
		return outcome, err
	}
	if outcome.Start, err = t.settle(); err != nil {
		return outcome, err
	}
	if err := t.search(ctx, tuner); err != nil {
		return outcome, err
	}
	outcome.Iterations = tuner.Questions()
	outcome.Values = tune.Nearest(t.Plan.Parameters, tuner.Estimate())
	text, err := t.player(outcome.Values)
	if err != nil {
		return outcome, err
	}
	if outcome.Tuned, err = t.nameOf(text); err != nil || outcome.Tuned == outcome.Start {
		return outcome, err
	}
	final, err := t.match(ctx, outcome)
	outcome.Final = &final
	return outcome, err
}

// settle names the player at the start in full, and tries each constant at its bounds.
func (t *Tuning) settle() (string, error) {
	for _, p := range t.Plan.Parameters {
		for _, bound := range []float64{p.Min, p.Max} {
			text, err := WithConstants(t.Plan.Player, []tune.Parameter{p}, []float64{bound})
			if err != nil {
				return "", err
			}
			if _, err := t.nameOf(text); err != nil {
				return "", fmt.Errorf("bounds of %s: %w", p.Name, err)
			}
		}
	}
	text, err := t.start()
	if err != nil {
		return "", err
	}
	return t.nameOf(text)
}

// nameOf is a player's full text.
func (t *Tuning) nameOf(text string) (string, error) {
	player, err := t.NewPlayer(text, t.Rules)
	if err != nil {
		return "", err
	}
	return player.Name(), nil
}

// search asks and answers all questions, those of the log from there.
func (t *Tuning) search(ctx context.Context, tuner *tune.SPSA) (err error) {
	log, earlier, err := openTuningLog(t.path("iterations.jsonl"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, log.close()) }()
	if t.Observer.Begun != nil {
		t.Observer.Begun(len(earlier), tuner.Questions())
	}
	if err := log.retell(tuner, earlier, t.told); err != nil {
		return err
	}
	for {
		question, more := tuner.Ask()
		if !more {
			return nil
		}
		if t.drained() {
			return errDrained
		}
		iteration, err := t.answer(ctx, question)
		if err != nil {
			return fmt.Errorf("iteration %d: %w", question.Number, err)
		}
		if err := tuner.Tell(iteration.Answer); err != nil {
			return err
		}
		iteration.Estimate = tuner.Estimate()
		if err := log.add(iteration); err != nil {
			return err
		}
		t.told(iteration)
	}
}

func (t *Tuning) told(iteration Iteration) {
	if t.Observer.Told != nil {
		t.Observer.Told(iteration)
	}
}

func (t *Tuning) drained() bool {
	select {
	case <-t.Drain:
		return true
	default:
		return false
	}
}

// match tests the tuned player against the one at the start, from openings that the tuning has not seen.
func (t *Tuning) match(ctx context.Context, outcome TuningOutcome) (verdict Verdict, err error) {
	db, err := store.Open(t.path("games.db"))
	if err != nil {
		return verdict, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	match := Match{
		Game: t.Rules.Game(), Options: t.Rules.Settings(), Players: [2]string{outcome.Tuned, outcome.Start}, Pairs: t.Plan.Pairs,
		OpeningTurns: t.Plan.Openings, Elo1: t.Plan.Elo1, Seed: engine.DeriveSeed(t.Plan.Seed, "match", "final"), Workers: t.Workers,
		NewPlayer: t.NewPlayer,
	}
	return match.play(ctx, db, t.Drain, func(v Verdict) {
		if t.Observer.Match != nil {
			t.Observer.Match(v)
		}
	})
}

package work

import (
	"context"
	"fmt"
	"slices"
	"time"

	"pillars/engine"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/referee"
	"pillars/tournament/runner"
)

// Table is where one goroutine plays the units of a job.
type Table struct {
	Spec      tournament.Spec
	Rules     engine.Rules
	NewPlayer guard.Factory
}

const workerTag = "Worker"

// Sign notes in the record of a game which worker has played it, whatever it says of itself.
func Sign(game *tournament.Game, worker string) {
	tags := slices.DeleteFunc(game.Record.Tags, func(tag engine.Tag) bool { return tag.Name == workerTag })
	game.Record.Tags = append(tags, engine.Tag{Name: workerTag, Value: worker})
}

// By is the worker that has played a game, or nothing.
func By(game tournament.Game) string {
	for _, tag := range game.Record.Tags {
		if tag.Name == workerTag {
			return tag.Value
		}
	}
	return ""
}

// Play plays a unit, as far as it gets before drain is closed.
func (t Table) Play(ctx context.Context, unit Unit, drain <-chan struct{}) (result Result, err error) {
	run := runner.Runner{
		Plan:      tournament.Plan{Spec: t.Spec, Rules: t.Rules}.Of(unit.Games),
		NewPlayer: t.NewPlayer, Program: runner.Program(), Drain: drain,
		Sink: func(game tournament.Game) error {
			result.Games = append(result.Games, game)
			return nil
		},
	}
	_, err = run.Run(ctx)
	return result, err
}

// Check refuses a game that the rules, or what was planned, do not allow.
func (t Table) Check(planned tournament.Planned, game tournament.Game) error {
	if err := referee.Verify(planned, game, t.Rules.Game()); err != nil {
		return fmt.Errorf("game %s: %w", game.Identity, err)
	}
	return nil
}

// Lie is the error of a run in which a worker was found to have sent a wrong result. None of its games can be trusted.
type Lie struct {
	Worker string // as [By] names it
	Err    error  // what was wrong
}

func (l *Lie) Error() string {
	return fmt.Sprintf("worker %s sent a wrong result: %v", l.Worker, l.Err)
}

func (l *Lie) Unwrap() error { return l.Err }

// Compare names the first game in which two results of a unit differ in more than the time that it took.
func Compare(a, b Result) error {
	byIdentity := map[string]tournament.Game{}
	for _, game := range a.Games {
		byIdentity[game.Identity] = game
	}
	for _, game := range b.Games {
		other, both := byIdentity[game.Identity]
		if both && !same(game, other) {
			return fmt.Errorf("game %s: %d turns, %s, against %d turns, %s", game.Identity, game.Turns,
				game.Outcome.Reason, other.Turns, other.Outcome.Reason)
		}
	}
	return nil
}

func same(a, b tournament.Game) bool {
	timeless := func(thoughts []tournament.Thought) []tournament.Thought {
		thoughts = slices.Clone(thoughts)
		for i := range thoughts {
			thoughts[i].Time, thoughts[i].Left = 0, 0
		}
		return thoughts
	}
	return slices.Equal(a.Record.Turns, b.Record.Turns) && a.Outcome == b.Outcome && a.Fault == b.Fault &&
		slices.Equal(timeless(a.Thoughts), timeless(b.Thoughts))
}

// Time is how long the players of a result have thought.
func (r Result) Time() (all time.Duration) {
	for _, game := range r.Games {
		for _, thought := range game.Thoughts {
			all += thought.Time
		}
	}
	return all
}

// Nodes are those that the players of a result have searched.
func (r Result) Nodes() (all uint64) {
	for _, game := range r.Games {
		for _, thought := range game.Thoughts {
			all += thought.Nodes
		}
	}
	return all
}

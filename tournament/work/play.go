package work

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"pillars/engine"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/referee"
	"pillars/tournament/runner"
	"pillars/tournament/selfplay"
)

// Table is where one goroutine plays the units of a job.
type Table struct {
	Spec      tournament.Spec // of self-play, what of it concerns players
	SelfPlay  *selfplay.Spec  // whose games the units name by their numbers; nil where they are those of a plan
	Rules     engine.Rules
	NewPlayer guard.Factory
}

// SelfPlay is a table for games of self-play.
func SelfPlay(spec selfplay.Spec, rules engine.Rules, newPlayer guard.Factory) Table {
	return Table{tournament.Spec{Game: spec.Game, Options: rules.Settings(), Players: []string{spec.Player}}, &spec,
		rules, newPlayer}
}

// Numbered are games of self-play as units name them.
func Numbered(numbers iter.Seq[int]) iter.Seq[tournament.Planned] {
	return func(yield func(tournament.Planned) bool) {
		for number := range numbers {
			name := strconv.Itoa(number)
			if !yield(tournament.Planned{Identity: name, Pair: name}) {
				return
			}
		}
	}
}

// Run is the name of the run.
func (t Table) Run() string {
	if t.SelfPlay != nil {
		return Name([]byte(t.SelfPlay.String()))
	}
	return t.Spec.Hash()
}

// PairGames is how many games a pair has.
func (t Table) PairGames() int {
	if t.SelfPlay != nil {
		return 1
	}
	return len(t.Spec.Format.Seatings(t.Rules.Seats()))
}

// WorkerTag is the name of the tag that says which worker has played a game.
const WorkerTag = "Worker"

// Sign notes in the record of a game which worker has played it, whatever it says of itself.
func Sign(game *Game, worker string) {
	tags := slices.DeleteFunc(game.Record.Tags, func(tag engine.Tag) bool { return tag.Name == WorkerTag })
	game.Record.Tags = append(tags, engine.Tag{Name: WorkerTag, Value: worker})
}

// By is the worker that has played a game, or nothing.
func By(game tournament.Game) string {
	for _, tag := range game.Record.Tags {
		if tag.Name == WorkerTag {
			return tag.Value
		}
	}
	return ""
}

// Play plays a unit, as far as it gets before drain is closed.
func (t Table) Play(ctx context.Context, unit Unit, drain <-chan struct{}) (result Result, err error) {
	if t.SelfPlay != nil {
		return t.selfPlay(ctx, unit, drain)
	}
	run := runner.Runner{
		Plan:      tournament.Plan{Spec: t.Spec, Rules: t.Rules}.Of(unit.Games),
		NewPlayer: t.NewPlayer, Program: runner.Program(), Drain: drain,
		Sink: func(game tournament.Game) error {
			result.Games = append(result.Games, Game{Game: game})
			return nil
		},
	}
	_, err = run.Run(ctx)
	return result, err
}

func (t Table) selfPlay(ctx context.Context, unit Unit, drain <-chan struct{}) (result Result, err error) {
	var numbers []int
	for _, game := range unit.Games {
		number, err := strconv.Atoi(game.Identity)
		if err != nil {
			return result, err
		}
		numbers = append(numbers, number)
	}
	generator := selfplay.Generator{Rules: t.Rules, NewPlayer: t.NewPlayer, Drain: drain}
	err = generator.Make(ctx, *t.SelfPlay, slices.Values(numbers), func(made selfplay.Made) {
		game := Game{Content: made.Content}
		game.Identity = strconv.Itoa(made.Number)
		game.Thoughts = []tournament.Thought{{Nodes: made.Nodes, Time: made.Time}}
		result.Games = append(result.Games, game)
	})
	return result, err
}

// Check refuses a game that the rules, or what was planned, do not allow.
func (t Table) Check(planned tournament.Planned, game Game) (err error) {
	if t.SelfPlay != nil {
		err = selfplay.Check(t.Rules, planned.Identity, game.Content)
	} else {
		err = referee.Verify(planned, game.Game, t.Rules)
	}
	if err != nil {
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

// Liar is the worker.
func (l *Lie) Liar() string { return l.Worker }

func (l *Lie) Unwrap() error { return l.Err }

// Compare names the first game in which two results of a unit differ in more than the time that it took.
func Compare(a, b Result) error {
	byIdentity := map[string]Game{}
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

func same(a, b Game) bool {
	timeless := func(thoughts []tournament.Thought) []tournament.Thought {
		thoughts = slices.Clone(thoughts)
		for i := range thoughts {
			thoughts[i].Time, thoughts[i].Left = 0, 0
		}
		return thoughts
	}
	return slices.Equal(a.Record.Turns, b.Record.Turns) && a.Outcome == b.Outcome && a.Fault == b.Fault &&
		bytes.Equal(a.Content, b.Content) && slices.Equal(timeless(a.Thoughts), timeless(b.Thoughts))
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

// Package runner plays the games of a plan, many at once, and hands every finished game to a sink, one at a time.
package runner

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/referee"
)

// Runner plays the games of a plan, several at once. Only Plan and NewPlayer must be given.
type Runner struct {
	Plan      tournament.Plan
	NewPlayer guard.Factory
	Workers   int                         // games at the same time; less than 1 means 1
	Earlier   []tournament.Result         // games that need not be played again; they count for the progress
	Program   string                      // what plays, for the records; see [Program]
	Drain     <-chan struct{}             // when it is closed, no further game begins, and those in play are finished
	Sink      func(tournament.Game) error // is given every finished game, one at a time; its error ends the run
	Report    func(Progress)              // is called after every finished game, never twice at the same time
	// Watch is given every result, earlier ones included, one at a time in the order of the plan, and thus as soon as the games before it are finished
	// too. Once it returns true no further game begins: a decision that depends on the order only, not on who finished first.
	Watch func(tournament.Result) (enough bool)
}

// Run plays until all games are done, enough are done, the runner is drained, or something fails. When ctx ends, games in play are dropped and an error
// that wraps ctx's is returned. A player that panics or fails loses its game and does not end the run, unless the spec wants that. The progress
// is valid with any error.
func (r Runner) Run(ctx context.Context) (Progress, error) {
	ledger := newRunState(r)
	for {
		left := ledger.left()
		if len(left) == 0 || ledger.stopped() {
			break
		}
		if err := r.play(ctx, left, ledger); err != nil {
			return ledger.progress.snapshot(), err
		}
	}
	return ledger.progress.snapshot(), nil
}

// play plays games that do not depend on each other's results, and enters them.
func (r Runner) play(ctx context.Context, games []tournament.Planned, ledger *runState) error {
	queue, done := make(chan tournament.Planned), make(chan tournament.Game)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return ledger.feed(ctx, games, queue) })
	group.Go(func() error {
		defer close(done)
		workers, ctx := errgroup.WithContext(ctx)
		for range max(1, min(r.Workers, len(games))) {
			workers.Go(func() error { return r.work(ctx, queue, done, &ledger.made) })
		}
		return workers.Wait()
	})
	group.Go(func() error {
		for game := range done {
			if err := r.deliver(game); err != nil {
				return err
			}
			ledger.enter(game.Result)
		}
		return nil
	})
	return group.Wait()
}

// work plays games from the queue with players of its own.
func (r Runner) work(ctx context.Context, queue <-chan tournament.Planned, finished chan<- tournament.Game, made *sync.Map) error {
	spec := r.Plan.Spec
	tags := r.tags()
	bench := playerPool{rules: r.Plan.Rules, newPlayer: r.NewPlayer, players: map[chair]search.Player{}, made: made}
	defer bench.close()
	for planned := range queue {
		players, err := bench.call(planned.Players)
		if err != nil {
			return fmt.Errorf("game %s: %w", planned.Identity, err)
		}
		referee := referee.Referee{Rules: r.Plan.Rules, Margin: spec.Margin, Tags: slices.Concat(tags, ownTags(spec, planned.Controls))}
		game, err := referee.Play(ctx, planned, players)
		if err != nil {
			return err
		}
		if game.Faulted() {
			bench.dismiss(planned.Players)
		}
		select {
		case finished <- game:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// deliver hands a game to the sink.
func (r Runner) deliver(game tournament.Game) error {
	if r.Sink == nil {
		return nil
	}
	if err := r.Sink(game); err != nil {
		return fmt.Errorf("game %s: %w", game.Identity, err)
	}
	return nil
}

// tags are the facts that every record of the run carries.
func (r Runner) tags() []engine.Tag {
	spec := r.Plan.Spec
	tags := []engine.Tag{{Name: "Run", Value: spec.Hash()}, {Name: "Limits", Value: limitsText(spec.Limits)}}
	if spec.Clock.Runs() {
		tags = append(tags, engine.Tag{Name: "Clock", Value: spec.Clock.String()})
	}
	if spec.Timed() {
		tags = append(tags, engine.Tag{Name: "Margin", Value: spec.Margin.String()})
	}
	if spec.Spread > 1 {
		tags = append(tags, engine.Tag{Name: "Spread", Value: fmt.Sprint(spec.Spread)})
	}
	if r.Program != "" {
		tags = append(tags, engine.Tag{Name: "Program", Value: r.Program})
	}
	return tags
}

// ownTags tell in what the controls of players, by seat, differ from those of all.
func ownTags(s tournament.Spec, controls []tournament.Control) []engine.Tag {
	var tags []engine.Tag
	for i, control := range controls {
		seat := engine.Seat(i).String()
		if control.Limits != s.Limits {
			tags = append(tags, engine.Tag{Name: "Limits" + seat, Value: limitsText(control.Limits)})
		}
		if control.Clock != s.Clock {
			tags = append(tags, engine.Tag{Name: "Clock" + seat, Value: control.Clock.String()})
		}
	}
	return tags
}

// limitsText writes limits as in a player's text, "none" without any.
func limitsText(l search.Limits) string {
	var parts []string
	if l.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("nodes=%d", l.Nodes))
	}
	if l.Time > 0 {
		parts = append(parts, fmt.Sprintf("time=%v", l.Time))
	}
	if l.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth=%d", l.Depth))
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ",")
}

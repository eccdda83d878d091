package tournament

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"pillars/engine"
	"pillars/search"
)

// Runner plays the games of a plan, several at once. Only Plan and NewPlayer must be given.
type Runner struct {
	Plan      Plan
	NewPlayer Factory
	Workers   int              // games at the same time; less than 1 means 1
	Earlier   []Result         // games that need not be played again; they count for the progress
	Program   string           // what plays, for the records; see [Program]
	Drain     <-chan struct{}  // when it is closed, no further game begins, and those in play are finished
	Sink      func(Game) error // is given every finished game, one at a time; its error ends the run
	Report    func(Progress)   // is called after every finished game, never twice at the same time
}

// Run plays until all games are done, the runner is drained, or something fails. When ctx ends, games in play are dropped and an error that wraps
// ctx's is returned. A player that panics or fails loses its game and does not end the run. The progress is valid with any error.
func (r Runner) Run(ctx context.Context) (Progress, error) {
	progress := Progress{Total: len(r.Plan.Games)}
	left := r.left(&progress)
	began := time.Now()
	queue, finished := make(chan Planned), make(chan Game)

	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return r.feed(ctx, left, queue) })
	group.Go(func() error {
		defer close(finished)
		workers, ctx := errgroup.WithContext(ctx)
		for range max(1, r.Workers) {
			workers.Go(func() error { return r.work(ctx, queue, finished) })
		}
		return workers.Wait()
	})
	group.Go(func() error {
		for game := range finished {
			if err := r.deliver(game); err != nil {
				return err
			}
			progress.add(game.Result, time.Since(began))
			if r.Report != nil {
				r.Report(progress.snapshot())
			}
		}
		return nil
	})
	err := group.Wait()
	progress.Elapsed = time.Since(began)
	return progress, err
}

// left lists the planned games that are not among the earlier ones, and counts those that are.
func (r Runner) left(progress *Progress) []Planned {
	earlier := make(map[string]Result, len(r.Earlier))
	for _, result := range r.Earlier {
		earlier[result.Identity] = result
	}
	var left []Planned
	for _, game := range r.Plan.Games {
		if result, done := earlier[game.Identity]; done {
			progress.Done++
			progress.Tally.Add(result)
		} else {
			left = append(left, game)
		}
	}
	return left
}

// feed gives out games in order until none is left, the runner is drained, or ctx ends.
func (r Runner) feed(ctx context.Context, games []Planned, queue chan<- Planned) error {
	defer close(queue)
	for _, game := range games {
		select { // a closed Drain wins over a waiting worker
		case <-r.Drain:
			return nil
		default:
		}
		select {
		case queue <- game:
		case <-r.Drain:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// work plays games from the queue with players of its own.
func (r Runner) work(ctx context.Context, queue <-chan Planned, finished chan<- Game) error {
	referee := Referee{Rules: r.Plan.Rules, Limits: r.Plan.Spec.Limits, Margin: r.Plan.Spec.Margin, Tags: r.tags()}
	bench := bench{rules: r.Plan.Rules, newPlayer: r.NewPlayer, players: map[chair]search.Player{}}
	for planned := range queue {
		players, err := bench.call(planned.Players)
		if err != nil {
			return fmt.Errorf("game %s: %w", planned.Identity, err)
		}
		game, err := referee.Play(ctx, planned, players)
		if err != nil {
			return err
		}
		if game.Fault() {
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
func (r Runner) deliver(game Game) error {
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
	if spec.Limits.Time > 0 {
		tags = append(tags, engine.Tag{Name: "Margin", Value: spec.Margin.String()})
	}
	if r.Program != "" {
		tags = append(tags, engine.Tag{Name: "Program", Value: r.Program})
	}
	return tags
}

// add counts a game finished in this session.
func (p *Progress) add(result Result, elapsed time.Duration) {
	p.Done++
	p.Played++
	p.Elapsed = elapsed
	p.Tally.Add(result)
}

// snapshot is a copy for another goroutine to keep.
func (p *Progress) snapshot() Progress {
	s := *p
	s.Tally = p.Tally.Clone()
	return s
}

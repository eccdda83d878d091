package selfplay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"golang.org/x/sync/errgroup"

	"pillars/engine"
	"pillars/eval"
	"pillars/tournament"
)

// Generator plays games, several at once.
type Generator struct {
	Spec      Spec // settled
	Rules     engine.Rules
	NewPlayer tournament.Factory
	Evaluator func() (eval.Evaluator, error) // makes what tells quiet positions
	Workers   int                            // games at the same time; less than 1 means 1
	Drain     <-chan struct{}                // when it is closed no further game begins, and those in play are finished
	Sink      func(Game) error               // is given the games, one at a time, in the order of their numbers; its error ends the run
	Report    func(Progress)                 // may be nil; is called after every game given to Sink
}

// Progress is how far self-play has come.
type Progress struct {
	Games     int // of this session
	Positions int // decided by the player
	Elapsed   time.Duration
}

// Rate is games per second, 0 while unknown.
func (p Progress) Rate() float64 {
	if p.Elapsed <= 0 {
		return 0
	}
	return float64(p.Games) / p.Elapsed.Seconds()
}

// Run plays the games with numbers from first to before after. When ctx ends, games in play are dropped, and those that wait for them; all that
// Sink was given stays.
func (g Generator) Run(ctx context.Context, first, after int) (Progress, error) {
	delivery := delivery{generator: &g, next: first, waiting: map[int]Game{}, began: time.Now()}
	numbers, finished := make(chan int), make(chan Game)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return g.feed(ctx, first, after, numbers) })
	group.Go(func() error {
		defer close(finished)
		workers, ctx := errgroup.WithContext(ctx)
		for range max(1, min(g.Workers, after-first)) {
			workers.Go(func() error { return g.work(ctx, numbers, finished) })
		}
		return workers.Wait()
	})
	group.Go(func() error {
		for game := range finished {
			if err := delivery.take(game); err != nil {
				return err
			}
		}
		return nil
	})
	err := group.Wait()
	return delivery.progress, err
}

// feed hands out numbers until there are no more or the generator is drained.
func (g Generator) feed(ctx context.Context, first, after int, numbers chan<- int) error {
	defer close(numbers)
	for number := first; number < after; number++ {
		select {
		case <-g.Drain:
			return nil
		default:
		}
		select {
		case numbers <- number:
		case <-g.Drain:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// work plays games at a table of its own.
func (g Generator) work(ctx context.Context, numbers <-chan int, finished chan<- Game) (err error) {
	table, err := g.newTable()
	if err != nil {
		return err
	}
	if closer, ok := table.player.(io.Closer); ok {
		defer func() { err = errors.Join(err, closer.Close()) }()
	}
	for number := range numbers {
		game, err := table.play(ctx, number)
		if err != nil {
			return err
		}
		select {
		case finished <- game:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (g Generator) newTable() (*table, error) {
	player, err := g.NewPlayer(g.Spec.Player, g.Rules)
	if err != nil {
		return nil, fmt.Errorf("self-play: %w", err)
	}
	evaluator, err := g.Evaluator()
	if err != nil {
		return nil, err
	}
	return &table{g.Spec, g.Rules, player, newExaminer(g.Rules, evaluator, g.Spec.Margin)}, nil
}

// delivery puts finished games back into order.
type delivery struct {
	generator *Generator
	next      int
	waiting   map[int]Game
	began     time.Time
	progress  Progress
}

func (d *delivery) take(game Game) error {
	d.waiting[game.Number] = game
	for {
		game, ready := d.waiting[d.next]
		if !ready {
			return nil
		}
		delete(d.waiting, d.next)
		d.next++
		if err := d.generator.Sink(game); err != nil {
			return fmt.Errorf("game %d: %w", game.Number, err)
		}
		d.count(game)
	}
}

func (d *delivery) count(game Game) {
	d.progress.Games++
	for _, note := range game.Notes {
		if note.Flags.Has(Decided) {
			d.progress.Positions++
		}
	}
	d.progress.Elapsed = time.Since(d.began)
	if d.generator.Report != nil {
		d.generator.Report(d.progress)
	}
}

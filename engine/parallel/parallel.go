// Package parallel has work done by several goroutines: [Each] by number, [Pool] as a pipeline whose results are taken
// one at a time. Both end at the first error, and when the context ends with its error.
package parallel

import (
	"cmp"
	"context"
	"iter"

	"golang.org/x/sync/errgroup"
)

// Worker does the work that one goroutine is given. It belongs to that goroutine.
type Worker[T, R any] struct {
	Do  func(context.Context, T) (R, error)
	End func() error // is called when the goroutine has no more work; may be nil
}

// Each has the numbers from 0 to before n worked on, and returns the results in their order.
func Each[R any](ctx context.Context, workers, n int, start func() (Worker[int, R], error)) ([]R, error) {
	results := make([]R, n)
	pool := Pool[int, struct{}]{
		Workers: min(workers, n),
		Start: func() (Worker[int, struct{}], error) {
			worker, err := start()
			do := func(ctx context.Context, i int) (done struct{}, err error) {
				results[i], err = worker.Do(ctx, i)
				return done, err
			}
			return Worker[int, struct{}]{Do: do, End: worker.End}, err
		},
		Take: func(struct{}) error { return nil },
	}
	return results, pool.Run(ctx, Numbers(0, n))
}

// Pool is a pipeline: items go to workers, results to Take.
type Pool[T, R any] struct {
	Workers int                          // less than 1 means 1
	Drain   <-chan struct{}              // when it is closed no further item is handed out; may be nil
	Start   func() (Worker[T, R], error) // is called in the goroutine of each worker
	Take    func(R) error                // is given every result as it is done, one at a time; its error ends the run
}

// Run works until the items end or the pool is drained. Without an error all that was handed out is finished and taken.
func (p Pool[T, R]) Run(ctx context.Context, items iter.Seq[T]) error {
	queue, results := make(chan T), make(chan R)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(queue)
		return p.feed(ctx, items, queue)
	})
	group.Go(func() error {
		defer close(results)
		workers, ctx := errgroup.WithContext(ctx)
		for range max(1, p.Workers) {
			workers.Go(func() error { return p.work(ctx, queue, results) })
		}
		return workers.Wait()
	})
	group.Go(func() error {
		for result := range results {
			if err := p.Take(result); err != nil {
				return err
			}
		}
		return nil
	})
	return group.Wait()
}

func (p Pool[T, R]) feed(ctx context.Context, items iter.Seq[T], queue chan<- T) error {
	for item := range items {
		if Closed(p.Drain) { // first, since a select between ready channels chooses at random
			return nil
		}
		select {
		case queue <- item:
		case <-p.Drain:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (p Pool[T, R]) work(ctx context.Context, queue <-chan T, results chan<- R) (err error) {
	worker, err := p.Start()
	if err != nil {
		return err
	}
	if worker.End != nil {
		defer func() { err = cmp.Or(err, worker.End()) }()
	}
	for item := range queue {
		result, err := worker.Do(ctx, item)
		if err != nil {
			return err
		}
		select {
		case results <- result:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Closed reports whether a channel is closed on which nothing is ever sent; nil never is.
func Closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// Until is a context that ends with ctx, and when a channel is closed on which nothing is ever sent.
func Until(ctx context.Context, closed <-chan struct{}) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-closed:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// Numbers yields the whole numbers from first to before after.
func Numbers(first, after int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := first; i < after && yield(i); i++ {
		}
	}
}

// InOrder takes results in any order and gives them to take in the order of their numbers, from first on.
func InOrder[R any](first int, number func(R) int, take func(R) error) func(R) error {
	next, waiting := first, map[int]R{}
	return func(result R) error {
		waiting[number(result)] = result
		for {
			result, ready := waiting[next]
			if !ready {
				return nil
			}
			delete(waiting, next)
			next++
			if err := take(result); err != nil {
				return err
			}
		}
	}
}

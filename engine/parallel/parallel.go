// Package parallel has work done by several goroutines: [Each] by number, [Pool] as a pipeline whose results are taken
// one at a time. Both end at the first error, and when the context ends with its error.
package parallel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Worker is the work of one goroutine.
type Worker[T, R any] struct {
	Do  func(context.Context, T) (R, error)
	End func() error // is called when the goroutine has no more work; may be nil
}

// Each calls Do for the numbers from 0 to n-1 in several goroutines and returns the results in order.
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

// Map calls functions for the numbers from 0 to n-1 in several goroutines and returns the results in order. Each
// goroutine calls a function of its own, which start makes.
func Map[R any](workers, n int, start func() func(int) R) []R {
	results := make([]R, n)
	var next atomic.Int64
	var group sync.WaitGroup
	for range max(1, min(workers, n)) {
		group.Go(func() {
			for do, i := start(), next.Add(1)-1; i < int64(n); i = next.Add(1) - 1 {
				results[i] = do(int(i))
			}
		})
	}
	group.Wait()
	return results
}

// Pool is a pipeline: workers take items and pass their results to Take.
type Pool[T, R any] struct {
	Workers int                          // less than 1 means 1
	Drain   <-chan struct{}              // when it is closed no further item is handed out; may be nil
	Start   func() (Worker[T, R], error) // is called in the goroutine of each worker
	Take    func(R) error                // is given every result as it is done, one at a time; its error ends the run
}

// Run works until the items end or the pool is drained, and then until all items handed out are finished and their
// results taken. It ends at the first error.
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

// Closed reports whether a channel on which nothing is ever sent is closed. A nil channel is not.
func Closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// Until returns a context that ends with ctx, or when closed, a channel on which nothing is ever sent, is closed.
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

// Numbers yields the integers from first to before after.
func Numbers(first, after int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := first; i < after && yield(i); i++ {
		}
	}
}

// InOrder returns a function that accepts results in any order and calls take with them in the order of their numbers,
// from first on.
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

// Shard is one of several equal and independent parts of a fixed list of work. The zero value is all of the work.
type Shard struct{ Part, Of int } // Part is from 1 to Of

// mostShards is far more than anybody has machines.
const mostShards = 100_000

// UnmarshalText parses text such as "2/4", the second of four parts.
func (s *Shard) UnmarshalText(text []byte) error {
	part, of, _ := strings.Cut(string(text), "/")
	p, err1 := strconv.Atoi(part)
	o, err2 := strconv.Atoi(of)
	switch {
	case err1 != nil || err2 != nil:
		return errors.New("must be of the form 2/4, the second of four shards")
	case o < 1 || o > mostShards:
		return fmt.Errorf("there can be 1 to %d shards", mostShards)
	case p < 1 || p > o:
		return fmt.Errorf("the shards of %d are 1/%[1]d to %[1]d/%[1]d", o)
	}
	*s = Shard{p, o}
	return nil
}

// Whole reports whether the shard is all of the work.
func (s Shard) Whole() bool { return s.Of == 0 }

// MarshalText returns the text of [Shard.String], or nothing for all of the work.
func (s Shard) MarshalText() ([]byte, error) {
	if s.Whole() {
		return nil, nil
	}
	return []byte(s.String()), nil
}

// String returns the form that [Shard.UnmarshalText] parses.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Part, s.Of) }

// Has reports whether a piece of the work, numbered from 0, is in the shard.
func (s Shard) Has(number int) bool { return s.Whole() || number%s.Of == s.Part-1 }

// Number returns the number of a piece of the work from its place in the shard, both counted from 0.
func (s Shard) Number(place int) int { return max(0, s.Part-1) + place*max(1, s.Of) }

// Place returns the place of a piece in the shard from its number; it is the inverse of [Shard.Number].
func (s Shard) Place(number int) int { return number / max(1, s.Of) }

// Count returns how many of the first pieces of the work are in the shard.
func (s Shard) Count(pieces int) int {
	if s.Whole() {
		return pieces
	}
	return (pieces + s.Of - s.Part) / s.Of
}

// Fits returns an error if there are more shards than pieces of the work, which noun names in the singular.
func (s Shard) Fits(pieces int, noun string) error {
	if s.Of > pieces {
		return fmt.Errorf("there are more shards than %ss (%d); ask for at most as many", noun, pieces)
	}
	return nil
}

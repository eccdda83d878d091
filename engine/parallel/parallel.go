// Package parallel distributes work to several goroutines. [Each] and [Map] process the numbers from 0 to n-1, and
// [Pool] processes a sequence of items. Each and Pool stop at the first error, and when their context ends.
package parallel

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"
)

// Worker holds the functions that one goroutine calls: Do for each item, and End, unless that is nil, when it stops.
type Worker[T, R any] struct {
	Do  func(context.Context, T) (R, error)
	End func() error
}

// Each calls Do for the numbers from 0 to n-1 and returns the results in the order of the numbers. It runs up to
// workers goroutines. Every goroutine calls start once to get its Worker.
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
		Take: func(struct{}) error { return nil }, // Do has stored the result
	}
	return results, pool.Run(ctx, Numbers(0, n))
}

// Map calls a function for the numbers from 0 to n-1 and returns the results in the order of the numbers. It runs up to
// workers goroutines. Every goroutine calls start once to get a function of its own.
func Map[R any](workers, n int, start func() func(int) R) []R {
	results, _ := Each(context.Background(), workers, n, func() (Worker[int, R], error) {
		do := start()
		return Worker[int, R]{Do: func(_ context.Context, i int) (R, error) { return do(i), nil }}, nil
	})
	return results
}

// Pool runs workers that turn items into results.
type Pool[T, R any] struct {
	Workers int                          // number of goroutines; less than 1 means 1
	Drain   <-chan struct{}              // when it is closed, workers get no further items; may be nil
	Start   func() (Worker[T, R], error) // returns a worker; each goroutine calls Start once
	Take    func(R) error                // receives the results in any order, one at a time; an error stops the pool
}

// Run hands out items until there are no more or Drain is closed. It returns when all items handed out are finished and
// Take has received their results, or at the first error.
func (p Pool[T, R]) Run(ctx context.Context, items iter.Seq[T]) error {
	queue, results := make(chan T), make(chan R)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(queue)
		return p.feed(ctx, items, queue)
	})
	group.Go(func() error {
		defer close(results) // runs when all workers have ended
		workers, ctx := errgroup.WithContext(ctx)
		for range max(1, p.Workers) {
			workers.Go(func() error { return p.work(ctx, queue, results) })
		}
		return workers.Wait()
	})
	group.Go(func() error { // the only caller of Take
		for result := range results {
			if err := p.Take(result); err != nil {
				return err
			}
		}
		return nil
	})
	return group.Wait()
}

// feed sends items to queue until there are no more items, or until Drain is closed or ctx ends.
func (p Pool[T, R]) feed(ctx context.Context, items iter.Seq[T], queue chan<- T) error {
	for item := range items {
		// Without this check, select could send one more item, since it chooses among ready channels at random.
		if Closed(p.Drain) {
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

// work runs one worker, which takes items from queue and sends its results to results.
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

// Closed reports whether c is closed. Nobody may send on c. A nil channel is not closed.
func Closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// Until returns a context that ends when ctx ends or when the given channel is closed. Nobody may send on the channel.
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

// Numbers yields the integers i with first <= i < end.
func Numbers(first, end int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := first; i < end && yield(i); i++ {
		}
	}
}

// InOrder returns a function that accepts results in any order and passes them to take in the order of their numbers,
// which begin at first. It keeps a result until all results with smaller numbers have arrived. It ignores results with
// numbers that it has passed on already, or that are below first.
func InOrder[R any](first int, number func(R) int, take func(R) error) func(R) error {
	next, waiting := first, map[int]R{}
	return func(result R) error {
		if n := number(result); n >= next {
			waiting[n] = result
		}
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

// Shard is one part of a list of work. The list is divided evenly into Of parts, so that several machines can do the
// work independently. Part is the number of the part, from 1 to Of. The zero Shard is the whole list.
type Shard struct{ Part, Of int }

// mostShards is the largest number of parts.
const mostShards = 100_000

// UnmarshalText parses text such as "2/4", the second of four parts.
func (s *Shard) UnmarshalText(text []byte) error {
	partText, ofText, _ := strings.Cut(string(text), "/")
	part, err1 := strconv.Atoi(partText)
	of, err2 := strconv.Atoi(ofText)
	switch {
	case err1 != nil || err2 != nil:
		return errors.New("must be of the form 2/4, the second of four shards")
	case of < 1 || of > mostShards:
		return fmt.Errorf("there can be 1 to %d shards", mostShards)
	case part < 1 || part > of:
		return fmt.Errorf("the shards of %d are 1/%[1]d to %[1]d/%[1]d", of)
	}
	*s = Shard{part, of}
	return nil
}

// Whole reports whether the shard is the whole list.
func (s Shard) Whole() bool { return s.Of == 0 }

// MarshalText returns the text of [Shard.String], or nothing for the whole list.
func (s Shard) MarshalText() ([]byte, error) {
	if s.Whole() {
		return nil, nil
	}
	return []byte(s.String()), nil
}

// String returns the form that [Shard.UnmarshalText] parses.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Part, s.Of) }

// Has reports whether the shard contains item i of the list, counted from 0. Every Of-th item is in the same shard.
func (s Shard) Has(i int) bool { return s.Whole() || i%s.Of == s.Part-1 }

// Number returns the index in the whole list of the item at a place in the shard. Both count from 0. The zero Shard
// counts as part 1 of 1.
func (s Shard) Number(place int) int { return max(0, s.Part-1) + place*max(1, s.Of) }

// Place returns the place in the shard of item i of the whole list. It is the inverse of [Shard.Number].
func (s Shard) Place(i int) int { return i / max(1, s.Of) }

// Count returns how many items of a list with n items are in the shard.
func (s Shard) Count(n int) int {
	if s.Whole() {
		return n
	}
	return (n + s.Of - s.Part) / s.Of // the number of items from index Part-1 on, divided by Of and rounded up
}

// Fits returns an error if a list of n items has fewer items than there are shards. The error uses noun for an item.
func (s Shard) Fits(n int, noun string) error {
	if s.Of > n {
		return fmt.Errorf("there are more shards than %ss (%d); ask for at most as many", noun, n)
	}
	return nil
}

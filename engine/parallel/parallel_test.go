package parallel_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"pillars/engine/enginetest/require"
	"pillars/engine/parallel"
)

var errBroken = errors.New("broken")

func double(_ context.Context, i int) (int, error) { return 2 * i, nil }

// stateless returns a function that starts workers without state.
func stateless(do func(context.Context, int) (int, error)) func() (parallel.Worker[int, int], error) {
	return func() (parallel.Worker[int, int], error) { return parallel.Worker[int, int]{Do: do}, nil }
}

func breakAt(at int) func(context.Context, int) (int, error) {
	return func(_ context.Context, i int) (int, error) {
		if i == at {
			return 0, errBroken
		}
		return 2 * i, nil
	}
}

func TestEach(t *testing.T) {
	for _, workers := range []int{0, 1, 3, 50} {
		var started, ended atomic.Int64
		got, err := parallel.Each(t.Context(), workers, 20, func() (parallel.Worker[int, int], error) {
			started.Add(1)
			return parallel.Worker[int, int]{Do: double, End: func() error { ended.Add(1); return nil }}, nil
		})
		if err != nil || len(got) != 20 {
			t.Fatal(got, err)
		}
		for i, value := range got {
			if value != 2*i {
				t.Errorf("%d workers: result %d is %d", workers, i, value)
			}
		}
		if n := started.Load(); n != ended.Load() || n != int64(min(max(1, workers), 20)) {
			t.Errorf("%d workers: %d started, %d ended", workers, n, ended.Load())
		}
	}
	if got, err := parallel.Each(t.Context(), 3, 0, stateless(double)); err != nil || len(got) != 0 {
		t.Error("nothing to do:", got, err)
	}
}

func TestEachFails(t *testing.T) {
	if _, err := parallel.Each(t.Context(), 2, 9, stateless(breakAt(4))); !errors.Is(err, errBroken) {
		t.Error("an item fails:", err)
	}
	_, err := parallel.Each(t.Context(), 2, 9, func() (parallel.Worker[int, int], error) {
		return parallel.Worker[int, int]{}, errBroken
	})
	if !errors.Is(err, errBroken) {
		t.Error("a worker does not start:", err)
	}
	_, err = parallel.Each(t.Context(), 2, 9, func() (parallel.Worker[int, int], error) {
		return parallel.Worker[int, int]{Do: double, End: func() error { return errBroken }}, nil
	})
	if !errors.Is(err, errBroken) {
		t.Error("a worker does not end:", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := parallel.Each(ctx, 2, 9, stateless(double)); !errors.Is(err, context.Canceled) {
		t.Error("the context is over:", err)
	}
}

func TestPoolInOrder(t *testing.T) {
	for _, workers := range []int{0, 1, 4} {
		var got []int
		take := parallel.InOrder(6, func(r int) int { return r / 2 }, func(r int) error {
			got = append(got, r)
			return nil
		})
		pool := parallel.Pool[int, int]{Workers: workers, Start: stateless(double), Take: take}
		err := pool.Run(t.Context(), parallel.Numbers(6, 50))
		if err != nil || len(got) != 44 || got[0] != 12 || !slices.IsSorted(got) {
			t.Errorf("%d workers: %v, %v", workers, got, err)
		}
	}
}

// TestPoolDrains checks that a drained pool hands out nothing more, and that Take receives the results of all items
// handed out.
func TestPoolDrains(t *testing.T) {
	drain := make(chan struct{})
	var handed atomic.Int64
	taken := 0
	pool := parallel.Pool[int, int]{Workers: 3, Drain: drain}
	pool.Start = stateless(func(_ context.Context, i int) (int, error) {
		switch n := handed.Add(1); {
		case n == 5:
			close(drain)
		case n > 5:
			<-drain // else the others may do all the work before the fifth comes to close it
		}
		return i, nil
	})
	pool.Take = func(int) error { taken++; return nil }
	require.NoError(t, pool.Run(t.Context(), parallel.Numbers(0, 1000)))
	if n := int(handed.Load()); taken != n || n < 5 || n > 8 {
		t.Errorf("%d handed out, %d taken", n, taken)
	}
}

func TestPoolFails(t *testing.T) {
	pool := parallel.Pool[int, int]{Workers: 2, Start: stateless(breakAt(4)), Take: func(int) error { return nil }}
	if err := pool.Run(t.Context(), parallel.Numbers(0, 9)); !errors.Is(err, errBroken) {
		t.Error("an item fails:", err)
	}
	pool.Start, pool.Take = stateless(double), func(int) error { return errBroken }
	if err := pool.Run(t.Context(), parallel.Numbers(0, 9)); !errors.Is(err, errBroken) {
		t.Error("a result is refused:", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	pool.Take = func(int) error { cancel(); return nil }
	if err := pool.Run(ctx, parallel.Numbers(0, 1_000_000)); !errors.Is(err, context.Canceled) {
		t.Error("the context is over:", err)
	}
}

func TestUntil(t *testing.T) {
	stop := make(chan struct{})
	if parallel.Closed(stop) || parallel.Closed(nil) {
		t.Error("an open channel is closed")
	}
	ctx, cancel := parallel.Until(t.Context(), stop)
	defer cancel()
	if ctx.Err() != nil {
		t.Error("the context ends at once")
	}
	close(stop)
	if <-ctx.Done(); !parallel.Closed(stop) {
		t.Error("a closed channel is open")
	}
	ended, cancel := parallel.Until(t.Context(), nil)
	cancel()
	<-ended.Done()
}

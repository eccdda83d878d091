package dfs_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"pillars/search/dfs"
)

// TestRun lets four calls wait for each other: they can only end if all run at once, and each with its own number.
func TestRun(t *testing.T) {
	var worked [4]atomic.Int32
	var meeting sync.WaitGroup
	meeting.Add(len(worked))
	dfs.Together(len(worked), func(i int) {
		worked[i].Add(1)
		meeting.Done()
		meeting.Wait()
	})
	for i := range worked {
		if n := worked[i].Load(); n != 1 {
			t.Errorf("member %d worked %d times", i, n)
		}
	}
}

// TestPanic checks that a panic comes to the caller once all others have ended.
func TestPanic(t *testing.T) {
	for culprit := range 3 {
		var ended atomic.Int32
		func() {
			defer func() {
				if cause := recover(); cause != culprit {
					t.Errorf("member %d panicked; the caller recovers %v", culprit, cause)
				}
			}()
			dfs.Together(3, func(i int) {
				if i == culprit {
					panic(i)
				}
				ended.Add(1)
			})
		}()
		if ended.Load() != 2 {
			t.Errorf("%d members ended before the panic was passed on, want 2", ended.Load())
		}
	}
}

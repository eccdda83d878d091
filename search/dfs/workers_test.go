package dfs_test

import (
	"sync/atomic"
	"testing"

	"pillars/search/dfs"
)

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

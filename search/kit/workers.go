// Package kit holds what the searches of players have in common.
package kit

import "sync"

// Together calls work with 0 to n-1, each in a goroutine of its own but the first, which runs in the caller's. It
// returns when all have returned. If some panic, the panic of the first of them is passed on then, in the caller's
// goroutine, where a referee can catch it. Work must see to it that the others end when one does.
func Together(n int, work func(i int)) {
	causes := make([]any, n)
	guarded := func(i int) {
		defer func() { causes[i] = recover() }()
		work(i)
	}
	var group sync.WaitGroup
	for i := 1; i < n; i++ {
		group.Go(func() { guarded(i) })
	}
	guarded(0)
	group.Wait()
	for _, cause := range causes {
		if cause != nil {
			panic(cause)
		}
	}
}

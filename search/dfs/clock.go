// Package dfs has what all depth-first players share: levels, order of steps, transposition table, clock and threads.
// Other searches use parts of it.
package dfs

import (
	"sync"
	"sync/atomic"
	"time"

	"pillars/engine/parallel"
	"pillars/search"
)

// Clock decides when a search must stop.
type Clock struct {
	Limits  search.Limits
	Stopped bool // whether the search must stop

	ended     <-chan struct{} // closed when the context of the search ends
	started   time.Time
	next      uint64 // number of nodes at which to check time and context again
	team      *team  // state shared with other threads; nil if there are none
	published uint64 // number of nodes published to the team
}

const checkEvery = 1024 // number of nodes between two checks of time and context

// stop reports whether the search must stop after the given number of nodes.
func (c *Clock) stop(nodes uint64) bool {
	switch {
	case c.Stopped:
	case c.Limits.Nodes > 0 && nodes >= c.Limits.Nodes:
		c.Stopped = true
	case nodes >= c.next:
		c.next = nodes + checkEvery
		c.Stopped = parallel.Closed(c.ended) || c.Limits.Time > 0 && c.elapsed() >= c.Limits.Time
		if c.team != nil {
			c.next = nodes + c.team.every
			c.Stopped = c.publish(nodes) || c.Stopped
		}
	}
	return c.Stopped
}

func (c *Clock) elapsed() time.Duration { return time.Since(c.started) }

// publish adds this thread's new nodes to the team's total and reports whether the team must stop.
func (c *Clock) publish(nodes uint64) (stop bool) {
	fresh := nodes - c.published
	c.published = nodes
	if all := c.team.nodes.Add(fresh); c.team.limit > 0 && all >= c.team.limit {
		c.team.stopped.Store(true)
	}
	return c.team.stopped.Load()
}

// total returns the nodes of all threads. The argument is the number of this thread's nodes.
func (c *Clock) total(nodes uint64) uint64 {
	if c.team == nil {
		return nodes
	}
	c.publish(nodes)
	return c.team.nodes.Load()
}

// enough reports whether the search should end after the current iteration. Few iterations that begin after 60 % of the
// time are completed.
func (c *Clock) enough() bool {
	return c.Stopped || c.Limits.Time > 0 && c.elapsed() > c.Limits.Time*6/10
}

// team holds the state that the threads of one decision share, apart from the transposition table.
type team struct {
	nodes   atomic.Uint64 // number of nodes that the threads have published
	depth   atomic.Int64  // depth to which the first thread is searching
	stopped atomic.Bool   // whether all threads must stop
	limit   uint64        // on the nodes of all threads; 0 for no limit
	every   uint64        // number of nodes after which a thread publishes again
}

// newTeam returns a team with a limit on the nodes of all threads; 0 means no limit. The threads publish so often that
// they exceed the limit by at most a sixteenth, apart from the nodes of quiescence searches.
func newTeam(threads int, limit uint64) *team {
	t := &team{limit: limit, every: checkEvery}
	if limit > 0 {
		t.every = min(checkEvery, max(1, limit/uint64(32*threads)))
	}
	return t
}

// Together calls work(0) in this goroutine and work(1) to work(n-1) in other goroutines, and waits for all calls. If
// calls panicked, Together then panics with the value of the one with the lowest i. A call that panics must also make
// the other calls end, because Together waits for them.
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

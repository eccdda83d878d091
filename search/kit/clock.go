// Package kit holds what the players' searches share.
package kit

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"pillars/engine"
	"pillars/engine/parallel"
	"pillars/search"
)

// LimitsOf returns the tighter ones of a player's own limits and the given limits, with the share of the clock for this
// decision as time. A finished game is an error.
func LimitsOf(player string, h *engine.History, own, given search.Limits) (search.Limits, error) {
	if h.Outcome().Over() {
		return given, fmt.Errorf("%s: the game is over (%s)", player, h.Outcome().Reason)
	}
	limits := own.Tightest(given)
	limits.Time = limits.Budget(h.Position().Seat())
	return limits, nil
}

// Clock decides when a search must stop.
type Clock struct {
	Limits  search.Limits
	Stopped bool

	ended     <-chan struct{} // closed when the context of the search ends
	started   time.Time
	next      uint64 // number of nodes at which to check time and context again
	team      *team  // the other threads; nil if there are none
	published uint64 // number of nodes published to the team
}

const checkEvery = 1024

// stop reports whether the search must end after this number of nodes.
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

// publish adds the nodes since the last call to those of the team, and reports whether the team must stop.
func (c *Clock) publish(nodes uint64) bool {
	fresh := nodes - c.published
	c.published = nodes
	if all := c.team.nodes.Add(fresh); c.team.limit > 0 && all >= c.team.limit {
		c.team.stopped.Store(true)
	}
	return c.team.stopped.Load()
}

// total returns the nodes of all threads.
func (c *Clock) total(nodes uint64) uint64 {
	if c.team == nil {
		return nodes
	}
	c.publish(nodes)
	return c.team.nodes.Load()
}

// enough reports whether another iteration would take longer than the time left, as it usually does after 60 % of the
// time.
func (c *Clock) enough() bool {
	return c.Stopped || c.Limits.Time > 0 && c.elapsed() > c.Limits.Time*6/10
}

// team is what the threads of one decision share beside the table.
type team struct {
	nodes   atomic.Uint64 // published by all threads
	depth   atomic.Int64  // depth that the first thread searches
	stopped atomic.Bool
	limit   uint64 // of nodes; 0 for none
	every   uint64 // number of nodes between two calls of publish
}

// newTeam returns a team for a decision. Each thread publishes its nodes often enough that together they exceed the
// limit by at most about a sixteenth, not counting the quiescence searches in progress.
func newTeam(threads int, limit uint64) *team {
	t := &team{limit: limit, every: checkEvery}
	if limit > 0 {
		t.every = min(checkEvery, max(1, limit/uint64(32*threads)))
	}
	return t
}

// Together calls work with 0 to n-1, with 0 in the caller's goroutine and with each other number in a goroutine of its
// own, and returns when all calls have returned. If some panic, Together then panics with the value of the first of
// them, in the caller's goroutine, where a referee can recover. Work must make sure that the other calls end when one
// does.
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

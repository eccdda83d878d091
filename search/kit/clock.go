// Package kit holds what the searches of players have in common.
package kit

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"pillars/engine"
	"pillars/search"
)

// LimitsOf are a player's limits and those it is given, with its share of the clock. It refuses a finished game.
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

	ctx     context.Context
	started time.Time
	next    uint64 // when to look at the time and the context again
	team    *team  // of the other threads; nil if there are none
	told    uint64 // how many of the nodes the other threads know of
}

const checkEvery = 1024

// stop reports whether the search must end after this many nodes.
func (c *Clock) stop(nodes uint64) bool {
	switch {
	case c.Stopped:
	case c.Limits.Nodes > 0 && nodes >= c.Limits.Nodes:
		c.Stopped = true
	case nodes >= c.next:
		c.next = nodes + checkEvery
		c.Stopped = c.ctx.Err() != nil || c.Limits.Time > 0 && c.elapsed() >= c.Limits.Time
		if c.team != nil {
			c.next = nodes + c.team.every
			c.Stopped = c.tell(nodes) || c.Stopped
		}
	}
	return c.Stopped
}

func (c *Clock) elapsed() time.Duration { return time.Since(c.started) }

// tell lets the other threads know of the nodes made since the last time, and reports whether they say to stop.
func (c *Clock) tell(nodes uint64) bool {
	fresh := nodes - c.told
	c.told = nodes
	if all := c.team.nodes.Add(fresh); c.team.limit > 0 && all >= c.team.limit {
		c.team.stopped.Store(true)
	}
	return c.team.stopped.Load()
}

func (c *Clock) total(nodes uint64) uint64 {
	if c.team == nil {
		return nodes
	}
	c.tell(nodes)
	return c.team.nodes.Load()
}

// enough: by experience another iteration would take longer than what is left.
func (c *Clock) enough() bool {
	return c.Stopped || c.Limits.Time > 0 && c.elapsed() > c.Limits.Time*6/10
}

// team is what the threads of one decision tell each other beside the table.
type team struct {
	nodes   atomic.Uint64 // of all threads, as far as told
	depth   atomic.Int64  // that the first thread searches
	stopped atomic.Bool
	limit   uint64 // of nodes; 0 for none
	every   uint64 // nodes from one telling to the next
}

// newTeam begins a decision of so many threads. Each tells its nodes so often that all together pass the limit by no
// more than about a sixteenth of it, beside the quiescence searches they are in.
func newTeam(threads int, limit uint64) *team {
	t := &team{limit: limit, every: checkEvery}
	if limit > 0 {
		t.every = min(checkEvery, max(1, limit/uint64(32*threads)))
	}
	return t
}

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

package remote

import (
	"slices"
	"strings"
	"sync"
	"time"

	"pillars/tournament/work"
)

// crew is what a coordinator knows of its workers. It may be looked at from any goroutine.
type crew struct {
	now   func() time.Time
	lasts time.Duration // a sign of life

	mu      sync.Mutex
	members map[string]*member // by full name
	cheats  map[string]bool
}

// member is a worker, and what of it others need not know.
type member struct {
	work.Member
	slots int // units at the same time
	since time.Time
	seen  time.Time
	wrong bool
	left  bool          // it has ended
	lasts time.Duration // a sign of life
}

func (m *member) alive(now time.Time) bool { return !m.wrong && !m.left && now.Sub(m.seen) < m.lasts }

func newCrew(now func() time.Time, lasts time.Duration) *crew {
	return &crew{now: now, lasts: lasts, members: map[string]*member{}, cheats: map[string]bool{}}
}

// Members lists all workers that were heard of, by name.
func (c *crew) Members() (members []work.Member) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now, all := c.now(), 0
	for _, m := range c.members {
		all += m.Games
	}
	for _, m := range c.members {
		told := m.Member
		told.Share = float64(m.Games) / float64(max(1, all))
		told.Rate = float64(m.Games) / max(1, now.Sub(m.since).Seconds())
		told.Silent = max(0, now.Sub(m.seen))
		told.Gone = !m.alive(now)
		members = append(members, told)
	}
	slices.SortFunc(members, func(a, b work.Member) int { return strings.Compare(a.Name, b.Name) })
	return members
}

// with changes what is known of a worker.
func (c *crew) with(worker string, change func(*member)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if m := c.members[worker]; m != nil {
		change(m)
	}
}

func (c *crew) admit(r request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.members[r.Worker]
	if m == nil {
		c.forget()
		m = &member{Member: work.Member{Name: public(r.Worker)}, since: c.now(), lasts: c.lasts}
		c.members[r.Worker] = m
	}
	m.Program, m.Machine, m.slots, m.seen, m.Trouble, m.left = r.Program, r.Machine, r.Slots, c.now(), "", false
}

// forget makes room: of very many workers, that of those no longer alive which was heard of least lately.
func (c *crew) forget() {
	const most = 2000
	if len(c.members) < most {
		return
	}
	oldest, now := "", c.now()
	for worker, m := range c.members {
		if !m.alive(now) && !m.wrong && (oldest == "" || m.seen.Before(c.members[oldest].seen)) {
			oldest = worker
		}
	}
	delete(c.members, oldest)
}

func (c *crew) refuse(r request, why string) {
	c.admit(r)
	c.with(r.Worker, func(m *member) { m.Trouble, m.slots = why, 0 })
}

func (c *crew) hear(worker string, s sign) {
	c.with(worker, func(m *member) {
		m.Busy, m.left, m.seen = s.Busy, s.Left, c.now()
		if s.Trouble != "" {
			m.Trouble = s.Trouble
		}
	})
}

func (c *crew) credit(worker string, result work.Result) {
	c.with(worker, func(m *member) {
		m.seen = c.now()
		m.Games += len(result.Games)
		m.Time += result.Time()
		m.Nodes += result.Nodes()
	})
}

func (c *crew) audited(workers ...string) {
	for _, worker := range workers {
		c.with(worker, func(m *member) { m.Audited++ })
	}
}

func (c *crew) quarantine(worker string) {
	c.with(worker, func(m *member) { m.wrong, m.Busy, m.Trouble = true, 0, "shut out: a result was wrong" })
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cheats[worker] = true
}

func (c *crew) quarantined(worker string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cheats[worker]
}

// sum adds up what is true of the workers that are alive.
func (c *crew) sum(of func(worker string, m *member) int) (sum int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	for worker, m := range c.members {
		if m.alive(now) {
			sum += of(worker, m)
		}
	}
	return sum
}

func (c *crew) slots() int {
	return c.sum(func(_ string, m *member) int {
		if m.Trouble != "" {
			return 0
		}
		return m.slots
	})
}

// trouble is why a worker does not play, or nothing.
func (c *crew) trouble(worker string) (trouble string) {
	c.with(worker, func(m *member) { trouble = m.Trouble })
	return trouble
}

func (c *crew) busy() int { return c.sum(func(_ string, m *member) int { return m.Busy }) }

// others is how many can play besides one.
func (c *crew) others(than string) int {
	return c.sum(func(worker string, m *member) int {
		if worker == than || m.slots == 0 || m.Trouble != "" {
			return 0
		}
		return 1
	})
}

// Liars are the workers of which a result was wrong.
func (c *Coordinator) Liars() (names []string) {
	c.crew.mu.Lock()
	defer c.crew.mu.Unlock()
	for worker := range c.crew.cheats {
		names = append(names, public(worker))
	}
	return names
}

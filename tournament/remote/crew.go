package remote

import (
	"slices"
	"strings"
	"sync"
	"time"

	"pillars/tournament/work"
)

// Crew is what a coordinator knows of its workers. It may be looked at from any goroutine.
type Crew struct {
	now   func() time.Time
	lasts time.Duration // a sign of life

	mu      sync.Mutex
	members map[string]*Member // by full name
	cheats  map[string]bool
}

// Member is a worker.
type Member struct {
	Name    string        `json:"name"`
	Program string        `json:"program"`
	Machine string        `json:"machine"`           // operating system and architecture
	Slots   int           `json:"slots"`             // units at the same time
	Busy    int           `json:"busy"`              // units in play
	Games   int           `json:"games"`             // taken
	Nodes   uint64        `json:"nodes"`             // of their players
	Time    time.Duration `json:"time"`              // that they thought
	Audited int           `json:"audited"`           // units played by another worker too
	Seen    time.Time     `json:"seen"`              // the last sign of life
	Trouble string        `json:"trouble,omitempty"` // why it does not play
	Wrong   bool          `json:"wrong,omitempty"`   // a result was wrong: it is shut out

	Left bool `json:"left,omitempty"` // it has ended

	since time.Time
	lasts time.Duration // a sign of life
}

// Rate is games a second since the worker was admitted.
func (m Member) Rate(now time.Time) float64 {
	return float64(m.Games) / max(1, now.Sub(m.since).Seconds())
}

// Speed is nodes a second of its players' thinking.
func (m Member) Speed() float64 {
	return float64(m.Nodes) / max(0.001, m.Time.Seconds())
}

// Alive reports whether the worker has been heard of.
func (m Member) Alive(now time.Time) bool { return !m.Wrong && !m.Left && now.Sub(m.Seen) < m.lasts }

func newCrew(now func() time.Time, lasts time.Duration) *Crew {
	return &Crew{now: now, lasts: lasts, members: map[string]*Member{}, cheats: map[string]bool{}}
}

// Members lists all workers that were heard of, by name.
func (c *Crew) Members() (members []Member) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range c.members {
		members = append(members, *m)
	}
	slices.SortFunc(members, func(a, b Member) int { return strings.Compare(a.Name, b.Name) })
	return members
}

// with changes what is known of a worker.
func (c *Crew) with(worker string, change func(*Member)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if m := c.members[worker]; m != nil {
		change(m)
	}
}

func (c *Crew) admit(r request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.members[r.Worker]
	if m == nil {
		c.forget()
		m = &Member{Name: public(r.Worker), since: c.now(), lasts: c.lasts}
		c.members[r.Worker] = m
	}
	m.Program, m.Machine, m.Slots, m.Seen, m.Trouble, m.Left = r.Program, r.Machine, r.Slots, c.now(), "", false
}

// forget makes room: of very many workers, that of those no longer alive which was heard of least lately.
func (c *Crew) forget() {
	const most = 2000
	if len(c.members) < most {
		return
	}
	oldest, now := "", c.now()
	for worker, m := range c.members {
		if !m.Alive(now) && !m.Wrong && (oldest == "" || m.Seen.Before(c.members[oldest].Seen)) {
			oldest = worker
		}
	}
	delete(c.members, oldest)
}

func (c *Crew) refuse(r request, why string) {
	c.admit(r)
	c.with(r.Worker, func(m *Member) { m.Trouble, m.Slots = why, 0 })
}

func (c *Crew) hear(worker string, s sign) {
	c.with(worker, func(m *Member) {
		m.Busy, m.Left, m.Seen = s.Busy, s.Left, c.now()
		if s.Trouble != "" {
			m.Trouble = s.Trouble
		}
	})
}

func (c *Crew) credit(worker string, result work.Result) {
	c.with(worker, func(m *Member) {
		m.Seen = c.now()
		m.Games += len(result.Games)
		m.Time += result.Time()
		m.Nodes += result.Nodes()
	})
}

func (c *Crew) audited(workers ...string) {
	for _, worker := range workers {
		c.with(worker, func(m *Member) { m.Audited++ })
	}
}

func (c *Crew) quarantine(worker string) {
	c.with(worker, func(m *Member) { m.Wrong, m.Busy = true, 0 })
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cheats[worker] = true
}

func (c *Crew) quarantined(worker string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cheats[worker]
}

// sum adds up what is true of the workers that are alive.
func (c *Crew) sum(of func(worker string, m *Member) int) (sum int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	for worker, m := range c.members {
		if m.Alive(now) {
			sum += of(worker, m)
		}
	}
	return sum
}

func (c *Crew) slots() int {
	return c.sum(func(_ string, m *Member) int {
		if m.Trouble != "" {
			return 0
		}
		return m.Slots
	})
}

// trouble is why a worker does not play, or nothing.
func (c *Crew) trouble(worker string) (trouble string) {
	c.with(worker, func(m *Member) { trouble = m.Trouble })
	return trouble
}

func (c *Crew) busy() int { return c.sum(func(_ string, m *Member) int { return m.Busy }) }

// others is how many can play besides one.
func (c *Crew) others(than string) int {
	return c.sum(func(worker string, m *Member) int {
		if worker == than || m.Slots == 0 || m.Trouble != "" {
			return 0
		}
		return 1
	})
}

package coordinator

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"pillars/tournament"
	"pillars/tournament/wire"
	"pillars/tournament/work"
)

// members holds what a coordinator knows about workers, across its runs. Any goroutine may use it.
type members struct {
	now      func() time.Time
	aliveFor time.Duration // how long a worker counts as alive after its last heartbeat

	mu     sync.Mutex
	all    map[string]*member // by name
	banned map[string]bool
}

// member is a worker with the state that only the coordinator needs.
type member struct {
	work.Member
	slots      int       // number of units that it plays at the same time
	since      time.Time // when it joined
	seen       time.Time // when it last joined or sent a heartbeat
	left       bool      // whether it has left the run
	heartbeat  uint64    // number of its last heartbeat
	units      []string  // units in play according to its last heartbeat
	probation  int       // number of whole units whose deliveries the coordinator will still play again
	unproven   int       // number of units that audits must still find right before the worker may audit others
	idle       int       // number of units in a row that it gave back unplayed
	restsUntil time.Time // it gets no unit before this time; see noteEnd
}

const (
	maxMembers     = 1000 // largest number of workers that the coordinator remembers
	probationUnits = 10   // number of whole units that a probation lasts
	proofUnits     = 3    // number of units that audits must have found right before a worker is proven
	maxBanned      = 10   // once this many workers are banned, only proven workers may play
)

func newMembers(now func() time.Time, aliveFor time.Duration) *members {
	return &members{now: now, aliveFor: aliveFor, all: map[string]*member{}, banned: map[string]bool{}}
}

// hereName is the name of the coordinator's own process among the workers. No other worker can have it.
const hereName = "here"

// proven reports whether audits have found at least [proofUnits] units of the worker right. The games of a proven
// worker still count after another worker has lied.
func (w *member) proven() bool { return w.Name == hereName || w.Audited >= proofUnits }

// alive reports whether a worker may still play and deliver.
func (m *members) alive(w *member) bool {
	return w.Name == hereName || !m.banned[w.Name] && !w.left && m.now().Sub(w.seen) < m.aliveFor
}

// Members lists all workers that have joined, sorted by name.
func (m *members) Members() (list []work.Member) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now, allGames := m.now(), 0
	for _, w := range m.all {
		allGames += w.Games
	}
	for _, w := range m.all {
		shown := w.Member
		shown.Share = float64(w.Games) / float64(max(1, allGames))
		shown.Rate = float64(w.Games) / max(1, now.Sub(w.since).Seconds())
		shown.Silent = max(0, now.Sub(w.seen))
		shown.Gone = !m.alive(w)
		list = append(list, shown)
	}
	slices.SortFunc(list, func(a, b work.Member) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// update changes the worker with the given name, if there is one.
func (m *members) update(name string, change func(*member)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if w := m.all[name]; w != nil {
		change(w)
	}
}

// join admits a worker, or returns why the worker is refused. Once any worker was banned, every new worker is on
// probation, because it may be the banned worker under another name.
func (m *members) join(name string, j wire.Join) (refused string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	w, now := m.all[name], m.now()
	switch {
	case m.banned[name]:
		return "an audit found a wrong result of this worker"
	case m.isShutOutLocked(name):
		return "too many workers were shut out, so no new one is admitted: the coordinator needs a new key"
	case w != nil: // it has joined before
	case !m.makeRoom():
		return "there are too many workers already"
	default:
		w = &member{Member: work.Member{Name: name}, since: now}
		if len(m.banned) > 0 {
			w.probation, w.unproven = probationUnits, probationUnits
		}
		m.all[name] = w
	}
	w.Program, w.Machine, w.Trouble, w.slots = j.Program, j.Machine, j.Trouble, j.Slots
	w.seen, w.left = now, false
	return ""
}

// makeRoom reports whether there is room for another worker. To make room, it removes the worker gone longest.
func (m *members) makeRoom() bool {
	if len(m.all) < maxMembers {
		return true
	}
	oldest := ""
	for name, w := range m.all {
		if !m.alive(w) && (oldest == "" || w.seen.Before(m.all[oldest].seen)) {
			oldest = name
		}
	}
	delete(m.all, oldest)
	return oldest != ""
}

// hear records a heartbeat, unless a newer one has arrived before.
func (m *members) hear(name string, h wire.Heartbeat) {
	m.update(name, func(w *member) {
		if h.Number <= w.heartbeat {
			return
		}
		w.heartbeat, w.units, w.left, w.seen = h.Number, h.Units[:min(len(h.Units), w.slots)], h.Left, m.now()
		w.Busy = len(w.units)
		if h.Trouble != "" {
			w.Trouble = h.Trouble
		}
	})
}

// plays reports whether a worker, as far as the coordinator can know, still plays a unit that it received at the time
// given. The worker must be alive. Its last heartbeat must name the unit, except if the heartbeat came less than
// lostAfter later than given: the worker may not have known the unit then.
func (m *members) plays(name, unit string, given time.Time, lostAfter time.Duration) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	w := m.all[name]
	return w != nil && m.alive(w) &&
		(name == hereName || w.seen.Sub(given) < lostAfter || slices.Contains(w.units, unit))
}

func (m *members) credit(name string, games []tournament.Game) {
	nodes, thinking := work.Spent(games)
	m.update(name, func(w *member) {
		w.Games += len(games)
		w.Time += thinking
		w.Nodes += nodes
	})
}

// confirm records that an audit has found a whole unit of each named worker right. A part of a unit proves nothing,
// because workers choose into how many deliveries they divide a unit.
func (m *members) confirm(names ...string) {
	for _, name := range names {
		m.update(name, func(w *member) {
			w.Audited++
			w.unproven = max(w.probation, w.unproven-1) // no worker on probation audits others
		})
	}
}

// spendProbation reports whether a worker is on probation. A delivery of a whole unit shortens the probation.
func (m *members) spendProbation(name string, whole bool) (onProbation bool) {
	m.update(name, func(w *member) {
		if onProbation = w.probation > 0; onProbation && whole {
			w.probation--
		}
	})
	return onProbation
}

func (m *members) isBanned(name string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.banned[name]
}

// isShutOut reports whether a worker is banned or, by [maxBanned], treated so: it gets no unit, its games do not count.
func (m *members) isShutOut(name string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.isShutOutLocked(name)
}

// isShutOutLocked does what isShutOut does, for callers that have locked mu.
func (m *members) isShutOutLocked(name string) bool {
	w := m.all[name]
	return m.banned[name] || len(m.banned) >= maxBanned && name != hereName && (w == nil || !w.proven())
}

// noteEnd records that a worker has ended a unit, and how many games its last delivery has. A worker that repeatedly
// gives back units unplayed waits longer and longer for the next unit, so that other workers get them. After n such
// units in a row it waits min(n, 30) * (n-1) pauses.
func (m *members) noteEnd(name string, games int, pause time.Duration) {
	m.update(name, func(w *member) {
		if w.idle++; games > 0 {
			w.idle = 0
		}
		pauses := min(w.idle, 30) * max(0, w.idle-1)
		w.restsUntil = m.now().Add(pause * time.Duration(pauses))
	})
}

// ban bans a worker and returns how many workers are banned. All workers that are not proven go on probation, because
// they may be the same worker under other names.
func (m *members) ban(name string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.banned[name] = true
	if w := m.all[name]; w != nil {
		w.Busy, w.Games, w.Trouble = 0, 0, "shut out: a result was wrong"
	}
	for _, w := range m.all {
		if !w.proven() {
			w.probation, w.unproven = probationUnits, probationUnits
		}
	}
	return len(m.banned)
}

// Liars lists the workers that were banned for a wrong result.
func (m *members) Liars() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Collect(maps.Keys(m.banned))
}

// names lists, in alphabetical order, the workers for which wanted returns true.
func (m *members) names(wanted func(*member) bool) (names []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name, w := range m.all {
		if wanted(w) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func (m *members) trusted() []string {
	return append(m.names(func(w *member) bool { return w.proven() && !m.banned[w.Name] }), hereName)
}

// freeSlots returns how many units a worker can be given in addition to the number of units that it has.
func (m *members) freeSlots(name string, has int) (free int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	w := m.all[name]
	if w == nil || !m.alive(w) || m.isShutOutLocked(name) || w.Trouble != "" || m.now().Before(w.restsUntil) {
		return 0
	}
	return w.slots - has
}

// auditors lists the workers that may play games of another worker again.
func (m *members) auditors(other string) []string {
	return m.names(func(w *member) bool {
		return w.Name != other && w.Name != hereName && m.alive(w) && w.Trouble == "" && w.unproven == 0
	})
}

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

// members holds what a coordinator knows about its workers, over all its runs. Any goroutine may use it.
type members struct {
	now   func() time.Time
	lasts time.Duration // how long a worker counts as alive after a heartbeat

	mu     sync.Mutex
	all    map[string]*member // by name
	banned map[string]bool
}

// member holds a worker and the state that only the coordinator needs.
type member struct {
	work.Member
	slots     int // units at the same time
	since     time.Time
	seen      time.Time
	left      bool      // it has left the run
	heartbeat uint64    // the number of its last heartbeat
	units     []string  // in play, by that heartbeat
	probation int       // the coordinator plays its deliveries again until it has brought this many whole units
	unproven  int       // units of its probation that were not found right yet
	idle      int       // units in a row that it gave back unplayed
	rests     time.Time // for that, it gets no unit before this time
}

const (
	maxMembers = 1000 // at the same time
	probation  = 10   // units that a probation lasts
	proof      = 3    // units of a worker that audits must have found right before it is trusted after a lie of another
	maxBanned  = 10   // workers; from then on only trusted ones may play
)

func newMembers(now func() time.Time, lasts time.Duration) *members {
	return &members{now: now, lasts: lasts, all: map[string]*member{}, banned: map[string]bool{}}
}

// hereName is the name of the coordinator's own process among the workers. No other worker can have it.
const hereName = "here"

// proven reports whether enough audits found the worker right that games without an audit count too.
func (w *member) proven() bool { return w.Name == hereName || w.Audited >= proof }

// alive reports whether a worker can be given a unit and is worth waiting for.
func (m *members) alive(w *member) bool {
	return w.Name == hereName || !m.banned[w.Name] && !w.left && m.now().Sub(w.seen) < m.lasts
}

// Members lists all workers that have joined, sorted by name.
func (m *members) Members() (list []work.Member) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now, all := m.now(), 0
	for _, w := range m.all {
		all += w.Games
	}
	for _, w := range m.all {
		shown := w.Member
		shown.Share = float64(w.Games) / float64(max(1, all))
		shown.Rate = float64(w.Games) / max(1, now.Sub(w.since).Seconds())
		shown.Silent = max(0, now.Sub(w.seen))
		shown.Gone = !m.alive(w)
		list = append(list, shown)
	}
	slices.SortFunc(list, func(a, b work.Member) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// with applies a change to a worker, if it has joined.
func (m *members) with(name string, change func(*member)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if w := m.all[name]; w != nil {
		change(w)
	}
}

// join admits a worker, or returns why it is refused. A worker that joins after another was shut out may be the same
// one under another name, so it is on probation.
func (m *members) join(name string, j wire.Join) (refused string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	w, now := m.all[name], m.now()
	switch {
	case m.banned[name]:
		return "an audit found a wrong result of this worker"
	case m.isClosed(name):
		return "too many workers were shut out, so no new one is admitted: the coordinator needs a new key"
	case w != nil:
	case !m.room():
		return "there are too many workers already"
	default:
		w = &member{Member: work.Member{Name: name}, since: now}
		if len(m.banned) > 0 {
			w.probation, w.unproven = probation, probation
		}
		m.all[name] = w
	}
	w.Program, w.Machine, w.Trouble, w.slots = j.Program, j.Machine, j.Trouble, j.Slots
	w.seen, w.left = now, false
	return ""
}

// room reports whether there is room for a further worker. If there is none, it forgets the worker that has been gone
// for longest.
func (m *members) room() bool {
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

// hear notes a heartbeat, unless it is an old one.
func (m *members) hear(name string, h wire.Heartbeat) {
	m.with(name, func(w *member) {
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

// plays reports whether a worker may still have a unit that it was given: it is alive, and its last heartbeat names the
// unit or was sent before the unit can have arrived.
func (m *members) plays(name, unit string, given time.Time, lost time.Duration) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	w := m.all[name]
	return w != nil && m.alive(w) &&
		(name == hereName || w.seen.Sub(given) < lost || slices.Contains(w.units, unit))
}

// credit counts games of a worker that are kept.
func (m *members) credit(name string, games []tournament.Game) {
	nodes, thinking := work.Spent(games)
	m.with(name, func(w *member) {
		w.Games += len(games)
		w.Time += thinking
		w.Nodes += nodes
	})
}

// confirm records for some workers that an audit found a whole unit right. A part of a unit proves nothing, since
// workers choose how many deliveries they divide a unit into.
func (m *members) confirm(names ...string) {
	for _, name := range names {
		m.with(name, func(w *member) {
			w.Audited++
			w.unproven = max(w.probation, w.unproven-1)
		})
	}
}

// spendProbation reports whether a worker is on probation, and shortens that if the worker delivers a whole unit.
func (m *members) spendProbation(name string, whole bool) (is bool) {
	m.with(name, func(w *member) {
		if is = w.probation > 0; is && whole {
			w.probation--
		}
	})
	return is
}

// closed reports whether the coordinator neither gives a worker units nor takes games from it: the worker was shut out,
// or maxBanned others were and no audit found this one right.
func (m *members) closed(name string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.isClosed(name)
}

func (m *members) isClosed(name string) bool {
	w := m.all[name]
	return m.banned[name] || len(m.banned) >= maxBanned && name != hereName && (w == nil || !w.proven())
}

// returned records how many games a worker had played when it gave back a unit. A worker that keeps giving back units
// unplayed waits longer and longer for the next one, so that others play them.
func (m *members) returned(name string, games int, pause time.Duration) {
	m.with(name, func(w *member) {
		if w.idle++; games > 0 {
			w.idle = 0
		}
		w.rests = m.now().Add(pause * time.Duration(min(w.idle, 30)*max(0, w.idle-1)))
	})
}

// ban shuts a worker out, and returns how many workers are shut out. Every worker that is not proven by audits is put
// on probation: it may be the same one under another name.
func (m *members) ban(name string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.banned[name] = true
	if w := m.all[name]; w != nil {
		w.Busy, w.Games, w.Trouble = 0, 0, "shut out: a result was wrong"
	}
	for _, w := range m.all {
		if !w.proven() {
			w.probation, w.unproven = probation, probation
		}
	}
	return len(m.banned)
}

// isBanned reports whether a worker was shut out.
func (m *members) isBanned(name string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.banned[name]
}

// Liars lists the workers that were shut out for a wrong result.
func (m *members) Liars() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Collect(maps.Keys(m.banned))
}

// names lists the workers with a property, sorted.
func (m *members) names(has func(*member) bool) (names []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name, w := range m.all {
		if has(w) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// trusted lists the workers that are proven and were not shut out.
func (m *members) trusted() []string {
	return append(m.names(func(w *member) bool { return w.proven() && !m.banned[w.Name] }), hereName)
}

// free returns how many more units a worker can be given beside those that it has.
func (m *members) free(name string, has int) (free int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	w := m.all[name]
	if w == nil || !m.alive(w) || m.isClosed(name) || w.Trouble != "" || m.now().Before(w.rests) {
		return 0
	}
	return w.slots - has
}

// auditors lists the workers that can play another worker's games again: alive, without trouble and not on probation.
func (m *members) auditors(not string) []string {
	return m.names(func(w *member) bool {
		return w.Name != not && w.Name != hereName && m.alive(w) && w.Trouble == "" && w.unproven == 0
	})
}

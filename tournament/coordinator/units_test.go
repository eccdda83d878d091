package coordinator

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/tournament"
	"pillars/tournament/wire"
	"pillars/tournament/work"
)

// idleDispatch returns a dispatch without a run, at the time that now points to.
func idleDispatch(now *time.Time, say func(string)) *dispatch {
	clock := func() time.Time { return *now }
	options := Options{Say: say, now: clock, UnitTime: time.Minute}.withDefaults()
	return &dispatch{c: &Coordinator{options: options, members: newMembers(clock, time.Hour)}, out: map[string]*unit{},
		leased: map[string]int{}, lastKept: *now}
}

// lease adds a unit of the given games, which the workers have.
func lease(d *dispatch, games string, workers ...string) *unit {
	var planned []tournament.Planned
	for _, name := range strings.Fields(games) {
		planned = append(planned, tournament.Planned{Identity: name})
	}
	u := d.newUnit(planned)
	d.out[u.name] = u
	for _, worker := range workers {
		u.leases[worker] = d.now()
		d.leased[worker]++
	}
	return u
}

// TestLostUnitsAreHandedOutAgain checks that a unit is queued once when its last worker loses it. If some of its games
// were delivered, only the missing games are queued, as a unit of their own.
func TestLostUnitsAreHandedOutAgain(t *testing.T) {
	now := time.Now()
	d := idleDispatch(&now, nil)
	u := lease(d, "1 2", "a", "b")
	lease(d, "3", "a")
	for _, step := range []struct {
		worker string
		queued int
		leased map[string]int
	}{
		{"c", 0, map[string]int{"a": 2, "b": 1}}, {"b", 0, map[string]int{"a": 2}}, {"b", 0, map[string]int{"a": 2}},
		{"a", 1, map[string]int{"a": 1}}, {"a", 1, map[string]int{"a": 1}},
	} {
		d.release(u, step.worker)
		if len(d.requeued) != step.queued || fmt.Sprint(d.leased) != fmt.Sprint(step.leased) {
			t.Errorf("%s loses the unit: %d units are queued, %v have units; want %+v", step.worker, len(d.requeued),
				d.leased, step)
		}
	}
	if d.requeued[0] != u || d.out[u.name] != u {
		t.Error("another unit is queued")
	}

	u = lease(d, "4 5 6 7", "c")
	d.late = append(d.late, u)
	planned, _ := u.removeMissing([]tournament.Game{{Result: tournament.Result{Identity: "6"}},
		{Result: tournament.Result{Identity: "4"}}, {Result: tournament.Result{Identity: "9"}}})
	d.release(u, "c")
	rest := d.requeued[len(d.requeued)-1]
	if len(planned) != 2 || len(d.requeued) != 2 || len(d.late) != 0 || d.out[u.name] != nil ||
		d.out[rest.name] != rest {
		t.Errorf("of %d delivered games; %d units are queued, %d late", len(planned), len(d.requeued), len(d.late))
	}
	var names []string
	for _, game := range rest.games {
		names = append(names, game.Identity)
	}
	if !slices.Equal(names, []string{"5", "7"}) || len(rest.missing) != 2 {
		t.Errorf("the games %v are queued, of which %d are missing", names, len(rest.missing))
	}

	u = lease(d, "8", "c", "e")
	u.removeMissing([]tournament.Game{{Result: tournament.Result{Identity: "8"}}})
	d.late = append(d.late, u)
	d.release(u, "c")
	d.remove(u)
	if len(d.requeued) != 2 || len(d.late) != 0 || d.out[u.name] != nil || d.leased["c"]+d.leased["e"] != 0 {
		t.Errorf("a unit without missing games is kept: %d queued, %d late, %v", len(d.requeued), len(d.late), d.leased)
	}
}

// TestSizesOfUnits checks the number of pairs of games in a unit of a minute, if a pair takes ten seconds: six, but one
// at first, and only as many as leave 64 units of the run.
func TestSizesOfUnits(t *testing.T) {
	p := plan(t, spec(1))
	for _, c := range []struct {
		played, total int
		unitTime      time.Duration
		pairs         int
	}{
		{0, 1 << 20, time.Minute, 1}, {20, 1 << 20, time.Minute, 6}, {20, 1 << 20, time.Second, 1},
		{20, 1 << 20, time.Hour, 64}, {20, 2 * 64 * 4, time.Minute, 4}, {20, 2*64*5 - 1, time.Minute, 4},
		{20, 2, time.Minute, 1},
	} {
		now := time.Now()
		d := idleDispatch(&now, nil)
		d.table, d.c.options.UnitTime = work.Table{Spec: p.Spec, Rules: p.Rules}, c.unitTime
		d.played, d.thinking, d.total = c.played, time.Duration(c.played)*5*time.Second, c.total
		if pairs := d.unitPairs(); pairs != c.pairs {
			t.Errorf("%d pairs, want %+v", pairs, c)
		}
	}
}

// TestStallsAreReported checks that a run whose workers deliver nothing for half an hour, three times the time after
// which a unit is overdue, is reported with at most five of their names, and again after as much time.
func TestStallsAreReported(t *testing.T) {
	now := time.Now()
	var said []string
	d := idleDispatch(&now, func(text string) { said = append(said, text) })
	wait := func(times time.Duration) {
		now = now.Add(times)
		d.reportStall()
	}
	wait(31 * time.Minute)
	lease(d, "1", "b", "a")
	d.lastKept = now
	for _, pause := range []time.Duration{29 * time.Minute, time.Minute, 29 * time.Minute} {
		wait(pause)
	}
	lease(d, "2", "c", "d", "e")
	wait(2 * time.Minute)
	lease(d, "3", "f", "a")
	wait(time.Hour)
	want := []string{
		"no game has come for 30m0s; units are out with 2 workers: a, b",
		"no game has come for 31m0s; units are out with 5 workers: a, b, c, d, e",
		"no game has come for 1h0m0s; units are out with 6 workers: a, b, c, d, e, ...",
	}
	if !slices.Equal(said, want) {
		t.Errorf("%q, want %q", said, want)
	}
}

// TestWhoPlaysAUnit checks when a worker counts as playing a unit that it received at a given time: while it may not
// have known the unit at its last heartbeat, or if that heartbeat names the unit, unless it is silent, banned or gone.
func TestWhoPlaysAUnit(t *testing.T) {
	start := time.Now()
	now := start.Add(time.Minute)
	m := newMembers(func() time.Time { return now }, 15*time.Second)
	add := func(name string, silent time.Duration, units ...string) *member {
		w := &member{seen: now.Add(-silent), units: units}
		w.Name = name
		m.all[name] = w
		return w
	}
	add("playing", 14*time.Second, "2", "1")
	add("other", 0, "2")
	add("silent", 15*time.Second, "1")
	add("gone", 0, "1").left = true
	add("banned", 0, "1")
	m.banned["banned"] = true
	add(hereName, time.Hour)
	for _, c := range []struct {
		name string
		ago  time.Duration // since the unit was given
		want bool
	}{
		{"playing", time.Minute, true}, {"other", time.Minute, false}, {"other", 6 * time.Second, false},
		{"other", 5 * time.Second, true}, {"silent", 16 * time.Second, false}, {"gone", 0, false}, {"banned", 0, false},
		{hereName, time.Minute, true}, {"unknown", 0, false},
	} {
		if plays := m.plays(c.name, "1", now.Add(-c.ago), wire.LostAfter); plays != c.want {
			t.Errorf("%s, %v after it received the unit: plays %v", c.name, c.ago, plays)
		}
	}
}

package coordinator

import (
	"sync/atomic"
	"testing"
	"time"

	"pillars/tournament/wire"
	"pillars/tournament/work"
)

// still is a clock that stands still until a test sets it forward.
type still struct {
	began   time.Time
	forward atomic.Int64
}

func (s *still) now() time.Time        { return s.began.Add(time.Duration(s.forward.Load())) }
func (s *still) later(d time.Duration) { s.forward.Add(int64(d)) }

// misses lists the ways in which a worker fails to deliver a unit, with the time after which the coordinator notices.
var misses = map[string]struct {
	unitTime, after time.Duration
	lives           bool // it names nothing in play
}{
	"silent":  {time.Minute, inHaste.Of(wire.DeadAfter), false},
	"unaware": {time.Minute, inHaste.Of(wire.LostAfter), true},
	"late":    {1, inHaste.Of(wire.AliveEvery), false},
}

// TestLostUnitsAreGivenToOthers checks that another worker gets a unit once its worker is silent, does not name it as
// in play or is late, and not before.
func TestLostUnitsAreGivenToOthers(t *testing.T) {
	for what, miss := range misses {
		t.Run(what, func(t *testing.T) {
			clock := still{began: time.Now()}
			c, address := open(t, Options{Audit: -1, haste: inHaste, now: clock.now, UnitTime: miss.unitTime})
			r := running(t, c, plan(t, spec(1)))
			bad, other := newClient(t, address), newClient(t, address)
			bad.join(1)
			bad.take()
			other.join(1)
			if unit, _ := other.take(); unit != "" {
				t.Errorf("unit %s is given twice", unit)
			}
			clock.later(miss.after)
			if miss.lives {
				bad.live()
			}
			eventually(t, "the unit is given to another worker", func() bool {
				other.live()
				unit, content := other.take()
				if unit != "" {
					other.deliver(unit, other.played(content), true)
				}
				return unit != ""
			})
			if err, games := r.wait(t), r.taken(); err != nil || len(games) != 2 {
				t.Errorf("%d games are taken, want 2; error %v", len(games), err)
			}
		})
	}
}

// TestAuditsThatDoNotComeArePlayedHere checks that the coordinator plays an audit once the drawn worker is silent, does
// not name it as in play or is late.
func TestAuditsThatDoNotComeArePlayedHere(t *testing.T) {
	const pairs = 20 // most audits are the drawn worker's
	for what, miss := range misses {
		t.Run(what, func(t *testing.T) {
			clock := still{began: time.Now()}
			c, address := open(t, Options{Audit: 1, haste: inHaste, now: clock.now, UnitTime: miss.unitTime})
			r := running(t, c, plan(t, spec(pairs)))
			first, drawn := newClient(t, address), newClient(t, address)
			first.join(pairs)
			drawn.join(pairs)
			for range pairs {
				unit, content := first.take()
				first.deliver(unit, first.played(content), true)
			}
			for unit, _ := drawn.take(); unit != ""; unit, _ = drawn.take() {
				continue
			}
			clock.later(miss.after)
			if miss.lives {
				drawn.live()
			}
			if err, games := r.wait(t), r.taken(); err != nil || len(games) != 2*pairs {
				t.Errorf("%d games are taken, want %d; error %v", len(games), 2*pairs, err)
			}
		})
	}
}

// TestSlowRunsHaveLateUnitsLater checks that the time after which a unit is late follows from the time that units
// really take.
func TestSlowRunsHaveLateUnitsLater(t *testing.T) {
	clock := still{began: time.Now()}
	c, address := open(t, Options{Audit: -1, now: clock.now, UnitTime: wire.LostAfter / overdueFactor})
	running(t, c, plan(t, spec(2)))
	slow, other := newClient(t, address), newClient(t, address)
	slow.join(1)
	unit, content := slow.take()
	clock.later(wire.LostAfter)
	slow.join(1) // it is alive
	slow.deliver(unit, slow.played(content), true)
	slow.take()
	clock.later(wire.DeadAfter - 1)
	other.join(1)
	if unit, _ := other.take(); unit != "" {
		t.Errorf("unit %s is given to another worker", unit)
	}
}

// TestUnitsAreAsLongAsTheyShould checks the number of pairs in a unit: as many as fill the time of a unit, but at least
// one, and few enough that there are many units.
func TestUnitsAreAsLongAsTheyShould(t *testing.T) {
	const games = 100
	plan := plan(t, spec(1))
	for _, try := range []struct {
		each time.Duration // of a pair
		all  int           // pairs of the run
		want int
	}{
		{2 * time.Second, 100_000, 10}, {3 * time.Second, 100_000, 6}, {20 * time.Second, 100_000, 1},
		{time.Hour, 100_000, 1}, {time.Millisecond, 100_000, mostPairs}, {0, 100_000, mostPairs},
		{time.Second, leastUnits * 5, 5}, {time.Second, leastUnits - 1, 1},
	} {
		c := &Coordinator{options: Options{UnitTime: 20 * time.Second}.withDefaults()}
		d := &dispatch{c: c, table: work.Table{Spec: plan.Spec, Rules: plan.Rules}, total: 2 * try.all}
		if got := d.unitPairs(); got != 1 {
			t.Errorf("before any is played a unit has %d pairs", got)
		}
		d.played, d.thinking = games, try.each*games/2
		if got := d.unitPairs(); got != try.want {
			t.Errorf("pairs of %v in a run of %d: a unit has %d, want %d", try.each, try.all, got, try.want)
		}
	}
}

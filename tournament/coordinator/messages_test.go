package coordinator

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pillars/tournament"
	"pillars/tournament/wire"
	"pillars/tournament/work"
)

// TestOnlyTheWorkerThatWasGivenAUnitBringsIt checks that deliveries of other workers, admitted or not, are ignored, and
// so are deliveries that come again.
func TestOnlyTheWorkerThatWasGivenAUnitBringsIt(t *testing.T) {
	c, address := open(t, Options{Audit: -1})
	r := running(t, c, plan(t, spec(20)), nil)
	honest, liar, stranger := newClient(t, address), newClient(t, address), newClient(t, address)
	honest.join(2)
	liar.join(2)
	unit, content := honest.take()
	liar.of, stranger.of = honest.of, honest.of
	for _, somebody := range []*client{liar, stranger} {
		for _, name := range []string{unit, "2", "1000", "", "*"} {
			if refused := somebody.deliver(name, somebody.played(content)); refused != "" {
				t.Errorf("unit %q: %s; want that nobody wants it", name, refused)
			}
		}
	}
	if name, _ := stranger.take(); name != "" {
		t.Errorf("a worker that was not admitted is given unit %s", name)
	}
	if games := r.taken(); games > 0 {
		t.Errorf("%d games of others are taken", games)
	}
	honest.deliver(unit, honest.played(content))
	honest.deliver(unit, honest.played(content))
	if games := r.taken(); games != len(content) {
		t.Errorf("%d games are taken, want %d", games, len(content))
	}
}

// TestImpossibleGamesShutOut sends games that no unit can have. The run must end with a Lie, take no game and never
// panic.
func TestImpossibleGamesShutOut(t *testing.T) {
	plan := plan(t, spec(20))
	type played = []work.Played
	for what, forge := range map[string]func(g played) []byte{
		"no text":         func(played) []byte { return []byte("no games") },
		"a game twice":    func(g played) []byte { return work.EncodeGames(append(g[:1], g[0])) },
		"too many":        func(g played) []byte { return work.EncodeGames(append(g, g...)) },
		"no such game":    func(g played) []byte { g[0].Identity = "9v9/1/1"; return work.EncodeGames(g) },
		"an illegal turn": func(g played) []byte { g[1].Turns += " a1"; return work.EncodeGames(g) },
		"a fault for no reason": func(g played) []byte {
			g[0].Fault = tournament.Fault{Kind: "error", Seat: 7}
			return work.EncodeGames(g)
		},
	} {
		t.Run(what, func(t *testing.T) {
			c, address := open(t, Options{Audit: -1})
			r := running(t, c, plan, nil)
			liar := newClient(t, address)
			liar.join(1)
			unit, content := liar.take()
			// The liar does not wait for an answer, since the coordinator may disconnect it before.
			wire.Send(liar.conn, liar.id, liar.announcement.Session, wire.ToDeliver,
				liar.delivery(unit, forge(liar.played(content))))
			var lie *work.Lie
			if err := r.wait(t); !errors.As(err, &lie) || lie.Worker != liar.id.Name {
				t.Errorf("error %v, want a lie", err)
			}
			if games := r.taken(); games > 0 {
				t.Errorf("%d games are taken", games)
			}
		})
	}
}

// TestNonsenseIsRefused checks that messages beyond all bounds change nothing.
func TestNonsenseIsRefused(t *testing.T) {
	c, address := open(t, Options{Audit: -1})
	r := running(t, c, plan(t, spec(2)), nil)
	client := newClient(t, address)
	long := strings.Repeat("x", 900_000)
	for what, join := range map[string]wire.Join{
		"no slot": {Slots: 0}, "slots without end": {Slots: 1 << 62}, "a long program": {Slots: 1, Program: long},
		"other signatures": {Slots: 1, Signatures: map[string]string{"greedy": "x"}},
	} {
		if refused := client.ask(wire.ToJoin, join).Refused; refused == "" || len(refused) > 1000 {
			t.Errorf("%s: refused for %.2000q", what, refused)
		}
	}
	if kept := fmt.Sprint(c.Members()); len(kept) > 2000 {
		t.Errorf("members of %d bytes are kept", len(kept))
	}
	honest := newClient(t, address)
	honest.join(1)
	if honest.ask(wire.ToDeliver, wire.Delivery{Unit: long}).Refused == "" {
		t.Error("a unit of a name without end is accepted")
	}
	wire.Send(honest.conn, honest.id, honest.announcement.Session, wire.ToLive, wire.Heartbeat{Trouble: long})
	for range 2 {
		unit, content := honest.take()
		honest.deliver(unit, honest.played(content))
	}
	if err := r.wait(t); err != nil {
		t.Error(err)
	}
}

// TestLostUnitsAreGivenToOthers checks that another worker gets a unit once its worker is silent or late, and not
// before. The clock stands still until the test sets it forward.
func TestLostUnitsAreGivenToOthers(t *testing.T) {
	for what, miss := range map[string]struct {
		unitTime, after time.Duration
	}{
		"silent": {time.Minute, inHaste.Of(wire.DeadAfter)},
		"late":   {1, inHaste.Of(wire.AliveEvery)},
	} {
		t.Run(what, func(t *testing.T) {
			began, forward := time.Now(), atomic.Int64{}
			now := func() time.Time { return began.Add(time.Duration(forward.Load())) }
			c, address := open(t, Options{Audit: -1, haste: inHaste, now: now, UnitTime: miss.unitTime})
			r := running(t, c, plan(t, spec(1)), nil)
			bad, other := newClient(t, address), newClient(t, address)
			bad.join(1)
			bad.take()
			other.join(1)
			if unit, _ := other.take(); unit != "" {
				t.Errorf("unit %s is given twice", unit)
			}
			forward.Add(int64(miss.after))
			eventually(t, "the unit is given to another worker", func() bool {
				other.live()
				unit, content := other.take()
				if unit != "" {
					other.deliver(unit, other.played(content))
				}
				return unit != ""
			})
			if err, games := r.wait(t), r.taken(); err != nil || games != 2 {
				t.Errorf("%d games are taken, want 2; error %v", games, err)
			}
		})
	}
}

package coordinator

import (
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/wire"
	"pillars/tournament/work"
	"pillars/tournament/worker"
)

// TestOnlyTheWorkerThatWasGivenAUnitBringsIt checks that deliveries of other workers, admitted or not, are ignored.
func TestOnlyTheWorkerThatWasGivenAUnitBringsIt(t *testing.T) {
	c, address := open(t, Options{Audit: -1})
	r := running(t, c, plan(t, spec(20)))
	honest, liar, stranger := newClient(t, address), newClient(t, address), newClient(t, address)
	honest.join(2)
	liar.join(2)
	unit, content := honest.take()
	liar.of, stranger.of = honest.of, honest.of
	for _, somebody := range []*client{liar, stranger} {
		for _, name := range []string{unit, "2", "1000", "", "*"} {
			if refused := somebody.deliver(name, somebody.forged(content), true); refused != "" {
				t.Errorf("unit %q: %s; want that nobody wants it", name, refused)
			}
		}
	}
	if name, _ := stranger.take(); name != "" {
		t.Errorf("a worker that was not admitted is given unit %s", name)
	}
	if games := r.taken(); len(games) > 0 {
		t.Errorf("%d games of others are taken", len(games))
	}
	honest.deliver(unit, honest.played(content), true)
	if games := r.taken(); len(games) != len(content) {
		t.Errorf("%d games are taken, want %d", len(games), len(content))
	}
}

type played = []work.Played

// TestImpossibleGamesShutOut sends games that no unit can have. The run must end with a Lie, take no game and never
// panic.
func TestImpossibleGamesShutOut(t *testing.T) {
	plan := plan(t, spec(20))
	for what, forge := range map[string]func(g played) played{
		"a game twice":    func(g played) played { return append(g[:1], g[0]) },
		"too many g":      func(g played) played { return append(g, g...) },
		"no such game":    func(g played) played { g[0].Identity = "9v9/1/1"; return g },
		"an illegal turn": func(g played) played { g[1].Turns += " a1"; return g },
		"a turn less":     func(g played) played { g[1].Turns = cutTurn(g[1].Turns); return g },
		"another notation": func(g played) played {
			g[1].Turns = strings.ToUpper(g[1].Turns)
			return g
		},
		"a fault for no reason": func(g played) played {
			g[0].Turns, g[0].Fault = cutTurn(g[0].Turns), tournament.Fault{Kind: "error", Seat: 7}
			return g
		},
		"a score beyond all": func(g played) played {
			g[0].Thoughts[0].Score = search.MaxScore + 1
			return g
		},
		"nodes beyond all":     func(g played) played { g[0].Thoughts[0].Nodes = 1 << 63; return g },
		"a time before all":    func(g played) played { g[0].Thoughts[0].Time = -1; return g },
		"a program of its own": func(g played) played { g[0].Program = "x\n[Result \"1-0\"]"; return g },
		"words of no engine":   func(g played) played { g[0].Programs = []string{"an engine"}; return g },
		"thoughts of nobody": func(g played) played {
			g[0].Thoughts = append(g[0].Thoughts, tournament.Thought{})
			return g
		},
	} {
		t.Run(what, func(t *testing.T) {
			refusesGames(t, plan, forge)
		})
	}
}

// refusesGames delivers the first unit of a plan, with its games changed by forge. The run must end with a Lie about
// them.
func refusesGames(t *testing.T, plan tournament.Plan, forge func(played) played) {
	t.Helper()
	c, address := open(t, Options{Audit: -1})
	r := running(t, c, plan)
	liar := newClient(t, address)
	liar.join(1)
	unit, content := liar.take()
	games := liar.encoded(forge(liar.played(content)))
	_ = liar.try(wire.ToDeliver, liar.delivery(unit, games, true), nil)
	var lie *work.Lie
	if err := r.wait(t); !errors.As(err, &lie) || lie.Worker != liar.id.Name {
		t.Errorf("error %v, want a lie", err)
	}
	if games := r.taken(); len(games) > 0 {
		t.Errorf("%d games are taken", len(games))
	}
}

// TestUnfinishedGamesWithoutThoughts checks that unfinished games without thoughts are refused, if adjudications follow
// from thoughts.
func TestUnfinishedGamesWithoutThoughts(t *testing.T) {
	adjudicated := spec(20)
	adjudicated.Adjudication = tournament.Adjudication{LongestGame: 200}
	refusesGames(t, plan(t, adjudicated), func(g played) played {
		g[0].Turns, g[0].Thoughts = cutTurn(g[0].Turns), nil
		return g
	})
}

func cutTurn(turns string) string { return turns[:strings.LastIndex(turns, " ")] }

// TestNonsenseIsRefused checks that messages beyond all bounds change nothing.
func TestNonsenseIsRefused(t *testing.T) {
	c, address := open(t, Options{Audit: -1})
	r := running(t, c, plan(t, spec(2)))
	client := newClient(t, address)
	long := strings.Repeat("x", 900_000)
	for what, join := range map[string]wire.Join{
		"no slot": {Slots: 0}, "slots without end": {Slots: 1 << 62}, "a long program": {Slots: 1, Program: long},
		"a long machine":   {Slots: 1, Machine: long},
		"other signatures": {Slots: 1, Signatures: map[string]string{"greedy": "x"}},
	} {
		var a wire.Answer
		client.ask(wire.ToJoin, join, &a)
		if a.Refused == "" || len(a.Refused) > 1000 {
			t.Errorf("%s: refused for %.2000q", what, a.Refused)
		}
	}
	for _, m := range c.Members() {
		if len(m.Program)+len(m.Machine)+len(m.Trouble) > 2000 {
			t.Errorf("a member of %d bytes is kept", len(m.Program)+len(m.Machine)+len(m.Trouble))
		}
	}
	honest := newClient(t, address)
	honest.join(1)
	var receipt wire.Answer
	honest.ask(wire.ToDeliver, wire.Delivery{Unit: long}, &receipt)
	if receipt.Refused == "" {
		t.Error("a unit of a name without end is accepted")
	}
	wire.Send(honest.conn, honest.id, honest.announcement.Session, wire.ToLive, wire.Heartbeat{Trouble: long})
	for range 2 {
		unit, content := honest.take()
		honest.deliver(unit, honest.played(content), true)
	}
	if err := r.wait(t); err != nil {
		t.Error(err)
	}
}

// TestUnitsComeBack checks that a unit goes to another worker when its worker is silent, does not name it as in play,
// or keeps it without end.
func TestUnitsComeBack(t *testing.T) {
	for what, keep := range map[string]func(*client, []string){
		"silent":  func(*client, []string) {},
		"unaware": func(c *client, _ []string) { c.live() },
		"keeping": func(c *client, units []string) { c.live(units...) },
	} {
		t.Run(what, func(t *testing.T) {
			c, address := open(t, Options{haste: inHaste, Audit: -1, UnitTime: 1})
			r := running(t, c, plan(t, spec(5)))
			bad := newClient(t, address)
			bad.join(100)
			for {
				if unit, _ := bad.take(); unit == "" {
					break
				}
			}
			start(t, address, &worker.Worker{Haste: inHaste})
			heartbeats := heard(t, c, wire.ToLive)
			for !closed(r.over) {
				keep(bad, []string{"1", "2", "3", "4", "5"})
				heartbeats(6, r.over) // five are the other worker's at least
			}
			if err := r.wait(t); err != nil {
				t.Error(err)
			}
			if games := r.taken(); len(games) != 10 {
				t.Errorf("%d games are taken, want 10", len(games))
			}
		})
	}
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// TestLateUnitsComeFirst checks that a unit that its worker keeps too long goes to another worker before new units do,
// and to a third if the second keeps it too. Workers that keep units get no more.
func TestLateUnitsComeFirst(t *testing.T) {
	now := time.Now()
	c := &Coordinator{options: Options{now: func() time.Time { return now }}.withDefaults()}
	c.members = newMembers(c.options.now, time.Hour)
	plan := plan(t, spec(40))
	d := &dispatch{c: c, table: work.Table{Spec: plan.Spec, Rules: plan.Rules}, total: plan.Len(),
		out: map[string]*unit{}, leased: map[string]int{}}
	var stop func()
	d.fresh, stop = iter.Pull(work.Units(planned(plan), d.unitPairs))
	defer stop()
	workers := []string{"a-0123456789ab", "b-0123456789ab", "c-0123456789ab"}
	for _, name := range workers {
		c.members.join(name, wire.Join{Slots: 10})
	}
	for n, name := range workers {
		if u := d.lease(name); u == nil || u.name != "1" {
			t.Fatalf("worker %d is given %+v, want unit 1", n, u)
		}
		if u := d.lease(name); u == nil || u.name == "1" {
			t.Errorf("worker %d is given %+v after unit 1", n, u)
		}
		now = now.Add(d.tooLong() + 1)
		d.findLate()
		if u := d.lease(name); u != nil {
			t.Errorf("worker %d keeps units and is given unit %s", n, u.name)
		}
	}
	d.remove(d.out["1"])
	if slices.ContainsFunc(d.late, func(u *unit) bool { return u.name == "1" }) {
		t.Error("a unit of which no game is missing is given out again")
	}
}

// TestGamesOfAnotherUnitAreDropped checks that games of a unit with another content but the same name are dropped.
// Somebody else may have sent the worker such a unit.
func TestGamesOfAnotherUnitAreDropped(t *testing.T) {
	c, address := open(t, Options{Audit: -1})
	r := running(t, c, plan(t, spec(20)))
	framed := newClient(t, address)
	framed.join(2)
	first, content := framed.take()
	second, _ := framed.take()
	framed.of[second] = framed.of[first]
	if refused := framed.deliver(second, framed.played(content), true); refused != "" || len(c.Liars()) > 0 {
		t.Errorf("the worker is refused for %q and shut out: %v", refused, c.Liars())
	}
	if games := r.taken(); len(games) > 0 {
		t.Errorf("%d games are taken under the name of another unit", len(games))
	}
	framed.deliver(first, framed.played(content), true)
	if games := r.taken(); len(games) != len(content) {
		t.Errorf("%d games are taken, want %d", len(games), len(content))
	}
}

// TestWorkersGetNoMoreThanTheirSlots checks that workers get no more units than they have slots, and none for a while
// if they only give units back.
func TestWorkersGetNoMoreThanTheirSlots(t *testing.T) {
	c, address := open(t, Options{Audit: -1})
	running(t, c, plan(t, spec(200)))
	greedy := newClient(t, address)
	greedy.join(3)
	var units []string
	for unit, _ := greedy.take(); unit != ""; unit, _ = greedy.take() {
		units = append(units, unit)
	}
	if len(units) != 3 {
		t.Errorf("a worker of 3 slots is given %d units", len(units))
	}
	for _, unit := range units {
		greedy.deliver(unit, nil, true)
	}
	if unit, _ := greedy.take(); unit != "" {
		t.Errorf("a worker that has given back 3 units unplayed is given unit %s at once", unit)
	}
}

// TestStalledRunsSaySo checks the message about a run without new games: it names the workers that have units, and
// comes once per waiting time.
func TestStalledRunsSaySo(t *testing.T) {
	now, texts := time.Now(), []string(nil)
	c := &Coordinator{options: Options{now: func() time.Time { return now },
		Say: func(text string) { texts = append(texts, text) }}.withDefaults()}
	d := &dispatch{c: c, lastKept: now, leased: map[string]int{"a-0123456789ab": 2}}
	for _, step := range []struct {
		after time.Duration
		said  int
	}{{time.Minute, 0}, {8 * time.Minute, 0}, {2 * time.Minute, 1}, {time.Minute, 1}, {10 * time.Minute, 2}} {
		now = now.Add(step.after)
		if d.reportStall(); len(texts) != step.said {
			t.Errorf("it is said %d times, want %d: %q", len(texts), step.said, texts)
		}
	}
	if !strings.Contains(texts[0], "no game has come for 11m0s") || !strings.Contains(texts[0], "a-0123456789ab") {
		t.Errorf("it is said that %s", texts[0])
	}
	d.leased, now = nil, now.Add(time.Hour)
	if d.reportStall(); len(texts) != 2 {
		t.Errorf("without a unit at a worker it is said that %s", texts[2])
	}
}

// TestEndingRunsWaitNoLongerThanTheyMust checks that an ending run does not wait without limit for a worker that says
// it plays a unit and never delivers it.
func TestEndingRunsWaitNoLongerThanTheyMust(t *testing.T) {
	c, address := open(t, Options{haste: 1000, Audit: -1, UnitTime: 1})
	plan, over, ended := plan(t, spec(40)), make(chan struct{}), make(chan error, 1)
	go func() { ended <- c.Play(t.Context(), batch(plan, over, nil)) }()
	bad := newClient(t, address)
	bad.join(1)
	unit, _ := bad.take()
	close(over)
	for {
		bad.live(unit)
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
			return
		case <-bad.Context().Done():
			return
		default:
		}
	}
}

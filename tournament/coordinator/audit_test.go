package coordinator

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/search"
	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/guard"
	"pillars/tournament/wire"
	"pillars/tournament/work"
	"pillars/tournament/worker"
)

// liar returns a factory that makes one player in oneIn play at random, whatever its name. A worker makes its players
// for every unit.
func liar(oneIn int) guard.Factory {
	return func(text string, rules engine.Rules) (search.Player, error) {
		if rand.IntN(oneIn) == 0 {
			return players.New("random", rules)
		}
		return players.Recorded(text, rules)
	}
}

func TestLiarIsFound(t *testing.T) {
	plan := plan(t, spec(40))
	c, address := open(t, Options{Audit: 1})
	start(t, address, &worker.Worker{NewPlayer: liar(1)})
	got, err := play(t, c, plan)
	var lie *work.Lie
	if !errors.As(err, &lie) || len(got) > 0 {
		t.Fatalf("error %v, %d games: want a lie found and no game", err, len(got))
	}
	for _, m := range c.Members() {
		if !m.Gone || m.Trouble == "" || m.Name != lie.Worker {
			t.Errorf("%+v: want %s shut out", m, lie.Worker)
		}
	}
	start(t, address, &worker.Worker{})
	if got, err = play(t, c, plan); err != nil {
		t.Fatal(err)
	}
	compare(t, got, alone(t, plan))
}

// TestLiarAmongOthersIsFound checks that, if the games of two workers differ, the coordinator finds out which of them
// is wrong.
func TestLiarAmongOthersIsFound(t *testing.T) {
	plan := plan(t, spec(80))
	c, address := open(t, Options{Audit: 2, UnitTime: 1})
	start(t, address, &worker.Worker{}, &worker.Worker{}, &worker.Worker{NewPlayer: liar(3)})
	for found := 0; ; found++ {
		got, err := play(t, c, plan)
		var lie *work.Lie
		switch {
		case errors.As(err, &lie) && found == 0:
			continue // it is shut out, so it plays nothing of what follows
		case err != nil:
			t.Fatal(err)
		case found == 0:
			t.Fatal("the liar was not found")
		}
		compare(t, got, alone(t, plan))
		return
	}
}

// TestDetectionTakesAsLongAsPredicted lets workers lie until they are found. Each wrong delivery is played again with
// the probability of an audit, which predicts the mean time.
func TestDetectionTakesAsLongAsPredicted(t *testing.T) {
	const oneIn, audit = 10, 5
	trials := enginetest.Count(8, 40)
	const predicted = float64(oneIn * audit) // units: of a unit's two players one plays at random in any case
	plan := plan(t, spec(3000))
	units := 0.
	for range trials {
		c, address := open(t, Options{Audit: audit, UnitTime: 1})
		start(t, address, &worker.Worker{NewPlayer: liar(oneIn)})
		_, err := play(t, c, plan)
		var lie *work.Lie
		if !errors.As(err, &lie) {
			t.Fatalf("error %v: want a lie found", err)
		}
		var unit int // of one pair each, handed out in the order of the plan
		if _, err := fmt.Sscanf(lie.Err.Error(), "game 1v2/%d/", &unit); err != nil {
			t.Fatal(lie, err)
		}
		units += float64(unit)
	}
	mean, spread := units/float64(trials), predicted/math.Sqrt(float64(trials))
	t.Logf("found after %.0f units on average, predicted %.0f ± %.0f", mean, predicted, spread)
	if !near.Equal(mean, predicted, 4*spread) { // once in ten thousand times by chance
		t.Errorf("found after %.0f units on average, predicted %.0f ± %.0f", mean, predicted, spread)
	}
}

// TestEachDeliveryHasItsChance checks that every delivery is audited with the same probability, except deliveries of
// this process.
func TestEachDeliveryHasItsChance(t *testing.T) {
	const n = 20000
	for _, oneIn := range []int{1, 2, 50} {
		c := &Coordinator{options: Options{Audit: oneIn}.withDefaults()}
		c.members = newMembers(c.options.now, 1)
		d := &dispatch{c: c}
		drawn := 0
		for range n {
			if is, _ := d.drawAudit(hereName, true); is {
				t.Fatal("what is played here is audited")
			}
			if is, _ := d.drawAudit("worker-0123456789ab", true); is {
				drawn++
			}
		}
		p := 1 / float64(oneIn)
		if spread := math.Sqrt(n * p * (1 - p)); !near.Equal(float64(drawn), n*p, 5*spread) {
			t.Errorf("one in %d: %d of %d, want %.0f ± %.0f", oneIn, drawn, n, n*p, spread)
		}
	}
}

// TestSharedUnitsAreAudited checks that a worker that delivers all games of a unit but the last, and gives the unit
// back, is audited for the games that it delivered.
func TestSharedUnitsAreAudited(t *testing.T) {
	c, address := open(t, Options{Audit: 1})
	r := running(t, c, plan(t, spec(3)))
	liar := newClient(t, address)
	liar.join(1)
	unit, content := liar.take()
	delivery := liar.delivery(unit, liar.encoded(liar.forged(content)[:1]), true)
	// The liar does not wait for an answer, since the coordinator may disconnect it before.
	wire.Send(liar.conn, liar.id, liar.announcement.Session, wire.ToDeliver, delivery)
	var lie *work.Lie
	if err := r.wait(t); !errors.As(err, &lie) || lie.Worker != liar.id.Name {
		t.Errorf("error %v: want the lie of %s", err, liar.id.Name)
	}
	if games := r.taken(); len(games) > 0 {
		t.Errorf("%d games are taken", len(games))
	}
}

// TestOnlyTheDrawnWorkerConfirms checks that deliveries of other workers do not confirm an audit, with no games or with
// the same games.
func TestOnlyTheDrawnWorkerConfirms(t *testing.T) {
	// The coordinator never ends an audit of its own.
	c, address := open(t, Options{Audit: 1, newPlayer: slow(nil, nil)})
	r := running(t, c, plan(t, spec(100)))
	liar, friend := newClient(t, address), newClient(t, address)
	liar.join(200)
	friend.join(200)
	var forged []work.Played
	for range 60 { // most audits are the friend's
		unit, content := liar.take()
		forged = liar.forged(content)
		liar.deliver(unit, forged, true)
	}
	for n := range 150 { // units and audits have numbers; the friend was given none of them
		name := fmt.Sprint(n)
		friend.deliver(name, nil, true)
		friend.deliver(name, forged, true)
		liar.deliver(name, forged, true)
	}
	if games := r.taken(); len(games) > 0 {
		t.Errorf("%d games are taken though nobody confirmed them", len(games))
	}
	// Once it was given the games, it has to bring all of them.
	unit, content := friend.take()
	friend.deliver(unit, friend.played(content)[:0], true)
	friend.deliver(unit, nil, true)
	if games := r.taken(); len(games) > 0 {
		t.Errorf("%d games are taken though none of them was confirmed", len(games))
	}
}

// TestConfirmedGamesAreTaken checks that the first worker's games are taken once the drawn worker delivers the same
// games.
func TestConfirmedGamesAreTaken(t *testing.T) {
	c, address := open(t, Options{Audit: 1, newPlayer: slow(nil, nil)})
	r := running(t, c, plan(t, spec(100)))
	first, second := newClient(t, address), newClient(t, address)
	first.join(200)
	second.join(200)
	given := map[string]bool{}
	for range 60 {
		unit, content := first.take()
		first.deliver(unit, first.played(content), true)
		for _, game := range content {
			given[game.Identity] = true
		}
	}
	confirmed := 0
	for {
		unit, content := second.take()
		if len(content) == 0 || !given[content[0].Identity] {
			break // new units come after the audits
		}
		second.deliver(unit, second.played(content), true)
		confirmed += len(content)
	}
	games := r.taken()
	if confirmed < 60 || len(games) != confirmed { // of 120 four in five are the second's, on average
		t.Errorf("%d games are taken, %d were confirmed", len(games), confirmed)
	}
	for _, game := range games {
		if by := work.WorkerOf(game); by != first.id.Name {
			t.Errorf("game %s is by %s", game.Identity, by)
		}
	}
	for _, m := range c.Members() {
		if m.Audited == 0 {
			t.Errorf("%s has no audited unit", m.Name)
		}
	}
}

// TestPartsOfUnitsProveNothing checks that games that are delivered one by one are audited, but make no worker trusted.
func TestPartsOfUnitsProveNothing(t *testing.T) {
	c, address := open(t, Options{Audit: 1})
	r := running(t, c, plan(t, spec(10)))
	w := newClient(t, address)
	w.join(1)
	audited := func() int { return c.Members()[0].Audited }
	unit, content := w.take()
	played := w.played(content)
	w.deliver(unit, played[:1], false)
	w.deliver(unit, played[1:], true)
	taken := 0
	eventually(t, "the games are taken", func() bool {
		taken += len(r.taken())
		return taken == len(played)
	})
	if n := audited(); n > 0 {
		t.Errorf("parts of a unit count as %d units", n)
	}
	unit, content = w.take()
	w.deliver(unit, w.played(content), true)
	eventually(t, "a whole unit counts", func() bool { return audited() == 1 })
}

// TestSomeAuditsArePlayedHere checks that the coordinator plays some audits itself, so that workers that send the same
// wrong games are found.
func TestSomeAuditsArePlayedHere(t *testing.T) {
	c, address := open(t, Options{Audit: 1})
	r := running(t, c, plan(t, spec(200)))
	liar, friend := newClient(t, address), newClient(t, address)
	liar.join(500)
	friend.join(500)
	for range 100 { // of which at least one is not the friend's
		var h wire.Answer
		if liar.try(wire.ToTake, wire.Take{Patience: 100}, &h) != nil {
			break // the run has ended
		}
		var unit []tournament.Planned
		if err := work.Decode(h.Content, &unit); err != nil {
			t.Fatal(err)
		}
		liar.of[h.Unit] = work.Hash(h.Content)
		games := liar.encoded(liar.forged(unit))
		_ = liar.try(wire.ToDeliver, liar.delivery(h.Unit, games, true), nil)
	}
	var lie *work.Lie
	if err := r.wait(t); !errors.As(err, &lie) || lie.Worker != liar.id.Name {
		t.Errorf("error %v: want the lie of %s", err, liar.id.Name)
	}
}

// TestLateWorkersAreOnProbation: a worker that was shut out may come back under another name. Its games are played
// again before they are taken, and after maxBanned such workers no new one is admitted.
func TestLateWorkersAreOnProbation(t *testing.T) {
	plan := plan(t, spec(40))
	said := newSaid()
	c, address := open(t, Options{Audit: 1000000, Say: said.say})
	for n := range maxBanned {
		r := running(t, c, plan)
		liar := newClient(t, address)
		if refused := liar.join(1); refused != "" {
			t.Fatalf("worker %d: %s", n, refused)
		}
		unit, content := liar.take()
		forged := liar.forged(content)
		if n == 0 { // games that the rules do not allow are found without an audit
			forged[0].Turns = "a1 " + forged[0].Turns
		}
		delivery := liar.delivery(unit, liar.encoded(forged), true)
		_ = liar.try(wire.ToDeliver, delivery, nil) // its connection may be closed before it is answered
		var lie *work.Lie
		if err := r.wait(t); !errors.As(err, &lie) {
			t.Fatalf("worker %d: error %v, want a lie", n, err)
		}
		if games := r.taken(); len(games) > 0 {
			t.Errorf("worker %d: %d of its games are taken", n, len(games))
		}
	}
	said.until(t, "remove its key")
	running(t, c, plan)
	if refused := newClient(t, address).join(1); !strings.Contains(refused, "needs a new key") {
		t.Errorf("one more worker is refused: %q", refused)
	}
	if n := len(c.Liars()); n != maxBanned {
		t.Errorf("%d liars, want %d", n, maxBanned)
	}
}

// TestProbationEnds: a worker that no audit found right is on probation after another was shut out. What it
// brings is played again until it has brought ten whole units, however late they are confirmed. Until all of them are,
// it audits nobody.
func TestProbationEnds(t *testing.T) {
	m := newMembers(Options{}.withDefaults().now, time.Hour)
	const proven, early, late = "a-0123456789ab", "b-0123456789ab", "c-0123456789ab"
	m.join(proven, wire.Join{Slots: 1})
	for range proofUnits {
		m.confirm(proven)
	}
	m.join(early, wire.Join{Slots: 1})
	m.ban("d-0123456789ab")
	m.join(late, wire.Join{Slots: 1})
	if m.spendProbation(proven, true) {
		t.Error("a worker that was found right is on probation")
	}
	for _, name := range []string{early, late} {
		for n := range probationUnits {
			m.join(name, wire.Join{Slots: 1}) // of the next run
			if !m.spendProbation(name, false) || !m.spendProbation(name, true) {
				t.Errorf("%s: its probation is over after %d units", name, n)
			}
		}
		if m.spendProbation(name, true) {
			t.Errorf("%s is on probation after %d units", name, probationUnits)
		}
		for range probationUnits {
			if slices.Contains(m.auditors(""), name) {
				t.Errorf("%s audits before it was found right", name)
			}
			m.confirm(name)
		}
		if !slices.Contains(m.auditors(""), name) {
			t.Errorf("%s does not audit after its probation", name)
		}
	}
}

// TestLiesNameWhomToTrust checks that a Lie lists as trusted the workers that audits have found right often enough, if
// there are audits.
func TestLiesNameWhomToTrust(t *testing.T) {
	const liar, proven, unknown = "a-0123456789ab", "b-0123456789ab", "c-0123456789ab"
	for _, audit := range []int{50, -1} {
		c := &Coordinator{options: Options{Audit: audit}.withDefaults()}
		c.members = newMembers(c.options.now, time.Hour)
		for _, name := range []string{liar, proven, unknown} {
			c.members.join(name, wire.Join{Slots: 1})
		}
		for range proofUnits {
			c.members.confirm(liar, proven)
		}
		d := &dispatch{c: c}
		var lie *work.Lie
		if !errors.As(d.shutOut(liar, errors.New("another turn")), &lie) {
			t.Fatal("no lie")
		}
		spares := map[string]bool{liar: false, proven: true, unknown: audit < 0, hereName: true, "": true}
		for name, want := range spares {
			if lie.Spares(name) != want {
				t.Errorf("audit %d: the games of %q count: %v", audit, name, !want)
			}
		}
	}
}

// TestManyLiarsCloseTheDoor checks that, once many workers were shut out, workers that joined before any lie get no
// units, and no games are taken from them, unless audits have found them right.
func TestManyLiarsCloseTheDoor(t *testing.T) {
	m := newMembers(Options{}.withDefaults().now, time.Hour)
	const proven, unknown = "a-0123456789ab", "b-0123456789ab"
	m.join(proven, wire.Join{Slots: 1})
	for range proofUnits {
		m.confirm(proven)
	}
	m.join(unknown, wire.Join{Slots: 1})
	for n := range maxBanned {
		if m.isShutOut(unknown) || m.freeSlots(unknown, 0) != 1 {
			t.Errorf("the door is closed after %d liars", n)
		}
		m.ban(fmt.Sprintf("liar-%012d", n))
	}
	if !m.isShutOut(unknown) || m.freeSlots(unknown, 0) != 0 || m.join(unknown, wire.Join{Slots: 1}) == "" {
		t.Error("a worker that nobody found right plays on")
	}
	if m.isShutOut(proven) || m.freeSlots(proven, 0) != 1 || m.join(proven, wire.Join{Slots: 1}) != "" ||
		m.isShutOut(hereName) {
		t.Error("a worker that was found right is shut out too")
	}
}

// TestBannedWorkersStayOut checks that banned workers cannot connect, although their keys are valid.
func TestBannedWorkersStayOut(t *testing.T) {
	plan := plan(t, spec(10))
	for name, through := range map[string]bool{"a server of its own": false, "through another server": true} {
		t.Run(name, func(t *testing.T) {
			c, address := open(t, Options{})
			if through {
				address = plainServer(t)
				var err error
				if c, err = Open(Options{Through: address}); err != nil {
					t.Fatal(err)
				}
				t.Cleanup(c.Close)
			}
			r := running(t, c, plan)
			liar := newClient(t, address)
			liar.join(1)
			unit, _ := liar.take()
			delivery := liar.delivery(unit, []byte("no games"), true)
			_ = liar.try(wire.ToDeliver, delivery, nil) // its connection may be closed before it is answered
			var lie *work.Lie
			if err := r.wait(t); !errors.As(err, &lie) {
				t.Fatalf("error %v, want a lie", err)
			}
			if !through {
				eventually(t, "its connection is closed", func() bool { return !liar.conn.IsConnected() })
				if conn, err := address.Connect(liar.id, 0); err == nil {
					conn.Close()
					t.Error("it may come in again")
				}
				return
			}
			running(t, c, plan)
			liar.announcement.Session = ""
			liar.hear()
			if refused := liar.join(1); !strings.Contains(refused, "audit found a wrong result") {
				t.Errorf("it is refused: %q", refused)
			}
			if unit, _ := liar.take(); unit != "" {
				t.Errorf("it is given unit %s", unit)
			}
		})
	}
}

package worker

import (
	"testing"
	"time"

	"pillars/tournament/wire"
)

// TestWorkersJoinAgain checks that a worker joins a run once, and joins it again after its engagement has ended.
func TestWorkersJoinAgain(t *testing.T) {
	identity, err := wire.NewIdentity("worker")
	if err != nil {
		t.Fatal(err)
	}
	w, run := &Worker{identity: identity, joined: map[string]*engagement{}}, wire.Announcement{Session: "run"}
	for range 2 {
		e := w.hear(run)
		if e == nil || w.hear(run) != nil {
			t.Fatalf("engagement %v, and another one beside it or none", e)
		}
		e.forget()
	}
}

// TestWorkersAreIdleWithoutAUnit checks that a worker is idle only after it has been without a unit for long enough,
// also after several units.
func TestWorkersAreIdleWithoutAUnit(t *testing.T) {
	identity, err := wire.NewIdentity("worker")
	if err != nil {
		t.Fatal(err)
	}
	w := &Worker{Idle: time.Hour, identity: identity}
	e := &engagement{worker: w, units: map[string]bool{}}
	for _, step := range []struct {
		unit  string
		plays bool
		idle  bool // once an hour has passed
	}{{"1", true, false}, {"2", true, false}, {"1", false, false}, {"3", true, false}, {"2", false, false},
		{"3", false, true}} {
		e.setInPlay(step.unit, step.plays)
		if w.idle() {
			t.Errorf("%+v: idle at once", step)
		}
		w.lastUnit = w.lastUnit.Add(-w.Idle)
		if w.idle() != step.idle {
			t.Errorf("%+v: idle is %v", step, w.idle())
		}
	}
	if w.Idle = 0; w.idle() {
		t.Error("a worker that is to wait for ever is idle")
	}
}

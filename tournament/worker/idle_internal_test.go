package worker

import (
	"testing"
	"time"

	"pillars/tournament/wire"
)

// TestWorkersJoinAgain: while a worker plays a run it joins it once, and after the engagement ended it joins again.
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

// TestWorkersAreIdleWithoutAUnit for long enough, be it after many of them.
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
		e.note(step.unit, step.plays)
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

package coordinator

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament/wire"
	"pillars/tournament/worker"
)

// TestWaitsForUnitsEnd checks that the wait for a unit ends after the worker's time, or after the coordinator's.
func TestWaitsForUnitsEnd(t *testing.T) {
	for what, try := range map[string]struct {
		haste    wire.Haste
		patience int
	}{"an impatient worker": {.001, 1}, "an impatient coordinator": {1000, math.MaxInt32}} {
		t.Run(what, func(t *testing.T) {
			c, address := open(t, Options{haste: try.haste, Audit: -1})
			running(t, c, plan(t, spec(1)))
			var h wire.Answer // of a worker that is not admitted
			newClient(t, address).ask(wire.ToTake, wire.Take{Patience: try.patience}, &h)
			if h.Unit != "" {
				t.Errorf("unit %s is given", h.Unit)
			}
		})
	}
}

// TestFloodsAreBounded checks that the messages that wait for the coordinator take less memory than the NATS client
// would allow.
func TestFloodsAreBounded(t *testing.T) {
	c, _ := open(t, Options{})
	s, err := wire.Listen(c.conn, "session", wire.ToTake, func(string, *nats.Msg) {})
	if err != nil {
		t.Fatal(err)
	}
	messages, bytes, err := s.PendingLimits()
	if err != nil || messages >= nats.DefaultSubPendingMsgsLimit || bytes >= nats.DefaultSubPendingBytesLimit {
		t.Errorf("%d messages of %d bytes may wait, error %v", messages, bytes, err)
	}
}

// TestRefusedWorkersSayWhy checks that refused workers print the reason.
func TestRefusedWorkersSayWhy(t *testing.T) {
	otherwise := func(context.Context, string, engine.Rules) (string, error) { return "else", nil }
	c, address := open(t, Options{sign: otherwise})
	said := newSaid()
	running(t, c, plan(t, spec(1)))
	start(t, address, &worker.Worker{Say: said.say})
	said.until(t, "refused: player")
}

// TestFailedWorkersTakeNoFurtherUnit checks that a worker that failed takes no further unit. The unit would be lost,
// and the coordinator would look for it long after the run has ended.
func TestFailedWorkersTakeNoFurtherUnit(t *testing.T) {
	const late = wire.Haste(.001)
	c, address := open(t, Options{Audit: -1, haste: late})
	r := running(t, c, plan(t, spec(20)))
	said := newSaid()
	start(t, address, &worker.Worker{Say: said.say, NewPlayer: func(string, engine.Rules) (search.Player, error) {
		return nil, errors.New("no such player today")
	}})
	said.until(t, "no such player today")
	start(t, address, &worker.Worker{})
	if err, games := r.wait(t), r.taken(); err != nil || len(games) != 40 {
		t.Errorf("%d games are taken, want 40; error %v", len(games), err)
	}
}

// TestWorkersTakeTurnsBetweenRuns checks that two runs share one worker: neither waits until the other has ended.
func TestWorkersTakeTurnsBetweenRuns(t *testing.T) {
	address, plan := plainServer(t), plan(t, spec(100))
	var all [2]*Coordinator
	for i := range all {
		var err error
		if all[i], err = Open(Options{Through: address, Audit: -1}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(all[i].Close)
	}
	began, thought := make(chan struct{}, 1), make(chan struct{})
	start(t, address, &worker.Worker{NewPlayer: slow(began, thought)})
	first := running(t, all[0], plan)
	<-began
	second := running(t, all[1], plan)
	eventually(t, "the worker joins the second run", func() bool { return len(all[1].Members()) == 1 })
	close(thought)
	<-second.games
	if n := len(first.taken()); n == plan.Len() {
		t.Error("the second run has its first game when the first one has ended")
	}
}

// TestWorkersThatMayBeIdleGiveUp checks that a worker with an idle limit gives up a coordinator that has gone, even if
// a unit is in play. A worker that was idle before it got a unit must not block the next.
func TestWorkersThatMayBeIdleGiveUp(t *testing.T) {
	c, address := open(t, Options{haste: inHaste, Audit: -1})
	r, began := running(t, c, plan(t, spec(1))), make(chan struct{}, 1)
	ended, playing := make(chan error, 1), false
	for !playing {
		w := &worker.Worker{Slots: 1, Folder: t.TempDir(), NewPlayer: slow(began, nil), Haste: inHaste,
			Idle: 500 * time.Millisecond}
		go func() { ended <- w.Work(t.Context(), address, nil) }()
		select {
		case <-began:
			playing = true
		case <-ended:
		}
	}
	r.stop()
	c.Close()
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), "start the coordinator first") {
			t.Errorf("error %v, want that nothing answers", err)
		}
	case <-time.After(20 * time.Second):
		t.Error("the worker does not end")
	}
}

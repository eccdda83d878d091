package coordinator

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"pillars/search/players"
	"pillars/tournament"
	"pillars/tournament/runner"
	"pillars/tournament/wire"
	"pillars/tournament/work"
)

// inHaste shortens the time after which the unit of a dead worker is handed out again to half a second.
const inHaste = wire.Haste(60)

// client is a worker that does only what a test makes it do.
type client struct {
	testing.TB
	id           *wire.Identity
	conn         *nats.Conn
	announcement wire.Announcement
	table        work.Table
	job          work.Job
	of           map[string]string // the names of the contents of units, by the units' names
	heartbeats   uint64
}

// newClient connects a client that has the key. A run must be in progress.
func newClient(t testing.TB, address wire.Address) *client {
	t.Helper()
	id, err := wire.NewIdentity("client")
	if err != nil {
		t.Fatal(err)
	}
	c := &client{TB: t, id: id, of: map[string]string{}}
	if c.conn, err = address.Connect(id, inHaste); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.conn.Close)
	c.hear()
	return c
}

// hear waits for the announcement of a run, and prepares to play it.
func (c *client) hear() {
	c.Helper()
	ctx, cancel := context.WithTimeout(c.Context(), 20*time.Second)
	defer cancel()
	heard := make(chan wire.Announcement, 16)
	ask, err := wire.HearAnnouncements(ctx, c.conn, c.id, heard)
	if err != nil {
		c.Fatal(err)
	}
	for c.announcement.Session == "" {
		if err := ask(); err != nil {
			c.Fatal(err)
		}
		select {
		case c.announcement = <-heard:
		case <-time.After(50 * time.Millisecond): // the run has not begun
		case <-ctx.Done():
			c.Fatal("no run is announced")
		}
	}
	err = work.Decode(c.announcement.Inline, &c.job)
	spec, rules, err2 := c.job.Read()
	if err := errors.Join(err, err2); err != nil {
		c.Fatal(err)
	}
	c.table = work.Table{Spec: spec, Rules: rules, NewPlayer: players.Recorded}
}

// ask sends a message and reads the answer.
func (c *client) ask(verb wire.Verb, message any) (answer wire.Answer) {
	c.Helper()
	ctx, cancel := context.WithTimeout(c.Context(), 20*time.Second)
	defer cancel()
	text, err := wire.Ask(ctx, c.conn, c.id, c.announcement.Session, verb, message)
	if err == nil {
		err = wire.Decode(text, &answer)
	}
	if err != nil {
		c.Fatal(verb, ": ", err)
	}
	return answer
}

// join asks to join the run. It returns why the client is refused, or "".
func (c *client) join(slots int) string {
	c.Helper()
	return c.ask(wire.ToJoin, wire.Join{Program: "client", Machine: "m", Slots: slots,
		Signatures: c.job.Signatures}).Refused
}

// take asks for a unit. It returns the unit and its name, which is empty if there is none.
func (c *client) take() (name string, unit []tournament.Planned) {
	c.Helper()
	h := c.ask(wire.ToTake, wire.Take{Patience: 100})
	if h.Unit != "" {
		c.of[h.Unit] = work.Hash(h.Content)
		if err := work.Decode(h.Content, &unit); err != nil {
			c.Fatal(err)
		}
	}
	return h.Unit, unit
}

// played plays a unit as a good worker would.
func (c *client) played(unit []tournament.Planned) []work.Played {
	c.Helper()
	played, err := c.table.Play(c.Context(), unit, nil)
	if err != nil {
		c.Fatal(err)
	}
	return played
}

func (c *client) delivery(unit string, games []byte) wire.Delivery {
	return wire.Delivery{Unit: unit, Of: c.of[unit], Games: games, Ends: true}
}

// deliver delivers games of a unit, and returns why it is refused, or "".
func (c *client) deliver(unit string, played []work.Played) string {
	c.Helper()
	return c.ask(wire.ToDeliver, c.delivery(unit, work.EncodeGames(played))).Refused
}

// live sends a heartbeat.
func (c *client) live() {
	c.heartbeats++
	wire.Send(c.conn, c.id, c.announcement.Session, wire.ToLive, wire.Heartbeat{Number: c.heartbeats})
}

// run is a run that a coordinator plays in the background of a test.
type run struct {
	games chan tournament.Game // that are taken
	over  chan struct{}        // closed when it has ended
	err   error                // then
	stop  func()
}

// running starts a run of a plan in the background. It ends early once drain is closed.
func running(t testing.TB, c *Coordinator, plan tournament.Plan, drain <-chan struct{}) *run {
	ctx, cancel := context.WithCancel(t.Context())
	r := &run{make(chan tournament.Game, plan.Len()), make(chan struct{}), nil, cancel}
	go func() {
		defer close(r.over)
		_, r.err = runner.Runner{Plan: plan, Elsewhere: c, Drain: drain, Sink: func(game tournament.Game) error {
			r.games <- game
			return nil
		}}.Run(ctx)
	}()
	t.Cleanup(func() { cancel(); <-r.over })
	return r
}

// wait waits for the end of the run.
func (r *run) wait(t testing.TB) error {
	t.Helper()
	select {
	case <-r.over:
	case <-time.After(30 * time.Second):
		t.Fatal("the run does not end")
	}
	return r.err
}

// taken returns the number of games that were taken since it was last called.
func (r *run) taken() (n int) {
	for {
		select {
		case <-r.games:
			n++
		default:
			return n
		}
	}
}

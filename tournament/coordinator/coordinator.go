// Package coordinator distributes the games of a run to workers on this and other machines. A [Coordinator] divides the
// games into units and gives a unit to each worker that asks for one. It checks the games that come back and passes
// them on. If a worker does not deliver a unit in time, another worker gets the unit too, and the first result counts.
//
// Workers are not trusted. The coordinator accepts a game only from a worker that was given the game's unit, and only
// if the rules and the plan allow the game. It takes everything that the plan determines from the plan, not from the
// worker. A random sample of the deliveries is played again before it is stored; see [audit].
package coordinator

import (
	"cmp"
	"context"
	"time"

	"github.com/nats-io/nats.go"

	"pillars/search/bench"
	"pillars/search/players"
	"pillars/tournament/guard"
	"pillars/tournament/runner"
	"pillars/tournament/wire"
	"pillars/tournament/work"
)

// The defaults of [Options].
const (
	DefaultAudit    = 50
	DefaultUnitTime = 20 * time.Second
)

// Options configures a coordinator. Zero fields have defaults.
type Options struct {
	Listen   string            // address of the coordinator's own server; if empty, workers join Through
	KeyFile  string            // file with the key of the coordinator's own server
	Through  wire.Address      // address of a NATS server that is already running; unused if Listen is set
	Slots    int               // number of units that this process plays at the same time
	Audit    int               // one delivery in this many is played again; 0 for DefaultAudit, below 0 for none
	UnitTime time.Duration     // thinking time of all players in a unit; 0 for DefaultUnitTime
	Say      func(text string) // shows a message to people

	sign      work.Signer      // signs players, by default [bench.SignOn]
	now       func() time.Time // by default [time.Now]
	haste     wire.Haste       // divides all waiting times, for tests
	newPlayer guard.Factory    // by default [players.Recorded]
}

func (o Options) withDefaults() Options {
	o.Audit, o.UnitTime = cmp.Or(o.Audit, DefaultAudit), cmp.Or(o.UnitTime, DefaultUnitTime)
	if o.Say == nil {
		o.Say = func(string) {}
	}
	if o.now == nil {
		o.now = time.Now
	}
	if o.sign == nil {
		o.sign = bench.SignOn
	}
	o.sign = work.Remember(o.sign)
	if o.newPlayer == nil {
		o.newPlayer = players.Recorded
	}
	return o
}

// Coordinator gives the units of one run at a time to workers. It implements [runner.Elsewhere].
type Coordinator struct {
	options Options
	*members
	server *ownServer // nil if workers join another server
	conn   *nats.Conn

	saidUnauditable string // the last reason against audits that Say received, so that it is not repeated
}

// Open connects to the server that workers join, or starts the coordinator's own server.
func Open(options Options) (*Coordinator, error) {
	c := &Coordinator{options: options.withDefaults()}
	c.members = newMembers(c.options.now, c.options.haste.Of(wire.DeadAfter))
	var err error
	if c.options.Listen == "" {
		c.conn, err = c.options.Through.Connect(nil, c.options.haste)
	} else if c.server, err = listen(c.options.Listen, c.options.KeyFile, c.members.isBanned); err == nil {
		c.conn, err = c.server.connect()
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	if c.options.Slots > 0 {
		here := wire.Join{Slots: c.options.Slots, Program: runner.Program(), Machine: runner.Machine()}
		c.members.join(hereName, here)
	}
	return c, nil
}

// Addresses returns the addresses by which workers join the coordinator's own server.
func (c *Coordinator) Addresses() []string {
	if c.server == nil {
		return nil
	}
	return c.server.addresses()
}

// Close ends the connection and the coordinator's own server.
func (c *Coordinator) Close() {
	if c.conn != nil {
		c.conn.Close()
	}
	if c.server != nil {
		c.server.close()
	}
}

// Play distributes the games of a batch and passes each finished game to batch.Take, one at a time. The record of a
// game names its worker. Play returns nil when all games have been passed on, or when batch.Over is closed and every
// game in play has been passed on or lost. Otherwise it returns an error from Take, from ctx or from a player in this
// process, or a [work.Lie] if a worker sent a wrong result.
func (c *Coordinator) Play(ctx context.Context, batch runner.Batch) error {
	d, err := c.newDispatch(ctx, batch)
	if err != nil {
		return err
	}
	return d.play(ctx, batch.Games, batch.Over)
}

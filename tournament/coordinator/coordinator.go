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
	"crypto/subtle"
	"crypto/tls"
	"fmt"
	"net"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"pillars/engine/outside"
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
	} else if c.server, err = startServer(c.options.Listen, c.options.KeyFile, c.members); err == nil {
		c.conn, err = nats.Connect("", nats.InProcessServer(c.server.nats),
			nats.UserInfo(coordinatorName, c.server.key.Token), wire.Quiet())
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

// Addresses returns the addresses by which workers join the coordinator's own server. If the server listens on all
// networks, there is one per IP address of the machine.
func (c *Coordinator) Addresses() (addresses []string) {
	s := c.server
	if s == nil {
		return nil
	}
	port := s.nats.Addr().(*net.TCPAddr).Port
	if ip := net.ParseIP(s.host); s.host != "" && (ip == nil || !ip.IsUnspecified()) {
		return []string{s.key.Address(s.host, port)}
	}
	for _, host := range append(outside.OwnAddresses(), "127.0.0.1") {
		addresses = append(addresses, s.key.Address(host, port))
	}
	return addresses
}

// Close ends the connection and the coordinator's own server.
func (c *Coordinator) Close() {
	if c.conn != nil {
		c.conn.Close()
	}
	if c.server != nil {
		c.server.nats.Shutdown()
		c.server.nats.WaitForShutdown()
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

// ownServer is a NATS server in the coordinator's process, for workers that have its key. It stores no messages.
type ownServer struct {
	key     wire.Key
	nats    *server.Server
	host    string
	members *members
}

const (
	coordinatorName  = "coordinator"
	startTime        = 10 * time.Second // limit for the start of the server
	maxPayload       = 1 << 20          // bytes in a message
	maxConnections   = 2 * maxMembers
	maxSubscriptions = 16 // per connection; a worker needs three
)

// startServer starts a server at an address such as 127.0.0.1:7447, with the key in a file. It admits no banned member.
func startServer(address, keyFile string, members *members) (s *ownServer, err error) {
	host, port, err := outside.HostPort(address)
	if err != nil {
		return nil, fmt.Errorf("address %q: %w", address, err)
	}
	s = &ownServer{host: host, members: members}
	if s.key, err = wire.LoadKey(keyFile); err != nil {
		return nil, err
	}
	probe, err := net.Listen("tcp", address) // the NATS server would not say that the port is taken
	if err != nil {
		return nil, fmt.Errorf("%w; is another coordinator running there?", err)
	}
	probe.Close()
	if port == 0 {
		port = server.RANDOM_PORT
	}
	s.nats, err = server.NewServer(&server.Options{
		Host: host, Port: port, NoSigs: true, NoLog: true, MaxConn: maxConnections, MaxSubs: maxSubscriptions,
		MaxPayload: maxPayload, CustomClientAuthentication: s, AlwaysEnableNonce: true,
		TLS: true, TLSTimeout: 5, AuthTimeout: 5, PingInterval: wire.PingEvery, MaxPingsOut: 2,
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{s.key.Certificate}, MinVersion: tls.VersionTLS13},
	})
	if err != nil {
		return nil, err
	}
	s.nats.Start()
	if !s.nats.ReadyForConnections(startTime) {
		s.nats.Shutdown()
		s.nats.WaitForShutdown()
		return nil, fmt.Errorf("the server for workers does not answer at %s within %v; try again, or listen "+
			"elsewhere", address, startTime)
	}
	return s, nil
}

// Check admits clients that present the token and prove that they own the key of their name, unless they are banned. It
// allows a client to send messages only under its own name. The coordinator's own connection needs only the token. The
// NATS server calls Check for every new connection.
func (s *ownServer) Check(client server.ClientAuthentication) bool {
	options := client.GetOpts()
	name := options.Username
	if subtle.ConstantTimeCompare([]byte(options.Password), []byte(s.key.Token)) != 1 {
		return false
	}
	user := &server.User{Username: name}
	inside := client.RemoteAddress() == nil || client.RemoteAddress().Network() == "pipe" // see Open
	if name != coordinatorName || !inside {
		if s.members.isBanned(name) || !wire.Proves(name, options.Nkey, options.Sig, client.GetNonce()) {
			return false
		}
		publish, subscribe := wire.Allowed(name)
		user.Permissions = &server.Permissions{Publish: &server.SubjectPermission{Allow: publish},
			Subscribe: &server.SubjectPermission{Allow: subscribe}}
	}
	client.RegisterUser(user)
	return true
}

// disconnect ends the connections of a worker. Check rejects the worker when it tries to connect again.
func (s *ownServer) disconnect(worker string) {
	connections, err := s.nats.Connz(&server.ConnzOptions{Username: true, Limit: maxConnections})
	if err != nil { // the coordinator refuses the worker's messages anyway
		return
	}
	for _, connection := range connections.Conns {
		if wire.Owns(worker, connection.AuthorizedUser) {
			_ = s.nats.DisconnectClientByID(connection.Cid) // it may be gone already
		}
	}
}

package coordinator

import (
	"crypto/subtle"
	"crypto/tls"
	"fmt"
	"net"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"pillars/engine/outside"
	"pillars/tournament/wire"
)

// ownServer is a NATS server in the coordinator's process, for workers that have its key. It stores no messages.
type ownServer struct {
	key    wire.Key
	nats   *server.Server
	host   string
	banned func(worker string) bool // must be safe for use by several goroutines
}

const (
	coordinatorName  = "coordinator"
	startTime        = 10 * time.Second // limit for the start of the server
	maxPayload       = 1 << 20          // bytes in a message
	maxConnections   = 2 * maxMembers
	maxSubscriptions = 16 // per connection; a worker needs three
)

// listen starts a server at an address such as 127.0.0.1:7447, with the key in a file. The server admits no worker for
// which banned returns true.
func listen(address, keyFile string, banned func(worker string) bool) (s *ownServer, err error) {
	host, port, err := outside.HostPort(address)
	if err != nil {
		return nil, fmt.Errorf("address %q: %w", address, err)
	}
	s = &ownServer{host: host, banned: banned}
	if s.key, err = wire.LoadKey(keyFile); err != nil {
		return nil, err
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	s.nats, err = server.NewServer(&server.Options{
		Host: host, Port: port, NoSigs: true, NoLog: true, MaxConn: maxConnections, MaxSubs: maxSubscriptions,
		MaxPayload: maxPayload, CustomClientAuthentication: s, AlwaysEnableNonce: true,
		TLS: true, TLSTimeout: 5, AuthTimeout: 5, PingInterval: wire.PingEvery, MaxPingsOut: 2,
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{s.key.Certificate}, MinVersion: tls.VersionTLS13},
	})
	if err == nil {
		err = s.start(address)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// start starts the server. It returns an error if the port is taken, which the NATS server itself would only log.
func (s *ownServer) start(address string) error {
	probe, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("%w; is another coordinator running there?", err)
	}
	probe.Close()
	s.nats.Start()
	if !s.nats.ReadyForConnections(startTime) {
		return fmt.Errorf("the server for workers does not answer at %s within %v; try again, or listen elsewhere",
			address, startTime)
	}
	return nil
}

// addresses returns the addresses by which workers join. If the server listens on all networks, there is one per IP
// address of the machine.
func (s *ownServer) addresses() (addresses []string) {
	port := s.nats.Addr().(*net.TCPAddr).Port
	if ip := net.ParseIP(s.host); s.host != "" && (ip == nil || !ip.IsUnspecified()) {
		return []string{s.key.Address(s.host, port)}
	}
	networks, _ := net.InterfaceAddrs()
	for _, network := range networks {
		if ip, ok := network.(*net.IPNet); ok && ip.IP.IsGlobalUnicast() {
			addresses = append(addresses, s.key.Address(ip.IP.String(), port))
		}
	}
	return append(addresses, s.key.Address("127.0.0.1", port))
}

// connect returns the coordinator's own connection, within this process.
func (s *ownServer) connect() (*nats.Conn, error) {
	return nats.Connect("", nats.InProcessServer(s.nats), nats.UserInfo(coordinatorName, s.key.Token),
		wire.Quiet())
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
	inside := client.RemoteAddress() == nil || client.RemoteAddress().Network() == "pipe" // see connect
	if name != coordinatorName || !inside {
		if s.banned(name) || !wire.Proves(name, options.Nkey, options.Sig, client.GetNonce()) {
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

// close stops the server.
func (s *ownServer) close() {
	if s.nats != nil {
		s.nats.Shutdown()
		s.nats.WaitForShutdown()
	}
}

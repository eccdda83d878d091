package remote

import (
	"crypto/subtle"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// ownServer is a NATS server within the coordinator, for workers that have its key. It keeps everything in memory:
// whatever it loses is played again.
type ownServer struct {
	key  key
	nats *server.Server
	host string

	mu     sync.Mutex
	banned map[string]bool
}

const (
	coordinatorName = "coordinator"
	startTime       = 10 * time.Second
	maxPayload      = 8 << 20
	maxMemory       = 128 << 20 // for units, results and files
)

// listen starts a server at an address such as 127.0.0.1:7447, with the key of a file.
func listen(address, keyFile string) (s *ownServer, err error) {
	host, portText, err := net.SplitHostPort(address)
	port, portErr := strconv.ParseUint(portText, 10, 16)
	if err != nil || portErr != nil {
		return nil, fmt.Errorf("address %q: write HOST:PORT, such as 127.0.0.1:7447, or 0.0.0.0:7447 for all networks",
			address)
	}
	s = &ownServer{host: host, banned: map[string]bool{}}
	if s.key, err = loadKey(keyFile); err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "pillars-coordinator-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder) // JetStream wants one, and writes nothing: all is in memory
	natsPort := int(port)
	if natsPort == 0 {
		natsPort = server.RANDOM_PORT
	}
	s.nats, err = server.NewServer(&server.Options{
		Host: host, Port: natsPort, NoSigs: true, NoLog: true, JetStream: true, StoreDir: folder,
		JetStreamMaxMemory: maxMemory, MaxPayload: maxPayload, CustomClientAuthentication: s, TLS: true, TLSTimeout: 5,
		PingInterval: pingEvery, MaxPingsOut: 2,
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{s.key.certificate}, MinVersion: tls.VersionTLS13},
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

// start fails where the port is taken: the server itself would only log that.
func (s *ownServer) start(address string) error {
	probe, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("%w; is another coordinator running there?", err)
	}
	probe.Close()
	s.nats.Start()
	if !s.nats.ReadyForConnections(startTime) {
		return errors.New("the server for workers does not start")
	}
	return nil
}

// addresses are how workers join, one for each address of the machine where it listens on all.
func (s *ownServer) addresses() (addresses []string) {
	port := s.nats.Addr().(*net.TCPAddr).Port
	if ip := net.ParseIP(s.host); s.host != "" && (ip == nil || !ip.IsUnspecified()) {
		return []string{s.key.address(s.host, port)}
	}
	networks, _ := net.InterfaceAddrs()
	for _, network := range networks {
		if ip, ok := network.(*net.IPNet); ok && ip.IP.IsGlobalUnicast() {
			addresses = append(addresses, s.key.address(ip.IP.String(), port))
		}
	}
	return append(addresses, s.key.address("127.0.0.1", port))
}

// Check lets in who knows the token, with permissions for its own units only.
func (s *ownServer) Check(client server.ClientAuthentication) bool {
	options := client.GetOpts()
	s.mu.Lock()
	banned := s.banned[options.Username]
	s.mu.Unlock()
	if banned || subtle.ConstantTimeCompare([]byte(options.Password), []byte(s.key.token)) != 1 {
		return false
	}
	user := &server.User{Username: options.Username}
	switch inside := client.RemoteAddress() == nil || client.RemoteAddress().Network() == "pipe"; {
	case options.Username == coordinatorName && inside:
	case !validWorker(options.Username):
		return false
	default:
		user.Permissions = workerPermissions(options.Username)
	}
	client.RegisterUser(user)
	return true
}

// ban shuts out a worker, now and when it comes again.
func (s *ownServer) ban(worker string) {
	s.mu.Lock()
	s.banned[worker] = true
	s.mu.Unlock()
	connections, err := s.nats.Connz(&server.ConnzOptions{User: worker, Username: true, Limit: 100})
	for _, connection := range connections.Conns {
		if err == nil {
			_ = s.nats.DisconnectClientByID(connection.Cid) // it may have gone
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

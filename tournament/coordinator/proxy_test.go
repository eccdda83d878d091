package coordinator

import (
	"io"
	"net"
	"pillars/tournament/wire"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// proxy passes data on between workers and a server.
type proxy struct {
	net.Listener
	target string
	mu     sync.Mutex
	open   map[net.Conn]bool
	stall  sync.RWMutex                // held while nothing comes through
	silent atomic.Pointer[atomic.Bool] // whether the connections made since the last swallow are silent
}

func newProxy(t *testing.T, target string) *proxy {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{Listener: listener, target: target, open: map[net.Conn]bool{}}
	p.silent.Store(&atomic.Bool{})
	t.Cleanup(func() { listener.Close(); p.cut() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go p.join(conn)
		}
	}()
	return p
}

func (p *proxy) join(from net.Conn) {
	to, err := net.Dial("tcp", p.target)
	if err != nil {
		from.Close()
		return
	}
	silent := p.silent.Load()
	for _, ends := range [][2]net.Conn{{from, to}, {to, from}} {
		p.mu.Lock()
		p.open[ends[0]] = true
		p.mu.Unlock()
		go func() {
			_, _ = io.Copy(writer(func(b []byte) (int, error) {
				p.stall.RLock()
				defer p.stall.RUnlock()
				if silent.Load() {
					return len(b), nil
				}
				return ends[1].Write(b)
			}), ends[0])
			ends[1].Close()
			p.mu.Lock()
			delete(p.open, ends[0])
			p.mu.Unlock()
		}()
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }

func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for conn := range p.open {
		conn.Close()
	}
}

// swallow makes the proxy read all data from its present connections and pass nothing on.
func (p *proxy) swallow() {
	p.silent.Swap(&atomic.Bool{}).Store(true)
}

func (p *proxy) pause(d time.Duration) {
	p.stall.Lock()
	defer p.stall.Unlock()
	time.Sleep(d)
}

// host returns the host and port of an address.
func host(address wire.Address) string {
	_, host, _ := strings.Cut(address.String(), "://")
	return host
}

// at returns an address with the host and port other.
func at(t testing.TB, address wire.Address, other string) wire.Address {
	t.Helper()
	moved, err := wire.ParseAddress(strings.Replace(address.Text(), host(address), other, 1))
	if err != nil {
		t.Fatal(err)
	}
	return moved
}

//go:build unix

package main

import (
	"io"
	"net"
	"sync"
	"time"
)

// A proxy forwards connections to a server, and can cut or stall them.
type proxy struct {
	net.Listener
	address, target string

	mu    sync.Mutex
	open  map[net.Conn]bool // one connection for each direction that is being forwarded
	stall sync.RWMutex      // write-locked while the proxy forwards nothing
}

// listen starts to accept connections.
func (p *proxy) listen() (err error) {
	p.open = map[net.Conn]bool{}
	if p.Listener, err = net.Listen("tcp", p.address); err != nil {
		return err
	}
	go func() {
		for {
			conn, err := p.Accept()
			if err != nil {
				return
			}
			go p.join(conn)
		}
	}()
	return nil
}

// join forwards both directions of a connection until one end closes it.
func (p *proxy) join(from net.Conn) {
	to, err := net.Dial("tcp", p.target)
	if err != nil {
		from.Close()
		return
	}
	for _, way := range []struct{ source, sink net.Conn }{{from, to}, {to, from}} {
		p.mu.Lock()
		p.open[way.source] = true
		p.mu.Unlock()
		go func() {
			_, _ = io.Copy(stalled{way.sink, &p.stall}, way.source)
			way.sink.Close()
			p.mu.Lock()
			delete(p.open, way.source)
			p.mu.Unlock()
		}()
	}
}

// A stalled connection waits with its writes while stall is write-locked.
type stalled struct {
	net.Conn
	stall *sync.RWMutex
}

func (s stalled) Write(b []byte) (int, error) {
	s.stall.RLock()
	defer s.stall.RUnlock()
	return s.Conn.Write(b)
}

// cut closes all connections.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for conn := range p.open {
		conn.Close()
	}
}

// pause stalls all connections for the time d.
func (p *proxy) pause(d time.Duration) {
	p.stall.Lock()
	defer p.stall.Unlock()
	time.Sleep(d)
}

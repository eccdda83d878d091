//go:build unix

package main

import (
	"io"
	"net"
	"sync"
	"time"
)

// proxy forwards connections to a server, and can cut or stall them.
type proxy struct {
	net.Listener
	address, target string

	mu    sync.Mutex
	open  map[net.Conn]bool
	stall sync.RWMutex // write-locked while the proxy forwards nothing
}

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

func (p *proxy) join(from net.Conn) {
	to, err := net.Dial("tcp", p.target)
	if err != nil {
		from.Close()
		return
	}
	for _, way := range [][2]net.Conn{{from, to}, {to, from}} {
		p.mu.Lock()
		p.open[way[0]] = true
		p.mu.Unlock()
		go func() {
			_, _ = io.Copy(stalled{way[1], &p.stall}, way[0])
			way[1].Close()
			p.mu.Lock()
			delete(p.open, way[0])
			p.mu.Unlock()
		}()
	}
}

// stalled is a connection whose writes wait while a lock is held.
type stalled struct {
	net.Conn
	stall *sync.RWMutex
}

func (s stalled) Write(b []byte) (int, error) {
	s.stall.RLock()
	defer s.stall.RUnlock()
	return s.Conn.Write(b)
}

func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for conn := range p.open {
		conn.Close()
	}
}

func (p *proxy) pause(d time.Duration) {
	p.stall.Lock()
	defer p.stall.Unlock()
	time.Sleep(d)
}

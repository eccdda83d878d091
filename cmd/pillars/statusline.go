package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// statusLine tells how far long work has come: on a terminal one line written over, elsewhere a plain line now and then. It is silent about work
// that is done soon. It may be updated from many goroutines.
type statusLine struct {
	mutex    sync.Mutex
	out      io.Writer
	terminal bool
	next     time.Time
	shown    bool
}

// newStatusLine writes to out from a while later on.
func newStatusLine(out io.Writer) *statusLine {
	s := &statusLine{out: out, terminal: isTerminal(out)}
	s.next = time.Now().Add(s.pause())
	return s
}

func (s *statusLine) pause() time.Duration {
	if s.terminal {
		return 500 * time.Millisecond
	}
	return 10 * time.Second
}

// update shows the text if it is time to. It does not wait for others who are at it.
func (s *statusLine) update(text func() string) {
	if !s.mutex.TryLock() {
		return
	}
	defer s.mutex.Unlock()
	now := time.Now()
	if now.Before(s.next) {
		return
	}
	s.next = now.Add(s.pause())
	s.shown = true
	if s.terminal {
		fmt.Fprintf(s.out, "\r\x1b[K%s", text())
		return
	}
	fmt.Fprintln(s.out, text())
}

// clear takes the line off the terminal.
func (s *statusLine) clear() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.shown && s.terminal {
		fmt.Fprint(s.out, "\r\x1b[K")
	}
}

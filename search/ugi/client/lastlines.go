package client

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"pillars/search/ugi"
)

// lastLines drains a program's standard error and keeps the end of it.
type lastLines struct {
	mu    sync.Mutex
	lines []string
	done  chan struct{}
}

// How much is kept.
const (
	keptLines = 8
	keptBytes = 400 // of each
)

// keepLast drains from, and closes it at its end.
func keepLast(from io.ReadCloser) *lastLines {
	l := &lastLines{done: make(chan struct{})}
	go func() {
		defer close(l.done)
		defer from.Close()
		reader := ugi.NewLineReader(from, 4<<10)
		for {
			line, err := reader.Next()
			if errors.Is(err, ugi.ErrLongLine) {
				line, err = []byte("(a very long line)"), reader.Skip()
			}
			if err != nil {
				return
			}
			l.keep(line)
		}
	}()
	return l
}

func (l *lastLines) keep(line []byte) {
	if line = bytes.TrimSpace(line); len(line) == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, strings.ToValidUTF8(string(line[:min(len(line), keptBytes)]), "?"))
	l.lines = l.lines[max(0, len(l.lines)-keptLines):]
}

// wait waits until all has been read, but not for descendants of the program that hold on to its standard error.
func (l *lastLines) wait() {
	timer := time.NewTimer(lingering / 4)
	defer timer.Stop()
	select {
	case <-l.done:
	case <-timer.C:
	}
}

// String is the last line as the end of a message, or nothing.
func (l *lastLines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.lines) == 0 {
		return ""
	}
	return fmt.Sprintf("; its last words: %q", l.lines[len(l.lines)-1])
}

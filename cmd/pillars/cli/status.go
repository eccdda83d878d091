package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// Messages are what a command tells besides its results: lines, and a status line below them that tells how far long
// work has come: on a terminal one line written over, elsewhere a plain line now and then. It is silent about work that
// is done soon. It may be used from many goroutines.
type Messages struct {
	out      io.Writer
	quiet    bool
	terminal bool
	mutex    sync.Mutex
	next     time.Time
	shown    bool
}

// NewMessages writes to out, or nothing where quiet is wanted.
func NewMessages(out io.Writer, quiet bool) *Messages {
	m := &Messages{out: out, quiet: quiet, terminal: IsTerminal(out)}
	m.next = time.Now().Add(m.pause())
	return m
}

func (m *Messages) pause() time.Duration {
	if m.terminal {
		return 500 * time.Millisecond
	}
	return 10 * time.Second
}

// Sayf writes a line.
func (m *Messages) Sayf(format string, args ...any) {
	if !m.quiet {
		m.Clear()
		fmt.Fprintf(m.out, format+"\n", args...)
	}
}

// Update shows the text as the status line if it is time to. It does not wait for others who are at it.
func (m *Messages) Update(text func() string) {
	if m.quiet || !m.mutex.TryLock() {
		return
	}
	defer m.mutex.Unlock()
	now := time.Now()
	if now.Before(m.next) {
		return
	}
	m.next = now.Add(m.pause())
	m.shown = true
	if m.terminal {
		fmt.Fprintf(m.out, "\r\x1b[K%s", shortened(text(), terminalWidth(m.out)))
		return
	}
	fmt.Fprintln(m.out, text())
}

// Clear takes the status line off the terminal.
func (m *Messages) Clear() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.shown && m.terminal {
		fmt.Fprint(m.out, "\r\x1b[K")
	}
}

func shortened(text string, width int) string {
	if runes := []rune(text); len(runes) > width {
		return string(runes[:max(0, width-1)]) + "…"
	}
	return text
}

func terminalWidth(w io.Writer) int {
	const plenty = 1000
	file, ok := w.(*os.File)
	if !ok {
		return plenty
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil || width < 2 {
		return plenty
	}
	return width - 1
}

package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// StatusLine tells how far long work has come: on a terminal one line written over, elsewhere a plain line now and
// then. It is silent about work that is done soon. It may be updated from many goroutines.
type StatusLine struct {
	mutex    sync.Mutex
	out      io.Writer
	terminal bool
	next     time.Time
	shown    bool
}

// NewStatusLine writes to out from a while later on.
func NewStatusLine(out io.Writer) *StatusLine {
	s := &StatusLine{out: out, terminal: IsTerminal(out)}
	s.next = time.Now().Add(s.pause())
	return s
}

func (s *StatusLine) pause() time.Duration {
	if s.terminal {
		return 500 * time.Millisecond
	}
	return 10 * time.Second
}

// Update shows the text if it is time to. It does not wait for others who are at it.
func (s *StatusLine) Update(text func() string) {
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

// Clear takes the line off the terminal.
func (s *StatusLine) Clear() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.shown && s.terminal {
		fmt.Fprint(s.out, "\r\x1b[K")
	}
}

// Messages are what a command tells besides its results: lines, and a status line below them.
type Messages struct {
	out   io.Writer
	quiet bool
	line  *StatusLine
}

// NewMessages writes to out, or nothing where quiet is wanted.
func NewMessages(out io.Writer, quiet bool) *Messages {
	return &Messages{out, quiet, NewStatusLine(out)}
}

// Sayf writes a line.
func (m *Messages) Sayf(format string, args ...any) {
	if !m.quiet {
		m.line.Clear()
		fmt.Fprintf(m.out, format+"\n", args...)
	}
}

// Status shows the text for so wide a line if it is time to.
func (m *Messages) Status(text func(width int) string) {
	if !m.quiet {
		m.line.Update(func() string { return shortened(text(terminalWidth(m.out)), terminalWidth(m.out)) })
	}
}

// Clear takes the status line off the terminal.
func (m *Messages) Clear() { m.line.Clear() }

// shortened is a text cut to so many characters.
func shortened(text string, width int) string {
	if runes := []rune(text); len(runes) > width {
		return string(runes[:max(0, width-1)]) + "…"
	}
	return text
}

// terminalWidth is the room for a line on w; off a terminal there is plenty.
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

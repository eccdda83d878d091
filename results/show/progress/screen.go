// Package progress shows the progress of long work. On a terminal it redraws one line in place below the messages;
// elsewhere it writes lines at growing intervals.
package progress

import (
	"fmt"
	"io"
	"sync"
	"time"

	"pillars/engine/outside"
	"pillars/results/show/table"
)

const (
	frame     = 300 * time.Millisecond // time between two drawings on a terminal
	quickWork = 500 * time.Millisecond // time before the first drawing; work that ends earlier shows no progress
	firstLine = 10 * time.Second       // time before the first plain line; each later wait is 1.5 times as long
	lastPause = 10 * time.Minute       // longest wait between two plain lines
)

// A Screen shows a command's messages and progress, usually on standard error. Nothing else may write to out, since
// lines would mix. The methods of a Screen may be called concurrently.
type Screen struct {
	out   io.Writer
	width func() int // returns the greatest width of a line; 0 means no limit
	live  bool       // whether out is a terminal
	quiet bool
	now   func() time.Time
	Also  func() string // returns a note to add to every state; may be nil

	mu    sync.Mutex
	state *State        // latest state; nil while no work is shown
	begun beginning     // the state when the current task began
	fresh time.Time     // the time from which Update accepts the next state
	due   time.Time     // the time of the next drawing or plain line
	pause time.Duration // wait before the next plain line
	drawn bool          // whether the line of progress is now on the terminal
	stop  chan struct{} // ends watch when it is closed; nil while watch does not run
}

// NewScreen returns a screen that writes to out or, if quiet is set, writes nothing. live says whether a line of out
// can be redrawn, as on a terminal. width returns the greatest width of a line, or 0 for no limit.
func NewScreen(out io.Writer, live bool, width func() int, quiet bool, now func() time.Time) *Screen {
	s := &Screen{out: out, live: live, width: width, quiet: quiet, now: now, pause: firstLine}
	s.due = now().Add(firstLine)
	if live {
		s.due = now().Add(quickWork)
	}
	return s
}

// Sayf writes a message, wrapped to the width of the terminal, with control characters made visible.
func (s *Screen) Sayf(format string, args ...any) { s.Say(fmt.Sprintf(format, args...), false) }

// Say writes a message like [Screen.Sayf], in red if red is set.
func (s *Screen) Say(text string, red bool) {
	if s.quiet {
		return
	}
	text = table.Wrap(outside.Visible(text, "\n\t"), s.width())
	if red {
		text = "\x1b[31m" + text + "\x1b[0m"
	}
	fmt.Fprintln(s.Above(s.out), text)
}

// Above returns a writer to w that erases the progress before each write and redraws it afterwards, so that the output
// stands above the progress. Callers must write whole lines.
func (s *Screen) Above(w io.Writer) io.Writer { return above{s, w} }

// An above is the writer that [Screen.Above] returns.
type above struct {
	*Screen
	to io.Writer
}

// Columns returns the greatest width of lines of the underlying writer, or 0 for no limit.
func (a above) Columns() int { return table.Columns(a.to) }

// Write writes text above the progress.
func (a above) Write(text []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	wasDrawn := a.drawn
	a.erase()
	n, err := a.to.Write(text)
	if wasDrawn {
		a.draw(a.now())
	}
	return n, err
}

// Update shows the state of the work that the function state returns. To save time, it does nothing if the last update
// was a moment ago, or if another goroutine is using the screen.
func (s *Screen) Update(state func() State) {
	if s.quiet || !s.mu.TryLock() {
		return
	}
	defer s.mu.Unlock()
	start := s.now()
	if s.state != nil && start.Before(s.fresh) {
		return
	}
	next := state()
	if s.Also != nil {
		next.Notes = append(next.Notes, s.Also())
	}
	now := s.now()
	s.fresh = now.Add(max(frame, 20*now.Sub(start))) // spend at most about 5 % of the time in the function state
	if b := s.begun; b.at.IsZero() || b.task != next.Task || next.Done < b.done {
		s.begun = beginning{next.Task, next.Done, now}
	}
	s.state = &next
	if s.stop == nil {
		s.stop = make(chan struct{})
		go s.watch(s.stop)
	}
	s.show(now)
}

// Count shows how many of total units are done. unit is a noun such as "game".
func (s *Screen) Count(done, total int, unit string) {
	s.Update(func() State { return State{Unit: unit, Done: done, Total: total} })
}

// Note shows a text as the progress.
func (s *Screen) Note(text func() string) {
	s.Update(func() State { return State{Notes: []string{text()}} })
}

// watch redraws the progress at regular intervals until stop is closed: even without updates, shown times change, and
// the terminal may change its size.
func (s *Screen) watch(stop <-chan struct{}) {
	tick := time.NewTicker(frame)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			s.mu.Lock()
			if s.state != nil {
				s.show(s.now())
			}
			s.mu.Unlock()
		}
	}
}

// Clear removes the progress from the terminal.
func (s *Screen) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.erase()
	if s.stop != nil {
		close(s.stop)
	}
	s.state, s.stop = nil, nil
}

// show draws the state on a terminal, or writes it as a plain line elsewhere, if the time s.due has come.
func (s *Screen) show(now time.Time) {
	switch {
	case now.Before(s.due):
	case s.live:
		s.due = now.Add(frame / 2) // less than frame, so that no tick of watch comes too early
		s.draw(now)
	default:
		s.pause = min(s.pause*3/2, lastPause)
		s.due = now.Add(s.pause)
		fmt.Fprintln(s.out, outside.Visible(s.state.line(s.begun, now), ""))
	}
}

// draw replaces the line of progress on the terminal.
func (s *Screen) draw(now time.Time) {
	line := cut(outside.Visible(s.state.line(s.begun, now), ""), max(s.width(), 2)-1)
	io.WriteString(s.out, "\r"+line+"\x1b[K\r") //nolint:errcheck // an error could not be shown
	s.drawn = true
}

func (s *Screen) erase() {
	if s.drawn {
		io.WriteString(s.out, "\x1b[K") //nolint:errcheck // an error could not be shown
		s.drawn = false
	}
}

// cut cuts a text at its end to a width in columns of a terminal, and marks the cut by "…".
func cut(text string, columns int) string {
	if table.TextWidth(text) <= columns {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && table.TextWidth(string(runes)) > columns-1 {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}

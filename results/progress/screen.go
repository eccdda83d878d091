// Package progress shows how far long work has come: on a terminal in a few lines that are redrawn in place below the
// messages, elsewhere in plain lines at growing intervals.
package progress

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"pillars/engine/outside"
	"pillars/results/table"
)

const (
	frame     = 300 * time.Millisecond // between two drawings
	quickWork = 500 * time.Millisecond // what is done by then is not shown on a terminal
	firstLine = 10 * time.Second       // until the first plain line; the intervals then grow by half
	lastPause = 10 * time.Minute       // between two plain lines at most
)

// Screen is where a command tells what happens besides its results: messages, and how far its work is. It alone writes
// there, so that neither runs into the other. It may be used from many goroutines.
type Screen struct {
	out   io.Writer
	size  func() (columns, rows int) // of lines, 0 for any number, and of the terminal, 0 where there is none
	live  bool                       // there is a terminal
	quiet bool
	now   func() time.Time
	Below func() []string // texts below all states; may be nil

	mu    sync.Mutex
	state *State    // nil while no work is shown
	begun beginning // of what is counted now
	fresh time.Time // no new state is asked for before
	due   time.Time // nothing is drawn before, nor a plain line printed
	pause time.Duration
	drawn []int // columns of the lines that stand on the terminal below the messages
	stop  chan struct{}

	columns int // of the terminal when they were drawn
}

// NewScreen writes to out, or nothing where quiet is wanted. The size says how wide lines may be, 0 for any width, and
// how many rows the terminal has, 0 if out is none.
func NewScreen(out io.Writer, size func() (columns, rows int), quiet bool, now func() time.Time) *Screen {
	s := &Screen{out: out, size: size, quiet: quiet, now: now, pause: firstLine}
	s.due = now().Add(firstLine)
	if _, rows := size(); rows > 0 {
		s.live, s.due = true, now().Add(quickWork)
	}
	return s
}

// Sayf writes a message. What it tells of other programs is made visible.
func (s *Screen) Sayf(format string, args ...any) { s.Say(fmt.Sprintf(format, args...), false) }

// Say is [Screen.Sayf] of a text, which may be red.
func (s *Screen) Say(text string, red bool) {
	if s.quiet {
		return
	}
	columns, _ := s.size()
	text = table.Wrap(outside.Visible(text, "\n\t"), columns)
	if red {
		text = "\x1b[31m" + text + "\x1b[0m"
	}
	fmt.Fprintln(s.Above(s.out), text)
}

// Above writes whole lines to w, such as results, without touching what is drawn on the same terminal.
func (s *Screen) Above(w io.Writer) io.Writer { return above{s, w} }

type above struct {
	*Screen
	to io.Writer
}

// Columns is how wide tables and sentences may be.
func (a above) Columns() int { return table.Columns(a.to) }

func (a above) Write(text []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	standing := len(a.drawn) > 0
	a.erase()
	n, err := a.to.Write(text)
	if standing {
		a.draw(a.now())
	}
	return n, err
}

// Update shows how far work is, if it is time to. It does not wait for another update under way.
func (s *Screen) Update(state func() State) {
	if s.quiet || !s.mu.TryLock() {
		return
	}
	defer s.mu.Unlock()
	began := s.now()
	if s.state != nil && began.Before(s.fresh) {
		return
	}
	next := state()
	if s.Below != nil {
		next.More = append(next.More, s.Below()...)
	}
	now := s.now()
	s.fresh = now.Add(max(frame, 20*now.Sub(began))) // a state that is dear is asked for seldom
	s.begun.follow(next, now)
	if s.state = &next; s.stop == nil {
		s.stop = make(chan struct{})
		go s.watch(s.stop)
	}
	s.show(now)
}

// Count shows how much of a total is done.
func (s *Screen) Count(done, total int, unit string) {
	s.Update(func() State { return State{Unit: unit, Done: done, Total: total} })
}

// Note shows a text that says how far work is.
func (s *Screen) Note(text func() string) {
	s.Update(func() State { return State{Notes: []string{text()}} })
}

// watch keeps times and the size of the terminal up to date where nothing else happens.
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

// Clear takes what is drawn off the terminal: the work is done.
func (s *Screen) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.erase()
	if s.stop != nil {
		close(s.stop)
	}
	s.state, s.stop = nil, nil
}

func (s *Screen) show(now time.Time) {
	switch {
	case now.Before(s.due):
	case s.live:
		s.due = now.Add(frame / 2)
		s.draw(now)
	default:
		s.pause = min(s.pause*3/2, lastPause)
		s.due = now.Add(s.pause)
		fmt.Fprintln(s.out, outside.Visible(s.state.plain(s.begun, now), ""))
	}
}

// draw replaces what stands on the terminal, in one piece so that it does not flicker.
func (s *Screen) draw(now time.Time) {
	columns, rows := s.size()
	columns, rows = max(columns, 2), max(rows, 2)
	lines := s.state.lines(s.begun, now, columns-1)
	lines = lines[:min(len(lines), rows-1)]
	text := s.up(columns)
	if columns != s.columns { // terminals remember which lines they have broken until these are cleared
		text += "\x1b[J"
	}
	s.columns, s.drawn = columns, s.drawn[:0]
	for i, line := range lines {
		line = cut(outside.Visible(line, ""), columns-1)
		s.drawn = append(s.drawn, table.TextWidth(line))
		if i > 0 {
			text += "\r\n"
		}
		text += line + "\x1b[K"
	}
	io.WriteString(s.out, text+"\x1b[J\r") //nolint:errcheck // nobody could be told
}

// up is how to get from the last line that is drawn to the first. A terminal that has become narrower has broken lines.
func (s *Screen) up(columns int) string {
	rows := 0
	for _, width := range s.drawn[:max(0, len(s.drawn)-1)] {
		rows += max(1, (width+columns-1)/columns)
	}
	if rows == 0 {
		return "\r"
	}
	return fmt.Sprintf("\r\x1b[%dA", rows)
}

func (s *Screen) erase() {
	if len(s.drawn) > 0 {
		columns, _ := s.size()
		io.WriteString(s.out, s.up(max(columns, 2))+"\x1b[J") //nolint:errcheck // nobody could be told
		s.drawn = nil
	}
}

// cut is a text that takes at most so many columns of a terminal.
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

// Shorten is cut in the middle: names of players differ at their ends.
func Shorten(name string, columns int) string {
	if table.TextWidth(name) <= columns {
		return name
	}
	runes := []rune(name)
	tail := min(len(runes), max(0, columns/2))
	return strings.TrimSuffix(cut(name, columns-tail), "…") + "…" + string(runes[len(runes)-tail:])
}

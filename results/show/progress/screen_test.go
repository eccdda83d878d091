package progress_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pillars/results/show/progress"
)

// clock is a clock that a test moves.
type clock struct {
	mu sync.Mutex // screens also look at it by themselves
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// terminal shows what a terminal would: it moves and clears as the control characters say, and does not wrap lines.
type terminal struct {
	mu      sync.Mutex // screens also write by themselves
	columns int
	lines   []string
	at      int // characters before the cursor in the last line
}

func (x *terminal) width() int { return x.columns }

func (x *terminal) Write(text []byte) (int, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, r := range strings.NewReplacer("\x1b[K", "\x1b", "\x1b[31m", "", "\x1b[0m", "").Replace(string(text)) {
		last := &x.lines[len(x.lines)-1]
		switch r {
		case '\r':
			x.at = 0
		case '\x1b':
			*last = (*last)[:x.at]
		case '\n':
			x.lines, x.at = append(x.lines, ""), 0
		default:
			*last = (*last)[:x.at] + string(r) + (*last)[min(len(*last), x.at+1):]
			x.at++
		}
	}
	return len(text), nil
}

func (x *terminal) String() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return strings.TrimRight(strings.Join(x.lines, "\n"), "\n") + "\n"
}

// onTerminal returns a screen with a clock that the test moves. The tests run in bubbles whose own time stands still,
// so that nothing is drawn by itself.
func onTerminal(t *testing.T, columns int) (*progress.Screen, *terminal, *clock) {
	c := &clock{at: time.Unix(1000, 0)}
	x := &terminal{columns: columns, lines: []string{""}}
	s := progress.NewScreen(x, true, x.width, false, c.now)
	t.Cleanup(s.Clear)
	return s, x, c
}

func games(done int, notes ...string) func() progress.State {
	return func() progress.State { return progress.State{Unit: "game", Done: done, Total: 120, Notes: notes} }
}

// TestMessagesAndStatus checks that messages, results and the status share a terminal, line by line.
func TestMessagesAndStatus(t *testing.T) { synctest.Test(t, messagesAndStatus) }

func messagesAndStatus(t *testing.T) {
	s, x, c := onTerminal(t, 80)
	s.Sayf("run 59b2 in %s", "pillars.db")
	s.Update(games(0))
	if want := "run 59b2 in pillars.db\n"; x.String() != want {
		t.Errorf("at once there is\n%s", x)
	}
	c.pass(time.Second)
	s.Update(games(0))
	const first = "run 59b2 in pillars.db\n0 of 120 games, 0 %\n"
	if x.String() != first {
		t.Errorf("after a second there is\n%s", x)
	}
	s.Say("a fault\nof \x1b[2Jtwo lines", true)
	fmt.Fprintln(s.Above(x), "a result")
	c.pass(19 * time.Second)
	s.Update(games(20))
	const second = `run 59b2 in pillars.db
a fault
of \x1b[2Jtwo lines
a result
20 of 120 games, 1.0/s, 17 %, about 2 min left
`
	if x.String() != second {
		t.Errorf("after messages there is\n%s, want\n%s", x, second)
	}
	s.Clear()
	s.Sayf("done")
	if want := "run 59b2 in pillars.db\na fault\nof \\x1b[2Jtwo lines\na result\ndone\n"; x.String() != want {
		t.Errorf("in the end there is\n%s", x)
	}
}

// TestLinesFitTheTerminal checks that the progress never is wider than the terminal, so that it can be redrawn.
func TestLinesFitTheTerminal(t *testing.T) { synctest.Test(t, linesFit) }

func linesFit(t *testing.T) {
	s, x, c := onTerminal(t, 100)
	state := games(50, "17 faults", "this note is longer than any terminal that is narrow has columns for")
	for _, columns := range []int{100, 41, 20, 3, 60, 100} {
		x.columns = columns
		c.pass(time.Second)
		s.Update(state)
		if got := len([]rune(strings.TrimSpace(x.String()))); got >= columns {
			t.Errorf("%d columns:\n%s", columns, x)
		}
	}
}

// TestPlainLines checks that lines are written at growing intervals if there is no terminal.
func TestPlainLines(t *testing.T) { synctest.Test(t, plainLines) }

func plainLines(t *testing.T) {
	c := &clock{at: time.Unix(1000, 0)}
	var out bytes.Buffer
	s := progress.NewScreen(&out, false, func() int { return 0 }, false, c.now)
	defer s.Clear()
	var at []int
	for second := range 121 {
		before := out.Len()
		s.Update(games(second))
		if out.Len() > before {
			at = append(at, second)
		}
		c.pass(time.Second)
	}
	if got := fmt.Sprint(at); got != "[10 25 48 82]" {
		t.Errorf("lines after %s seconds", got)
	}
	line, _, _ := strings.Cut(out.String(), "\n")
	if want := "10 of 120 games, 1.0/s, 8 %, about 2 min left"; line != want {
		t.Errorf("%q, want %q", line, want)
	}
	if strings.Contains(out.String(), "\x1b") {
		t.Errorf("%q", &out)
	}
}

// TestTimeLeftOfWorkThatMayEndEarly checks that the time left of such work is by its average, not by its bound.
func TestTimeLeftOfWorkThatMayEndEarly(t *testing.T) { synctest.Test(t, mayEndEarly) }

func mayEndEarly(t *testing.T) {
	s, x, c := onTerminal(t, 80)
	defer s.Clear()
	work := func(done, expected int) func() progress.State {
		return func() progress.State {
			return progress.State{Unit: "game", Done: done, Total: 100_000, AtMost: true, Expected: expected}
		}
	}
	s.Update(work(0, 0))
	c.pass(5 * time.Second)
	s.Update(work(150, 0))
	if strings.Contains(x.String(), "left") {
		t.Errorf("of a test of unknown length there is\n%s", x)
	}
	c.pass(5 * time.Second)
	s.Update(work(300, 900))
	if !strings.Contains(x.String(), "about 20 s left on average") {
		t.Errorf("of a test of 900 games there is\n%s", x)
	}
}

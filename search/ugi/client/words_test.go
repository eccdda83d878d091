package client

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pillars/search"
)

// TestLastWords checks that the last 4096 bytes of what a program writes are kept, of these ten lines, and of the last
// line 400 bytes in an error.
func TestLastWords(t *testing.T) {
	var said lastWords
	for i := range 12 {
		fmt.Fprintf(&said, "line %d\n", i)
	}
	if lines := said.lines(); len(lines) != 10 || lines[0] != "line 2" || lines[9] != "line 11" {
		t.Errorf("the last lines are %q", lines)
	}
	n, err := said.Write([]byte("y" + strings.Repeat("z", 4096)))
	if lines := said.lines(); n != 4097 || err != nil || len(lines) != 1 || lines[0] != strings.Repeat("z", 4096) {
		t.Errorf("%d bytes are written, %v; kept are %d lines", n, err, len(lines))
	}
	if got := said.String(); got != `; its last words: "`+strings.Repeat("z", 400)+`"` {
		t.Errorf("4096 bytes are said as %s", got)
	}
}

// TestAllowed checks how long a program may think: until its clock or its time has run out, whichever is first, and a
// while more, or as long as patience lasts.
func TestAllowed(t *testing.T) {
	patience := Patience{Decide: time.Hour, late: time.Second}
	timed, clocked := search.Limits{Time: 5 * time.Second}, search.Limits{}
	clocked.Clock.Left[1] = 3 * time.Second
	both := clocked
	both.Time = 2 * time.Second
	for _, test := range []struct {
		limits     search.Limits
		one, other time.Duration // by seat
	}{
		{search.Limits{Nodes: 5}, time.Hour, time.Hour}, {timed, 6 * time.Second, 6 * time.Second},
		{clocked, time.Hour, 4 * time.Second}, {both, 3 * time.Second, 3 * time.Second},
	} {
		if one, other := patience.allowed(0, test.limits), patience.allowed(1, test.limits); one != test.one ||
			other != test.other {
			t.Errorf("%+v: %v and %v, want %v and %v", test.limits, one, other, test.one, test.other)
		}
	}
}

// TestGreetingLines reads the answer to ugi: the last name and author, and at most 1000 options and 1000 faults.
func TestGreetingLines(t *testing.T) {
	var c Conversation
	for _, line := range []string{"id name Old", "id name New One", "id author A B", "id", "Welcome!", "id version 3"} {
		c.hear(line)
	}
	for i := range 1001 {
		c.hear(fmt.Sprintf("option name N%d type button", i))
		c.hear("option type button")
	}
	if c.Title != "New One" || c.Author != "A B" || len(c.Options) != 1000 || len(c.Wrong) != 1000 {
		t.Errorf("%q by %q, %d options, %d faults", c.Title, c.Author, len(c.Options), len(c.Wrong))
	}
	if o, declared := c.Option("n7"); !declared || o.Name != "N7" {
		t.Errorf("option n7: %v, %+v", declared, o)
	}
	if _, declared := c.Option("n1000"); declared {
		t.Error("an option beyond the first thousand is kept")
	}
	if got := c.Wrong[0].Error(); got != `"option type button": option: it has no name` {
		t.Error(got)
	}
}

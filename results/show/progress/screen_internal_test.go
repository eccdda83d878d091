package progress

import (
	"io"
	"testing"
	"time"
)

// TestCut checks that a line is cut to a width in columns, of which a wide letter takes two.
func TestCut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text    string
		columns int
		want    string
	}{
		{"abcdef", 6, "abcdef"}, {"abcdef", 5, "abcd…"}, {"abcdef", 1, "…"}, {"日本語", 6, "日本語"}, {"日本語", 5, "日本…"},
		{"日本語", 4, "日…"}, {"", 3, ""},
	} {
		if got := cut(c.text, c.columns); got != c.want {
			t.Errorf("%q in %d columns: %q, want %q", c.text, c.columns, got, c.want)
		}
	}
}

// TestRowsUp checks how far the cursor goes up from the last line: over the rows of all lines above it, of which an
// empty one takes one.
func TestRowsUp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		drawn []int
		want  string
	}{
		{nil, "\r"}, {[]int{99}, "\r"}, {[]int{10, 5}, "\r\x1b[1A"}, {[]int{11, 5}, "\r\x1b[2A"},
		{[]int{10, 25, 0, 20, 99}, "\r\x1b[7A"},
	} {
		if got := (&Screen{drawn: c.drawn}).up(10); got != c.want {
			t.Errorf("%v: %q, want %q", c.drawn, got, c.want)
		}
	}
}

// TestPauses checks when progress is due: soon on a terminal; elsewhere after ten seconds, and then at intervals that
// grow by half, up to ten minutes.
func TestPauses(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	screen := func(rows int) *Screen {
		return NewScreen(io.Discard, func() (int, int) { return 80, rows }, false, func() time.Time { return now })
	}
	if live := screen(1); !live.live || live.due != now.Add(500*time.Millisecond) {
		t.Errorf("on a terminal %v, due after %v", live.live, live.due.Sub(now))
	}
	s := screen(0)
	s.state = &State{}
	for i, want := range []time.Duration{10 * time.Second, 15 * time.Second, 22500 * time.Millisecond,
		33750 * time.Millisecond} {
		if s.live || s.due.Sub(now) != want {
			t.Errorf("pause %d is %v, want %v", i+1, s.due.Sub(now), want)
		}
		s.show(s.due.Add(-1))
		if s.due.Sub(now) != want {
			t.Errorf("a line is written before pause %d ends", i+1)
		}
		now = s.due
		s.show(now)
	}
	for range 20 {
		now = s.due
		s.show(now)
	}
	if s.due.Sub(now) != 10*time.Minute {
		t.Errorf("the longest pause is %v", s.due.Sub(now))
	}
}

package progress

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// TestTimeLeftOfWorkThatMayEndEarly checks that no time left is shown for such work before it has run for a while: the
// first games of a test of 1.3 seconds once predicted an hour.
func TestTimeLeftOfWorkThatMayEndEarly(t *testing.T) {
	t.Parallel()
	begun := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := State{Unit: "game", Done: 3, Total: 100_000, AtMost: true}
	b := beginning{at: begun}
	if got := s.plain(b, begun.Add(100*time.Millisecond)); got != "3 of at most 100000 games, 30.0/s" {
		t.Errorf("after 0.1 s: %s", got)
	}
	s.Done = 300
	if got := s.plain(b, begun.Add(10*time.Second)); got != "300 of at most 100000 games, 30.0/s, at most 55 min left" {
		t.Errorf("after 10 s: %s", got)
	}
}

// TestStateInWords checks the line of a task and its lines for a terminal: 3 of 10 games in 10 seconds are 18 a minute,
// and the other 7 take 23 seconds.
func TestStateInWords(t *testing.T) {
	t.Parallel()
	b := beginning{at: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	now := b.at.Add(10 * time.Second)
	s := State{Task: "part 1", Unit: "game", Done: 3, Total: 10, Notes: []string{"1 fault"}, Leader: "a leads",
		More: []string{"one\nmore", "two"}, Table: func(int) []string { return []string{"1  a", "2  b"} }}
	const plain = "part 1: 3 of 10 games, 18.0/min, 30 %, about 23 s left, 1 fault, a leads; one; two"
	if got := s.plain(b, now); got != plain {
		t.Errorf("%s, want %s", got, plain)
	}
	want := "[######..............] 30 %, about 23 s left|part 1: 3 of 10 games, 18.0/min|1 fault|1  a|2  " +
		"b|one|more|two"
	if got := strings.Join(s.lines(b, now, 80), "|"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	s.Task, s.Notes, s.More, s.Table = "", nil, nil, nil
	for columns, want := range map[int]string{
		200: "[#########.....................] 30 %, about 23 s left, 3 of 10 games, 18.0/min",
		36:  "[##.......] 30 %, about 23 s left", 32: "[##......] 30 %, about 23 s left",
		31: "30 %, about 23 s left", 5: "30 %",
	} {
		if got := s.lines(b, now, columns); !slices.Equal(got, []string{want}) {
			t.Errorf("%d columns: %q, want %q", columns, got, want)
		}
	}
	for want, s := range map[string]State{
		"2 of 10 games, 20 %":                          {Unit: "game", Done: 2, Total: 10},
		"5 games, 30.0/min":                            {Unit: "game", Done: 5},
		"10 of 10 games, 1.0/s, 100 %, about 0 s left": {Unit: "game", Done: 10, Total: 10},
		"0 of 0 games":                                 {Unit: "game", AtMost: true},
		"30.0/min, 50 %, about 10 s left":              {Done: 5, Total: 10},
	} {
		if s.AtMost {
			want = "0 of at most 0 games"
		}
		if got := s.plain(b, now); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestTimeOfParts checks the time left of parts of other kinds: five units of the kind a took ten seconds, twice the
// guess, so others take twice their guess too, or two seconds where there is none. A deadline ends all.
func TestTimeOfParts(t *testing.T) {
	t.Parallel()
	begun := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		kind     string
		deadline time.Duration // after the second part has begun; 0 for none
		want     time.Duration
	}{
		{"a", 0, 8 * time.Second}, {"b", 0, 24 * time.Second}, {"c", 0, 8 * time.Second},
		{"b", 7 * time.Second, 7 * time.Second}, {"b", 25 * time.Second, 24 * time.Second}, {"b", -time.Second, 0},
	} {
		p := &Parts{All: []Part{{"a", 10}, {c.kind, 4}}, Guess: map[string]float64{"a": 1, "b": 3}}
		p.Begin(0, 0, begun)
		now := begun.Add(10 * time.Second)
		p.Begin(1, .5, now) // an earlier session did half of the first part
		if c.deadline != 0 {
			p.Deadline = now.Add(c.deadline)
		}
		_, left, known := p.left(0, 0, 0, false, now)
		if expected, _ := p.Expected(); !known || left != c.want || c.deadline == 0 && expected != left {
			t.Errorf("%s: %v left, %v, want %v", c.kind, left, known, c.want)
		}
	}
	unknown := &Parts{All: []Part{{"a", 10}}}
	unknown.Begin(0, 0, begun)
	if _, left, known := unknown.left(0, 0, 0, false, begun); known {
		t.Errorf("%v left of what was never tried", left)
	}
	unknown.Deadline = begun.Add(time.Minute)
	if _, left, known := unknown.left(0, 0, 0, false, begun); !known || left != time.Minute {
		t.Errorf("%v left until the deadline, %v", left, known)
	}
	share, left, known := unknown.left(.25, .5, 20*time.Second, true, begun.Add(10*time.Second))
	if left != 20*time.Second || !known || share != .5 {
		t.Errorf("%v left after %v, %v", left, share, known)
	}
}

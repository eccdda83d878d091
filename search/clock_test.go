package search_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"pillars/engine"
	"pillars/search"
)

// onClock returns limits with only the clock of seat 1.
func onClock(left, increment, spent time.Duration) search.Limits {
	var limits search.Limits
	limits.Clock.Left[1], limits.Clock.Increment[1], limits.Clock.Spent = left, increment, spent
	return limits
}

func TestBudget(t *testing.T) {
	const second = time.Second
	cases := map[string]struct {
		limits search.Limits
		want   time.Duration
	}{
		"nothing":                   {search.Limits{}, 0},
		"time only":                 {search.Limits{Time: 3 * second}, 3 * second},
		"clock":                     {onClock(24*second, 0, 0), 2 * second},
		"increment":                 {onClock(24*second, second, 0), 2800 * time.Millisecond},
		"half of the time at most":  {onClock(second, 10*second, 0), 495 * time.Millisecond},
		"second decision":           {onClock(23*second, 0, second), second},
		"decision on borrowed time": {onClock(22*second, 0, 2*second), 250 * time.Millisecond},
		"a moment left":             {onClock(1, 0, 0), 1},
		"next to nothing left":      {onClock(6*time.Millisecond, 0, 0), 500 * time.Microsecond},
	}
	for name, c := range cases {
		if got := c.limits.Budget(1); got != c.want {
			t.Errorf("%s: a budget of %v, want %v", name, got, c.want)
		}
	}
	for turns, want := range map[int]time.Duration{1: 24*second - 5*time.Millisecond, 2: 12*second - 5*time.Millisecond,
		6: 4 * second, 40: 2 * second} {
		limits := onClock(24*second, 0, 0)
		if limits.Clock.Turns = turns; limits.Budget(1) != want {
			t.Errorf("%d turns to go: a budget of %v, want %v", turns, limits.Budget(1), want)
		}
	}
	both := onClock(24*second, 0, 0)
	both.Time = second
	if got := both.Budget(1); got != second {
		t.Errorf("with a limit of %v: a budget of %v", second, got)
	}
	if got := both.Budget(0); got != second {
		t.Errorf("of a seat without a clock: a budget of %v, want the limit alone", got)
	}
}

// anyTime draws times from nothing to days, the short ones as often as the long ones.
func anyTime(t *rapid.T, least time.Duration, what string) time.Duration {
	bits := rapid.IntRange(1, 50).Draw(t, what+" bits")
	return time.Duration(rapid.Int64Range(int64(least), max(int64(least), 1<<bits)).Draw(t, what))
}

// TestTurnSharesOneBudget lets a player use every budget completely. However many decisions a turn has, they take
// little more time together than one decision would, and never more than the clock has left.
func TestTurnSharesOneBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		left, increment := anyTime(t, 1, "left"), anyTime(t, 0, "increment")
		for range rapid.IntRange(1, 200).Draw(t, "turns") {
			whole, spent := onClock(left, increment, 0).Budget(1), time.Duration(0)
			decisions := rapid.IntRange(1, 4).Draw(t, "decisions")
			for range decisions {
				spent += onClock(max(left-spent, 1), increment, spent).Budget(1)
			}
			if most := whole + whole/8*time.Duration(decisions-1) + time.Duration(decisions-1); spent > most {
				t.Fatalf("%d decisions took %v, one would have taken %v", decisions, spent, whole)
			}
			if spent > left && left > time.Duration(decisions) {
				t.Fatalf("a turn took %v of %v", spent, left)
			}
			left = max(left-spent, 1)
		}
	})
}

// TestTightest takes the smaller of each pair of limits, and of two clocks the shorter times.
func TestTightest(t *testing.T) {
	tight, loose := onClock(time.Second, 2, 3), onClock(time.Minute, 5, 6)
	loose.Clock.Left[0] = time.Hour
	tight.Nodes, tight.Time = 100, time.Second
	loose.Nodes, loose.Time, loose.Depth = 50, time.Minute, 4
	for _, both := range []search.Limits{tight.Tightest(loose), loose.Tightest(tight)} {
		clock := both.Clock
		if clock.Left != [engine.MaxSeats]time.Duration{time.Hour, time.Second} || clock.Increment[1] != 2 ||
			clock.Spent != 6 || both.Nodes != 50 || both.Time != time.Second || both.Depth != 4 {
			t.Errorf("both limits together are %+v", both)
		}
	}
}

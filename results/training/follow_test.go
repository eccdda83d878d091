package training

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pillars/results/estimate/stats"
	"pillars/results/show/progress"
	"pillars/tournament/runner"
)

// TestFollow checks that every part of the loop is shown with its place in the whole loop.
func TestFollow(t *testing.T) { synctest.Test(t, follow) }

func follow(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(1000, 0)
	pipe := func() (columns, rows int) { return 0, 0 }
	screen := progress.NewScreen(&out, pipe, false, func() time.Time { return now })
	defer screen.Clear()
	told := 0
	l := &Loop{Generations: 2, Plan: LoopPlan{Games: 100, Pairs: 50, Epochs: 30},
		OnGeneration: func(Generation) { told++ }}
	l.Follow(screen)
	match := MatchOutcome{Pairs: stats.Pentanomial{1, 2, 3, 2, 1}}
	for _, c := range []struct {
		want string
		do   func()
	}{
		{"generation 1 of 2, self-play: 10 of 100 games", func() { l.playing(runner.Progress{Done: 10}) }},
		{"generation 1 of 2, match: 9 of at most 50 pairs", func() { l.matching(match) }},
		{"generation 2 of 2, self-play: 7 of 100 games", func() {
			l.OnGeneration(Generation{})
			l.playing(runner.Progress{Done: 7})
		}},
		{"the last weights against the first: 9 of at most 50 pairs", func() {
			l.OnGeneration(Generation{})
			l.matching(match)
		}},
	} {
		out.Reset()
		now = now.Add(time.Hour)
		c.do()
		if !strings.HasPrefix(out.String(), c.want) {
			t.Errorf("%q, want %q", &out, c.want)
		}
	}
	if told != 2 {
		t.Errorf("%d generations are told of besides, want 2", told)
	}
}

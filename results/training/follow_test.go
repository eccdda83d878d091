package training

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pillars/eval/tune"
	"pillars/results/estimate/stats"
	"pillars/results/show/progress"
	spsa "pillars/search/tune"
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
	match := MatchOutcome{Pairs: stats.Pentanomial{1, 2, 3, 2, 1}, LLR: 1.5}
	for _, c := range []struct {
		want string
		do   func()
	}{
		{"generation 1 of 2, self-play: 10 of 100 games", func() { l.playing(runner.Progress{Done: 10}) }},
		{"generation 1 of 2, fit: 3 of at most 30 epochs", func() {
			l.fitting(&tune.State{Losses: make([]tune.Losses, 4)})
		}},
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
	if want := ", score 50.0 %, LLR 1.50\n"; !strings.HasSuffix(out.String(), want) {
		t.Errorf("%q does not end in %q", &out, want)
	}
	out.Reset()
	now = now.Add(time.Hour)
	l.matching(MatchOutcome{Mixed: &MixedOutcome{Openings: 50, Score: .25}})
	if text := out.String(); !strings.Contains(text, ": 50 of 50 openings, ") ||
		!strings.HasSuffix(text, ", score 25.0 %\n") {
		t.Errorf("a match of mixed seatings is shown as %q", text)
	}
	if told != 2 {
		t.Errorf("%d generations are told of besides, want 2", told)
	}
}

// TestFollowTuning checks what a tuning shows when it continues, after an answer and in its match.
func TestFollowTuning(t *testing.T) { synctest.Test(t, followTuning) }

func followTuning(t *testing.T) {
	var out bytes.Buffer
	now := time.Unix(1000, 0)
	pipe := func() (columns, rows int) { return 0, 0 }
	screen := progress.NewScreen(&out, pipe, false, func() time.Time { return now })
	defer screen.Clear()
	tuning := &Tuning{Work: Work{Folder: "made"}, Plan: TuningPlan{Iterations: 8,
		Parameters: []spsa.Parameter{{Name: "cpuct"}, {Name: "turns"}}}}
	tuning.Follow(screen)
	for _, c := range []struct {
		want string
		do   func()
	}{
		{"", func() { tuning.begun(0) }},
		{"made goes on after 1 of 8 iterations\n", func() { tuning.begun(1) }},
		{"2 of 8 iterations, 25 %, cpuct 1.235, turns 40\n", func() {
			tuning.onAnswer(answeredQuestion{Number: 2, Estimate: []float64{1.23456, 40}})
		}},
		{"tuned against start: score 50.0 % in 1 pair, LLR 0.00, undecided\n", func() {
			tuning.matching(MatchOutcome{Decision: stats.Undecided.String(), Pairs: stats.Pentanomial{2: 1}})
		}},
	} {
		out.Reset()
		now = now.Add(time.Hour)
		c.do()
		if out.String() != c.want {
			t.Errorf("%q, want %q", &out, c.want)
		}
	}
}

// TestFitsAreShownByEpoch checks the state of fits: before the first epoch only the losses of the start are known, and
// those of a new network are not.
func TestFitsAreShownByEpoch(t *testing.T) {
	t.Parallel()
	losses := []tune.Losses{{Train: .75, Validation: .5}, {Train: .25, Validation: .125}, {Train: .2, Validation: .4}}
	for _, c := range []struct {
		losses []tune.Losses
		bestAt int
		want   string
	}{
		{losses, 1, "loss 0.20000; on games held back 0.40000; the least 0.12500 after 1"},
		{losses[:1], 0, "loss 0.75000; on games held back 0.50000; the least 0.50000 after 0"},
		{[]tune.Losses{{Train: math.NaN()}}, 0, ""},
	} {
		for _, network := range []bool{false, true} {
			var got progress.State
			show := func(state progress.State) { got = state }
			if network {
				ShowNetwork(9, show)(&tune.NetworkState{Losses: c.losses, BestAt: c.bestAt})
			} else {
				ShowFit(9, show)(&tune.State{Losses: c.losses, BestAt: c.bestAt})
			}
			if notes := strings.Join(got.Notes, "; "); notes != c.want || got.Done != len(c.losses)-1 ||
				got.Total != 9 || got.Unit != "epoch" || got.AtMost == network {
				t.Errorf("network %v: %+v, want notes %q", network, got, c.want)
			}
		}
	}
}

package runner_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/plantest"
	"pillars/tournament/runner"
)

func TestProgress(t *testing.T) {
	for _, c := range []struct {
		progress runner.Progress
		rate     float64
		left     time.Duration
		known    bool
		complete bool
	}{
		{progress: runner.Progress{Total: 4}},
		{progress: runner.Progress{Total: 4, Elapsed: time.Second}},
		{runner.Progress{Done: 30, Total: 120, Played: 20, Elapsed: 40 * time.Second}, .5, 180 * time.Second,
			true, false},
		{runner.Progress{Done: 4, Total: 4, Played: 1, Elapsed: time.Second}, 1, 0, true, true},
		{runner.Progress{Done: 2, Total: 4, Enough: true}, 0, 0, true, true},
	} {
		left, known := c.progress.Left()
		if c.progress.Rate() != c.rate || left != c.left || known != c.known || c.progress.Complete() != c.complete {
			t.Errorf("%+v: rate %v, left %v (%v), complete %v", c.progress, c.progress.Rate(), left, known,
				c.progress.Complete())
		}
	}
}

func TestStandingIsByRate(t *testing.T) {
	var tally runner.Tally
	for _, names := range []string{"b a", "a b", "c d", "c a"} {
		tally.Add(tournament.Result{Players: strings.Fields(names), Outcome: engine.Win(0, "test")})
	}
	want := []runner.PlayerTally{
		{Player: "c", Games: 2, Points: 2}, {Player: "b", Games: 2, Points: 1}, {Player: "a", Games: 3, Points: 1},
		{Player: "d", Games: 1},
	}
	if got := tally.Standing(); !slices.Equal(got, want) || tally.FirstSeat != 4 || tally.Games != 4 {
		t.Errorf("standing %+v of %+v", got, tally)
	}
	if (runner.PlayerTally{}).Rate() != 0 {
		t.Error("a rate without games")
	}
}

// TestRecordsTellTheLimits checks the tags that every record of a run has.
func TestRecordsTellTheLimits(t *testing.T) {
	spec := plantest.Small("random a", "random b")
	spec.Limits = search.Limits{Nodes: 10, Depth: 3, Time: time.Minute}
	spec.Clock, spec.Margin = tournament.TimeControl{Base: time.Hour, Increment: time.Second}, 5*time.Millisecond
	spec.Own = []tournament.Control{{}, {Limits: search.Limits{Nodes: 5}}}
	spec.Rounds = 1
	plan := plantest.Plan(t, spec)
	for _, game := range playAll(t, runner.Runner{Plan: plan, Program: "this"}) {
		own := "1"
		if game.Players[1] == "random b" {
			own = "2"
		}
		for _, want := range []engine.Tag{
			{Name: "Run", Value: plan.Spec.Hash()}, {Name: "Limits", Value: "nodes=10,time=1m0s,depth=3"},
			{Name: "Clock", Value: "1h0m0s+1s"}, {Name: "Margin", Value: "5ms"}, {Name: "Program", Value: "this"},
			{Name: "Limits" + own, Value: "nodes=5,time=1m0s,depth=3"},
		} {
			if !slices.Contains(game.Record.Tags, want) {
				t.Errorf("game %s has no tag %v: %v", game.Identity, want, game.Record.Tags)
			}
		}
		ofClock := func(tag engine.Tag) bool { return strings.HasPrefix(tag.Name, "Clock1") }
		if slices.ContainsFunc(game.Record.Tags, ofClock) {
			t.Error("a clock of one's own is told that is nobody's")
		}
	}
}

func TestProgram(t *testing.T) {
	told := regexp.MustCompile(`executable [0-9a-f]{12}( |$)`)
	if name := runner.Program(); !told.MatchString(name) || name != runner.Program() {
		t.Errorf("%q", name)
	}
}

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

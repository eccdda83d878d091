package session

import (
	"context"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/search"
	"pillars/tournament"
	"pillars/tournament/plantest"
)

// TestFaults plays against a player that fails. Depending on the rule for faults, the run continues or stops at once.
func TestFaults(t *testing.T) {
	t.Parallel()
	db := open(t)
	if p := newTrial(t, db, nil, "random", "failing").play(t, db, 6, Made); p.Stopped || p.Faults == 0 {
		t.Errorf("progress %+v of a run with faults", p)
	}
	stops := func(s *tournament.Spec) { s.OnFault = tournament.FaultStops }
	stopped := newTrial(t, db, stops, "random", "failing")
	if err := stopped.Enter(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if p, err := stopped.Play(t.Context()); err != nil || !p.Stopped || p.Complete() || p.Done > 5 {
		t.Errorf("progress %+v of a run that a fault stops, %v", p, err)
	}
}

// talker is a player that fails at once, with output lines to show.
type talker struct{ plantest.Fake }

func (talker) Decide(
	context.Context, *engine.History, search.Limits, func(search.Info),
) (search.Decision, error) {
	return search.Decision{}, lastLines{}
}

type lastLines struct{}

func (lastLines) Error() string  { return `no answer to "isready" within 10 s` }
func (lastLines) Said() []string { return []string{"reading the book", "\x1b[2Jno licence"} }

// TestFaultsAlike checks that similar faults are reported together, with the engine's last lines, in which no control
// sequence reaches the terminal.
func TestFaultsAlike(t *testing.T) {
	t.Parallel()
	db := open(t)
	c := newTrial(t, db, func(s *tournament.Spec) { s.Rounds = 12 }, "random", "random engine")
	c.NewPlayer = func(name string, rules engine.Rules) (search.Player, error) {
		if name == "random" {
			return plantest.NewFake(name, rules)
		}
		return &talker{plantest.Fake{Text: name}}, nil
	}
	c.play(t, db, 24, Made)
	texts := c.FaultTexts()
	if len(texts) != 1 {
		t.Fatalf("%d texts: %q", len(texts), texts)
	}
	for _, part := range []string{"24 faults", c.Run.ID + "/1v2/1/1, ", "reading the book", `\x1b[2Jno licence`} {
		if !strings.Contains(texts[0], part) {
			t.Errorf("%s\nlacks %q", texts[0], part)
		}
	}
}

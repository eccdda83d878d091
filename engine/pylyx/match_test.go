package pylyx_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"pillars/engine"
)

// match is one game played by the engine and the model side by side.
type match struct {
	t       *testing.T
	model   *modelGame
	history *engine.History
	seen    *events
}

// events counts events in the games of a test, so that it can check whether all occurred.
type events struct {
	positions, merges, splits, tall, passes            atomic.Int64
	firsts, stacks, doublePasses, repetitions, turnCap atomic.Int64
}

// check fails for events that a test relies on and that never occurred.
func (e *events) check(t *testing.T, names map[string]*atomic.Int64) {
	t.Helper()
	t.Logf("%d positions", e.positions.Load())
	for name, count := range names {
		t.Logf("%s: %d times", name, count.Load())
		if count.Load() == 0 {
			t.Errorf("no game had %s: the games do not test it", name)
		}
	}
}

// options holds the rule options of a match.
type options struct {
	size            int
	slides          bool
	repetition, cap int
}

func (o options) settings() engine.Settings {
	reach := "1"
	if o.slides {
		reach = "slide"
	}
	return engine.Settings{
		{Name: "size", Value: strconv.Itoa(o.size)},
		{Name: "reach", Value: reach},
		{Name: "repetition", Value: strconv.Itoa(o.repetition)},
		{Name: "cap", Value: strconv.Itoa(o.cap)},
	}
}

func newMatch(t *testing.T, start engine.Position, model *model, o options, seen *events) *match {
	return &match{t: t, model: newModelGame(model, o.repetition, o.cap), history: engine.NewHistory(start), seen: seen}
}

// playRandomly plays up to the given number of random steps, comparing at every position. One turn in passEvery is a
// pass.
func (m *match) playRandomly(random *rand.Rand, steps, passEvery int) {
	for range steps {
		legal := m.compare()
		if m.model.result != "" {
			m.countResult()
			return
		}
		step := legal[random.IntN(len(legal))]
		if legal[0] == "-" && random.IntN(passEvery) == 0 {
			step = "-"
		}
		m.countStep(step)
		m.play(step)
	}
}

// play plays a step on both sides.
func (m *match) play(text string) {
	step, err := engine.ParseStep(m.history.Position(), text)
	if err != nil {
		m.t.Fatal(err)
	}
	if err := m.history.Play(step); err != nil {
		m.t.Fatal(err)
	}
	m.model.step(text)
}

// compare compares the engine's view of the position with the model's, and returns the legal steps.
func (m *match) compare() []string {
	m.seen.positions.Add(1)
	p, legal := m.history.Position(), m.model.legal()
	if got, want := p.String(), m.model.String(); got != want {
		m.t.Fatalf("position %s, the model has %s", got, want)
	}
	if got := engine.StepTexts(p); !slices.Equal(got, legal) {
		m.t.Fatalf("steps in %s:\n%s\nthe model has\n%s", p, strings.Join(got, " "), strings.Join(legal, " "))
	}
	if got := p.CountSteps(); got != len(legal) {
		m.t.Fatalf("%d steps counted in %s, not %d", got, p, len(legal))
	}
	if got, want := describe(p.Outcome()), describeResult(m.model.ended()); got != want || p.Over() != (want != "") {
		m.t.Fatalf("outcome of %s: %q, the model says %q", p, got, want)
	}
	if got, want := describe(m.history.Outcome()), describeResult(m.model.result, m.model.reason); got != want {
		m.t.Fatalf("outcome of the game at %s: %q, the model says %q", p, got, want)
	}
	if got, want := p.InOpening(), m.model.model.step != "m"; got != want {
		m.t.Fatalf("InOpening is %t in %s", got, p)
	}
	return legal
}

// describe returns the winner or outcome in the model's words.
func describe(o engine.Outcome) string {
	switch {
	case !o.Over():
		return ""
	case o.Seats == 2 && o.Scores == [engine.MaxSeats]float64{1, 0}:
		return describeResult("1", string(o.Reason))
	case o.Seats == 2 && o.Scores == [engine.MaxSeats]float64{0, 1}:
		return describeResult("2", string(o.Reason))
	case o.Seats == 2 && o.Scores == [engine.MaxSeats]float64{0.5, 0.5}:
		return describeResult("draw", string(o.Reason))
	}
	return fmt.Sprintf("scores that cannot be: %v", o)
}

func describeResult(result, reason string) string { return strings.TrimSpace(result + " " + reason) }

// countStep notes what a step about to be played does.
func (m *match) countStep(step string) {
	switch {
	case step == "first":
		m.seen.firsts.Add(1)
	case step == "-":
		m.seen.passes.Add(1)
	}
	if m.model.model.step != "m" || step == "-" {
		return
	}
	at := m.model.at
	from, to := squaresOf(step)
	if at(to) != "" {
		m.seen.merges.Add(1)
	}
	if k := int(step[0] - '0'); len(at(from)) > k {
		m.seen.splits.Add(1)
	}
	if len(at(from)) > 3 {
		m.seen.tall.Add(1)
	}
}

func (m *match) countResult() {
	switch m.model.reason {
	case byStack:
		m.seen.stacks.Add(1)
	case byPasses:
		m.seen.doublePasses.Add(1)
	case string(engine.Repetition):
		m.seen.repetitions.Add(1)
	case string(engine.TurnCap):
		m.seen.turnCap.Add(1)
	}
}

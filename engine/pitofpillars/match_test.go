package pitofpillars_test

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
	positions, captures, entryCaptures, mixedParts, pillarMoves, declines, ownSweeps atomic.Int64
	sweeps, stalemates, repetitions, caps                                            atomic.Int64
}

// options holds the rule options of a match.
type options struct{ size, reserve, repetition, cap int }

func (o options) settings() engine.Settings {
	return engine.Settings{
		{Name: "size", Value: strconv.Itoa(o.size)},
		{Name: "reserve", Value: strconv.Itoa(o.reserve)},
		{Name: "repetition", Value: strconv.Itoa(o.repetition)},
		{Name: "cap", Value: strconv.Itoa(o.cap)},
	}
}

func newMatch(t *testing.T, start engine.Position, model *model, o options, seen *events) *match {
	return &match{t: t, model: newModelGame(model, o.repetition, o.cap), history: engine.NewHistory(start), seen: seen}
}

// playRandomly plays up to the given number of random steps, comparing at every position.
func (m *match) playRandomly(random *rand.Rand, steps int) {
	for range steps {
		legal := m.compare()
		if m.model.result != "" {
			m.countResult()
			return
		}
		step := legal[random.IntN(len(legal))]
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
	if got, want := describe(p.Outcome()), describeResult(m.model.winner, m.model.why); got != want ||
		p.Over() != (want != "") {
		m.t.Fatalf("outcome of %s: %q, the model says %q", p, got, want)
	}
	if got, want := describe(m.history.Outcome()), describeResult(m.model.result, m.model.reason); got != want {
		m.t.Fatalf("outcome of the game at %s: %q, the model says %q", p, got, want)
	}
	if got := p.Reversible(); p.StartsTurn() && (got < 0 || got > m.model.quiet) {
		m.t.Fatalf("Reversible is %d in %s, %d turns after the last entry or capture", got, p, m.model.quiet)
	}
	return legal
}

// describe returns the winner or outcome in the model's words.
func describe(o engine.Outcome) string {
	switch {
	case !o.Over():
		return ""
	case o.Seats == 2 && o.Scores == [engine.MaxSeats]float64{1, 0}:
		return describeResult("w", string(o.Reason))
	case o.Seats == 2 && o.Scores == [engine.MaxSeats]float64{0, 1}:
		return describeResult("r", string(o.Reason))
	case o.Seats == 2 && o.Scores == [engine.MaxSeats]float64{0.5, 0.5}:
		return describeResult("draw", string(o.Reason))
	}
	return fmt.Sprintf("scores that cannot be: %v", o)
}

func describeResult(result, reason string) string { return strings.TrimSpace(result + " " + reason) }

// countStep notes what a step about to be played does.
func (m *match) countStep(step string) {
	before := m.model.model
	after := before.clone()
	after.play(step)
	switch {
	case step == "-":
		m.seen.declines.Add(1)
	case step[0] == '^':
		m.seen.pillarMoves.Add(1)
	}
	if before.step != "m" {
		return
	}
	if !after.hasStack(before.player) && after.winner == "" {
		m.seen.ownSweeps.Add(1)
	}
	if !before.captures(step) {
		return
	}
	m.seen.captures.Add(1)
	if step[0] == '@' {
		m.seen.entryCaptures.Add(1)
	} else if before.at(squareNamed(step[2:])) == "" {
		m.seen.mixedParts.Add(1)
	}
}

// captures reports whether a legal step captures: a pillar comes up then.
func (m *model) captures(step string) bool {
	after := m.clone()
	after.play(step)
	return after.pillars() > m.pillars()
}

func (m *model) pillars() int {
	n := 0
	for _, s := range m.squares() {
		if isPillar(m.at(s)) {
			n++
		}
	}
	return n
}

func (m *match) countResult() {
	switch m.model.reason {
	case bySweep:
		m.seen.sweeps.Add(1)
	case byStalemate:
		m.seen.stalemates.Add(1)
	case string(engine.Repetition):
		m.seen.repetitions.Add(1)
	case string(engine.TurnCap):
		m.seen.caps.Add(1)
	}
}

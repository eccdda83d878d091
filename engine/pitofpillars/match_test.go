package pitofpillars_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

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

// playMatch plays a random game of the engine and the model side by side, and counts what happens in it.
func playMatch(t *testing.T, start engine.Position, m *model, o options, random *rand.Rand, steps int,
	seen *enginetest.Events) {
	t.Helper()
	g := enginetest.NewModelGame(m, o.repetition, o.cap)
	enginetest.PlayMatch(t, start, g, steps, func(legal []string) string {
		step := legal[random.IntN(len(legal))]
		m.count(step, seen)
		return step
	})
	seen.Add(g.Result(), g.Result() != "")
}

// count counts what a step does.
func (m *model) count(step string, seen *enginetest.Events) {
	after := m.Clone()
	after.Play(step)
	seen.Add("a declined pillar step", step == "-")
	seen.Add("a pillar's move", step[0] == '^')
	if m.step != "m" {
		return
	}
	seen.Add("a player who loses their own last stack and plays on", !after.hasStack(m.player) && after.winner == "")
	if m.captures(step) {
		seen.Add("a capture", true)
		seen.Add("a capture by entering", step[0] == '@')
		seen.Add("a capture of a mixed part on a vacant square", step[0] != '@' && m.at(squareNamed(step[2:])) == "")
	}
}

// captures reports whether a legal step captures: a pillar comes up then.
func (m *model) captures(step string) bool {
	after := m.Clone()
	after.Play(step)
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

package pitofpillars_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// agreementPlan says how many games to play from the start with which options, and for how many steps at most. Random
// games on large boards take thousands of steps and are cut short; those on small boards are played to the end.
var agreementPlan = []struct {
	options
	games, steps int
}{
	{options{4, 0, 3, 2000}, 400, 4000},
	{options{4, 0, 2, 2000}, 200, 4000},
	{options{4, 0, 0, 40}, 200, 4000},
	{options{4, 0, 2, 5}, 40, 4000},
	{options{4, 3, 3, 2000}, 100, 400},
	{options{4, 1, 2, 60}, 200, 4000},
	{options{5, 0, 3, 2000}, 100, 600},
	{options{5, 2, 2, 0}, 60, 300},
	{options{5, 0, 0, 0}, 40, 600},
	{options{6, 0, 3, 2000}, 60, 500},
	{options{6, 99, 3, 100}, 30, 200},
	{options{7, 0, 3, 2000}, 30, 500},
	{options{7, 5, 2, 150}, 20, 400},
	{options{8, 0, 3, 2000}, 20, 700},
	{options{8, 7, 2, 200}, 10, 500},
}

// TestAgreement plays random games on the engine and on the model side by side.
func TestAgreement(t *testing.T) {
	var seen enginetest.Events
	t.Run("games", func(t *testing.T) {
		for i, plan := range agreementPlan {
			t.Run(plan.settings().String(), func(t *testing.T) {
				t.Parallel()
				start := enginetest.Rules(t, "pit-of-pillars", plan.settings().Texts()...).Start()
				random := rand.New(engine.NewRandom(uint64(i)))
				for range enginetest.Shorter(plan.games) {
					playMatch(t, start, newModel(plan.size, plan.reserve), plan.options, random, plan.steps, &seen)
				}
			})
		}
	})
	seen.Check(t, "a capture", "a capture by entering", "a capture of a mixed part on a vacant square",
		"a pillar's move", "a declined pillar step", "1 0 "+bySweep, "0.5 0.5 repetition", "0.5 0.5 turn cap")
}

// TestAgreementAnywhere compares from positions that random games seldom or never reach: crowded with pillars, tall,
// with men in reserve.
func TestAgreementAnywhere(t *testing.T) {
	var seen enginetest.Events
	t.Run("positions", func(t *testing.T) {
		for size := 4; size <= 8; size++ {
			t.Run(strconv.Itoa(size), func(t *testing.T) {
				t.Parallel()
				random := rand.New(engine.NewRandom(uint64(100 + size)))
				o := options{size: size, repetition: 2, cap: 1000}
				for range enginetest.Shorter(24_000 / (size * size)) {
					m := randomModel(random, size)
					playMatch(t, read(t, m.String(), o.settings()), m, o, random, 20, &seen)
				}
			})
		}
	})
	seen.Check(t, "a capture of a mixed part on a vacant square",
		"a player who loses their own last stack and plays on", "1 0 "+byStalemate, "0 1 "+bySweep)
}

// randomModel returns a random position of the movement stage at a main step.
func randomModel(random *rand.Rand, size int) *model {
	m := newModel(size, 0)
	m.step, m.turn = "m", 1+random.IntN(500)
	m.player = []string{"w", "r"}[random.IntN(2)]
	pillars, stacks := random.Float64(), random.Float64()
	for _, s := range m.squares() {
		switch {
		case random.Float64() < pillars:
			m.put(s, []string{"W", "R"}[random.IntN(2)])
		case random.Float64() < stacks:
			m.put(s, randomStack(random))
		}
	}
	if random.IntN(3) == 0 {
		m.reserve["w"], m.reserve["r"] = random.IntN(3), random.IntN(3)
	}
	m.settle()
	return m
}

// randomStack returns mixed up to eight men or of one colour up to twelve.
func randomStack(random *rand.Rand) string {
	men := []byte("wwwwwwwwwwww")[:1+random.IntN(12)]
	if random.IntN(2) == 0 {
		men = men[:1+random.IntN(min(len(men), 3))]
	}
	mix := len(men) <= 8 && random.IntN(2) == 0
	color := "wr"[random.IntN(2)]
	for i := range men {
		if mix {
			color = "wr"[random.IntN(2)]
		}
		men[i] = color
	}
	return string(men)
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

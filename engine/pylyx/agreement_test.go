package pylyx_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// agreementPlan says how many games to play from the start with which options, and for how many steps at most.
var agreementPlan = []struct {
	options
	games, steps, passEvery int
}{
	{options{6, true, 3, 1000}, 300, 60, 1000},
	{options{6, true, 2, 1000}, 300, 100, 4},
	{options{6, false, 2, 0}, 300, 120, 1000},
	{options{6, false, 3, 30}, 200, 100, 10},
	{options{8, true, 3, 1000}, 60, 80, 20},
	{options{8, false, 2, 60}, 60, 100, 50},
	{options{10, true, 3, 1000}, 20, 80, 20},
	{options{10, false, 0, 0}, 30, 80, 20},
	{options{12, true, 3, 1000}, 20, 100, 20},
	{options{12, false, 2, 40}, 20, 80, 20},
	{options{12, true, 0, 3}, 10, 40, 20},
}

// TestAgreement plays random games on the engine and on the model side by side.
func TestAgreement(t *testing.T) {
	var seen enginetest.Events
	t.Run("games", func(t *testing.T) {
		for i, plan := range agreementPlan {
			t.Run(plan.settings().String(), func(t *testing.T) {
				t.Parallel()
				start := enginetest.Rules(t, "pylyx", plan.settings().Texts()...).Start()
				random := rand.New(engine.NewRandom(uint64(i)))
				for range enginetest.Shorter(plan.games) {
					m := newModel(plan.size, plan.slides)
					playMatch(t, start, m, plan.options, random, plan.steps, plan.passEvery, &seen)
				}
			})
		}
	})
	seen.Check(t, "a choice of the first move", "a merge", "a split", "a pass", byPasses, "0.5 0.5 repetition",
		"0.5 0.5 turn cap")
}

// TestAgreementAnywhere compares from positions that random games never reach: few and tall stacks, a move from the
// end.
func TestAgreementAnywhere(t *testing.T) {
	var seen enginetest.Events
	t.Run("positions", func(t *testing.T) {
		for i := range 8 {
			o := options{size: 6 + 2*(i/2), slides: i%2 == 0, repetition: 2, cap: 520}
			t.Run(o.settings().String(), func(t *testing.T) {
				t.Parallel()
				random := rand.New(engine.NewRandom(uint64(100 + i)))
				for range enginetest.Shorter(12_000 / (o.size * o.size)) {
					m := randomModel(random, o.size, o.slides)
					playMatch(t, read(t, m.String(), o.settings()), m, o, random, 20, 20, &seen)
				}
			})
		}
	})
	seen.Check(t, "1 0 "+byStack, "0 1 "+byStack, "a move from a stack of more than three", byPasses)
}

// TestSetUpsAgree compares all placements along many set-ups that fill the board from the right, where completing is
// hardest.
func TestSetUpsAgree(t *testing.T) {
	t.Parallel()
	for size := 6; size <= 12; size += 2 {
		t.Run(strconv.Itoa(size), func(t *testing.T) {
			t.Parallel()
			o := options{size: size, slides: true, repetition: 3, cap: 1000}
			start := enginetest.Rules(t, "pylyx", o.settings().Texts()...).Start()
			random := rand.New(engine.NewRandom(uint64(size)))
			for range enginetest.Shorter(2000 / (size * size)) {
				m, men := newModel(size, true), 2*(size-2)
				enginetest.PlayMatch(t, start, m, men, func(legal []string) string {
					return legal[random.IntN(min(len(legal), size))]
				})
			}
		})
	}
}

// randomModel returns a position in the movement with the men of each colour in one to four stacks, or in up to as many
// as there are men.
func randomModel(random *rand.Rand, size int, slides bool) *model {
	m := newModel(size, slides)
	m.step, m.turn = "m", 4+random.IntN(500)
	m.seat, m.owner = 1+random.IntN(2), 1+random.IntN(2)
	m.passes = random.IntN(8) / 7
	squares := slices.Clone(m.all)
	random.Shuffle(len(squares), func(i, j int) { squares[i], squares[j] = squares[j], squares[i] })
	for i, color := range []string{"w", "b"} {
		stacks := 2 + random.IntN(3)
		if random.IntN(4) == 0 {
			stacks = 2 + random.IntN(size-3)
		}
		own := squares[10*i:][:stacks]
		for _, s := range own {
			m.put(s, color)
		}
		for range size - 2 - stacks {
			s := own[random.IntN(stacks)]
			m.put(s, m.at(s)+color)
		}
	}
	return m
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

// playMatch plays a random game of the engine and the model side by side, and counts what happens in it. One turn in
// passEvery is a pass.
func playMatch(t *testing.T, start engine.Position, m *model, o options, random *rand.Rand, steps, passEvery int,
	seen *enginetest.Events) {
	t.Helper()
	g := enginetest.NewModelGame(m, o.repetition, o.cap)
	enginetest.PlayMatch(t, start, g, steps, func(legal []string) string {
		step := legal[random.IntN(len(legal))]
		if legal[0] == "-" && random.IntN(passEvery) == 0 {
			step = "-"
		}
		m.count(step, seen)
		return step
	})
	seen.Add(g.Result(), g.Result() != "")
}

// count counts what a step does.
func (m *model) count(step string, seen *enginetest.Events) {
	seen.Add("a choice of the first move", step == "first")
	seen.Add("a pass", step == "-")
	if m.step != "m" || step == "-" {
		return
	}
	from, to := squaresOf(step)
	seen.Add("a merge", m.at(to) != "")
	seen.Add("a split", len(m.at(from)) > int(step[0]-'0'))
	seen.Add("a move from a stack of more than three", len(m.at(from)) > 3)
}

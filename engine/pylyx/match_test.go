package pylyx_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

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

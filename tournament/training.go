package tournament

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/search"
)

// StrayEvery is one over the chance that a turn of a game that strays is drawn at random.
const StrayEvery = 12

// Strays draws the random turns of a game. It belongs to one game.
type Strays struct {
	generator *rand.PCG
	random    *rand.Rand
}

// NewStrays returns the draws of a game with the seed of its plan, nil for 0.
func NewStrays(seed uint64) *Strays {
	if seed == 0 {
		return nil
	}
	generator := engine.NewRandom(seed)
	return &Strays{generator, rand.New(generator)}
}

// Next draws for the next turn after the opening. If that is to be random, it plays the turn in h and returns true.
func (s *Strays) Next(h *engine.History) (bool, error) {
	if s == nil || s.random.IntN(StrayEvery) > 0 {
		return false, nil
	}
	return true, engine.RandomTurn(h, s.generator)
}

// FormatVisits writes the visits of the steps of a turn: number:times for each step that was tried, with commas
// between, and a semicolon after each step of the turn but the last.
func FormatVisits(visits [][]search.Visits) string {
	var b strings.Builder
	for i, tried := range visits {
		if i > 0 {
			b.WriteByte(';')
		}
		for j, v := range tried {
			if j > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, "%d:%d", v.Step, v.Times)
		}
	}
	return b.String()
}

// ParseVisits reads what [FormatVisits] writes; the empty text is one step without visits.
func ParseVisits(text string) ([][]search.Visits, error) {
	var visits [][]search.Visits
	for step := range strings.SplitSeq(text, ";") {
		var tried []search.Visits
		for v := range strings.SplitSeq(step, ",") {
			if step == "" {
				break // a proof chose
			}
			number, times, _ := strings.Cut(v, ":")
			n, err1 := strconv.ParseUint(number, 10, 32)
			t, err2 := strconv.ParseUint(times, 10, 32)
			if err1 != nil || err2 != nil {
				return nil, fmt.Errorf("visits %.40q: must be two numbers with a colon between", v)
			}
			tried = append(tried, search.Visits{Step: engine.Step(n), Times: uint32(t)})
		}
		visits = append(visits, tried)
	}
	return visits, nil
}

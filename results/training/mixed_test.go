//go:build !race

package training

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/eval"
	"pillars/search"
)

// seatsLoop returns a tiny loop of one generation of a game of three or four seats.
func seatsLoop(t *testing.T, seats, folder string) *Loop {
	t.Helper()
	c := loop(t, folder, 2)
	c.Rules = enginetest.Rules(t, "pit", "players="+seats)
	layout, err := eval.NewLayout(c.Rules)
	if err != nil {
		t.Fatal(err)
	}
	c.Start, c.Generations = make([]eval.Weight, layout.Len()), 1
	c.Plan.Games, c.Plan.Pairs, c.Plan.Play.Longest, c.Plan.Selection.Quiet = 8, 2, 40, QuietAny
	return c
}

// TestLoopOfSeveralSeats runs a loop of three seats with different numbers of workers, and a loop of four seats. Its
// match has as many openings as were asked for, in all mixed seatings.
func TestLoopOfSeveralSeats(t *testing.T) {
	inFolder(t)
	files := map[int][]byte{}
	for _, workers := range []int{1, 3} {
		if err := os.RemoveAll("c"); err != nil {
			t.Fatal(err)
		}
		c := seatsLoop(t, "3", "c")
		c.Workers = workers
		run(t, c)
		files[workers] = append(fileOf(t, "c", "candidate-01.txt"), fileOf(t, "c", "generation-01.json")...)
	}
	if !bytes.Equal(files[1], files[3]) {
		t.Errorf("one worker makes\n%s\nthree\n%s", files[1], files[3])
	}
	four := seatsLoop(t, "4", "d")
	four.Plan.Pairs = 1
	for _, generation := range run(t, four).Generations {
		m := generation.Match
		if m.Mixed == nil || m.Mixed.Openings != 1 || m.played() != 1 || generation.Kept != m.better() ||
			m.Score() != m.Mixed.Score || !strings.Contains(m.TextWithElo(), "in 1 opening, ") {
			t.Errorf("%+v: %s", generation, m.TextWithElo())
		}
	}
}

// TestMixedMatchDecides lets either the candidate or the weights before it play at random.
func TestMixedMatchDecides(t *testing.T) {
	inFolder(t)
	for _, better := range []bool{true, false} {
		c := seatsLoop(t, "3", map[bool]string{true: "better", false: "worse"}[better])
		c.Plan.Pairs = 16
		c.NewPlayer = func(text string, rules engine.Rules) (search.Player, error) {
			if better == strings.Contains(text, "weights-00") && strings.Contains(text, "nodes") {
				return named(text, "random", rules)
			}
			return named(text, "greedy", rules)
		}
		outcome := run(t, c)
		verdict := outcome.Generations[0].Match
		if want := map[bool]string{true: "H1", false: "H0"}[better]; verdict.Decision != want ||
			outcome.Generations[0].Kept != better || (outcome.Final != nil) != better || outcome.Better() != better {
			t.Errorf("better %v: %+v %+v", better, outcome.Generations[0], verdict.Mixed)
		}
	}
}

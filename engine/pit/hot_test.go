package pit_test

import (
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"pillars/engine"
	"pillars/engine/enginetest/near"
)

//go:embed testdata/hot.txt
var hotText string

// hotPositions call for every kind of step and every priority, on small and large boards, for two to four players.
var hotPositions = strings.Split(strings.TrimSpace(hotText), "\n")

// TestPlayoutLengths compares native playouts with random games of the model: mean steps, turns and score of the first
// seat.
func TestPlayoutLengths(t *testing.T) {
	t.Parallel()
	for i, plan := range []struct {
		rows           string
		players, games int
	}{
		{"....2..../........./..o...o../........./....o..../........./..o...o../........./....1....", 2, 200},
		{"....3..../........./..o...o../........./2...o...4/........./..o...o../........./....1....", 4, 60},
		{"..2../...../..o../...../..1..", 2, 500},
		{"..2./3o../..o./.1..", 3, 300},
	} {
		t.Run(fmt.Sprint(plan.players, plan.rows), func(t *testing.T) {
			t.Parallel()
			start := startOn(t, plan.rows, plan.players)
			var native, plain sample
			for n := range 20 * shorter(plan.games) {
				p := start.Clone()
				steps, outcome := engine.Playout(p, engine.NewRandom(uint64(n)), math.MaxInt)
				native.add(float64(steps), float64(p.Turn()), outcome.Score(0))
			}
			random := rand.New(engine.NewRandom(uint64(50 + i)))
			for range shorter(plan.games) {
				m, steps := readModel(start.String()), 0
				for ; m.result == ""; steps++ {
					legal := m.legal()
					m.play(legal[random.IntN(len(legal))])
				}
				var score float64
				if _, err := fmt.Sscan(m.result, &score); err != nil {
					t.Fatal(err)
				}
				plain.add(float64(steps), float64(m.turn), score)
			}
			for i, what := range []string{"steps", "turns", "score"} {
				difference, deviation := native.compare(&plain, i)
				if !near.Equal(difference, 0, 4.5*deviation) {
					t.Errorf("%s differ by %.3f in the mean, %.1f standard deviations", what, difference,
						math.Abs(difference)/deviation)
				}
			}
		})
	}
}

// sample holds steps, turns and scores of games.
type sample [3][]float64

func (s *sample) add(steps, turns, score float64) {
	for i, value := range [3]float64{steps, turns, score} {
		s[i] = append(s[i], value)
	}
}

// compare returns the difference of two means and the standard deviation of that difference.
func (s *sample) compare(other *sample, i int) (difference, deviation float64) {
	mean, variance := stat.MeanVariance(s[i], nil)
	otherMean, otherVariance := stat.MeanVariance(other[i], nil)
	return mean - otherMean, math.Sqrt(variance/float64(len(s[i])) + otherVariance/float64(len(other[i])))
}

// TestNoisy checks that the noisy steps are exactly the replacements and falls that must be, and the barriers after
// which a piece is gone or a player is out.
func TestNoisy(t *testing.T) {
	t.Parallel()
	replacements, falls, barriers := 0, 0, 0
	check := func(m *model) {
		p := readIfPossible(m.String())
		if p == nil {
			return
		}
		var got, want []string
		for _, step := range p.AppendNoisy(nil) {
			got = append(got, p.StepText(step))
		}
		slices.Sort(got)
		for _, step := range m.legal() {
			switch {
			case m.step == "b" && m.cuts(step):
				barriers++
			case m.step == "a" && m.replaces(step):
				replacements++
			case m.step == "a" && m.mustFall():
				falls++
			default:
				continue
			}
			want = append(want, step)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("noisy steps of %s: %v, not %v", m, got, want)
		}
	}
	random := rand.New(engine.NewRandom(11))
	for range shorter(1500) {
		check(randomModel(random))
	}
	for i := range shorter(60) {
		plan := agreementBoards[i%(len(agreementBoards)-1)]
		m := readModel(startOn(t, onlyTowersOf(plan.rows, 2+i%3), 2+i%3).String())
		for m.result == "" {
			check(m)
			legal := m.legal()
			m.play(legal[random.IntN(len(legal))])
		}
	}
	if replacements < shorter(100) || falls < shorter(100) || barriers < shorter(40) {
		t.Errorf("only %d replacements, %d falls and %d barriers that cut something off", replacements, falls, barriers)
	}
}

// cuts reports whether a barrier takes a piece off the board or ends the game.
func (m *model) cuts(step string) bool {
	after := m.clone()
	after.play(step)
	return after.result != "" || after.board != m.board
}

func (m *model) replaces(step string) bool {
	if step[0] == '@' {
		return false
	}
	_, to := splitMove(step)
	return m.isTheirs(to)
}

func (m *model) mustFall() bool {
	return slices.ContainsFunc(m.pieces(m.player), m.nextToHole)
}

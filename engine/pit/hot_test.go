package pit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"pillars/engine"
	"pillars/engine/enginetest/near"
)

// hotPositions call for every kind of step and every priority, on small and large boards, for two to four players.
var hotPositions = []string{
	"x4,bt,x4/x9/x2,o,x3,o,x2/x9/x4,o,x4/x9/x2,o,x3,o,x2/x9/x4,wt,x4 w p 5/5 - - 1",
	"x4,rt,x4/x9/x2,o,x3,o,x2/x9/bt,x3,o,x3,ut/x9/x2,o,x3,o,x2/x9/x4,wt,x4 w p 5/5/5/5 - - 1",
	"x4,bt,x4/x9/x2,o,x3,o,x2/x4,bp,x4/x4,o,x4/x9/x2,o,x3,o,x2/x3,wp,x5/wt,x3,wt,x4 b a 4/5 b1|n,e2|n - 6",
	"x3,bt,x3,bt,x/x3,bp,x5/x2,o,x3,o,x2/x7,wt,x/x4,o,x4/x7,wt,x/x2,o,x3,o,x2/x3,bt,x2,wp,x2/wt,x3,wt,x4 w b 1/2 " +
		"a1|e,a8|n,a9|e,d2|n,d9|e,g6|e,h1|e,h7|e,h8|n h4 15",
	"rt,x8/x4,rp,x4/x2,o,x3,o,x,bp/x9/x4,o,x4/x3,rt,x5/x2,o,x3,o,x2/x9/x7,bt,x r a x3/4/4 " +
		"a1|e,a1|n,a8|n,d4|e,d9|e,h1|n,i7|n - 12",
	"x5,rt,x2,ut/x2,wp,x2,rp,x3/x2,o,x3,o,x,up/x9/bt,x3,o,x3,ut/x9/x2,o,x,bp,x,o,x2/x9/x,wt,x2,wt,x4 r a 4/4/5/4 " +
		"b1|n,b8|e,d5|n,f9|e,i8|n - 11",
	"x9/x9/x2,o,x3,o,x2/x4,wt,x4/x3,bp,o,wp,x3/x9/x2,o,x3,o,x2/x4,bt,x4/x9 w a 5/5 - - 7",
	"x9/x3,bt,x5/x2,wt,wt,bp,x4/x9/wp,x3,o,x4/x9/x9/x4,bt,x4/x9 w a 4/4 - - 7",
	"wp,x,wt/x3/x,o,bp w a 5/6 - - 5",
	strings.Repeat("x16/", 13) + "x3,wt,x4,o,x4,bt,x2/x16/wp,x9,bp,x5 w a 5/5 a1|n,b1|n,c1|e - 9",
}

// TestRandomStepIsUniform draws many steps of fixed positions and holds their counts to a uniform distribution by
// Pearson's chi-square test.
func TestRandomStepIsUniform(t *testing.T) {
	t.Parallel()
	const draws = 40_000
	for i, text := range hotPositions {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			p, random := read(t, text, nil), engine.NewRandom(uint64(i))
			steps, counts := p.AppendSteps(nil), map[engine.Step]int{}
			for range draws {
				counts[engine.RandomStep(p, random)]++
			}
			expected := float64(draws) / float64(len(steps))
			chi, drawn := 0.0, 0
			for _, step := range steps {
				if counts[step] == 0 {
					t.Errorf("%s is never drawn", p.StepText(step))
				}
				drawn += counts[step]
				chi += math.Pow(float64(counts[step])-expected, 2) / expected
			}
			if drawn != draws {
				t.Errorf("%d of %d steps drawn are not legal", draws-drawn, draws)
			}
			if len(steps) == 1 {
				return
			}
			limit := distuv.ChiSquared{K: float64(len(steps) - 1)}.Quantile(1 - 1e-6)
			if !(chi <= limit) {
				t.Errorf("chi-square %.1f with %d steps: above %.1f", chi, len(steps), limit)
			}
		})
	}
}

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

// sample gathers steps, turns and scores of games.
type sample [3][]float64

func (s *sample) add(steps, turns, score float64) {
	for i, value := range [3]float64{steps, turns, score} {
		s[i] = append(s[i], value)
	}
}

// compare is the difference of two means and the standard deviation of that difference.
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

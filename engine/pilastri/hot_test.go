package pilastri_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"pillars/engine"
	"pillars/engine/enginetest/near"
)

// hotPositions are of every stage of the game, on small and large boards, with low and with tall stacks.
var hotPositions = []string{
	"w,b/b,w w 1",
	"w,b,w,b/b,w,b,w/w,b,w,b/b,w,b,w w 1",
	"w,b,w,b,w,b/b,w,b,w,b,w/w,b,w,b,w,b/b,w,b,w,b,w/w,b,w,b,w,b/b,w,b,w,b,w w 1",
	"w,x,wb,b,w,x/b,x,b,wb,x,wb/wbww,b,x2,w,bwb/x,w,b,x,b,x/x2,wb,bw,x,b/b,wbw,x,w,bw,w b 18",
	"x,b,wbb,x2,b/x3,w,x,w/ww,bwbbwbwb,x,bwwbw,w,x/x6/x,b,x2,wbwb,x/b,x,b,x2,wbwwwb w 43",
	"x,bww,www,bw,x,bw,x,b/bb,x2,w,x3,wbw/w,b,x,bw,wb,x,wb,b/bb,w,b,x,b,wb,x,wb/x,b,x2,wb,bw,x2/x3,wbw,x,w,x,w/" +
		"x,bw,wb,b,w,b,wb,x/bw,w,b,wbb,x,w,x,wb b 32",
	"x2,wbw,x3,w,bwbb/b,wbwbbbbbb,x6/x3,bwbwb,w,b,x2/bwwww,x,b,x2,wbbww,x,w/w,x2,bw,x,b,wbw,x/x2,bw,wbb,x2,bwwbww,x/" +
		"x,bw,x2,w,x2,bw/x,wbw,x4,b,x w 73",
	"x3,wwwwwwwwwwwwwwwww,x4/x8/x8/x3,bbbbbbbbbbbbbbbbb,x2,bw,x/x8/x8/x8/x3,w,x2,wb,x w 40",
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
				drawn += counts[step]
				chi += math.Pow(float64(counts[step])-expected, 2) / expected
			}
			if drawn != draws {
				t.Errorf("%d of %d steps drawn are not legal", draws-drawn, draws)
			}
			if len(steps) < 2 {
				t.Fatalf("only %d steps to draw from", len(steps))
			}
			if limit := (distuv.ChiSquared{K: float64(len(steps) - 1)}).Quantile(1 - 1e-6); !(chi <= limit) {
				t.Errorf("chi-square %.1f with %d steps: above %.1f", chi, len(steps), limit)
			}
		})
	}
}

// TestPlayoutDraws checks that a playout is RandomStep and Play in turn, drawing once a step, however many turns it may
// take.
func TestPlayoutDraws(t *testing.T) {
	t.Parallel()
	for i, text := range hotPositions {
		for _, turns := range []int{0, 1, 7, math.MaxInt} {
			p := read(t, text, nil)
			q, random, again := p.Clone(), engine.NewRandom(uint64(i)), engine.NewRandom(uint64(i))
			steps, outcome := engine.Playout(p, random, turns)
			played := 0
			for ; played < turns && !q.Over(); played++ {
				q.Play(engine.RandomStep(q, again))
			}
			if p.String() != q.String() || p.Hash() != q.Hash() || steps != played || outcome != q.Outcome() {
				t.Errorf("a playout of %d turns: %s after %d steps, %v; step by step: %s after %d, %v", turns, p,
					steps, outcome, q, played, q.Outcome())
			}
			if random.Uint64() != again.Uint64() {
				t.Errorf("a playout of %d turns from %s does not draw once a step", turns, text)
			}
		}
	}
}

// TestPlayoutLengths compares native playouts with random games of the model: mean steps and mean score of the first
// seat.
func TestPlayoutLengths(t *testing.T) {
	t.Parallel()
	for _, board := range [][3]int{{2, 4, 600}, {4, 4, 400}, {3, 8, 200}, {6, 6, 100}} {
		files, ranks, games := board[0], board[1], shorter(board[2])
		t.Run(fmt.Sprintf("%dx%d", files, ranks), func(t *testing.T) {
			t.Parallel()
			start := newRules(t, shape(files, ranks)).Start()
			var native, plain sample
			for i := range 20 * games {
				p := start.Clone()
				steps, outcome := engine.Playout(p, engine.NewRandom(uint64(i)), math.MaxInt)
				if !outcome.Over() || p.Turn() != steps+1 {
					t.Fatalf("a playout of %d steps ends with %v at %s", steps, outcome, p)
				}
				native.add(float64(steps), outcome.Score(0))
			}
			random := rand.New(engine.NewRandom(77))
			for range games {
				m := newModel(files, ranks)
				for legal := m.legal(); len(legal) > 0; legal = m.legal() {
					m.play(legal[random.IntN(len(legal))])
				}
				plain.add(float64(m.turn-1), map[string]float64{"w": 1}[m.winner()])
			}
			for i, what := range []string{"steps", "score"} {
				difference, deviation := native.mean(i)-plain.mean(i), math.Sqrt(native.variance(i)+plain.variance(i))
				t.Logf("%s: %.2f native, %.2f plain, deviation %.2f", what, native.mean(i), plain.mean(i), deviation)
				if !near.Equal(difference, 0, 5*deviation+1e-9) {
					t.Errorf("mean %s: %.2f native, %.2f plain, with a deviation of %.2f", what, native.mean(i),
						plain.mean(i), deviation)
				}
			}
		})
	}
}

// sample gathers two figures per game.
type sample struct {
	n             float64
	sums, squares [2]float64
}

func (s *sample) add(figures ...float64) {
	s.n++
	for i, x := range figures {
		s.sums[i] += x
		s.squares[i] += x * x
	}
}

func (s *sample) mean(i int) float64 { return s.sums[i] / s.n }

// variance is that of the mean.
func (s *sample) variance(i int) float64 {
	return (s.squares[i]/s.n - s.mean(i)*s.mean(i)) / (s.n - 1)
}

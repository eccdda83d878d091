package pilastri_test

import (
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
)

//go:embed testdata/hot.txt
var hotText string

// hotPositions holds positions of every stage of the game, on small and large boards, with low and with tall stacks.
var hotPositions = strings.Split(strings.TrimSpace(hotText), "\n")

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

// sample holds two figures per game.
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

// variance returns the variance of the mean.
func (s *sample) variance(i int) float64 {
	return (s.squares[i]/s.n - s.mean(i)*s.mean(i)) / (s.n - 1)
}

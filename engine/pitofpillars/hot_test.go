package pitofpillars_test

import (
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/engine/pitofpillars"
)

//go:embed testdata/hot.txt
var hotText string

// hotPositions call for every kind of step, on small and large boards, with pillars and reserves and without.
var hotPositions = strings.Split(strings.TrimSpace(hotText), "\n")

// TestNoisy checks that the noisy steps are exactly those that capture or take the opponent's last stack.
func TestNoisy(t *testing.T) {
	t.Parallel()
	captures, sweeps := 0, 0
	check := func(m *model) {
		p := read(t, m.String(), nil)
		var got, want []string
		for _, step := range p.AppendNoisy(nil) {
			got = append(got, p.StepText(step))
		}
		slices.Sort(got)
		for _, step := range m.legal() {
			after := m.clone()
			after.play(step)
			switch {
			case after.why == bySweep:
				sweeps++
			case m.step == "m" && m.captures(step):
				captures++
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
		check(randomModel(random, 4+random.IntN(5)))
	}
	for i := range shorter(20) {
		m := newModel(4+i%5, 0)
		for range 300 {
			if m.winner != "" {
				break
			}
			check(m)
			legal := m.legal()
			m.play(legal[random.IntN(len(legal))])
		}
	}
	if captures < 100 || sweeps < 20 {
		t.Errorf("only %d captures and %d wins met", captures, sweeps)
	}
}

// TestPlayoutLengths compares native playouts with random games of the model: mean steps and mean score of the first
// seat.
func TestPlayoutLengths(t *testing.T) {
	t.Parallel()
	for _, o := range []struct {
		options
		games int
	}{
		{options{4, 0, 3, 2000}, 600},
		{options{4, 2, 2, 2000}, 400},
		{options{4, 0, 2, 30}, 400},
		{options{5, 0, 3, 2000}, 150},
		{options{6, 3, 2, 25}, 100},
	} {
		t.Run(fmt.Sprint(o.options), func(t *testing.T) {
			t.Parallel()
			rules, err := pitofpillars.Game.New(o.settings())
			if err != nil {
				t.Fatal(err)
			}
			var native, plain sample
			for i := range 20 * shorter(o.games) {
				p := rules.Start()
				steps, outcome := engine.Playout(p, engine.NewRandom(uint64(i)), math.MaxInt32)
				if !outcome.Over() {
					t.Fatalf("the playout stops at %s", p)
				}
				native.add(float64(steps), float64(p.Turn()-1), outcome.Score(0))
			}
			random := rand.New(engine.NewRandom(77))
			for range shorter(o.games) {
				g := newModelGame(newModel(o.size, o.reserve), o.repetition, o.cap)
				steps := 0
				for ; g.result == ""; steps++ {
					legal := g.legal()
					g.step(legal[random.IntN(len(legal))])
				}
				plain.add(float64(steps), float64(g.turn-1), map[string]float64{"w": 1, "draw": 0.5}[g.result])
			}
			for i, what := range []string{"steps", "turns", "score"} {
				difference, deviation := native.mean(i)-plain.mean(i), math.Sqrt(native.variance(i)+plain.variance(i))
				t.Logf("%s: %.2f native, %.2f plain, %.1f deviations", what, native.mean(i), plain.mean(i),
					difference/max(deviation, 1e-9))
				if !near.Equal(difference, 0, 5*deviation+1e-9) {
					t.Errorf("mean %s: %.2f native, %.2f plain, a difference of %.2f with a deviation of %.2f",
						what, native.mean(i), plain.mean(i), difference, deviation)
				}
			}
		})
	}
}

// sample holds three figures per game.
type sample struct {
	n             float64
	sums, squares [3]float64
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

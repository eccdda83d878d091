package pylyx_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"pillars/engine"
	"pillars/engine/pylyx"
)

// hotPositions call for every kind of step, on small and large boards, with stacks of all powers.
var hotPositions = []string{
	"x10/x12/x12/x12/x12/x12/x12/x12/x12/x12/x12/x10 1 s ? 0 1",
	"x,w,x4/x8/x5,w,x2/x8/x3,w,x4/x8/x,w,x6/x6 1 s ? 0 1",
	"x,w,x2/x3,w,b,x/w,x2,b,x2/x,b,x3,w/x2,b,x3/x4 2 c ? 0 2",
	"x,w,x2/x3,w,b,x/w,x2,b,x2/x,b,x3,w/x2,b,x3/x4 1 k ? 0 3",
	"x,w,x2/x3,w,b,x/w,x2,b,x2/x,b,x3,w/x2,b,x3/x4 2 m 2 0 4",
	"x10/x12/x12/x3,w7,x8/x12/x4,w2,x7/x12/x2,b8,x3,w,x5/x12/x5,b,x6/x12/x4,b,x5 2 m 1 1 400",
	"x10/x12/x12/x3,w7,x8/x12/x4,w2,x7/x12/x2,b8,x3,w,x5/x12/x5,b,x6/x12/x4,b,x5 1 m 1 0 401",
	"x10/x6,b3,b,x2,b2,x/x6,w,x5/x2,b,w2,x4,w,w,w,x/x12/x12/x6,w,x,b,x3/x9,w,x,b/x10,w,x/x12/x3,b,x8/x4,w,x5 2 m 2 " +
		"0 594",
	"x4/x6/w2,w2,x4/x6/x,b2,b,b,x2/x4 1 m 1 0 31",
}

// TestNoisy checks that the noisy steps are exactly those that complete a stack.
func TestNoisy(t *testing.T) {
	t.Parallel()
	random := rand.New(engine.NewRandom(11))
	wins := 0
	for i := range shorter(3000) {
		o := options{size: 6 + 2*(i%4), slides: i%3 > 0, repetition: 3, cap: 1000}
		m := randomModel(random, o.size, o.slides)
		p := read(t, m.String(), o.settings())
		var got, want []string
		for _, step := range p.AppendNoisy(nil) {
			got = append(got, p.StepText(step))
		}
		slices.Sort(got)
		for _, step := range m.legal() {
			after := m.clone()
			after.play(step)
			if after.winner > 0 {
				want = append(want, step)
			}
		}
		wins += len(want)
		if !slices.Equal(got, want) {
			t.Fatalf("noisy steps of %s: %v, not %v", m, got, want)
		}
	}
	if wins < 20 {
		t.Errorf("only %d wins met", wins)
	}
}

// TestOrderingScores checks that wins are the only loud steps, and that every other move is worth more than a pass.
func TestOrderingScores(t *testing.T) {
	t.Parallel()
	const loud = 100
	random := rand.New(engine.NewRandom(12))
	for i := range shorter(1000) {
		o := options{size: 6 + 2*(i%4), slides: i%3 > 0, repetition: 3, cap: 1000}
		p := read(t, randomModel(random, o.size, o.slides).String(), o.settings())
		steps := p.AppendSteps(nil)
		scores := make([]int32, len(steps))
		p.OrderingScores(steps, scores)
		noisy := p.AppendNoisy(nil)
		for j, step := range steps {
			text := p.StepText(step)
			switch {
			case (scores[j] >= loud) != slices.Contains(noisy, step):
				t.Fatalf("the score for %s is %d: %s", text, scores[j], p)
			case text == engine.Decline && scores[j] > 0, text != engine.Decline && scores[j] <= 0:
				t.Fatalf("the score for %s is %d: %s", text, scores[j], p)
			}
		}
	}
}

// TestRandomStepIsUniform draws many steps of fixed positions and holds their counts to a uniform distribution by
// Pearson's chi-square test.
func TestRandomStepIsUniform(t *testing.T) {
	t.Parallel()
	const draws = 40_000
	for i, text := range hotPositions {
		for _, reach := range []string{"slide", "1"} {
			t.Run(strconv.Itoa(i)+","+reach, func(t *testing.T) {
				t.Parallel()
				p, random := read(t, text, engine.Settings{{Name: "reach", Value: reach}}), engine.NewRandom(uint64(i))
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
				limit := distuv.ChiSquared{K: float64(len(steps) - 1)}.Quantile(1 - 1e-6)
				if !(chi <= limit) {
					t.Errorf("chi-square %.1f with %d steps: above %.1f", chi, len(steps), limit)
				}
			})
		}
	}
}

// TestPlayoutDrawsLikeRandomStep plays games step by step with the generator of a native playout: both must come to the
// same end.
func TestPlayoutDrawsLikeRandomStep(t *testing.T) {
	t.Parallel()
	reasons := map[engine.Reason]int{}
	for i := range shorter(120) {
		o := options{size: 6 + 2*(i%4), slides: i%3 > 0, repetition: 2 + i%2, cap: 60 + 20*(i%40)}
		rules, err := pylyx.Game.New(o.settings())
		if err != nil {
			t.Fatal(err)
		}
		p := rules.Start()
		steps, outcome := engine.Playout(p, engine.NewRandom(uint64(i)), math.MaxInt32)
		random, h, played := engine.NewRandom(uint64(i)), engine.NewHistory(rules.Start()), 0
		for ; !h.Outcome().Over(); played++ {
			if err := h.Play(engine.RandomStep(h.Position(), random)); err != nil {
				t.Fatal(err)
			}
		}
		if p.String() != h.Position().String() || outcome != h.Outcome() || steps != played {
			t.Errorf("the playout ends after %d steps with %v at %s, the game after %d with %v at %s",
				steps, outcome, p, played, h.Outcome(), h.Position())
		}
		reasons[outcome.Reason]++
	}
	t.Log(reasons)
	if reasons[engine.Repetition] == 0 || reasons[engine.TurnCap] == 0 {
		t.Errorf("not all kinds of end met: %v", reasons)
	}
}

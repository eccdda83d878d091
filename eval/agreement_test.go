package eval

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
	"pillars/engine/enginetest/require"
	"pillars/engine/games"
)

// randomWeights returns weights with two decimals for all that rules name, as large as learned ones.
func randomWeights(t testing.TB, rules engine.Rules, seed uint64) (*Layout, Weights) {
	t.Helper()
	layout := NewLayout(rules)
	random, weights := rand.New(engine.NewRandom(seed)), Weights{}
	draw := func() float64 { return float64(random.IntN(8001)-4000) / 100 }
	for i := range layout.Len() {
		weights[layout.Term(i).Name] = Weight{Early: draw(), Late: draw()}
	}
	return layout, weights
}

func newLinear(t testing.TB, weights Weights, rules engine.Rules) *Linear {
	t.Helper()
	linear, err := NewLinear(weights, rules)
	require.NoError(t, err)
	return linear
}

// variants returns a game's default rules, and those with one option at each of its values, if these are few.
func variants(game engine.Game) []engine.Rules {
	all := []engine.Settings{nil}
	for _, option := range game.Options() {
		values := option.Values
		for value := option.Min; value <= option.Max && option.Max-option.Min < 10; value++ {
			values = append(values, strconv.Itoa(value))
		}
		for _, value := range values {
			all = append(all, engine.Settings{{Name: option.Name, Value: value}})
		}
	}
	var rules []engine.Rules
	for _, settings := range all {
		if r, err := game.New(settings); err == nil {
			rules = append(rules, r)
		}
	}
	return rules
}

// eachPosition calls f for positions of random games under all variants.
func eachPosition(game engine.Game, f func(p engine.Position)) {
	for i, rules := range variants(game) {
		random, p := engine.NewRandom(uint64(i)), rules.Start()
		for range enginetest.Count(200, 600) {
			if p.Over() {
				p = rules.Start()
			}
			f(p)
			p.Play(engine.RandomStep(p, random))
		}
	}
}

// TestPlayAgreesWithTuning compares the integers that players compute with the sparse vector of tuning, with random
// weights. They may differ by rounding only.
func TestPlayAgreesWithTuning(t *testing.T) {
	for _, game := range games.All() {
		t.Run(game.Name(), func(t *testing.T) {
			t.Parallel()
			var rules engine.Rules
			var layout *Layout
			var weights []Weight
			var linear *Linear
			var in Inputs
			positions, phases := 0, map[int]bool{}
			eachPosition(game, func(p engine.Position) {
				if rules != p.Rules() {
					rules = p.Rules()
					var named Weights
					layout, named = randomWeights(t, rules, uint64(positions))
					linear, in = newLinear(t, named, rules), Inputs{}
					weights, _ = layout.order(named)
				}
				for seat := range engine.Seat(rules.Seats()) {
					checkAgreement(t, p, seat, linear, layout, weights, &in)
				}
				positions++
				phases[in.Phase] = true
			})
			if patterned := layout.Len() > layout.Features(); patterned && len(phases) < 10 {
				t.Errorf("%d phases; the test means to see more", len(phases))
			}
		})
	}
}

// worthOf returns the worth that tuning computes, without rounding or bounds.
func worthOf(in *Inputs, weights []Weight) float64 {
	sum := 0.0
	for i, index := range in.Index {
		sum += float64(in.Count[i]) * weights[index].at(in.Phase)
	}
	return sum / float64(in.Parts)
}

func checkAgreement(
	t *testing.T, p engine.Position, seat engine.Seat, linear *Linear, layout *Layout, weights []Weight,
	in *Inputs,
) {
	t.Helper()
	layout.Inputs(p, seat, in)
	exact := worthOf(in, weights)
	bounded := max(-Limit, min(Limit, exact))
	if got := linear.Evaluate(p, seat); !near.Equal(float64(got), bounded, 0.5+1e-6) {
		t.Fatalf("worth %d in play and %v in tuning: %s", got, bounded, p)
	}
	for i, index := range in.Index {
		if int(index) >= layout.Len() || in.Count[i] == 0 || i > 0 && index <= in.Index[i-1] {
			t.Fatalf("input %d of %d with count %d: %s", index, layout.Len(), in.Count[i], p)
		}
	}
}

// randomPositions returns positions of random games on all boards, of every kind of step but the first, some with men
// in reserve.
func randomPositions(t *testing.T) []engine.Position {
	t.Helper()
	var positions []engine.Position
	for i := range 300 {
		rules := enginetest.Rules(t, "pit-of-pillars", fmt.Sprint("size=", 4+i%5), fmt.Sprint("reserve=", i%3))
		positions = append(positions, enginetest.RandomGame(t, rules, uint64(i), 1+i*3/2).Position())
	}
	return positions
}

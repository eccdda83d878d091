package eval

import (
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
)

// patterned holds rules of a game of several seats with the feature men and two patterns or more.
type patterned struct {
	engine.Rules
	seats    int
	patterns []string
}

func (r *patterned) Game() engine.Game       { return namelessGame{} }
func (r *patterned) Seats() int              { return r.seats }
func (r *patterned) Features() []engine.Term { return []engine.Term{{Name: "men"}} }
func (r *patterned) Start() engine.Position  { return &showing{} }
func (r *patterned) Patterns() (terms []engine.Term) {
	for _, name := range r.patterns {
		terms = append(terms, engine.Term{Name: name})
	}
	return terms
}

func (r *patterned) StepPatterns() []engine.Term { return nil }

// showing is a position at a phase, with one man for the seat of the viewpoint, in which every seat shows given
// patterns.
type showing struct {
	engine.Position
	rules *patterned
	phase int
	shown [][]uint16
}

func (p *showing) Rules() engine.Rules                         { return p.rules }
func (p *showing) Phase() int                                  { return p.phase }
func (p *showing) Features(seat engine.Seat, features []int32) { features[0] = 1 }
func (p *showing) AppendPatterns(lists *engine.PatternLists) {
	for seat, list := range p.shown {
		lists[seat] = append(lists[seat], list...)
	}
}

func (p *showing) AppendStepPatterns([]engine.Step, *engine.StepPatternLists) {}

func newPatterned(seats int) *patterned {
	return &patterned{seats: seats, patterns: []string{"a", "b"}}
}

// TestPatternsByHand compares evaluations with the formula: the features, plus the weights of the patterns that the
// seat shows, minus the mean of the others' sums, all by phase.
func TestPatternsByHand(t *testing.T) {
	weights := Weights{"men": {Early: 3, Late: 67}, "a": {Early: 64, Late: 0}, "b": {Early: 0.25, Late: -128}}
	for name, test := range map[string]struct {
		seats, phase int
		shown        [][]uint16
		want         int // for seat 1
	}{
		"two seats at the beginning":          {2, 0, [][]uint16{{0}, {0, 0, 0}}, 3 + 3*64 - 64},
		"two seats at the end":                {2, 64, [][]uint16{{1}, {0, 1, 1}}, 67 - 2*128 + 128},
		"two seats in between":                {2, 16, [][]uint16{{}, {0, 1}}, 19 + 48 - 32}, // b is -31.8125
		"three seats":                         {3, 0, [][]uint16{{0}, {0, 0}, {}}, 3 + 128 - 32},
		"three seats, a mean that is rounded": {3, 0, [][]uint16{{1}, {}, {0}}, 3 - 32}, // 1/8 less
		"four seats":                          {4, 64, [][]uint16{{1}, {1}, {1, 1}, {}}, 67 - 128 + 128},
	} {
		rules := newPatterned(test.seats)
		p := &showing{rules: rules, phase: test.phase, shown: test.shown}
		if got := newLinear(t, weights, rules).Evaluate(p, 1); got != test.want {
			t.Errorf("%s: worth %d, want %d", name, got, test.want)
		}
		layout := NewLayout(rules)
		ordered, err := layout.order(weights)
		require.NoError(t, err)
		var in Inputs
		for seat := range engine.Seat(test.seats) {
			checkAgreement(t, p, seat, newLinear(t, weights, rules), layout, ordered, &in)
		}
	}
}

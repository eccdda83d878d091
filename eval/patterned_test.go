package eval

import (
	"strings"
	"testing"

	"pillars/engine"
)

// patterned holds rules of a game of several seats with the feature men and the patterns a and b.
type patterned struct {
	engine.Rules
	seats    int
	features []string
	patterns []string
	kind     engine.TermKind // of the terms that Patterns returns
	start    engine.Position
}

func termsNamed(kind engine.TermKind, names []string) (terms []engine.Term) {
	for _, name := range names {
		terms = append(terms, engine.Term{Name: name, Kind: kind})
	}
	return terms
}

func (r *patterned) Game() engine.Game       { return namelessGame{} }
func (r *patterned) Seats() int              { return r.seats }
func (r *patterned) Features() []engine.Term { return termsNamed(engine.Feature, r.features) }
func (r *patterned) Patterns() []engine.Term { return termsNamed(r.kind, r.patterns) }
func (r *patterned) Start() engine.Position  { return r.start }

// showing is a position at a phase, with one man for the seat of the viewpoint, in which every seat shows given
// patterns.
type showing struct {
	engine.Position
	rules *patterned
	phase int
	shown [][]uint16
	asked string // what was asked for
}

func (p *showing) Rules() engine.Rules { return p.rules }
func (p *showing) Phase() int {
	p.asked += "phase "
	return p.phase
}
func (p *showing) Features(seat engine.Seat, features []int32) {
	p.asked += "features "
	features[0] = 1
}
func (p *showing) AppendPatterns(lists *engine.PatternLists) {
	p.asked += "patterns "
	for seat, list := range p.shown {
		lists[seat] = append(lists[seat], list...)
	}
}

func newPatterned(seats int) *patterned {
	return &patterned{seats: seats, features: []string{"men"}, patterns: []string{"a", "b"}, kind: engine.Pattern,
		start: &showing{}}
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
		layout, err := NewLayout(rules)
		if err != nil {
			t.Fatal(err)
		}
		ordered, err := layout.order(weights)
		if err != nil {
			t.Fatal(err)
		}
		var in Inputs
		for seat := range engine.Seat(test.seats) {
			checkAgreement(t, p, seat, newLinear(t, weights, rules), layout, ordered, &in)
		}
	}
}

// TestPatternsMayBeLeftOut checks that patterns without weights weigh 0 and are no part of the explanation.
func TestPatternsMayBeLeftOut(t *testing.T) {
	rules := newPatterned(2)
	p := &showing{rules: rules, phase: 32, shown: [][]uint16{{0, 1}, {}}}
	linear := newLinear(t, Weights{"men": {Early: 10, Late: 30}}, rules)
	if got := linear.Evaluate(p, 0); got != 20 {
		t.Errorf("worth %d, want 20: men are worth 20 halfway", got)
	}
	if terms := linear.Explain(p, 0); len(terms) != 1 || terms[0].Worth() != 20 {
		t.Errorf("terms %v; men alone have weight", terms)
	}
}

// TestWhatWeighsNothingIsNotAsked checks that positions compute only terms that have weights.
func TestWhatWeighsNothingIsNotAsked(t *testing.T) {
	rules := newPatterned(2)
	for asked, weights := range map[string]Weights{
		"":                         {"men": {}},
		"features ":                {"men": flat(3)},
		"phase features ":          {"men": {Early: 3}},
		"phase patterns ":          {"men": {}, "b": flat(1)},
		"phase patterns features ": {"men": flat(1), "a": {Late: 2}},
	} {
		p := &showing{rules: rules, phase: 16, shown: [][]uint16{{0, 1}, {}}}
		if newLinear(t, weights, rules).Evaluate(p, 0); p.asked != asked {
			t.Errorf("%v: asked for %q, want %q", weights, p.asked, asked)
		}
	}
}

// TestFeaturesMayWeighNothing sets weights for patterns only.
func TestFeaturesMayWeighNothing(t *testing.T) {
	rules := newPatterned(2)
	p := &showing{rules: rules, shown: [][]uint16{{0, 1}, {}}}
	linear := newLinear(t, Weights{"men": {}, "a": flat(7)}, rules)
	if got := linear.Evaluate(p, 1); got != -7 {
		t.Errorf("worth %d, want -7", got)
	}
}

// TestLayoutRefuses checks that invalid names are refused.
func TestLayoutRefuses(t *testing.T) {
	many := make([]string, 65536)
	for i := range many {
		many[i] = "p" + strings.Repeat("x", i%7) + string(rune('A'+i/7%26)) + string(rune(0x4e00+i/182))
	}
	for want, change := range map[string]func(*patterned){
		"names the feature men twice":                     func(r *patterned) { r.patterns = []string{"a", "men"} },
		"a name is one word":                              func(r *patterned) { r.patterns = []string{"a b"} },
		"without #":                                       func(r *patterned) { r.features = []string{"men#3"} },
		`names a feature ""`:                              func(r *patterned) { r.patterns = []string{""} },
		"names a among terms of another kind":             func(r *patterned) { r.kind = engine.Feature },
		"its positions show none":                         func(r *patterned) { r.start = position{} },
		"65537 features and patterns; 65536 are possible": func(r *patterned) { r.patterns = many },
	} {
		rules := newPatterned(2)
		change(rules)
		if layout, err := NewLayout(rules); err == nil || layout != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error %v does not say %q", err, want)
		}
	}
}

// TestLayout checks the order of the names, in both directions.
func TestLayout(t *testing.T) {
	layout, err := NewLayout(newPatterned(2))
	if err != nil {
		t.Fatal(err)
	}
	names := ""
	for i := range layout.Len() {
		names += layout.Term(i).Name + " "
	}
	if names != "men a b " || layout.Features() != 1 {
		t.Errorf("names %s, %d features", names, layout.Features())
	}
	ordered := []Weight{{Early: 1, Late: 2}, {Early: 3, Late: 4}, {}}
	again, err := layout.order(layout.Named(ordered))
	if err != nil || len(again) != 3 || again[0] != ordered[0] || again[1] != ordered[1] || again[2] != ordered[2] {
		t.Errorf("ordered %v, %v; want %v", again, err, ordered)
	}
}

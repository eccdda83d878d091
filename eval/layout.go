package eval

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"pillars/engine"
)

// Layout is the order of all that positions of certain rules are weighed by: features first, then patterns. It never changes and may be
// shared between goroutines.
type Layout struct {
	rules    engine.Rules
	inputs   []engine.Feature
	features int // how many of inputs are features
	number   map[string]int
	parts    int
}

// NewLayout lays out what rules name. An error means that the game names what cannot be.
func NewLayout(rules engine.Rules) (*Layout, error) {
	features := rules.Features()
	l := &Layout{rules: rules, features: len(features), parts: 1, number: map[string]int{}}
	l.inputs = append(l.inputs, features...)
	if patterned, ok := rules.(engine.PatternRules); ok {
		if _, ok := rules.Start().(engine.PatternPosition); !ok {
			return nil, fmt.Errorf("%s names patterns, but its positions show none", rules.Game().Title())
		}
		l.inputs = append(l.inputs, patterned.Patterns()...)
		l.parts = max(1, rules.Seats()-1)
	}
	if len(l.inputs) > math.MaxUint16+1 {
		return nil, fmt.Errorf("%s names %d features and patterns; %d are possible", rules.Game().Title(), len(l.inputs), math.MaxUint16+1)
	}
	for i, input := range l.inputs {
		if len(strings.Fields(input.Name)) != 1 || strings.Contains(input.Name, "#") {
			return nil, fmt.Errorf("%s names a feature %q; a name is one word without #", rules.Game().Title(), input.Name)
		}
		if _, twice := l.number[input.Name]; twice {
			return nil, fmt.Errorf("%s names the feature %s twice", rules.Game().Title(), input.Name)
		}
		l.number[input.Name] = i
	}
	return l, nil
}

// Len is how many weights there are.
func (l *Layout) Len() int { return len(l.inputs) }

// Features is how many of them, from the first on, weigh features; the others weigh patterns.
func (l *Layout) Features() int { return l.features }

// Feature is the name and help of what the i-th weight weighs.
func (l *Layout) Feature(i int) engine.Feature { return l.inputs[i] }

// Names are the names of what is weighed.
func (l *Layout) Names() []string {
	names := make([]string, len(l.inputs))
	for i, input := range l.inputs {
		names[i] = input.Name
	}
	return names
}

// Inputs is a position as a seat sees it, as counts of what is not 0. The zero Inputs is ready for use; one that is used again allocates nothing.
type Inputs struct {
	Index []uint16 // numbers in the layout, rising, each once
	Count []int32  // the count of each, in parts: Parts of them are one
	Parts int      // 1 with two seats; one less than the seats with more, where the mean over the other seats makes fractions
	Phase int      // from 0 to engine.PhaseEnd

	counts   []int32 // by number in the layout
	patterns engine.PatternLists
}

// Inputs fills in with p as seat sees it. The game is not over.
func (l *Layout) Inputs(p engine.Position, seat engine.Seat, in *Inputs) {
	if len(in.counts) != len(l.inputs) {
		in.counts = make([]int32, len(l.inputs))
	}
	clear(in.counts)
	in.Parts, in.Phase = l.parts, 0
	features, patterns := in.counts[:l.features], in.counts[l.features:]
	p.Features(seat, features)
	for i := range features {
		features[i] *= int32(l.parts)
	}
	if len(patterns) > 0 {
		l.countPatterns(p.(engine.PatternPosition), seat, in, patterns)
	}
	in.gather()
}

// countPatterns counts what seat shows, as often as there are other seats, less what those show.
func (l *Layout) countPatterns(p engine.PatternPosition, seat engine.Seat, in *Inputs, counts []int32) {
	in.Phase = p.Phase()
	in.patterns.Reset()
	p.AppendPatterns(&in.patterns)
	for shower, list := range in.patterns {
		times := int32(-1)
		if engine.Seat(shower) == seat {
			times = int32(l.parts)
		}
		for _, number := range list {
			counts[number] += times
		}
	}
}

// gather lists the counts that are not 0.
func (in *Inputs) gather() {
	in.Index, in.Count = in.Index[:0], in.Count[:0]
	for i, count := range in.counts {
		if count != 0 {
			in.Index, in.Count = append(in.Index, uint16(i)), append(in.Count, count)
		}
	}
}

// DropFeatures leaves the counts of patterns only. The inputs are of that layout.
func (in *Inputs) DropFeatures(l *Layout) {
	features, _ := slices.BinarySearch(in.Index, uint16(l.features))
	in.Index, in.Count = in.Index[features:], in.Count[features:]
}

// Worth is the worth of a position in hundredths of a logit, by weights in the order of the layout. Unlike an evaluation it is neither rounded
// nor bounded.
func (l *Layout) Worth(in *Inputs, weights []Weight) float64 {
	sum := 0.0
	for i, index := range in.Index {
		sum += float64(in.Count[i]) * weights[index].At(in.Phase)
	}
	return sum / float64(in.Parts)
}

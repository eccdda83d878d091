// Package eval evaluates positions by weights that it reads from files.
//
// The terms of an evaluation are features and patterns. A feature is a number such as men or moves: the seat's count
// minus the opponents'. A pattern ([engine.PatternRules]) is a fact that a seat either shows or does not show. The
// worth of a position for a seat is
//
//	the sum of its features times their weights + V(the seat) - the mean of V(the other seats)
//
// where V(s) is the sum of the weights of the patterns that s shows. All seats have the same weights. With two seats,
// the worth for one is minus the worth for the other.
//
// Every weight has an early and a late value. At phase f of the game ([engine.PatternPosition]) the weight is
// early*(64-f)/64 + late*f/64. In a game without patterns the phase is always 0.
//
// [Layout] numbers the terms, features first. [Layout.Inputs] returns a position as a sparse vector of counts. Tuning
// multiplies this vector by the weights in floating point. [Linear] computes the same sum for players, in integers and
// without the vector. Tests compare the two.
package eval

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
	"pillars/engine/outside"
)

// Evaluator values positions. It belongs to one goroutine.
type Evaluator interface {
	// Evaluate returns the worth of p for a seat, from -Limit to Limit: the logit of the seat's expected result, in
	// hundredths. The game must not be over.
	Evaluate(p engine.Position, seat engine.Seat) int
}

// Worths holds the evaluations of a position by seat.
type Worths [engine.MaxSeats]int

// EvaluateAll returns the evaluations for all seats. An evaluator that can evaluate for all seats at once does so.
func EvaluateAll(evaluator Evaluator, p engine.Position, seats int) (worths Worths) {
	if e, ok := evaluator.(interface {
		evaluateAll(engine.Position, int) Worths
	}); ok {
		return e.evaluateAll(p, seats)
	}
	for seat := range seats {
		worths[seat] = evaluator.Evaluate(p, engine.Seat(seat))
	}
	return worths
}

// Limit is the largest absolute value of an evaluation.
const Limit = 20000

// Layout numbers the terms of an evaluation: features first, then patterns. Goroutines may share it.
type Layout struct {
	rules    engine.Rules
	terms    []engine.Term
	features int            // number of terms that are features
	number   map[string]int // of a term, by its name
	parts    int            // see Parts in [Inputs]
}

// NewLayout returns the layout of the rules' terms, or an error if names are malformed or repeated.
func NewLayout(rules engine.Rules) (*Layout, error) {
	title := func() string { return rules.Game().Title() }
	l := &Layout{rules: rules, terms: slices.Clone(rules.Features()), parts: 1, number: map[string]int{}}
	l.features = len(l.terms)
	if patterned, ok := rules.(engine.PatternRules); ok {
		if _, ok := rules.Start().(engine.PatternPosition); !ok {
			return nil, fmt.Errorf("%s names patterns, but its positions show none", title())
		}
		l.terms = append(l.terms, patterned.Patterns()...)
		l.parts = max(1, rules.Seats()-1)
	}
	if len(l.terms) > math.MaxUint16+1 {
		return nil, fmt.Errorf("%s names %d features and patterns; %d are possible", title(), len(l.terms),
			math.MaxUint16+1)
	}
	for i, term := range l.terms {
		_, twice := l.number[term.Name]
		switch {
		case (term.Kind == engine.Feature) != (i < l.features):
			return nil, fmt.Errorf("%s names %s among terms of another kind", title(), term.Name)
		case len(strings.Fields(term.Name)) != 1 || strings.Contains(term.Name, "#"):
			return nil, fmt.Errorf("%s names a feature %q; a name is one word without #", title(), term.Name)
		case twice:
			return nil, fmt.Errorf("%s names the feature %s twice", title(), term.Name)
		}
		l.number[term.Name] = i
	}
	return l, nil
}

func (l *Layout) Len() int { return len(l.terms) }

// Features returns the number of terms that are features. These come first.
func (l *Layout) Features() int { return l.features }

// Term returns the i-th term.
func (l *Layout) Term(i int) engine.Term { return l.terms[i] }

// Inputs is a position as a sparse vector of counts, from the viewpoint of a seat. [Layout.Inputs] fills it, and can
// fill the same Inputs again.
type Inputs struct {
	Index []uint16 // numbers of the terms whose counts are not 0, in increasing order
	Count []int32  // the count of each of these terms, times Parts
	Parts int      // number of opponents, so that a mean over them times Parts is whole; 1 in a game without patterns
	Phase int      // from 0 to engine.PhaseEnd

	counts   []int32             // the count of every term, times Parts
	patterns engine.PatternLists // a buffer
}

// Inputs sets the fields of in for position p, from the viewpoint of seat. The game must not be over.
func (l *Layout) Inputs(p engine.Position, seat engine.Seat, in *Inputs) {
	if len(in.counts) != len(l.terms) {
		in.counts = make([]int32, len(l.terms))
	}
	clear(in.counts)
	in.Parts, in.Phase = l.parts, 0
	features, patterns := in.counts[:l.features], in.counts[l.features:]
	p.Features(seat, features)
	for i := range features {
		features[i] *= int32(l.parts)
	}
	if len(patterns) > 0 {
		patterned := p.(engine.PatternPosition)
		in.Phase = patterned.Phase()
		in.patterns.Reset()
		patterned.AppendPatterns(&in.patterns)
		for showing, list := range in.patterns {
			weight := int32(-1) // times Parts: the mean over the other seats is subtracted
			if engine.Seat(showing) == seat {
				weight = int32(l.parts)
			}
			for _, number := range list {
				patterns[number] += weight
			}
		}
	}
	in.Index, in.Count = in.Index[:0], in.Count[:0]
	for i, count := range in.counts {
		if count != 0 {
			in.Index, in.Count = append(in.Index, uint16(i)), append(in.Count, count)
		}
	}
}

// DropFeatures removes the counts of features. The inputs must come from layout l.
func (in *Inputs) DropFeatures(l *Layout) {
	features, _ := slices.BinarySearch(in.Index, uint16(l.features))
	in.Index, in.Count = in.Index[features:], in.Count[features:]
}

// Weight is the worth of a term with a count of 1, in hundredths of a logit of the expected result.
type Weight struct {
	Early float64 // at phase 0
	Late  float64 // at phase engine.PhaseEnd
}

// at returns the weight at a phase from 0 to engine.PhaseEnd.
func (w Weight) at(phase int) float64 {
	return (w.Early*float64(engine.PhaseEnd-phase) + w.Late*float64(phase)) / engine.PhaseEnd
}

// Weights holds weights by the names of the terms.
type Weights map[string]Weight

// maxWeight is the largest absolute value of a weight. It prevents overflows of sums.
const maxWeight = 10000

// order returns weights in the order of the layout. It returns an error if a feature has no weight. A pattern without a
// weight gets the weight 0.
func (l *Layout) order(weights Weights) ([]Weight, error) {
	ordered := make([]Weight, len(l.terms))
	var missing []string
	for i, term := range l.terms {
		weight, given := weights[term.Name]
		if !given && i < l.features {
			missing = append(missing, term.Name)
		}
		ordered[i] = weight
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("no value for %s", strings.Join(missing, ", "))
	}
	for name, weight := range weights {
		if _, known := l.number[name]; !known {
			return nil, fmt.Errorf("%s has no feature %q", l.rules.Game().Title(), name)
		}
		for _, value := range [2]float64{weight.Early, weight.Late} {
			if !(math.Abs(value) <= maxWeight) {
				return nil, fmt.Errorf("%s: weight %v must be a number from -%d to %[3]d", name, value, maxWeight)
			}
		}
	}
	return ordered, nil
}

// Named returns weights by the names of the terms, given weights in the order of the layout.
func (l *Layout) Named(ordered []Weight) Weights {
	weights := make(Weights, len(ordered))
	for i, weight := range ordered {
		weights[l.terms[i].Name] = weight
	}
	return weights
}

// ReadWeights reads lines of the form "name value" or "name early late". Values are in hundredths of a logit and have
// at most two decimals. ReadWeights ignores empty lines and everything after a #.
func ReadWeights(r io.Reader) (Weights, error) {
	weights := Weights{}
	err := eachLine(r, func(fields []string) error {
		weight, err := parseWeight(fields)
		if _, twice := weights[fields[0]]; twice && err == nil {
			err = errors.New("the name of a line above")
		}
		weights[fields[0]] = weight
		return err
	})
	if err != nil {
		return nil, err
	}
	return weights, nil
}

// eachLine calls read with the words of each line. It skips comments, which begin with #, and lines without words. The
// errors that it returns name the line.
func eachLine(r io.Reader, read func(fields []string) error) error {
	lines, number := bufio.NewScanner(outside.Lines(r, 1<<15)), 1
	for ; lines.Scan(); number++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		if fields := strings.Fields(text); len(fields) > 0 {
			if err := read(fields); err != nil {
				return fmt.Errorf("line %d: %w", number, err)
			}
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", number, err)
	}
	return nil
}

// parseWeight returns the weight on a line with the given words, of which the first is a name.
func parseWeight(fields []string) (weight Weight, err error) {
	if len(fields) != 2 && len(fields) != 3 {
		// The error does not quote the line, since the file may be secret.
		return weight, errors.New("not of the form \"name value\" or \"name early late\"")
	}
	if weight.Early, err = parseValue(fields[1]); err == nil {
		weight.Late, err = parseValue(fields[len(fields)-1])
	}
	return weight, err
}

func parseValue(text string) (float64, error) {
	value, err := strconv.ParseFloat(text, 64)
	whole, decimals, pointed := strings.Cut(strings.TrimLeft(text, "+-"), ".")
	plain := whole != "" && pointed == (decimals != "") && // neither "5." nor ".5"
		strings.Trim(text, "+-.0123456789") == "" // nor such as 1e3 or NaN
	if err != nil || !plain || len(decimals) > 2 || math.Abs(value) > maxWeight {
		return 0, fmt.Errorf("a value must be a number from -%d to %[1]d with at most two decimals", maxWeight)
	}
	return value, nil
}

// WriteWeights writes the lines of header as comments, and then the weights in the format of [ReadWeights], in the
// order of the layout. It rounds them to two decimals and leaves out patterns with a weight of 0.
func WriteWeights(w io.Writer, layout *Layout, weights Weights, header ...string) error {
	ordered, err := layout.order(weights)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	writeHeader(out, header)
	for i, weight := range ordered {
		early, late := formatValue(weight.Early), formatValue(weight.Late)
		switch name := layout.terms[i].Name; {
		case early != late:
			fmt.Fprintln(out, name, early, late)
		case early != "0" || i < layout.features:
			fmt.Fprintln(out, name, early)
		}
	}
	return out.Flush()
}

// formatValue returns the text of a value, rounded to at most two decimals.
func formatValue(value float64) string {
	return strconv.FormatFloat(math.Round(value*100)/100+0, 'f', -1, 64) // adding 0 turns -0 into 0
}

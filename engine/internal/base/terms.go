package base

import (
	"fmt"
	"strconv"
	"sync"

	"pillars/engine"
)

// Value holds a name and a help text, of a feature or of one value of a property that distinguishes patterns. The
// values of the property "square", for example, are the classes of squares.
type Value [2]string

// Name returns the name.
func (v Value) Name() string { return v[0] }

// Help returns the help text.
func (v Value) Help() string { return v[1] }

// Named returns values that have their names as help texts.
func Named(names ...string) (values []Value) {
	for _, name := range names {
		values = append(values, Value{name, name})
	}
	return values
}

// Numbers returns a value for each n with from <= n <= to. Sprintf formats its name, with a format such as "%d".
func Numbers(format string, from, to int) (values []Value) {
	for n := from; n <= to; n++ {
		values = append(values, Named(fmt.Sprintf(format, n))...)
	}
	return values
}

// Flag returns 1 if set is true, else 0.
func Flag(set bool) uint16 {
	if set {
		return 1
	}
	return 0
}

// Evaluation holds the terms of a game, its features and patterns. The rules of the game embed it; see
// [engine.PatternRules].
type Evaluation struct {
	features        []engine.Term
	patterns, steps func() []engine.Term
}

// NewEvaluation returns the terms of a game: its features, its patterns of positions and its patterns of steps.
func NewEvaluation(features []Value, patterns, steps *Terms) Evaluation {
	e := Evaluation{patterns: sync.OnceValue(patterns.List), steps: sync.OnceValue(steps.List)}
	for _, value := range features {
		e.features = append(e.features, engine.Term{Name: value.Name(), Help: value.Help()})
	}
	return e
}

// Features implements [engine.Rules].
func (e *Evaluation) Features() []engine.Term { return e.features }

// Patterns implements [engine.PatternRules].
func (e *Evaluation) Patterns() []engine.Term { return e.patterns() }

// StepPatterns implements [engine.PatternRules].
func (e *Evaluation) StepPatterns() []engine.Term { return e.steps() }

// Add adds the counts of a seat to features, multiplied by weight.
func Add(features, counts []int32, weight int32) {
	features = features[:len(counts)]
	for i, count := range counts {
		features[i] += weight * count
	}
}

// Terms builds a list of patterns. A pattern's number is its index in the list. Names and help texts are formatted only
// in [Terms.List], since few programs need them.
//
// A game embeds Terms in a type with a field for each group of patterns. Such a field is the number of the group's
// first pattern, or a [Group] that finds the pattern for a count. The function that makes the groups says what the
// patterns mean. In arrays of two, the first element is for the seat that acts next, and the second is for a seat that
// waits.
type Terms struct {
	Orders [2]Value // name and words for a seat that acts next, then for one that waits; see [Terms.OrderedCounts]
	groups []termGroup
	count  int // number of patterns in all groups
}

// termGroup holds the arguments of one call of [Terms.Each].
type termGroup struct {
	name, help string
	lists      [][]Value
}

// Len returns the number of patterns so far, which is the number of the next pattern.
func (t *Terms) Len() uint16 { return uint16(t.count) }

// Add appends a pattern. The texts name and help are not formats, as they are in [Terms.Each].
func (t *Terms) Add(name, help string) { t.Each(name, help) }

// Each appends a pattern for every combination of values, one value from each list, and returns the number of the first
// pattern. The value of the last list changes fastest: with lists of 3 and 4 values, the pattern for the values with
// the indices i and j has the number first + 4*i + j. Sprintf formats name with the names of the values, and help with
// their help texts. Without lists, Each appends a single pattern and formats nothing.
//
// Each is not inlined, since its many calls would add 60 kB to the engine of the page.
//
//go:noinline
func (t *Terms) Each(name, help string, lists ...[]Value) (first uint16) {
	first = t.Len()
	combinations := 1
	for _, list := range lists {
		combinations *= len(list)
	}
	t.groups, t.count = append(t.groups, termGroup{name, help, lists}), t.count+combinations
	return first
}

// List returns the patterns in the order of their numbers.
func (t *Terms) List() []engine.Term {
	list := make([]engine.Term, 0, t.count)
	for _, group := range t.groups {
		list = group.appendTerms(list, nil, nil)
	}
	return list
}

// appendTerms appends the patterns of a group to list, one for each combination of values. The values from the first
// lists are fixed, and names and helps hold their texts. The values from the other lists vary.
func (g termGroup) appendTerms(list []engine.Term, names, helps []any) []engine.Term {
	if at := len(names); at < len(g.lists) {
		for _, value := range g.lists[at] {
			list = g.appendTerms(list, append(names, value.Name()), append(helps, value.Help()))
		}
		return list
	}
	term := engine.Term{Name: g.name, Help: g.help}
	if len(names) > 0 {
		term.Name = fmt.Sprintf(g.name, names...)
	}
	if len(names) > 0 && g.help != "" {
		term.Help = fmt.Sprintf(g.help, helps...)
	}
	return append(list, term)
}

// StepTerms builds a list of patterns of steps as [Terms] does. The patterns have no help texts, since nothing prints
// such texts of steps.
type StepTerms struct{ Terms }

// Each appends patterns as [Terms.Each] does.
func (t *StepTerms) Each(name string, lists ...[]Value) (first uint16) {
	return t.Terms.Each(name, "", lists...)
}

// CountsOrMore appends patterns as [Terms.CountsOrMore] does.
func (t *StepTerms) CountsOrMore(name string, first, last int) Group {
	return t.Terms.CountsOrMore(name, first, last, "")
}

// Group is a series of patterns for consecutive counts, such as 0, 1, 2, and 3 or more stacks.
type Group struct {
	zero uint16 // the number that a pattern for the count 0 would have, modulo 2^16
	most int    // the count to which the last pattern belongs
}

// Of returns the number of the pattern for a count, which must not be less than the first count of the group. The last
// pattern of the group stands for all larger counts.
func (g Group) Of(n int) uint16 { return g.zero + uint16(min(n, g.most)) }

// Counts appends a pattern for each count from first to last. Sprintf formats help with the count.
func (t *Terms) Counts(name string, first, last int, help string) Group {
	return t.group(name, first, Numbers("%d", first, last), help)
}

// CountsOrMore appends patterns as [Terms.Counts] does, but the last one stands for all larger counts too, and its name
// and help say so: "3+" instead of "3".
func (t *Terms) CountsOrMore(name string, first, last int, help string) Group {
	return t.group(name, first, orMore(Numbers("%d", first, last-1), last), help)
}

// OrderedCounts appends two groups with [Terms.CountsOrMore]: the first for the seat that acts next, the second for a
// seat that waits. It adds the name and the words in t.Orders to the names and help texts of the patterns.
func (t *Terms) OrderedCounts(name string, first, last int, help string) (groups [2]Group) {
	return t.ordered(name, first, orMore(Numbers("%d", first, last-1), last), help)
}

// OrderedBins appends two groups as [Terms.OrderedCounts] does, for counts from 0. Each pattern stands for as many
// consecutive counts as width says, and the last pattern for all counts from last on. last must be a multiple of width.
// The caller of [Group.Of] divides the count by width.
func (t *Terms) OrderedBins(name string, width, last int, help string) (groups [2]Group) {
	var bins []Value
	for from := 0; from < last; from += width {
		bins = append(bins, Named(fmt.Sprintf("%d-%d", from, from+width-1))...)
	}
	return t.ordered(name, 0, orMore(bins, last), help)
}

// orMore appends to counts a value for all counts from last, such as "3+".
func orMore(counts []Value, last int) []Value {
	return append(counts, Named(fmt.Sprintf("%d+", last))...)
}

// ordered appends a group with the given values for each element of t.Orders.
func (t *Terms) ordered(name string, first int, counts []Value, help string) (groups [2]Group) {
	for order, who := range t.Orders {
		groups[order] = t.group(name+"-"+who.Name(), first, counts, help+", and the seat "+who.Help())
	}
	return groups
}

// group appends a pattern for each of the given values, which belong to the counts from first on.
func (t *Terms) group(name string, first int, counts []Value, help string) Group {
	return Group{t.Each(name+"-%s", help, counts) - uint16(first), first + len(counts) - 1}
}

// Ranges is a table from counts to patterns, each of which stands for a range of counts.
type Ranges []uint16

// Of returns the number of the pattern for a count. The last pattern stands for all larger counts.
func (r Ranges) Of(n int) uint16 { return r[min(n, len(r)-1)] }

// Ranges appends a pattern for each range of counts. A range begins at an element of from and ends before the next
// element. The last range has no end. Sprintf formats help with the first and the last count of the range, or with
// "more" for the last count of the last range.
func (t *Terms) Ranges(name string, from []int, help string) (ranges Ranges) {
	for i, first := range from {
		last, end := "more", first+1
		if i+1 < len(from) {
			last, end = strconv.Itoa(from[i+1]-1), from[i+1]
		}
		for len(ranges) < end {
			ranges = append(ranges, t.Len())
		}
		t.Add(name+"-"+strconv.Itoa(first), fmt.Sprintf(help, first, last))
	}
	return ranges
}

// SquareClass returns the class of a square on a square board without corners, as an index into [SquareClasses]. Two
// squares are in the same class if their distances from the two nearest edges are equal, also on boards of different
// sizes up to largest, which must be even.
func SquareClass(file, rank, size, largest int) uint8 {
	fileEdge, rankEdge := min(file, size-1-file), min(rank, size-1-rank)
	near, far := min(fileEdge, rankEdge), max(fileEdge, rankEdge)
	// The formula numbers the pairs with near <= far < largest/2 in the order of SquareClasses. It gives -1 for the
	// corner (0, 0), which has no class.
	return uint8(max(0, near*(largest-1-near)/2+far-1))
}

// SquareClasses returns a value for each class of squares. Its name is the square of the class that is nearest to a1 on
// the largest board and lies on or above the diagonal from a1, such as "b3".
func SquareClasses(largest int) (names []Value) {
	for near := range largest / 2 {
		for far := max(1, near); far < largest/2; far++ {
			names = append(names, Named(string(rune('a'+near))+strconv.Itoa(far+1))...)
		}
	}
	return names
}

package kit

import (
	"fmt"
	"strconv"

	"pillars/engine"
)

// Value is the name and the help of a feature, or of one value of a property that patterns depend on.
type Value [2]string

// Named returns values whose helps are their names.
func Named(names ...string) (values []Value) {
	for _, name := range names {
		values = append(values, Value{name, name})
	}
	return values
}

// Numbers returns the numbers from one to another as values in a format such as "%d".
func Numbers(format string, from, to int) (values []Value) {
	for n := from; n <= to; n++ {
		values = append(values, Named(fmt.Sprintf(format, n))...)
	}
	return values
}

// Features returns terms for features with the given names and helps.
func Features(list []Value) (terms []engine.Term) {
	for _, value := range list {
		terms = append(terms, engine.Term{Name: value[0], Help: value[1]})
	}
	return terms
}

// Terms is a list of patterns under construction. A pattern's number is its index.
type Terms struct {
	List   []engine.Term
	Orders [2]Value // whether a seat acts next or waits
}

// Name appends a pattern, with a help in the manner of Printf.
func (t *Terms) Name(name, help string, values ...any) {
	t.List = append(t.List, engine.Term{Name: name, Kind: engine.Pattern, Help: fmt.Sprintf(help, values...)})
}

// Each appends a pattern for every combination of values, the last one changing fastest, and returns the number of the
// first. The formats name and help receive the names and the helps of the values.
func (t *Terms) Each(name, help string, of ...[]Value) (first uint16) {
	first = uint16(len(t.List))
	t.each(name, help, nil, nil, of)
	return first
}

// each appends the patterns that begin with values of the given names and helps.
func (t *Terms) each(name, help string, names, helps []any, of [][]Value) {
	if len(of) == 0 {
		t.Name(fmt.Sprintf(name, names...), help, helps...)
		return
	}
	for _, value := range of[0] {
		t.each(name, help, append(names, value[0]), append(helps, value[1]), of[1:])
	}
}

// Group is a run of patterns for consecutive counts. The last may stand for all larger counts too.
type Group struct {
	zero uint16 // the number that a pattern for 0 would have
	most int
}

// Of returns the number of the pattern for a count.
func (g Group) Of(n int) uint16 { return g.zero + uint16(min(n, g.most)) }

// Counts appends n patterns that stand for counts from first on, each for step consecutive ones. The group counts in
// units of step.
func (t *Terms) Counts(name string, first, n, step int, help string) Group {
	group := Group{uint16(len(t.List) - first), first + n - 1}
	for i := range n {
		count := strconv.Itoa(first + i*step)
		if step > 1 {
			count += "-" + strconv.Itoa(first+i*step+step-1)
		}
		t.Name(name+"-"+count, help, count)
	}
	return group
}

// Open does the same as [Terms.Counts], with a last pattern that stands for all larger counts too.
func (t *Terms) Open(name string, first, n, step int, help string) Group {
	group := t.Counts(name, first, n-1, step, help)
	count := strconv.Itoa(first+(n-1)*step) + "+"
	t.Name(name+"-"+count, help, count)
	group.most++
	return group
}

// Ordered calls [Terms.Open] for each of the two Orders.
func (t *Terms) Ordered(name string, first, n, step int, help string) (groups [2]Group) {
	for order, who := range t.Orders {
		groups[order] = t.Open(name+"-"+who[0], first, n, step, help+", and the seat "+who[1])
	}
	return groups
}

// Ranges holds by count the number of the pattern for the range that contains it. The last entry stands for all larger
// counts too.
type Ranges []uint16

// Of returns the number of the pattern for a count.
func (r Ranges) Of(n int) uint16 { return r[min(n, len(r)-1)] }

// Ranges appends a pattern for each range of counts, which reaches from one element of from to before the next, the
// last one without end. The format help receives both ends.
func (t *Terms) Ranges(name string, from []int, help string) (ranges Ranges) {
	for class, least := range from {
		to, end := "more", least+1
		if class+1 < len(from) {
			to, end = strconv.Itoa(from[class+1]-1), from[class+1]
		}
		for len(ranges) < end {
			ranges = append(ranges, uint16(len(t.List)))
		}
		t.Name(name+"-"+strconv.Itoa(least), help, least, to)
	}
	return ranges
}

// SquareClass returns the class of a square on a board without corners. A class is determined by the distances from the
// nearest edge and from the nearest edge across it. Classes are the same on boards of all sizes up to largest, so that
// what is learned on one size serves the others.
func SquareClass(file, rank, size, largest int) uint8 {
	near, far := min(file, size-1-file), min(rank, size-1-rank)
	near, far = min(near, far), max(near, far)
	return uint8(max(0, near*(largest-1-near)/2+far-1))
}

// SquareClasses returns the classes of squares, each named by its square nearest to a1 on the largest board.
func SquareClasses(largest int) (names []Value) {
	for near := range largest / 2 {
		for far := max(1, near); far < largest/2; far++ {
			names = append(names, Named(string(rune('a'+near))+strconv.Itoa(far+1))...)
		}
	}
	return names
}

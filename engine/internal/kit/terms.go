package kit

import (
	"fmt"
	"strconv"

	"pillars/engine"
)

// Value is the name and the help of a feature, or of one of the cases that patterns tell apart.
type Value [2]string

// Named are values whose helps are their names.
func Named(names ...string) (values []Value) {
	for _, name := range names {
		values = append(values, Value{name, name})
	}
	return values
}

// Numbers are the numbers from one to another in a format such as "%d".
func Numbers(format string, from, to int) (values []Value) {
	for n := from; n <= to; n++ {
		values = append(values, Named(fmt.Sprintf(format, n))...)
	}
	return values
}

// Features are features of these names and helps.
func Features(list []Value) (terms []engine.Term) {
	for _, value := range list {
		terms = append(terms, engine.Term{Name: value[0], Help: value[1]})
	}
	return terms
}

// Terms names patterns one after another, in the order of their numbers.
type Terms struct {
	List   []engine.Term
	Orders [2]Value // how a seat can stand to the action
}

// Name names a pattern.
func (t *Terms) Name(name, help string, values ...any) {
	t.List = append(t.List, engine.Term{Name: name, Kind: engine.Pattern, Help: fmt.Sprintf(help, values...)})
}

// Each names a pattern for every combination of some values, the last changing fastest, and returns the number of the
// first. The formats of name and help are given the names and the helps of the values.
func (t *Terms) Each(name, help string, of ...[]Value) (first uint16) {
	first = uint16(len(t.List))
	t.each(name, help, nil, nil, of)
	return first
}

func (t *Terms) each(name, help string, names, helps []any, of [][]Value) {
	if len(of) == 0 {
		t.Name(fmt.Sprintf(name, names...), help, helps...)
		return
	}
	for _, value := range of[0] {
		t.each(name, help, append(names, value[0]), append(helps, value[1]), of[1:])
	}
}

// Group holds the patterns for so many of something, the last of them for more as well.
type Group struct {
	zero uint16 // the number that the pattern for none would have
	most int
}

// Of is the number of the pattern for so many.
func (g Group) Of(n int) uint16 { return g.zero + uint16(min(n, g.most)) }

// Counts names n patterns for so many of something from first on, a pattern for each step. Its group counts steps.
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

// Open is [Terms.Counts] with a last pattern that stands for more as well.
func (t *Terms) Open(name string, first, n, step int, help string) Group {
	group := t.Counts(name, first, n-1, step, help)
	count := strconv.Itoa(first+(n-1)*step) + "+"
	t.Name(name+"-"+count, help, count)
	group.most++
	return group
}

// Ordered is [Terms.Open] for either order.
func (t *Terms) Ordered(name string, first, n, step int, help string) (groups [2]Group) {
	for order, who := range t.Orders {
		groups[order] = t.Open(name+"-"+who[0], first, n, step, help+", and the seat "+who[1])
	}
	return groups
}

// Ranges holds by number, the last for more as well, the pattern of the range it falls into.
type Ranges []uint16

// Of is the number of the pattern for so many.
func (r Ranges) Of(n int) uint16 { return r[min(n, len(r)-1)] }

// Ranges names patterns for so many of something, from each of some numbers up to before the next; help is told both.
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

// SquareClass numbers the kinds of squares on boards without corners. Squares are of a kind if they are as far from the
// nearest edge and from the nearest edge across it. The kinds are the same on all boards, so that what is learned on
// one serves the others; smaller boards lack some.
func SquareClass(file, rank, size, largest int) uint8 {
	near, far := min(file, size-1-file), min(rank, size-1-rank)
	near, far = min(near, far), max(near, far)
	return uint8(max(0, near*(largest-1-near)/2+far-1))
}

// SquareClasses names the kinds of squares on the largest board by their squares nearest to a1.
func SquareClasses(largest int) (names []Value) {
	for near := range largest / 2 {
		for far := max(1, near); far < largest/2; far++ {
			names = append(names, Named(string(rune('a'+near))+strconv.Itoa(far+1))...)
		}
	}
	return names
}

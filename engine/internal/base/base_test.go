package base

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
)

// TestDrawn checks draws by the turn cap and by repetition on both sides of their bounds.
func TestDrawn(t *testing.T) {
	const low, high = 1 << 50, 2<<56 | 5<<50
	keys := []uint64{low, high, low | 1, high, low, high, low}
	for _, test := range []struct {
		draws, turnCap, list int
		want                 string // for each key
	}{
		{3, 0, 16, "-----rr"},
		{2, 0, 16, "---rrrr"},
		{3, 0, 2, "-----rr"}, // in a map from the third key on
		{0, 0, 16, "-------"},
		{0, 5, 16, "-----cc"},
		{2, 3, 16, "---rrrr"},
		{3, 2, 16, "--cccrr"},
	} {
		f := Facts{repeats: test.draws, turnCap: test.turnCap}
		seen := Repetitions{Filter: make([]uint64, 4), Keys: make([]uint64, test.list)}
		var got strings.Builder
		for i, key := range keys {
			switch f.Drawn(&seen, key, i, i+1) {
			case engine.Repetition:
				got.WriteByte('r')
			case engine.TurnCap:
				got.WriteByte('c')
			case engine.Ongoing:
				got.WriteByte('-')
			}
		}
		if got.String() != test.want {
			t.Errorf("%+v: drawn at %s", test, &got)
		}
	}
}

// TestIrreversibleStepForgets checks that counting restarts after an irreversible step.
func TestIrreversibleStepForgets(t *testing.T) {
	for _, list := range []int{1, 8} {
		f := Facts{repeats: 2}
		seen := Repetitions{Filter: make([]uint64, 2), Keys: make([]uint64, list)}
		var got []engine.Reason
		for turn, reversible := range []int{0, 1, 0, 1, 2} {
			got = append(got, f.Drawn(&seen, 7<<50, reversible, turn+1))
		}
		want := []engine.Reason{engine.Ongoing, engine.Repetition, engine.Ongoing, engine.Repetition, engine.Repetition}
		if !slices.Equal(got, want) {
			t.Errorf("a list of %d: %q, want %q", list, got, want)
		}
	}
}

func TestWidth(t *testing.T) {
	for text, want := range map[string]int{"x": 1, "w,x3,r/x5": 5, "x,x": 2} {
		if got, err := Width(text, "squares", 5); err != nil || got != want {
			t.Errorf("%s: width %d, %v; want %d", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"x6":         `board: rank 1 "x6": more than 5 squares`,
		"x5,w/x5/x5": `board: rank 3 "x5,w": more than 5 squares`,
		"x0/x5":      `board: rank 2 "x0": "x0" is not a number of empty squares`,
	} {
		if _, err := Width(text, "squares", 5); err == nil || err.Error() != want {
			t.Errorf("%s: %v; want %s", text, err, want)
		}
	}
}

func TestNumbersOfTurns(t *testing.T) {
	for text, want := range map[string]int32{"1": 1, "1000000000": 1_000_000_000, "0": 0, "1000000001": 0, "01": 0,
		"+1": 0} {
		turn := int32(0)
		if err := Turn(&turn)(text); turn != want || (err == nil) != (want > 0) {
			t.Errorf("turn %s: %d, %v; want %d", text, turn, err, want)
		}
	}
}

// TestTerms looks up the names of patterns by their numbers, at and beyond the ends of their groups.
func TestTerms(t *testing.T) {
	terms := Terms{Orders: [2]Value{{"next", "acts"}, {"wait", "waits"}}}
	terms.Add("first", "help")
	few := terms.Counts("few", 2, 4, "%s of them")
	many := terms.CountsOrMore("many", 1, 2, "%s of them")
	pairs := terms.OrderedBins("pairs", 2, 2, "%s of them")
	ordered := terms.OrderedCounts("order", 0, 1, "%s of them")
	ranges := terms.Ranges("range", []int{0, 1, 4}, "%d to %s of them")
	each := terms.Each("each-%s%s", "%[2]s of %[1]s", []Value{{"a", "A"}, {"b", "B"}}, Numbers("%+d", -1, 1))
	for number, want := range map[uint16]string{
		few.Of(2): "few-2", few.Of(4): "few-4", many.Of(1): "many-1", many.Of(2): "many-2+", many.Of(9): "many-2+",
		pairs[0].Of(0): "pairs-next-0-1", pairs[0].Of(1): "pairs-next-2+", pairs[1].Of(2): "pairs-wait-2+",
		ordered[0].Of(1): "order-next-1+", ordered[1].Of(0): "order-wait-0",
		ranges.Of(0): "range-0", ranges.Of(3): "range-1", ranges.Of(4): "range-4", ranges.Of(99): "range-4",
		each: "each-a-1", each + 4: "each-b+0",
	} {
		if got := terms.List()[number].Name; got != want {
			t.Errorf("pattern %d is %s, not %s", number, got, want)
		}
	}
	for name, want := range map[string]string{"each-b+0": "+0 of B", "range-1": "1 to 3 of them",
		"range-4": "4 to more of them", "order-wait-0": "0 of them, and the seat waits",
		"pairs-wait-0-1": "0-1 of them, and the seat waits"} {
		list := terms.List()
		i := slices.IndexFunc(list, func(term engine.Term) bool { return term.Name == name })
		if i < 0 || list[i].Help != want {
			t.Errorf("%s is number %d, not with the help %q", name, i, want)
		}
	}
}

// TestSquareClasses finds every class of square of the largest board by its name, and the same class on smaller boards.
func TestSquareClasses(t *testing.T) {
	for _, largest := range []int{8, 12} {
		for number, name := range SquareClasses(largest) {
			file, rank := int(name[0][0]-'a'), int(name[0][1]-'1')
			last := largest - 1
			for _, at := range [][2]int{{file, rank}, {rank, file}, {last - file, rank}, {rank, last - file}} {
				if got := SquareClass(at[0], at[1], largest, largest); int(got) != number {
					t.Errorf("%v on %d is of kind %d, not %d like %s", at, largest, got, number, name[0])
				}
			}
			if size := largest - 2; max(file, rank) < size/2 && int(SquareClass(file, rank, size, largest)) != number {
				t.Errorf("%s on %d is of another kind than on %d", name[0], size, largest)
			}
		}
	}
}

// TestBitboardsPlainly compares membership, counts and the n-th square with a loop over the bits.
func TestBitboardsPlainly(t *testing.T) {
	random := engine.NewRandom(1)
	for range 200 {
		few, many := random.Uint64(), random.Uint64()
		b := Bitboard(few & many)
		var squares []Square
		for s := range Square(64) {
			if in := uint64(b)&(1<<s) != 0; b.Has(s) != in {
				t.Fatalf("%x: Has(%v) is %v", uint64(b), s, !in)
			} else if in {
				squares = append(squares, s)
			}
		}
		if b.Count() != len(squares) {
			t.Fatalf("%x: %d squares, want %d", uint64(b), b.Count(), len(squares))
		}
		for n, want := range squares {
			if got := b.Nth(n); got != want {
				t.Fatalf("%x: square %d is %v, want %v", uint64(b), n, got, want)
			}
		}
	}
}

// TestLogChoose compares binomial coefficients with numbers from a table.
func TestLogChoose(t *testing.T) {
	for _, c := range []struct{ n, k, want float64 }{{5, 2, 10}, {49, 6, 13983816}, {7, 7, 1}, {7, 0, 1}} {
		near.Check(t, LogChoose(c.n, c.k), math.Log(c.want), 1e-9, "the logarithm of ", c.n, " over ", c.k)
	}
	if got := LogChoose(2, 3); !math.IsInf(got, -1) {
		t.Errorf("the logarithm of 2 over 3 is %v", got)
	}
}

package near

import (
	"fmt"
	"math"
	"testing"
)

var nan, inf = math.NaN(), math.Inf(1)

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		got, want, tolerance float64
		equal                bool
	}{
		{1, 1.25, .25, true}, {1.25, 1, .25, true}, {1, 1.26, .25, false}, {-1, 1, .25, false}, {3, 3, 0, true},
		{nan, 1, .25, false}, {1, nan, .25, false}, {nan, nan, .25, false}, {1, 2, nan, false},
		{inf, inf, .25, true}, {-inf, -inf, 0, true}, {inf, -inf, .25, false}, {inf, 1, .25, false},
	} {
		if Equal(c.got, c.want, c.tolerance) != c.equal {
			t.Errorf("%v", c)
		}
	}
}

// messages is a test that records how it failed.
type messages []string

func (m *messages) Helper() {}

func (m *messages) Errorf(format string, args ...any) { *m = append(*m, fmt.Sprintf(format, args...)) }

func TestCheck(t *testing.T) {
	var m messages
	Check(&m, 1, 1.2, .25, "the slope")
	Check(&m, nan, 1.2, .25, "weight ", 3, " of ", 5)
	if want := "[weight 3 of 5 is NaN, want 1.2 (± 0.25)]"; fmt.Sprint(m) != want {
		t.Errorf("said %v, want %s", m, want)
	}
}

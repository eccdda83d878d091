package near

import (
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

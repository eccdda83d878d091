// Package near compares floating-point numbers in tests. NaN fails every comparison, whereas a test with > would let it
// pass. It imports nothing of the module, so that the tests of every package can import it.
package near

import (
	"fmt"
	"math"
)

// Equal reports whether got is within tolerance of want. Infinities of the same sign are equal. NaN is equal to
// nothing.
func Equal(got, want, tolerance float64) bool { return got == want || math.Abs(got-want) <= tolerance }

// A reporter is the part of testing.TB and rapid.T that Check uses.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

// Check fails the test unless got is within tolerance of want. The message begins with what, formatted by fmt.Sprint.
func Check(t reporter, got, want, tolerance float64, what ...any) {
	t.Helper()
	if !Equal(got, want, tolerance) {
		t.Errorf("%s is %.12g, want %.12g (± %.3g)", fmt.Sprint(what...), got, want, tolerance)
	}
}

// Share fails the test unless got differs from want by at most a share of want, such as .01 for 1 %.
func Share(t reporter, got, want, share float64, what ...any) {
	t.Helper()
	Check(t, got, want, share*math.Abs(want), what...)
}

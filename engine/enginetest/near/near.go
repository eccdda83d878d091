// Package near compares floating-point numbers in tests. NaN fails every comparison. The package imports no other
// package of the module, so the tests of every package can import it.
package near

import (
	"fmt"
	"math"
)

// Equal reports whether got and want differ by at most tolerance. Infinities of the same sign are equal. NaN is never
// equal.
func Equal(got, want, tolerance float64) bool { return got == want || math.Abs(got-want) <= tolerance }

// A reporter is the part of testing.TB and rapid.T that [Check] uses.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

// Check fails the test unless got and want differ by at most tolerance. In the error, the arguments what, formatted by
// [fmt.Sprint], name the number.
func Check(t reporter, got, want, tolerance float64, what ...any) {
	t.Helper()
	if !Equal(got, want, tolerance) {
		t.Errorf("%s is %.12g, want %.12g (± %.3g)", fmt.Sprint(what...), got, want, tolerance)
	}
}

// Share fails the test unless got and want differ by at most the fraction share of want, such as .01 for 1 %.
func Share(t reporter, got, want, share float64, what ...any) {
	t.Helper()
	Check(t, got, want, share*math.Abs(want), what...)
}

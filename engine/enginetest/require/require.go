// Package require ends tests that cannot go on. It imports no other package of the module, so the tests of every
// package can import it.
package require

// A fataler is the part of testing.TB and rapid.T that [NoError] uses.
type fataler interface {
	Helper()
	Fatal(args ...any)
}

// NoError ends the test at the first of the errors that is not nil.
func NoError(t fataler, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

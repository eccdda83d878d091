// Package require ends tests that cannot go on. It imports no other package of the module, so the tests of every
// package can import it.
package require

import (
	"fmt"
	"strings"
)

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

// ErrorContains ends the test unless err contains the given words. The arguments what name the case in the message.
func ErrorContains(t fataler, err error, words string, what ...any) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), words) {
		t.Fatal(append(what, fmt.Sprintf("error %v, want one with %q", err, words))...)
	}
}

// Package effort is how much work tests do, and what it costs. It imports nothing, so that the tests of every package
// can import it; others get Count from enginetest.
package effort

import "os"

// thorough is the environment variable that, set to anything, asks tests for their long simulations.
const thorough = "PILLARS_THOROUGH"

// Count is how many cases a long test tries: usual in every test run, thorough where [thorough] is set.
func Count(usual, thorough int) int {
	if Long() {
		return thorough
	}
	return usual
}

// Long reports whether [thorough] is set.
func Long() bool { return os.Getenv(thorough) != "" }

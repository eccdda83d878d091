// Package effort says how much work tests do, and measures processor time and memory. It imports nothing of the module,
// so that the tests of every package can import it. Others use Count of enginetest.
package effort

import "os"

// thorough is the environment variable that, if not empty, selects long simulations in tests.
const thorough = "PILLARS_THOROUGH"

// Count returns the number of cases of a long test: usual, or thorough if [Long].
func Count(usual, thorough int) int {
	if Long() {
		return thorough
	}
	return usual
}

// Long reports whether long simulations were requested.
func Long() bool { return os.Getenv(thorough) != "" }

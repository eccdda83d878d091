// Package enginetest is what tests share: how thorough they are.
package enginetest

import "os"

// Thorough is the environment variable that, set to anything, asks tests for their long simulations.
const Thorough = "PILLARS_THOROUGH"

// Count is how many cases a long test tries: usual in every test run, thorough where [Thorough] is set.
func Count(usual, thorough int) int {
	if os.Getenv(Thorough) != "" {
		return thorough
	}
	return usual
}

// Package enginetest is what tests share: the conformance suite that every game must pass ([TestGame], [TestPerft]), rules by name ([Rules]), small games
// that only tests play ([Stones], [Strikes]), and how thorough to be ([Count]).
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

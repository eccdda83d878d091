//go:build !unix

package lifeline

// Variable has no effect on this system.
const Variable = "PILLARS_TEST_LIFELINE"

// Tie does nothing, because processes do not inherit pipes on this system.
func Tie() {}

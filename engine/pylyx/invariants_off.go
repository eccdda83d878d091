//go:build !invariants

package pylyx

// checkInvariants does nothing; built with the tag invariants, it checks the position after every step.
func checkInvariants(*position) {}

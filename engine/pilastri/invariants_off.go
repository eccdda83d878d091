//go:build !invariants

package pilastri

// checkInvariants does nothing; built with the tag invariants, it checks the position after every step.
func checkInvariants(*position) {}

//go:build !invariants

package pit

// checkInvariants does nothing; built with the tag invariants, it checks the position after every step.
func checkInvariants(*position) {}

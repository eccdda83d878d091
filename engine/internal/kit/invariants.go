//go:build invariants

package kit

// Invariants has positions check themselves after every step.
const Invariants = true

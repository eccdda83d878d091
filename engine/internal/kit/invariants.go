//go:build invariants

package kit

// invariants has positions check themselves after every step.
const invariants = true

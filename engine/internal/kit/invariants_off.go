//go:build !invariants

package kit

// Invariants has positions check themselves after every step. It is set by the build tag of that name.
const Invariants = false

//go:build !invariants

package kit

// invariants has positions check themselves after every step. It is set by the build tag of that name.
const invariants = false

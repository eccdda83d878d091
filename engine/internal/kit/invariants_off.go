//go:build !invariants

package kit

// invariants makes positions check themselves after steps; see [Check]. The build tag invariants sets it.
const invariants = false

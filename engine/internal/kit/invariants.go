//go:build invariants

package kit

// invariants makes positions check themselves after steps; see [Check].
const invariants = true

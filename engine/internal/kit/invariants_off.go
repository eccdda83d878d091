//go:build !invariants

package kit

// invariants turns on [Check]. The build tag invariants sets it.
const invariants = false

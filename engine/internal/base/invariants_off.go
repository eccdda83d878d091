//go:build !invariants

package base

// invariants turns on [Check]. The build tag invariants sets it.
const invariants = false

//go:build invariants

package base

// invariants turns on [Check].
const invariants = true

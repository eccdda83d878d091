//go:build invariants

package kit

// invariants turns on [Check].
const invariants = true

//go:build !race

package effort

// Race reports whether the race detector is on, which makes tests ten times slower.
const Race = false

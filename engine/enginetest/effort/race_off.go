//go:build !race

package effort

// Race is set where the race detector watches, under which tests take ten times as long.
const Race = false

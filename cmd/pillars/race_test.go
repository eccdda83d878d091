//go:build race

package main

// race reports whether the race detector is on, which makes tests ten times slower.
const race = true

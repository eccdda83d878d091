//go:build !unix

package games_test

import "time"

var began = time.Now()

// processorTime returns the time since the program started, because there is no portable way to measure processor time.
func processorTime() time.Duration { return time.Since(began) }

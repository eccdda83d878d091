//go:build !unix

package effort

import "time"

var began = time.Now()

// ProcessorTime returns the time since the program started, because there is no portable way to measure processor time.
func ProcessorTime() time.Duration { return time.Since(began) }

//go:build !unix

package effort

import "time"

var began = time.Now()

// ProcessorTime is the time on the wall here, since there is no portable way to ask for the processor's.
func ProcessorTime() time.Duration { return time.Since(began) }

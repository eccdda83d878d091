package compliance

import (
	"time"
)

// SetWatch sets how long a check watches an engine that must not answer yet.
func (c *Exam) SetWatch(d time.Duration) { c.watch = d }

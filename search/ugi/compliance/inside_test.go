package compliance

import "time"

// SetWatch sets how long an engine is watched that must not answer yet.
func (c *Exam) SetWatch(d time.Duration) { c.watch = d }

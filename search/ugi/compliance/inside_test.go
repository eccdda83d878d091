package compliance

import "time"

// SetWatch sets how long an engine is watched that must not answer yet.
func (c *Config) SetWatch(d time.Duration) { c.watch = d }

package search

import "fmt"

// Check refuses limits below 0, which mean nothing.
func (l Limits) Check() error {
	switch {
	case l.Time < 0:
		return fmt.Errorf("time=%v: must not be below 0", l.Time)
	case l.Depth < 0:
		return fmt.Errorf("depth=%d: must not be below 0", l.Depth)
	}
	return nil
}

//go:build !unix && !windows

package bridge

import "errors"

// memory is never there: this system shares no memory between processes.
type memory struct{ bytes []byte }

func mapFile(string, int) (*memory, error) { return nil, errors.ErrUnsupported }

func (m *memory) close() {}

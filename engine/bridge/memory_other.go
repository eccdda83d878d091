//go:build !unix && !windows

package bridge

import "errors"

// memory is never used: on this system the package cannot share memory between processes.
type memory struct{ bytes []byte }

func mapFile(string, int) (*memory, error) { return nil, errors.ErrUnsupported }

func (m *memory) close() {}

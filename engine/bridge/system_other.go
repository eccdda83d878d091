//go:build !unix && !windows

package bridge

import (
	"errors"
)

// mapFile returns an error: on this system the package cannot share memory between processes.
func mapFile(string, int) ([]byte, func(), error) { return nil, nil, errors.ErrUnsupported }

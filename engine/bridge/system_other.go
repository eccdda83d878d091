//go:build !unix && !windows

package bridge

import (
	"errors"
	"io"
)

// eager returns in, because polling before sleeping is implemented for Unix only.
func eager(in io.Reader) io.Reader { return in }

// mapFile returns an error: on this system the package cannot share memory between processes.
func mapFile(string, int) ([]byte, func(), error) { return nil, nil, errors.ErrUnsupported }

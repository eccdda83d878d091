//go:build !unix

package bridge

import "io"

// eager returns in, because polling before sleeping is implemented for Unix only.
func eager(in io.Reader) io.Reader { return in }

//go:build !unix

package outside_test

import "testing"

// pipe returns the path of a folder, where there are no named pipes.
func pipe(t *testing.T) string { return t.TempDir() }

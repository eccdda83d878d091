package play_test

import (
	"bytes"
	"strings"

	"pillars/cmd/pillars/root"
)

// pillars runs a command line and returns its exit code and output.
func pillars(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = root.Run(args, strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

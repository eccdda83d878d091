//go:build !js

package problems

import "embed"

//go:embed *.txt
var builtIn embed.FS

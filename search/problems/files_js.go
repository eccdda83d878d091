package problems

import "embed"

// builtIn has only the puzzles in a browser, because the page must stay small.
//
//go:embed *-puzzles.txt
var builtIn embed.FS

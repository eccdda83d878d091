// Package docs holds the documents that the program itself prints.
package docs

import _ "embed"

// Rules is the text of RULES.md.
//
//go:embed RULES.md
var Rules string

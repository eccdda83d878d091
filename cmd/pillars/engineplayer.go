package main

import (
	"fmt"
	"io"
	"strings"

	"pillars/search"
)

// closePlayers ends players that are programs. One that does not leave as it should is told of, no more: its work is done.
func closePlayers(stderr io.Writer, players ...search.Player) {
	for _, player := range players {
		if closer, ok := player.(io.Closer); ok {
			if err := closer.Close(); err != nil {
				fmt.Fprintf(stderr, "pillars: %v\n", err)
			}
		}
	}
}

// isProgram reports whether a player's text is that of a program, which has no keys.
func isProgram(text string) bool { return strings.HasPrefix(text, search.CommandKind+":") }

package cli

import (
	"fmt"
	"io"
	"strings"

	"pillars/search"
)

// ClosePlayers ends players that are programs. One that does not leave as it should is told of, no more: its work is done.
func ClosePlayers(stderr io.Writer, players ...search.Player) {
	for _, player := range players {
		if closer, ok := player.(io.Closer); ok {
			if err := closer.Close(); err != nil {
				fmt.Fprintf(stderr, "pillars: %v\n", err)
			}
		}
	}
}

// IsProgram reports whether a player's text is that of a program, which has no keys.
func IsProgram(text string) bool { return strings.HasPrefix(text, search.CommandKind+":") }

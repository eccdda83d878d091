package cli

import (
	"fmt"
)

// Counted is a number with its noun: "1 game", "2 games".
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

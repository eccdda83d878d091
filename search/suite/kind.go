package suite

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind says what a problem's turns are: a theme, and within how many of the winner's own turns it comes true. It is written "win-in-2"; "only" and
// "bad" stand for "only-in-1" and "bad-in-2". The package comment says what the kinds mean.
type Kind string

// Theme is a kind without its number.
type Theme string

// The themes of problems.
const (
	Win  Theme = "win"
	Only Theme = "only"
	Bad  Theme = "bad"
)

// maxOwnTurns bounds the number in a kind, well above what can be proven on a board of any size.
const maxOwnTurns = 20

// ParseKind reads a kind.
func ParseKind(text string) (Kind, error) {
	k := Kind(text)
	if k.Theme() == "" {
		return "", fmt.Errorf("unknown kind %q; known are win-in-N, only, only-in-N, bad, bad-in-N, with N from 1 to %d", text, maxOwnTurns)
	}
	return k, nil
}

// kindOf is the kind of a theme and a number of turns.
func kindOf(theme Theme, ownTurns int) Kind {
	if theme == Only && ownTurns == 1 {
		return "only"
	}
	return Kind(fmt.Sprintf("%s-in-%d", theme, ownTurns))
}

// Theme is the kind's theme, or "" if the kind is none.
func (k Kind) Theme() Theme {
	theme, _ := k.split()
	return theme
}

// OwnTurns is the number of the winner's turns after which the game is over at the latest; the winner of the themes only and bad is the opponent.
func (k Kind) OwnTurns() int {
	_, turns := k.split()
	return turns
}

func (k Kind) split() (Theme, int) {
	switch k {
	case "only":
		return Only, 1
	case "bad":
		return Bad, 2
	}
	theme, number, _ := strings.Cut(string(k), "-in-")
	turns, err := strconv.Atoi(number)
	if t := Theme(theme); err == nil && turns >= 1 && turns <= maxOwnTurns && (t == Win || t == Only || t == Bad) {
		return t, turns
	}
	return "", 0
}

package abstractplay

import (
	"cmp"
	"strings"

	"pillars/engine"
)

// ends returns the squares of a turn such as b4-a4. ok is false for other texts.
func ends(turn string) (from, to string, ok bool) {
	from, to, _ = strings.Cut(strings.ToLower(turn), "-")
	isSquare := func(s string) bool { return len(s) == 2 && 'a' <= s[0] && s[0] <= 'h' && '1' <= s[1] && s[1] <= '8' }
	return from, to, isSquare(from) && isSquare(to)
}

// mirrored returns a turn such as b4-a4 as a turn such as e4f4, with the files of a board in the opposite order. It
// returns other texts as they are.
func mirrored(turn string, files int) string {
	from, to, ok := ends(turn)
	last := byte('a' + files - 1)
	if !ok || from[0] > last || to[0] > last {
		return turn
	}
	return string([]byte{'a' + last - from[0], from[1], 'a' + last - to[0], to[1]})
}

// Turns returns turns of Pilastri in this program's notation, if the first is in Abstract Play's. If it is legal
// at start without the sign between its squares, the board is this program's. Other texts remain.
func Turns(start engine.Position, turns []string) []string {
	if len(turns) == 0 || start.Rules().Game().Name() != pilastri {
		return turns
	}
	from, to, ok := ends(turns[0])
	if !ok {
		return turns
	}
	settings := start.Rules().Settings()
	files := cmp.Or(settings.Int("files"), settings.Int("size"))
	_, err := engine.ParseTurn(start, from+to)
	read := make([]string, len(turns))
	for i, turn := range turns {
		read[i] = mirrored(turn, files)
		if from, to, ok := ends(turn); ok && err == nil {
			read[i] = from + to
		}
	}
	return read
}

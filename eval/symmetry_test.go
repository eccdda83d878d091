package eval

import (
	"fmt"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
)

// randomPositions returns positions of random games on all boards, of every kind of step but the first, some with men
// in reserve.
func randomPositions(t *testing.T) []engine.Position {
	t.Helper()
	var positions []engine.Position
	for i := range 300 {
		rules := enginetest.Rules(t, "pit-of-pillars", fmt.Sprint("size=", 4+i%5), fmt.Sprint("reserve=", i%3))
		positions = append(positions, enginetest.RandomGame(t, rules, uint64(i), 1+i*3/2).Position())
	}
	return positions
}

func defaultOf(t *testing.T, rules engine.Rules) *Linear {
	t.Helper()
	linear, err := LoadLinear("", rules)
	if err != nil {
		t.Fatal(err)
	}
	return linear
}

// board is the squares of a position text, the highest rank first, corners empty.
type board [][]string

func boardOf(text string) board {
	rows := strings.Split(text, "/")
	b := make(board, len(rows))
	for i, row := range rows {
		var squares []string
		for _, square := range strings.Split(row, ",") {
			run := 1
			if strings.HasPrefix(square, "x") && len(square) > 1 {
				run = int(square[1] - '0')
				square = "x"
			}
			for range run {
				squares = append(squares, square)
			}
		}
		if i == 0 || i == len(rows)-1 {
			squares = append(append([]string{""}, squares...), "")
		}
		b[i] = squares
	}
	return b
}

func (b board) String() string {
	rows := make([]string, len(b))
	for i, squares := range b {
		if i == 0 || i == len(b)-1 {
			squares = squares[1 : len(squares)-1]
		}
		rows[i] = strings.Join(squares, ",")
	}
	return strings.Join(rows, "/")
}

// turned returns the board after a quarter turn, flipped after an exchange of files and ranks.
func (b board) turned() board {
	n := len(b)
	return b.mapped(func(i, j int) string { return b[n-1-j][i] })
}

func (b board) flipped() board { return b.mapped(func(i, j int) string { return b[j][i] }) }

func (b board) mapped(from func(i, j int) string) board {
	next := make(board, len(b))
	for i := range b {
		next[i] = make([]string, len(b))
		for j := range next[i] {
			next[i][j] = from(i, j)
		}
	}
	return next
}

// mirrored returns a position text after a symmetry of the board. It also maps the square of the last man, on which no
// feature depends.
func mirrored(text string, flip bool, quarters int) string {
	fields := strings.Fields(text)
	b := boardOf(fields[0])
	if last := fields[4]; last != "-" {
		row, file := len(b)-int(last[1]-'0'), int(last[0]-'a')
		b[row][file] += "*"
	}
	if flip {
		b = b.flipped()
	}
	for range quarters {
		b = b.turned()
	}
	for i, row := range b {
		for j, square := range row {
			if strings.HasSuffix(square, "*") {
				row[j] = strings.TrimSuffix(square, "*")
				fields[4] = string([]byte{'a' + byte(j), '0' + byte(len(b)-i)})
			}
		}
	}
	fields[0] = b.String()
	return strings.Join(fields, " ")
}

// swapped exchanges the colours, and with them the seats. White acts in odd turns.
func swapped(text string) string {
	fields := strings.Fields(text)
	exchange := strings.NewReplacer("w", "r", "r", "w", "W", "R", "R", "W")
	fields[0], fields[1] = exchange.Replace(fields[0]), exchange.Replace(fields[1])
	white, red, _ := strings.Cut(fields[3], "/")
	fields[3] = red + "/" + white
	fields[5] += "1" // any odd turn
	if fields[1] == "r" {
		fields[5] += "2"
	}
	return strings.Join(fields, " ")
}

// TestSymmetry checks that the worth of a position stays the same under the symmetries of the board, and under an
// exchange of colours and seats, with the default weights and with random weights of all terms.
func TestSymmetry(t *testing.T) {
	for i, p := range randomPositions(t) {
		_, weights := randomWeights(t, p.Rules(), uint64(i))
		for _, linear := range []*Linear{defaultOf(t, p.Rules()), newLinear(t, weights, p.Rules())} {
			want := linear.Evaluate(p, 0)
			for i := range 8 {
				text := mirrored(p.String(), i&1 == 1, i>>1)
				if got := linear.Evaluate(readPosition(t, text), 0); got != want {
					t.Errorf("worth %d, but %d mirrored: %s, %s", want, got, p, text)
				}
				text = swapped(text)
				if got := linear.Evaluate(readPosition(t, text), 1); got != want {
					t.Errorf("worth %d, but %d with the colours exchanged: %s, %s", want, got, p, text)
				}
			}
		}
	}
}

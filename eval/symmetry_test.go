package eval

import (
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/engine/pitofpillars"
)

// randomPositions returns positions of random games on all boards, of every kind of step but the first, some with men
// in reserve.
func randomPositions(t *testing.T) []engine.Position {
	t.Helper()
	var positions []engine.Position
	for i := range uint64(300) {
		size := string('4' + rune(i%5))
		rules, err := pitofpillars.Game.New(engine.Settings{{Name: "size", Value: size},
			{Name: "reserve", Value: string('0' + rune(i%3))}})
		if err != nil {
			t.Fatal(err)
		}
		random := engine.NewRandom(i)
		p := rules.Start()
		for range 1 + i*3/2 {
			before := p.Clone()
			if p.Play(engine.RandomStep(p, random)); p.Over() {
				p = before
				break
			}
		}
		positions = append(positions, p)
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

// TestOppositeSeats checks that the worths for two seats are opposite, that Explain adds up to Evaluate, and that
// neither changes the position.
func TestOppositeSeats(t *testing.T) {
	kinds := map[engine.StepKind]int{}
	uneven := 0
	for _, p := range randomPositions(t) {
		kinds[p.StepKind()]++
		linear, before := defaultOf(t, p.Rules()), p.String()
		worth := linear.Evaluate(p, 0)
		if worth != 0 {
			uneven++
		}
		if other := linear.Evaluate(p, 1); other != -worth {
			t.Errorf("worth %d for one seat and %d for the other: %s", worth, other, p)
		}
		sum := 0.0
		for i, term := range linear.Explain(p, 0) {
			if sum += term.Worth(); i < len(p.Rules().Features()) && term.Term != p.Rules().Features()[i] {
				t.Errorf("term %+v of worth %g: %s", term, term.Worth(), p)
			}
		}
		if !near.Equal(sum, float64(worth), 0.5+1e-9) { // Evaluate rounds once
			t.Errorf("terms of %g for a worth of %d: %s", sum, worth, p)
		}
		if p.String() != before || linear.Evaluate(p, 0) != worth {
			t.Errorf("asking changed the position or the answer: %s", p)
		}
	}
	if len(kinds) < 4 || uneven < 200 {
		t.Errorf("%d kinds of step, %d uneven positions; the test means to see more", len(kinds), uneven)
	}
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
// exchange of colours and seats.
func TestSymmetry(t *testing.T) {
	for _, p := range randomPositions(t) {
		linear := defaultOf(t, p.Rules())
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

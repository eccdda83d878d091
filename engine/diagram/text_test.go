package diagram

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"pillars/engine"
)

func text(t testing.TB, d engine.Diagram, style TextStyle) string {
	t.Helper()
	var b strings.Builder
	if err := Text(&b, d, style); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTextOfSmallBoard(t *testing.T) {
	t.Parallel()
	d := parse(t,
		"x  wrw  W   x",
		".  wt|  o   wrwrwrwrwrww",
		"x  w    bbbbbuu x^")
	d.Notes = []string{"turn 3: White", "reserves: 0/0"}
	want := `
           ┌────────┬────────┐
3          │  wrw   │  [W]   │
  ┌────────┼────────┼────────┼────────┐
2 │        │   wt   ┃  ( )   │ …w2/12 │
  └────────┼────────┼────────┼━━━━━━━━┘
1          │   w    │  b5u2  │
           └────────┴────────┘
      a        b        c        d
  turn 3: White
  reserves: 0/0
`
	if got := text(t, d, TextStyle{}); got != want[1:] {
		t.Errorf("drawn:\n%s\nwant:\n%s", got, want[1:])
	}
}

// TestTextOfStacks checks that every man of a stack is written if the text is short enough.
func TestTextOfStacks(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"r":                     "r",
		"wr":                    "wr",
		"wwww":                  "wwww",
		"wwwww":                 "w5",
		"wwwwr":                 "w4r",
		"wrwrw":                 "wrwrw",
		"wrwrwrw":               "wrwrwrw",
		"wrwrwrwr":              "…r/8",
		"wrwrwrwrr":             "…r2/9",
		"uuuuuuuuuuuuuuuuuuub":  "u19b",
		"wwwwwwwwwwwwrrrrrrrrr": "w12r9",
	}
	for stack, want := range tests {
		got := text(t, parse(t, stack), TextStyle{})
		cell := strings.Fields(strings.Split(got, "\n")[1])[2]
		if cell != want {
			t.Errorf("%s is drawn as %s, want %s", stack, cell, want)
		}
	}
}

var ansi = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// TestTextColor checks that colour adds only ANSI codes, that only the tops are underlined, and that colour is switched
// off after each piece.
func TestTextColor(t *testing.T) {
	t.Parallel()
	d := parse(t, "wrb W| .", "ut bbbbbw o")
	colored := text(t, d, TextStyle{Color: true})
	if plain := text(t, d, TextStyle{}); ansi.ReplaceAllString(colored, "") != plain {
		t.Errorf("without its colours %q is not %q", colored, plain)
	}
	var tops []string
	looks := ansi.FindAllStringSubmatchIndex(colored, -1)
	for i := 0; i+1 < len(looks); i += 2 {
		if code := colored[looks[i+1][2]:looks[i+1][3]]; code != "0" {
			t.Errorf("look %d is followed by look %q, not switched off", i, code)
		}
		if strings.HasSuffix(colored[looks[i][2]:looks[i][3]], ";4") {
			tops = append(tops, colored[looks[i][1]:looks[i+1][0]])
		}
	}
	if got := strings.Join(tops, " "); got != "b ut w" {
		t.Errorf("underlined are %q, want the tops: b ut w", got)
	}
	if len(looks) != 2*len([]string{"w", "r", "b", "W", "ut", "b5", "w"}) {
		t.Errorf("%d looks in %q", len(looks), colored)
	}
}

// TestTextIsSquare checks that the lines of any board meet: there is an upright edge below a corner if and only if the
// corner shows one.
func TestTextIsSquare(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		d := diagrams().Draw(rt, "diagram")
		lines := strings.Split(text(t, d, TextStyle{}), "\n")
		if want := 2*d.Ranks + 3; len(lines) != want {
			rt.Fatalf("%d lines, want %d", len(lines), want)
		}
		board := lines[:2*d.Ranks+1]
		column := func(line string, i int) rune {
			for n, c := range []rune(line) {
				if n == i {
					return c
				}
			}
			return ' '
		}
		for y := 0; y+1 < len(board); y++ {
			for x := range utf8.RuneCountInString(board[y]) {
				above, below := column(board[y], x), column(board[y+1], x)
				down := strings.ContainsRune("┌┬┐├┼┤╷│", above)
				up := strings.ContainsRune("│┃", below)
				if y%2 == 0 && down != up {
					rt.Fatalf("line %d, column %d: %q above %q in\n%s", y, x, above, below, strings.Join(board, "\n"))
				}
			}
		}
	})
}

// screen is a writer with a number of columns and rows.
type screen struct {
	strings.Builder
	columns, rows int
}

func (s *screen) Columns() int { return s.columns }
func (s *screen) Rows() int    { return s.rows }

// TestTextOnScreens marks squares, and draws tighter where the screen is small: stacks cut short, cells without blanks,
// ranks without lines between them but where barriers stand or squares are missing.
func TestTextOnScreens(t *testing.T) {
	t.Parallel()
	d := parse(t, "x . wrwrwrwrwrww", "wr . b", ". .^ w", ". w .")
	const wide = `
           ┌────────┬────────┐
4          │  > <   │>…w2/12<│
  ┌────────┼────────┼────────┤
3 │  >wr<  │        │   b    │
  ├────────┼━━━━━━━━┼────────┤
2 │        │        │   w    │
  ├────────┼────────┼────────┤
1 │        │   w    │        │
  └────────┴────────┴────────┘
      a        b        c
`
	for _, test := range []struct {
		columns, rows int
		want          string
	}{
		{0, 0, wide}, {0, 13, wide}, {30, 13, wide}, // the ranks and the edges below them need 8 rows of 13
		{21, 12, `
        ┌─────┬─────┐
4       │ > < │>…w2<│
  ┌─────┼─────┼─────┤
3 │>wr< │     │  b  │
  ├─────┼━━━━━┼─────┤
2 │     │     │  w  │
1 │     │  w  │     │
  └─────┴─────┴─────┘
     a     b     c
`},
		{15, 12, `
      ┌───┬───┐
4     │> <│…w2│
  ┌───┼───┼───┤
3 │wr<│   │ b │
  ├───┼━━━┼───┤
2 │   │   │ w │
1 │   │ w │   │
  └───┴───┴───┘
    a   b   c
`},
	} {
		out := screen{columns: test.columns, rows: test.rows}
		if err := Text(&out, d, TextStyle{Marked: []string{"a3", "b4", "c4"}}); err != nil {
			t.Fatal(err)
		}
		if got := "\n" + out.String(); got != test.want {
			t.Errorf("%d columns: drawn%swant%s", test.columns, got, test.want)
		}
	}
}

package table_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"pillars/results/show/table"
)

// terminal is a writer whose lines have a limited number of columns.
type terminal struct {
	strings.Builder
	columns int
}

func (t *terminal) Columns() int { return t.columns }

func written(t interface{ Fatal(...any) }, columns int, write func(*terminal) error) string {
	out := &terminal{columns: columns}
	if err := write(out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func standing() *table.Grid {
	grid := table.New("#rank", "…player", "#Elo", "#95 %", "#games", "#score")
	grid.Add(1, "alphabeta:nodes=1000,weights=hand", 131, "± 120", 36, "68.1 %")
	grid.Add(2, "alphabeta:nodes=20000,weights=hand", 96, "± 57", 36, "62.5 %")
	grid.Add(3, "greedy", -87, "± 105", 36, "61.1 %")
	return grid
}

// TestTooWide checks that names are shortened first, without cutting a number and without making two equal, and that
// columns are then written in blocks, one below the other.
func TestTooWide(t *testing.T) {
	for columns, want := range map[int]string{
		66: `rank  player                             Elo   95 %  games   score
   1  alphabeta:nodes=1000,weights=hand  131  ± 120     36  68.1 %
   2  alphabeta:nodes=…,weights=hand      96   ± 57     36  62.5 %
   3  greedy                             -87  ± 105     36  61.1 %

In full:
  alphabeta:nodes=…,weights=hand
    alphabeta:nodes=20000,weights=hand
`,
		52: `rank  player               Elo   95 %  games   score
   1  alphabeta:nodes=…1   131  ± 120     36  68.1 %
   2  alphabeta:nodes=…2    96   ± 57     36  62.5 %
   3  greedy               -87  ± 105     36  61.1 %

In full:
  alphabeta:nodes=…1
    alphabeta:nodes=1000,weights=hand
  alphabeta:nodes=…2
    alphabeta:nodes=20000,weights=hand
`,
		40: `rank player       Elo  95 % games  score
   1 alphabeta:…1 131 ± 120    36 68.1 %
   2 alphabeta:…2  96  ± 57    36 62.5 %
   3 greedy       -87 ± 105    36 61.1 %

In full:
  alphabeta:…1
    alphabeta:nodes=1000,weights=hand
  alphabeta:…2
    alphabeta:nodes=20000,weights=hand
`,
		36: `rank  player        Elo   95 %
   1  alphabeta:…1  131  ± 120
   2  alphabeta:…2   96   ± 57
   3  greedy        -87  ± 105

rank  player        games   score
   1  alphabeta:…1     36  68.1 %
   2  alphabeta:…2     36  62.5 %
   3  greedy           36  61.1 %

In full:
  alphabeta:…1
    alphabeta:nodes=1000,
    weights=hand
  alphabeta:…2
    alphabeta:nodes=20000,
    weights=hand
`,
	} {
		if text := written(t, columns, func(w *terminal) error { return standing().WriteText(w) }); text != want {
			t.Errorf("%d columns:\n%s\nwant\n%s", columns, text, want)
		}
	}
}

// TestEmptyRows checks that a lower block of columns leaves out rows whose cells there are all empty.
func TestEmptyRows(t *testing.T) {
	grid := table.New("#rank", "~player", "#games", "#score", "")
	grid.Keys = 2
	grid.Add(1, "greedy", 48, "81.2 %", "")
	grid.Add(2, "random", 48, "0.0 %", "only losses")
	want := "rank  player  games   score\n   1  greedy     48  81.2 %\n   2  random     48   0.0 %\n" +
		"\nrank  player\n   2  random  only losses\n"
	if text := written(t, 32, func(w *terminal) error { return grid.WriteText(w) }); text != want {
		t.Errorf("%s\nwant\n%s", text, want)
	}
}

// TestNothingLost checks that lines of any table fit the terminal and that no text is missing.
func TestNothingLost(t *testing.T) {
	word := rapid.StringMatching(`[a-z]{1,9}`)
	rapid.Check(t, func(t *rapid.T) {
		grid := table.New(rapid.SliceOfN(rapid.StringMatching(`[#~…]?[a-z]{1,9}`), 1, 9).Draw(t, "columns")...)
		grid.Indent, grid.Keys = rapid.IntRange(0, 2).Draw(t, "indent"), rapid.IntRange(0, 2).Draw(t, "keys")
		var all []string
		for range rapid.IntRange(1, 5).Draw(t, "rows") {
			var cells []string
			for _, head := range grid.Columns {
				switch head.Kind {
				case table.Figures:
					cells = append(cells, fmt.Sprint(rapid.IntRange(-99999, 999999).Draw(t, "number")))
				case table.Names:
					cells = append(cells, strings.Join(rapid.SliceOfN(word, 1, 6).Draw(t, "keys"), ","))
				case table.Remarks:
					cells = append(cells, strings.Join(rapid.SliceOfN(word, 0, 9).Draw(t, "words"), " "))
				default:
					cells = append(cells, word.Draw(t, "word"))
				}
			}
			grid.Add(cells)
			all = append(all, cells...)
		}
		columns := rapid.IntRange(40, 130).Draw(t, "terminal")
		text := written(t, columns, func(w *terminal) error { return grid.WriteText(w) })
		for line := range strings.Lines(text) {
			if width := utf8.RuneCountInString(line) - 1; width > columns {
				t.Errorf("%d columns: a line has %d:\n%s", columns, width, text)
			}
		}
		squeezed := strings.Join(strings.Fields(text), "")
		for _, cell := range all {
			for _, part := range strings.Fields(cell) {
				if !strings.Contains(squeezed, part) {
					t.Errorf("%d columns: %q is lost:\n%s", columns, part, text)
				}
			}
		}
	})
}

func TestWrap(t *testing.T) {
	for text, want := range map[string]string{
		"First seat: 53.5 % (29.8 .. 76.7) in 400 games.": "First seat: 53.5 %\n(29.8 .. 76.7) in\n400 games.",
		"alphabeta:nodes=1000,weights=hand won":           "alphabeta:\nnodes=1000,\nweights=hand won",
		"  and this goes on below":                        "  and this goes on\n  below",
		"3f9c/1v2  greedy  1-0  no step":                  "3f9c/1v2  greedy\n    1-0  no step",
		"go on:\n  pillars tournament greedy random":      "go on:\n  pillars tournament greedy random",
		"日本語日本 日本語日本":                                     "日本語日本\n日本語日本",
	} {
		if got := table.Wrap(text, 18); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if got := table.Wrap(text, 0); got != text {
			t.Errorf("%q, without a limit: %q", text, got)
		}
		if words := strings.Fields(table.Wrap(text, 18)); !slices.Equal(words, strings.Fields(want)) {
			t.Error(words)
		}
	}
}

func TestShorten(t *testing.T) {
	const player = "alphabeta:nodes=4000,killers=false"
	for columns, want := range map[int]string{40: player, 12: "alphab…false", 1: "…"} {
		if got := table.Shorten(player, columns); got != want {
			t.Errorf("%d columns: %q, want %q", columns, got, want)
		}
	}
}

// TestLegendFits writes a legend whose lines just fit into 40 columns, and one whose lines would be a column too wide.
func TestLegendFits(t *testing.T) {
	for last, want := range map[string]string{
		"#game": `player            wins  draw  loss  game
alphabet…es=1234     1     2     3     6

In full:
  alphabet…es=1234  alphabeta:nodes=1234
`,
		"#all": `player             wins  draw  loss  all
alphabet…des=1234     1     2     3    6

In full:
  alphabet…des=1234
    alphabeta:nodes=1234
`,
	} {
		grid := table.New("…player", "#wins", "#draw", "#loss", last)
		grid.Add("alphabeta:nodes=1234", 1, 2, 3, 6)
		if text := written(t, 40, func(w *terminal) error { return grid.WriteText(w) }); text != want {
			t.Errorf("%s:\n%s\nwant\n%s", last, text, want)
		}
	}
}

// TestLastResort checks tables of which a column does not fit: each cell has a line of its own, unless no heading would
// name it.
func TestLastResort(t *testing.T) {
	a, b := strings.Repeat("a", 30), strings.Repeat("b", 30)
	words := strings.TrimSpace(strings.Repeat("abcdefghi ", 5))
	for _, c := range []struct {
		heads []string
		cells [][]string
		want  string
	}{
		{[]string{"name", "value"}, [][]string{{a, b}, {"x", "y"}}, "name   " + a + "\nvalue  " + b +
			"\n\nname   x\nvalue  y\n"},
		{[]string{"", ""}, [][]string{{a, b}, {"x", "y"}}, a + "  " + b + "\nx" + strings.Repeat(" ", 31) + "y\n"},
		{[]string{"name"}, [][]string{{words}}, "name  abcdefghi abcdefghi abcdefghi\n      abcdefghi abcdefghi\n"},
	} {
		grid := table.New(c.heads...)
		for _, cells := range c.cells {
			grid.Add(cells)
		}
		if text := written(t, 40, func(w *terminal) error { return grid.WriteText(w) }); text != c.want {
			t.Errorf("%v:\n%s\nwant\n%s", c.heads, text, c.want)
		}
	}
}

// TestNarrowest checks that names and remarks are narrowed to twelve columns, and the gap to one, before the table is
// divided.
func TestNarrowest(t *testing.T) {
	a, b := strings.Repeat("a", 20), strings.Repeat("b", 20)
	full := "\n\nIn full:\n  aaaaaa…aaaaa\n    " + a + "\n  bbbbbb…bbbbb\n    " + b + "\n"
	for _, c := range []struct {
		columns int
		heads   []string
		cells   []string
		want    string
	}{
		{26, []string{"…one", "…two"}, []string{a, b}, "one           two\naaaaaa…aaaaa  bbbbbb…bbbbb" + full},
		{25, []string{"…one", "…two"}, []string{a, b}, "one          two\naaaaaa…aaaaa bbbbbb…bbbbb" + full},
		{15, []string{"x", "~why"}, []string{"y", "abcdefghi abcdefghi"}, "x  why\ny  abcdefghi\n   abcdefghi\n"},
		{14, []string{"x", "~why"}, []string{"y", "abcdefghi abcdefghi"}, "x why\ny abcdefghi\n  abcdefghi\n"},
		{22, []string{"x", "~why"}, []string{"y", "abcdefghi abcdefghi"}, "x  why\ny  abcdefghi abcdefghi\n"},
	} {
		grid := table.New(c.heads...)
		grid.Add(c.cells)
		if text := written(t, c.columns, func(w *terminal) error { return grid.WriteText(w) }); text != c.want {
			t.Errorf("%d columns:\n%s\nwant\n%s", c.columns, text, c.want)
		}
	}
}

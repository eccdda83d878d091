package table_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
	"pillars/results/show/table"
)

// terminal is a writer whose lines have a limited number of columns.
type terminal struct {
	strings.Builder
	columns int
}

func (t *terminal) Columns() int { return t.columns }

func written(t rapid.TB, columns int, write func(*terminal) error) string {
	out := &terminal{columns: columns}
	require.NoError(t, write(out))
	return out.String()
}

// TestNothingLost checks that lines of any table fit the terminal and that no text is missing.
func TestNothingLost(t *testing.T) {
	word := rapid.StringMatching(`[a-z]{1,9}`)
	rapid.Check(t, func(t *rapid.T) {
		grid := table.New(rapid.SliceOfN(rapid.StringMatching(`[#~…]?[a-z]{1,9}`), 1, 9).Draw(t, "columns")...)
		grid.Indent = rapid.IntRange(0, 2).Draw(t, "indent")
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
			for _, part := range strings.Fields(strings.ReplaceAll(cell, ",", ", ")) { // where lines may break
				if !strings.Contains(squeezed, part) {
					t.Errorf("%d columns: %q is lost:\n%s", columns, part, text)
				}
			}
		}
	})
}

// TestTooWide compares tables that do not fit a terminal with a file: names are wrapped first, without cutting a
// number; then each cell stands in a line.
func TestTooWide(t *testing.T) {
	t.Parallel()
	standing := table.New("#rank", "…player", "#Elo", "#95 %", "#games", "#score", "~note")
	standing.Add(1, "alphabeta:nodes=1000,weights=hand", 131, "± 120", 36, "68.1 %", "")
	standing.Add(2, "alphabeta:nodes=20000,weights=hand", 96, "± 57", 36, "62.5 %", "")
	standing.Add(3, "random", -87, "± 105", 36, "0.0 %", "only losses in all of the games")
	wide := table.New("name", "value")
	wide.Add(strings.Repeat("a", 30), strings.Repeat("b", 30))
	wide.Add("x", strings.TrimSpace(strings.Repeat("abcdefghi ", 5)))
	var text strings.Builder
	for _, c := range []struct {
		grid    *table.Grid
		columns int
	}{{standing, 90}, {standing, 66}, {standing, 52}, {standing, 36}, {wide, 40}} {
		fmt.Fprintf(&text, "== %d columns\n%s\n", c.columns, written(t, c.columns, func(w *terminal) error {
			return c.grid.WriteText(w)
		}))
	}
	for _, line := range []string{"First seat: 53.5 % (29.8 .. 76.7) in 400 games.",
		"  alphabeta:nodes=1000,weights=hand", "3f9c/1v2  greedy  1-0  no step",
		"go on:\n  pillars tournament greedy random", "日本語日本 日本語日本"} {
		fmt.Fprintf(&text, "== wrapped\n%s\n", table.Wrap(line, 18))
	}
	enginetest.Golden(t, "wide.txt", text.String())
}

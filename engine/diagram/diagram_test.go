package diagram

import (
	"encoding/xml"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/require"
)

func text(t testing.TB, d engine.Diagram, style TextStyle) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, Text(&b, d, style))
	return b.String()
}

// TestTextOfBoards compares boards as text with a file.
func TestTextOfBoards(t *testing.T) {
	t.Parallel()
	small := parse(t,
		"x  wrw  W   x",
		".  wt|  o   wrwrwrwrwrww",
		"x  w    bbbbbuu x^")
	small.Notes = []string{"turn 3: White", "reserves: 0/0"}
	got := text(t, small, TextStyle{})
	got += text(t, parse(t, "r wwww wwwww wwwwr wrwrwrw wrwrwrwr wrwrwrwrr uuuuuuuuuuuuuuuuuuub wwwwwwwwwwwwrrrrrrrrr"),
		TextStyle{})
	marked := parse(t, "x . wrwrwrwrwrww", "wr . b", ". .^ w", ". w .")
	got += text(t, marked, TextStyle{Marked: []string{"a3", "b4", "c4"}})
	enginetest.Golden(t, "boards.txt", got)
}

// TestTextColor checks that colour adds nothing but ANSI codes, and is switched off in the end.
func TestTextColor(t *testing.T) {
	t.Parallel()
	d := parse(t, "wrb W| .", "ut bbbbbw o")
	colored := text(t, d, TextStyle{Color: true})
	codes := regexp.MustCompile("\x1b\\[([0-9;]*)m")
	if plain := text(t, d, TextStyle{}); colored == plain || codes.ReplaceAllString(colored, "") != plain {
		t.Errorf("without its colours %q is not %q", colored, plain)
	}
	if all := codes.FindAllString(colored, -1); len(all) == 0 || all[len(all)-1] != "\x1b[0m" {
		t.Errorf("the codes are %q", all)
	}
}

// node is an element of a picture.
type node struct {
	XMLName  xml.Name
	Role     string `xml:"role,attr"`
	Children []node `xml:",any"`
}

// count adds up the elements of a picture by their names and roles.
func (n node) count(counts map[string]int) {
	counts[n.XMLName.Local]++
	counts["role "+n.Role]++
	for _, child := range n.Children {
		child.count(counts)
	}
}

// elements returns the numbers of elements of a picture by their names and roles.
func elements(t testing.TB, svg string) map[string]int {
	t.Helper()
	var root node
	if err := xml.Unmarshal([]byte(svg), &root); err != nil {
		t.Fatalf("%v in\n%s", err, svg)
	}
	if root.XMLName.Space != "http://www.w3.org/2000/svg" || root.XMLName.Local != "svg" {
		t.Fatalf("the root is %v", root.XMLName)
	}
	counts := map[string]int{}
	root.count(counts)
	return counts
}

// TestSVGOfAnything checks that the XML is well-formed, that it has one cell for each cell of the board, and that it
// refers to nothing outside the picture.
func TestSVGOfAnything(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		d := diagrams().Draw(rt, "diagram")
		want := 0
		for _, cell := range d.Cells {
			if cell.Kind != engine.NoCell {
				want++
			}
		}
		text(t, d, TextStyle{})
		counts := elements(t, SVG(d))
		if counts["role img"] != want {
			rt.Fatalf("%d cells, want %d", counts["role img"], want)
		}
		for _, name := range []string{"style", "script", "use", "image", "a"} {
			if counts[name] > 0 {
				rt.Fatalf("the picture has an element %s", name)
			}
		}
	})
}

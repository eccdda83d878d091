package diagram

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pillars/engine"
	"pillars/engine/enginetest/near"
	"pillars/engine/pitofpillars"
)

// node is an element of a picture.
type node struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []node     `xml:",any"`
}

func (n node) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (n node) number(t testing.TB, name string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(n.attr(name), 64)
	if err != nil {
		t.Fatalf("%s %s=%q is no number", n.XMLName.Local, name, n.attr(name))
	}
	return x
}

// all are the elements of a name below n, in order.
func (n node) all(name string) []node {
	var found []node
	for _, child := range n.Children {
		if child.XMLName.Local == name {
			found = append(found, child)
		}
		found = append(found, child.all(name)...)
	}
	return found
}

// cells are the groups that stand for cells, by their titles.
func (n node) cells(t testing.TB) map[string]node {
	t.Helper()
	cells := map[string]node{}
	for _, g := range n.all("g") {
		if titles := g.all("title"); g.attr("role") == "img" && len(titles) == 1 {
			if _, twice := cells[titles[0].Text]; twice {
				t.Fatalf("two cells are called %q", titles[0].Text)
			}
			cells[titles[0].Text] = g
		}
	}
	return cells
}

func picture(t testing.TB, captions []string, ds ...engine.Diagram) node {
	t.Helper()
	if captions == nil {
		captions = make([]string, len(ds))
	}
	svg := SVGRow(captions, ds)
	var root node
	decoder := xml.NewDecoder(strings.NewReader(svg))
	if err := decoder.Decode(&root); err != nil {
		t.Fatalf("%v in\n%s", err, svg)
	}
	if _, err := decoder.Token(); err != nil && err != io.EOF {
		t.Fatalf("after the picture: %v", err)
	}
	if root.XMLName.Space != "http://www.w3.org/2000/svg" || root.XMLName.Local != "svg" {
		t.Fatalf("the root is %v", root.XMLName)
	}
	return root
}

func texts(n node) []string {
	var out []string
	for _, text := range n.all("text") {
		out = append(out, text.Text)
	}
	return out
}

func TestTitles(t *testing.T) {
	t.Parallel()
	d := parse(t,
		"x    wrrww W|   wp",
		"o    bt^   .|^  u",
		"x    rb    B    .")
	want := []string{
		"a2: hole",
		"b1: height 2, bottom to top r b", "b2: black tower; barrier north", "b3: height 5, bottom to top w r r w w",
		"c1: black pillar", "c2: empty; barrier north and east", "c3: white pillar; barrier east",
		"d1: empty", "d2: blue man", "d3: white pawn",
	}
	got := slices.Sorted(maps.Keys(picture(t, nil, d).cells(t)))
	if !slices.Equal(got, want) {
		t.Errorf("titles:\n%q\nwant:\n%q", got, want)
	}
}

// TestPlaces checks that cells are where their names say, and that a target for the pointer covers each whole cell.
func TestPlaces(t *testing.T) {
	t.Parallel()
	cells := picture(t, nil, parse(t, ". w", "wr W", "o .")).cells(t)
	places := map[string]string{
		"a3: empty": "0 0", "b3: white man": "60 0",
		"a2: height 2, bottom to top w r": "0 60", "b2: white pillar": "60 60",
		"a1: hole": "0 120", "b1: empty": "60 120",
	}
	if len(cells) != len(places) {
		t.Errorf("%d cells, want %d", len(cells), len(places))
	}
	for title, place := range places {
		cell := cells[title]
		if got := cell.attr("transform"); got != "translate("+place+")" {
			t.Errorf("%s stands at %q, want %s", title, got, place)
			continue
		}
		target := cell.Children[len(cell.Children)-1]
		if target.attr("pointer-events") != "all" || target.attr("width") != "60" || target.attr("height") != "60" {
			t.Errorf("%s ends with %v, not with a target", title, target)
		}
	}
}

func TestWholeBoard(t *testing.T) {
	t.Parallel()
	for text, squares := range map[string]int{
		"x2/x4/x4/x2 w o 0/0 - 1":                     12,
		"x6/x8/x8/x8/x8/x8/x8/x6 w o 0/0 - 1":         60,
		"x6/x8/x8/x3,wr,R,x3/x8/x8/x8/x6 w m 0/0 - 9": 60,
	} {
		p, err := pitofpillars.Game.Read(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		root := picture(t, nil, p.Diagram())
		if got := len(root.cells(t)); got != squares {
			t.Errorf("%d squares are drawn of %s, want %d", got, text, squares)
		}
		for _, note := range p.Diagram().Notes {
			if !slices.Contains(texts(root), note) {
				t.Errorf("the note %q is missing from %q", note, texts(root))
			}
		}
	}
}

// stacks are those of which TestStacks wants to read every man off the picture.
func stacks() []string {
	stacks := []string{"wwr", "rwrwr", "wwwwwwr", "brbrbrbrbrbr", "bbbbbbwwwwwwrrrrrruuuuuu"}
	for height := 1; height <= 12; height++ {
		stacks = append(stacks, strings.Repeat("w", height), strings.Repeat("rw", 6)[:height])
	}
	return stacks
}

// TestStacks reads the composition of stacks back from the picture: from the heights of the layers of a pile.
func TestStacks(t *testing.T) {
	t.Parallel()
	for _, stack := range stacks() {
		for _, cell := range picture(t, nil, parse(t, stack)).cells(t) {
			if got := readPile(t, cell, len(stack)); got != stack {
				t.Errorf("%s is drawn as %s", stack, got)
			}
			top := "face " + parsePieces(t, stack)[len(stack)-1].Color.String()
			if !slices.ContainsFunc(cell.all("ellipse"), func(e node) bool { return e.attr("class") == top }) {
				t.Errorf("%s has no %s", stack, top)
			}
		}
	}
}

// TestHeightsAreWritten checks that stacks have a number from the height on that the diagram gives, or from three on.
func TestHeightsAreWritten(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ from, height int }{{0, 2}, {0, 3}, {0, 20}, {2, 1}, {2, 2}, {5, 4}, {5, 5}} {
		d := parse(t, strings.Repeat("w", c.height))
		d.CountFrom = c.from
		var want []string
		if c.height >= c.from && (c.from > 0 || c.height >= 3) {
			want = []string{strconv.Itoa(c.height)}
		}
		for _, cell := range picture(t, nil, d).cells(t) {
			if got := texts(cell); !slices.Equal(got, want) {
				t.Errorf("a stack of %d, counted from %d, has the texts %q, want %q", c.height, c.from, got, want)
			}
		}
	}
}

// readPile measures the layers from the lowest to the highest and counts the men in each by its height.
func readPile(t *testing.T, cell node, height int) string {
	t.Helper()
	var stack strings.Builder
	for _, path := range cell.all("path") {
		for color, c := range paints {
			if path.attr("fill") != c.side {
				continue
			}
			var x, y, tall float64
			if _, err := fmt.Sscanf(path.attr("d"), "M%f %fv%f", &x, &y, &tall); err != nil {
				t.Fatalf("the layer %s: %v", path.attr("d"), err)
			}
			men := tall / discThickness(height)
			near.Check(t, men, math.Round(men), 0.1, "the men of a layer")
			stack.WriteString(strings.Repeat(colorLetters[color], int(math.Round(men))))
		}
	}
	return stack.String()
}

// TestPilesFit checks that no disc is outside its cell, even in the highest stacks.
func TestPilesFit(t *testing.T) {
	t.Parallel()
	for height := 1; height <= 30; height++ {
		reach := float64(height)*discThickness(height)/2 + pileRY
		if top, bottom := cellSize/2-reach, cellSize/2+reach; top < 2 || bottom > cellSize-2 {
			t.Errorf("a pile of %d reaches from %v to %v in a cell of %v", height, top, bottom, cellSize)
		}
	}
}

func TestBarriers(t *testing.T) {
	t.Parallel()
	root := picture(t, nil, parse(t, ". .", ".|^ ."))
	var walls []string
	for _, rect := range root.all("rect") {
		if rect.attr("fill") != barrierFill {
			continue
		}
		x := rect.number(t, "x") + rect.number(t, "width")/2
		y := rect.number(t, "y") + rect.number(t, "height")/2
		walls = append(walls, nums(x, y))
	}
	// The lower left cell lies from 0 to 60 across and from 60 to 120 down: its north edge has its middle at 30, 60,
	// its east edge at 60, 90.
	if want := []string{"30 60", "60 90"}; !slices.Equal(walls, want) {
		t.Errorf("barriers stand at %q, want %q", walls, want)
	}
}

func TestRow(t *testing.T) {
	t.Parallel()
	small, large := parse(t, "w"), parse(t, ". .", ". .", ". .")
	large.Notes = []string{"a < b & \"c\"\x00"}
	root := picture(t, []string{"one", "two"}, small, large)
	var words []string
	for _, word := range texts(root) {
		if len(word) > 1 {
			words = append(words, word)
		}
	}
	if want := []string{"one", "two", "a < b & \"c\"\ufffd"}; !slices.Equal(words, want) {
		t.Errorf("the texts are %q, want %q", words, want)
	}
	// Two cards, one of one file and one of two, of the same height, a gap between them, half a unit for the line at
	// both ends.
	cards := []node{root.Children[0].all("rect")[0], root.Children[1].all("rect")[0]}
	width := cards[0].number(t, "width") + cardGap + cards[1].number(t, "width") + 1
	wider := cards[1].number(t, "width") - cards[0].number(t, "width")
	if got := root.number(t, "width"); got != width || wider != cellSize {
		t.Errorf("cards of %v and %v in a picture of %v", cards[0].attr("width"), cards[1].attr("width"), got)
	}
	if cards[0].attr("height") != cards[1].attr("height") ||
		root.number(t, "height") != cards[0].number(t, "height")+1 {
		t.Errorf("cards %v and %v high in a picture %v high", cards[0].attr("height"), cards[1].attr("height"),
			root.attr("height"))
	}
}

// TestLongNotes checks that a long note or caption makes the picture wider.
func TestLongNotes(t *testing.T) {
	t.Parallel()
	d := parse(t, "w")
	narrow := picture(t, nil, d).number(t, "width")
	d.Notes = []string{strings.Repeat("long ", 20)}
	if wide := picture(t, nil, d).number(t, "width"); wide < narrow+400 {
		t.Errorf("a note of 100 letters widens the picture from %v to %v only", narrow, wide)
	}
	if wide := picture(t, d.Notes, parse(t, "w")).number(t, "width"); wide < narrow+400 {
		t.Errorf("a caption of 100 letters widens the picture from %v to %v only", narrow, wide)
	}
}

// TestSVGOfAnything checks that the XML is well-formed, that it has one cell for each cell of the board, and that it
// refers to nothing outside the picture.
func TestSVGOfAnything(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		d := diagrams().Draw(rt, "diagram")
		want := 0
		for i := range d.Cells {
			d.Cells[i].Name += "#" + strconv.Itoa(i) // names differ
			if d.Cells[i].Kind != engine.NoCell {
				want++
			}
		}
		root := picture(t, nil, d)
		if got := len(root.cells(t)); got != want {
			rt.Fatalf("%d cells, want %d", got, want)
		}
		for _, name := range []string{"style", "script", "use", "image", "a"} {
			if len(root.all(name)) > 0 {
				rt.Fatalf("the picture has an element %s", name)
			}
		}
	})
}

var errFull = errors.New("the disk is full")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestWritersErrors(t *testing.T) {
	t.Parallel()
	d := parse(t, ". w")
	if err := Text(fullDisk{}, d, TextStyle{}); !errors.Is(err, errFull) {
		t.Errorf("Text: %v", err)
	}
}

// TestTurnedBoard checks that each square and its barriers are where a person on the other side of the board sees them.
func TestTurnedBoard(t *testing.T) {
	d := engine.Diagram{Files: 2, Ranks: 3, Cells: make([]engine.Cell, 6)}
	for i := range d.Cells {
		d.Cells[i] = engine.Cell{Name: string(rune('a'+i%2)) + strconv.Itoa(i/2+1), Kind: engine.Square}
	}
	d.Cells[0].North = true // between a1 and a2
	d.Cells[0].East = true  // between a1 and b1
	for turned, want := range map[bool][]string{
		false: {`"a1: empty; barrier north and east" transform="translate(0 120)"`, `x="0" y="116"`,
			`x="56" y="120"`},
		true: {`"a1: empty; barrier north and east" transform="translate(60 0)"`, `x="60" y="56"`, `x="56" y="0"`},
	} {
		svg := SVGBoard(d, turned)
		for _, part := range want {
			if !strings.Contains(svg, part) {
				t.Errorf("turned %t: no %s in\n%s", turned, part, svg)
			}
		}
	}
}

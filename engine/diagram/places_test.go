package diagram

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest"
	"pillars/engine/enginetest/near"
)

// decoded returns the root of a picture.
func decoded(t *testing.T, svg string) (root node) {
	t.Helper()
	if err := xml.Unmarshal([]byte(svg), &root); err != nil {
		t.Fatalf("%v in %.2000s", err, svg)
	}
	return root
}

// places returns the texts of a picture with their places, such as "a 30 50".
func places(n node) (all []string) {
	for _, text := range n.all("text") {
		all = append(all, fmt.Sprint(text.Text, " ", text.attr("x"), " ", text.attr("y")))
	}
	return all
}

// TestNamesBesideTheBoard checks the places of the names of files and ranks: in the middle of the file or rank, 11
// units from a board for people to play on, 15 from a board on a card, with the baseline 5 units below the middle.
func TestNamesBesideTheBoard(t *testing.T) {
	t.Parallel()
	d := parse(t, ". .", ". .", ". .")
	for _, test := range []struct{ svg, want string }{
		{SVGBoard(d, false), "a 30 196, b 90 196, 1 -11 155, 2 -11 95, 3 -11 35"},
		{SVGBoard(d, true), "a 90 196, b 30 196, 1 -11 35, 2 -11 95, 3 -11 155"},
		{SVG(d), "a 30 200, b 90 200, 1 -15 155, 2 -15 95, 3 -15 35"},
	} {
		if got := strings.Join(places(decoded(t, test.svg)), ", "); got != test.want {
			t.Errorf("the names stand at %s, want %s", got, test.want)
		}
	}
	var order []string
	root := decoded(t, SVGBoard(d, true))
	for _, cell := range root.all("g") {
		if cell.attr("role") == "gridcell" {
			order = append(order, cell.attr("data-square"))
		}
	}
	if got := strings.Join(order, " "); got != "b1 a1 b2 a2 b3 a3" || root.attr("viewBox") != "-22 -22 164 224" {
		t.Errorf("the turned board has %s in %s", got, root.attr("viewBox"))
	}
	dark := 0
	for _, rect := range root.all("rect") {
		if rect.attr("class") == "square dark" {
			dark++
		}
	}
	a1 := root.all("g")[2]
	if fill := a1.all("rect")[0].attr("fill"); dark != 3 || a1.attr("data-square") != "a1" || fill != darkSquare {
		t.Errorf("%d dark squares; %s is %s", dark, a1.attr("data-square"), fill)
	}
}

// TestCards checks sizes and places: a card has 32 units left of the board, 14 at its right and top and 34 below it; a
// note has a line of 21 units and takes 8.5 for each letter; all notes together need 7 more; cards are 20 apart, and
// the picture has half a unit around.
func TestCards(t *testing.T) {
	t.Parallel()
	bare, noted := parse(t, "."), parse(t, ".")
	noted.Notes = []string{"abc", strings.Repeat("x", 20)}
	for _, test := range []struct {
		svg, box, lines string
		cards           []string
	}{
		{SVG(bare), "-0.5 -0.5 107 109", "", []string{"0 0 106 108"}},
		{SVG(noted), "-0.5 -0.5 217 158", "abc 32 118.5, xxxxxxxxxxxxxxxxxxxx 32 139.5", []string{"0 0 216 157"}},
		{SVGRow([]string{"", "new"}, []engine.Diagram{bare, bare}), "-0.5 -0.5 233 137", "new 32 118.5",
			[]string{"0 0 106 136", "126 0 106 136"}},
	} {
		root := decoded(t, test.svg)
		var cards []string
		for _, group := range root.Children {
			var x, y float64
			if _, err := fmt.Sscanf(group.attr("transform"), "translate(%g %g)", &x, &y); err != nil {
				t.Fatal(err)
			}
			card := group.all("rect")[0]
			cards = append(cards, nums(x, y, card.number(t, "width"), card.number(t, "height")))
		}
		lines := strings.Join(slices.DeleteFunc(places(root), func(place string) bool {
			return strings.HasPrefix(place, "a ") || strings.HasPrefix(place, "1 ")
		}), ", ")
		if root.attr("viewBox") != test.box || !slices.Equal(cards, test.cards) || lines != test.lines {
			t.Errorf("%s has the cards %q and the lines %s, want %+v", root.attr("viewBox"), cards, lines, test)
		}
	}
	captioned := decoded(t, SVGRow([]string{"new"}, []engine.Diagram{noted})).all("text")[2:]
	for i, want := range []string{"16 bold", "15 ", "15 "} {
		if got := captioned[i].attr("font-size") + " " + captioned[i].attr("font-weight"); got != want {
			t.Errorf("line %d is %s, want %s", i+1, got, want)
		}
	}
}

// TestCardOfAFilm checks the measures of a film of one turn on 2 x 3 squares. Its title has 23 letters and its longest
// line 24, each of 11 * 0.56 units, so that the lines between the margins are 147.84 wide, and the board is moved by
// half of what is over 120. Lines are as large as fits, up to 16.
func TestCardOfAFilm(t *testing.T) {
	t.Parallel()
	h := engine.NewHistory(enginetest.Rules(t, "pilastri", "files=2", "ranks=3").Start())
	if err := h.PlayTurn("b1a1"); err != nil {
		t.Fatal(err)
	}
	film := Film{History: h, Ended: "White gives the game up."}
	root := decoded(t, film.SVG())
	if got := root.attr("viewBox"); got != "-0.5 -0.5 194.84 304" { // 32 + 147.84 + 14, 14 + 26 + 180 + 34 + 42 + 7
		t.Errorf("the picture is %s", got)
	}
	got := strings.Join(places(root), ", ")
	want := "Pilastri: White – Black 32 23, a 30 200, b 90 200, 1 -15 155, 2 -15 95, 3 -15 35, " +
		"Start: White to play 32 264.5, 1 of 1: White b1a1 32 264.5, White gives the game up. 32 285.5"
	if got != want {
		t.Errorf("the lines are %s, want %s", got, want)
	}
	var marks, sizes, boards []string
	for _, rect := range root.all("rect") {
		if rect.attr("stroke") == markLine {
			marks = append(marks, nums(rect.number(t, "x"), rect.number(t, "y"), rect.number(t, "width"),
				rect.number(t, "height")))
		}
	}
	for _, text := range root.all("text") {
		if text.attr("class") == "words" {
			sizes = append(sizes, text.attr("font-size")+text.attr("font-weight"))
		}
	}
	for _, child := range root.Children {
		boards = append(boards, child.attr("transform"))
	}
	if got := strings.Join(marks, ", "); got != "47.92 162 56 56, 107.92 162 56 56" {
		t.Errorf("the marks are %s", got)
	}
	if got := strings.Join(sizes, " "); got != "11.48bold 13.2bold 14.67bold 11" {
		t.Errorf("the sizes are %s", got)
	}
	if !slices.Contains(boards, "translate(45.92 40)") {
		t.Errorf("the board is moved by none of %q", boards)
	}
	last := decoded(t, film.LastSVG())
	if got := last.all("text")[0].Text; got != "Pilastri: White – Black · White gives the game up." {
		t.Errorf("the title is %s", got)
	}
}

// TestNothingLeavesItsCell checks that round and straight parts of all contents of a cell are within its 60 units.
func TestNothingLeavesItsCell(t *testing.T) {
	t.Parallel()
	contents := []string{"o", "W", "B", "rt", "up", "w", "wr", strings.Repeat("wb", 6), strings.Repeat("r", 100)}
	for title, cell := range picture(t, nil, parse(t, strings.Join(contents, " "))).cells(t) {
		for _, e := range cell.all("ellipse") {
			x, y, rx, ry := e.number(t, "cx"), e.number(t, "cy"), e.number(t, "rx"), e.number(t, "ry")
			if x-rx < 0 || x+rx > cellSize || y-ry < 0 || y+ry > cellSize {
				t.Errorf("%s: %s from %v %v to %v %v", title, e.attr("class"), x-rx, y-ry, x+rx, y+ry)
			}
		}
		for _, r := range cell.all("g") {
			tag := r.all("rect")[0]
			x, y := tag.number(t, "x"), tag.number(t, "y")
			right, bottom := x+tag.number(t, "width"), y+tag.number(t, "height")
			text := r.all("text")[0]
			middle, base := text.number(t, "x"), text.number(t, "y")
			isInside := x >= 12 && y >= 30 && right <= 56 && bottom <= 56
			if !isInside || !near.Equal(middle, (x+right)/2, 0) || !(base >= y+12 && base <= bottom-2) {
				t.Errorf("%s: a tag from %v %v to %v %v, its number at %v %v", title, x, y, right, bottom, middle, base)
			}
		}
	}
}

// TestLightFallsFromTheUpperLeft checks that shadows lie to the lower right of what throws them, that the bright line
// of a barrier is above its middle, and that a hole is deepest at the upper left.
func TestLightFallsFromTheUpperLeft(t *testing.T) {
	t.Parallel()
	for title, cell := range picture(t, nil, parse(t, "o W rt bp w wrw")).cells(t) {
		for _, e := range cell.all("ellipse") {
			x, y := e.number(t, "cx"), e.number(t, "cy")
			switch {
			case e.attr("class") == "hole-depth" && (x >= 30 || y >= 30):
				t.Errorf("%s: the depth is at %v %v", title, x, y)
			case e.attr("class") == "shade" && e.attr("opacity") != "0.06" && (x <= 30 || y <= 30):
				t.Errorf("%s: the shadow is at %v %v", title, x, y)
			}
		}
	}
	var p pen
	p.barrier(100, 50, 30, 4)
	p.barrier(200, 50, 4, 30)
	parts := decoded(t, "<svg>"+p.b.String()+"</svg>").all("rect")
	var got []string
	for _, r := range parts {
		got = append(got, nums(r.number(t, "x"), r.number(t, "y"), r.number(t, "width"), r.number(t, "height")))
	}
	// From left to right, then from top to bottom; the bright line is 4 units shorter at each end, and 2 units wide.
	want := []string{"72 48.5 60 8", "70 46 60 8", "72 47.5 48 2", "198 22.5 8 60", "196 20 8 60", "198 21.5 2 48"}
	if !slices.Equal(got, want) {
		t.Errorf("the parts of barriers are %q, want %q", got, want)
	}
}

package base

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
)

// TestPlanes writes all kinds of planes of a board of 3 x 3 squares, with the squares from a1 along the ranks.
func TestPlanes(t *testing.T) {
	numbers := []uint8{1, 2, 3, 99, 4, 5, 6, 99, 7, 8, 9}
	for name, test := range map[string]struct {
		write func(p *Planes)
		want  []uint8
	}{
		"set":   {func(p *Planes) { p.Set(1<<0 | 1<<2 | 1<<9 | 1<<18) }, []uint8{1, 0, 1, 0, 1, 0, 0, 0, 1}},
		"empty": {func(p *Planes) { p.Set(0) }, []uint8{0, 0, 0, 0, 0, 0, 0, 0, 0}},
		"sum": {func(p *Planes) { p.Sum(1<<0|1<<17, 1<<0|1<<9, 1<<2|1<<9) },
			[]uint8{3, 0, 4, 0, 6, 0, 0, 1, 0}},
		"ranks": {func(p *Planes) { p.Rank(0b101); p.Rank(0b010); p.Rank(0b1100) }, []uint8{1, 0, 1, 0, 1, 0, 0, 0, 1}},
		"fill":  {func(p *Planes) { p.Fill(7) }, []uint8{7, 7, 7, 7, 7, 7, 7, 7, 7}},
		"large": {func(p *Planes) { p.Fill(256) }, []uint8{255, 255, 255, 255, 255, 255, 255, 255, 255}},
		"kinds": {func(p *Planes) { p.Kinds(1, 3) }, slices.Concat(make([]uint8, 9), slices.Repeat([]uint8{1}, 9),
			make([]uint8, 9))},
		"flags": {func(p *Planes) { p.Flag(true); p.Flag(false) }, slices.Concat(slices.Repeat([]uint8{1}, 9),
			make([]uint8, 9))},
		"count": {func(p *Planes) { p.Count(numbers, 4) }, []uint8{1, 2, 3, 4, 5, 6, 7, 8, 9}},
	} {
		out := slices.Repeat([]uint8{77}, len(test.want))
		p := WritePlanes(out, 3, 3)
		if test.write(&p); !slices.Equal(out, test.want) || len(p.out) > 0 {
			t.Errorf("%s: %v, want %v; %d bytes are left", name, out, test.want, len(p.out))
		}
	}
	want := []engine.Plane{{Name: "move step", Help: "1 on every square if the next step is of this kind"}}
	if got := KindPlanes([]string{"move"}); !slices.Equal(got, want) {
		t.Errorf("planes %v", got)
	}
}

// TestPlanesOfBitboards compares the planes of boards of all sizes with the bits, one by one.
func TestPlanesOfBitboards(t *testing.T) {
	random := engine.NewRandom(3)
	for files := 1; files <= 8; files++ {
		for ranks := 1; ranks <= 8; ranks++ {
			set, ones, twos, fours := random.Uint64(), random.Uint64(), random.Uint64(), random.Uint64()
			out := make([]uint8, 2*files*ranks)
			p := WritePlanes(out, files, ranks)
			p.Set(Bitboard(set))
			p.Sum(Bitboard(ones), Bitboard(twos), Bitboard(fours))
			for i := range files * ranks {
				s := 8*(i/files) + i%files
				sum := ones>>s&1 + twos>>s&1*2 + fours>>s&1*4
				if got := out[files*ranks+i]; uint64(out[i]) != set>>s&1 || uint64(got) != sum {
					t.Fatalf("%d x %d: square %d is %d and %d, want %d and %d", files, ranks, s, out[i], got,
						set>>s&1, sum)
				}
			}
		}
	}
}

// TestTally compares the digits with the counts, bit by bit.
func TestTally(t *testing.T) {
	random := engine.NewRandom(4)
	var sets [4]Bitboard
	for i := range sets {
		sets[i] = Bitboard(random.Uint64())
	}
	ones, twos, fours := Tally(sets[0], sets[1], sets[2], sets[3])
	for s := range Square(64) {
		want := uint64(0)
		for _, set := range sets {
			want += set.BitAt(s)
		}
		if got := ones.BitAt(s) + 2*twos.BitAt(s) + 4*fours.BitAt(s); got != want {
			t.Errorf("square %v is in %d sets, want %d", s, got, want)
		}
	}
}

// TestSquares checks names, files, ranks and corners.
func TestSquares(t *testing.T) {
	s := SquareNamed("c5")
	if s != 34 || s.File() != 2 || s.Rank() != 4 || s.String() != "c5" || SquareAt(2, 4) != s || s.Bit() != 1<<34 {
		t.Errorf("c5 is %d: file %d, rank %d, %v", s, s.File(), s.Rank(), s)
	}
	if b := Bitboard(1<<5 | 1<<40); b.First() != 5 || b.Last() != 40 {
		t.Errorf("from %d to %d", b.First(), b.Last())
	}
	var corners []string
	for at := range Square(64) {
		if at.File() < 5 && at.Rank() < 5 && Corner(at.File(), at.Rank(), 5) {
			corners = append(corners, at.String())
		}
	}
	if got := strings.Join(corners, " "); got != "a1 e1 a5 e5" {
		t.Errorf("the corners are %s", got)
	}
}

// TestBoardTexts writes a board without corners and reads it back. Errors name the rank.
func TestBoardTexts(t *testing.T) {
	const text = "x,w/x4/rw,x3/x2"
	squares := map[[2]int]string{{2, 3}: "w", {0, 1}: "rw"}
	got := BoardText(4, 4, func(file, rank int) (string, bool) {
		return squares[[2]int{file, rank}], !Corner(file, rank, 4)
	})
	if got != text {
		t.Errorf("the text is %s", got)
	}
	read := map[[2]int]string{}
	board := Board("cells", Cornerless(4), func(text string, file, rank int) error {
		if read[[2]int{file, rank}] = text; text == "bad" {
			return errors.New("what is that?")
		}
		return nil
	})
	if err := board(text); err != nil || fmt.Sprint(read) != fmt.Sprint(squares) {
		t.Errorf("read %v, %v", read, err)
	}
	for text, want := range map[string]string{
		"x2/x4/x4/x3":     `board: rank 1 "x3": more than 2 cells`,
		"x/x4/x4/x2":      `board: rank 4 "x": 1 cells; wanted 2`,
		"x2/x4/x3,bad/x2": `board: rank 2 "x3,bad": what is that?`,
		"x2/x4/x4/x17":    `board: rank 1 "x17": "x17" is not a number of empty cells`,
		"x2/x04/x4/x2":    `board: rank 3 "x04": "x04" is not a number of empty cells`,
	} {
		if err := board(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if n, err := ReadRow("x16", "cells", 16, nil); n != 16 || err != nil {
		t.Errorf("the longest rank: %d, %v", n, err)
	}
}

// TestSized adds the number of ranks as the option size.
func TestSized(t *testing.T) {
	two, four := engine.Settings{{Name: "size", Value: "2"}}, engine.Settings{{Name: "size", Value: "4"}}
	for _, test := range []struct {
		settings   engine.Settings
		text, want string
	}{
		{nil, " x4/x4 w/b", "size=2"}, {two, "x4/x4 w", "size=2"},
		{four, "x4/x4 w", "board: it has size 2, but option size=4 is given; leave the option out"},
		{nil, "x4/x4/x4 w", `board "x4/x4/x4": ranks: 3; give 2 or 4 ranks, with / between them`},
	} {
		got, err := Sized(test.settings, test.text, []int{2, 4}, "2 or 4 ranks")
		if err == nil && got.String() != test.want || err != nil && err.Error() != test.want {
			t.Errorf("%q with %v: %v, %v; want %s", test.text, test.settings, got, err, test.want)
		}
	}
}

// TestFieldsOfPositions splits texts of positions and reads a field with a list of values.
func TestFieldsOfPositions(t *testing.T) {
	seat := LetterField("seat", "Seat to act", "w", "wb", "White", "Black")
	if strings.Join(seat.Values, " ") != "w b" || seat.Words("b") != "Black" || seat.Words("w") != "White" {
		t.Errorf("%v, %s", seat.Values, seat.Words("b"))
	}
	form := &engine.Form{Fields: []engine.Option{seat, {Name: "turn"}}}
	var place uint8
	var turn int32
	read := func(text string) error {
		return Read(text, form, func(string) error { return nil }, OneOf(seat, &place), Turn(&turn))
	}
	if err := read(" x4  b 12 "); err != nil || place != 1 || turn != 12 {
		t.Errorf("seat %d, turn %d, %v", place, turn, err)
	}
	for text, want := range map[string]string{
		"x4 b":     `position "x4 b": fields: 2; wanted 3: board, seat, turn`,
		"x4 b 1 2": `position "x4 b 1 2": fields: 4; wanted 3: board, seat, turn`,
		"x4 c 0":   `seat "c": must be one of w (White), b (Black)`,
		"x4 w 0":   `turn "0": must be a whole number from 1 to 1000000000`,
	} {
		if err := read(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if words := Words("off", "never", "on", "always"); words("on") != "always" || words("off") != "never" {
		t.Errorf("on is %s", words("on"))
	}
	for text, want := range map[string]int{"0": 0, "12": 12, "-1": -1, "007": -1, "+1": -1, "": -1, "x": -1} {
		if got, err := Number(text); (err == nil) != (want >= 0) || err == nil && got != want {
			t.Errorf("%q is %d, %v", text, got, err)
		}
	}
}

// TestPieces reads pieces, and stacks with and without counts.
func TestPieces(t *testing.T) {
	var texts []string
	for _, piece := range Pieces("w b R ut wp") {
		texts = append(texts, fmt.Sprint(piece.Text, " ", piece.Piece.Color, " ", piece.Piece.Shape))
	}
	want := fmt.Sprintf("w white %v, b black %v, R red %v, ut blue %v, wp white %v", engine.Man, engine.Man,
		engine.Pillar, engine.Tower, engine.Pawn)
	if got := strings.Join(texts, ", "); got != want {
		t.Errorf("the pieces are %s, want %s", got, want)
	}
	for _, test := range []struct {
		form, text string
		counted    bool
		want       int // pieces, or -1 for an error
	}{
		{"w b", "w3", true, 3}, {"w b", "w", true, 1}, {"w b", "w1", true, -1}, {"w b", "w2", true, 2},
		{"w b", "b16", true, 16}, {"w b", "w17", true, -1}, {"w b", "wb", true, -1}, {"w b", "3", true, -1},
		{"w b", "wbw", false, 3}, {"w b", "w3", false, -1}, {"w b", "", false, 0}, {"w b", "r", false, -1},
		{"wt w", "wt", false, 1}, {"wt w", "wtw", false, -1}, {"wt w", "wwt", false, -1}, {"wt w", "ww", false, 2},
	} {
		form := &engine.Form{Pieces: Pieces(test.form), Counted: test.counted}
		got, err := pieces(form, test.text)
		if (err == nil) != (test.want >= 0) || err == nil && len(got) != test.want {
			t.Errorf("%q of %s, counted %v: %v, %v", test.text, test.form, test.counted, got, err)
		}
	}
}

// TestPicture draws a board of 2 x 2 squares without b2, with a hole, and adds barriers.
func TestPicture(t *testing.T) {
	texts := []string{"w", Hole, ""}
	at := func(file, rank int) (string, bool) { i := 2*rank + file; return append(texts, "")[i], i < 3 }
	d, err := Picture(&engine.Form{Pieces: Pieces("w"), Holes: true}, 2, 2, at)
	if err != nil {
		t.Fatal(err)
	}
	DrawBarriers(d, "a1|n,b1|e,a1|e,z9|n,,a2|x,|n")
	var cells []string
	for _, c := range d.Cells {
		cells = append(cells, fmt.Sprint(c.Kind, c.Name, len(c.Pieces), c.North, c.East))
	}
	want := fmt.Sprint([]string{
		fmt.Sprint(engine.Square, "a1", 1, true, true), fmt.Sprint(engine.Hole, "b1", 0, false, true),
		fmt.Sprint(engine.Square, "a2", 0, false, false), fmt.Sprint(engine.NoCell, "", 0, false, false),
	})
	if got := fmt.Sprint(cells); got != want || d.Files != 2 || d.Ranks != 2 {
		t.Errorf("the cells are %s, want %s", got, want)
	}
	if _, err := Picture(&engine.Form{Pieces: Pieces("w")}, 2, 2, at); err == nil ||
		err.Error() != `board: square b1: "o" is neither empty (x) nor pieces of the game` {
		t.Errorf("a hole in a game without holes: %v", err)
	}
}

// TestCountsAndLists checks numbers with their nouns, and lists of words.
func TestCountsAndLists(t *testing.T) {
	for n, want := range []string{"0 men", "1 man", "2 men"} {
		if got := Count(n, "man", "men"); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
	for words, want := range map[string]string{"": "", "a": "a", "a b": "a and b", "a b c": "a, b and c"} {
		if got := List(strings.Fields(words)); got != want {
			t.Errorf("%s: %s", words, got)
		}
	}
	if got := EdgeWords("6"); got != "6 x 6" {
		t.Error(got)
	}
}

// TestBelow draws every number below a bound, about as often.
func TestBelow(t *testing.T) {
	random := engine.NewRandom(5)
	var counts [6]int
	for range 6000 {
		counts[Below(random, 6)]++
	}
	if least, most := slices.Min(counts[:]), slices.Max(counts[:]); least < 850 || most > 1150 { // five deviations
		t.Errorf("drawn %v times", counts)
	}
}

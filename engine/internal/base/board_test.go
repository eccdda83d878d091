package base

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pillars/engine"
	"pillars/engine/enginetest/require"
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
	for text, rank := range map[string]string{
		"x2/x4/x4/x3": "1", "x/x4/x4/x2": "4", "x2/x4/x3,bad/x2": "2", "x2/x4/x4/x17": "1", "x2/x04/x4/x2": "3",
		"x2/x4/x4": "board", "x2/x4,/x4/x2": "3", "x2//x4/x2": "3", "x2/x0,x4/x4/x2": "3", "x2/x-1,x4/x4/x2": "3",
		"x2/x+4/x4/x2": "3", "x2/x4/x99999999999999999999/x2": "2",
	} {
		require.ErrorContains(t, board(text), rank, text)
	}
	if n, err := ReadRow("x16", "cells", 16, nil); n != 16 || err != nil {
		t.Errorf("the longest rank: %d, %v", n, err)
	}
}

// TestFieldsOfPositions splits texts of positions and reads fields with a list of values or a number.
func TestFieldsOfPositions(t *testing.T) {
	seat := LetterField("seat", "Seat to act", "w", "wb", "White", "Black")
	form := &engine.Form{Fields: []engine.Option{seat, {Name: "turn"}}}
	var place uint8
	var turn int32
	read := func(text string) error {
		return Read(text, form, func(string) error { return nil }, OneOf(seat, &place), Turn(&turn))
	}
	if err := read(" x4  b 12 "); err != nil || place != 1 || turn != 12 {
		t.Errorf("seat %d, turn %d, %v", place, turn, err)
	}
	if err := read("x4 w 1000000000"); err != nil || place != 0 || turn != 1_000_000_000 {
		t.Errorf("seat %d, turn %d, %v", place, turn, err)
	}
	for text, word := range map[string]string{
		"x4 b": "position", "x4 b 1 2": "position", "x4 c 0": "seat", "x4 wb 1": "seat", "x4 w 0": "turn",
		"x4 w -1": "turn", "x4 w 01": "turn", "x4 w +1": "turn", "x4 w 1.5": "turn", "x4 w 1000000001": "turn",
		"x4 w 99999999999999999999": "turn", "x4 w x": "turn",
	} {
		require.ErrorContains(t, read(text), word, text)
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
		{"w b", "wbw", false, 3}, {"w b", "w3", false, -1}, {"w b", "", false, -1}, {"w b", "r", false, -1},
		{"wt w", "wt", false, 1}, {"wt w", "wtw", false, -1}, {"wt w", "wwt", false, -1}, {"wt w", "ww", false, 2},
	} {
		form := &engine.Form{Pieces: Pieces(test.form), Counted: test.counted}
		got, err := SquarePieces(form, test.text)
		if (err == nil) != (test.want >= 0) || err == nil && len(got) != test.want {
			t.Errorf("%q of %s, counted %v: %v, %v", test.text, test.form, test.counted, got, err)
		}
	}
}

// TestDrawn checks draws by the turn cap and by repetition on both sides of their bounds.
func TestDrawn(t *testing.T) {
	const low, high = 1 << 50, 2<<56 | 5<<50
	keys := []uint64{low, high, low | 1, high, low, high, low}
	for _, test := range []struct {
		draws, turnCap int
		want           string // for each key
	}{
		{3, 0, "-----rr"},
		{2, 0, "---rrrr"},
		{0, 0, "-------"},
		{0, 5, "-----cc"},
		{2, 3, "---rrrr"},
		{3, 2, "--cccrr"},
	} {
		f := Facts{repeats: test.draws, turnCap: test.turnCap}
		var seen repetitions
		var got strings.Builder
		for i, key := range keys {
			switch f.drawn(&seen, key, i, i+1) {
			case engine.Repetition:
				got.WriteByte('r')
			case engine.TurnCap:
				got.WriteByte('c')
			case engine.Ongoing:
				got.WriteByte('-')
			}
		}
		if got.String() != test.want {
			t.Errorf("%+v: drawn at %s", test, &got)
		}
	}
}

// TestManyPositions counts more positions than a playout keeps without allocating.
func TestManyPositions(t *testing.T) {
	var seen repetitions
	for round := range 3 {
		for key := range uint64(1100) {
			if got := seen.add(key*0x9e3779b97f4a7c15, 1); got != round+1 {
				t.Fatalf("position %d in round %d: counted %d times", key, round, got)
			}
		}
	}
}

// TestNthOfMany compares Nth with NthOfMany for every square of sparse, full and dense random boards.
func TestNthOfMany(t *testing.T) {
	random := rand.NewPCG(1, 2)
	for range 1000 {
		many := Bitboard(random.Uint64())
		for _, b := range []Bitboard{many, many & Bitboard(random.Uint64()), ^Bitboard(0)} {
			for n := range b.Count() {
				if got := b.NthOfMany(n); got != b.Nth(n) {
					t.Fatalf("%x: square %d is %v, want %v", b, n, got, b.Nth(n))
				}
			}
		}
	}
}

package kit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
)

// Hole is the text of a hole in a position text.
const Hole = "o"

// LongestRank is the largest number of squares in a rank, and the largest height of a stack written with a number, in
// all games.
const LongestRank = 16

// Letters returns a field of a position text whose values are single letters. The words describe the letters, in the
// same order. usual is the field's default; "" means that it has none.
func Letters(name, title, usual, letters string, words ...string) engine.Option {
	return engine.Option{Name: name, Title: title, Default: usual, Values: strings.Split(letters, ""),
		Words: func(letter string) string { return words[strings.Index(letters, letter)] }}
}

// Pieces returns the pieces with the given texts, which are separated by blanks. A text is the letter of a colour: w,
// b, r or u (blue). A pillar has a capital letter; a tower has t after the letter, and a pawn p.
func Pieces(texts string) (all []engine.FormPiece) {
	for text := range strings.FieldsSeq(texts) {
		lower := strings.ToLower(text[:1])
		piece := engine.Piece{Color: engine.Color(strings.Index("wbru", lower))}
		switch {
		case text[1:] == "t":
			piece.Shape = engine.Tower
		case text[1:] == "p":
			piece.Shape = engine.Pawn
		case text != lower:
			piece.Shape = engine.Pillar
		}
		all = append(all, engine.FormPiece{Text: text, Piece: piece})
	}
	return all
}

// Picture returns the picture of a board without barriers. The function at is as in [BoardText]. Picture returns an
// error if the text of a square is neither empty nor made of pieces of the form.
func Picture(form *engine.Form, files, ranks int, at func(file, rank int) (text string, square bool)) (
	d engine.Diagram, err error) {
	d = engine.Diagram{Files: files, Ranks: ranks, CountFrom: form.CountFrom}
	for i := range files * ranks {
		var cell engine.Cell
		if text, square := at(i%files, i/files); square {
			cell = engine.Cell{Kind: engine.Square, Name: string(rune('a'+i%files)) + strconv.Itoa(i/files+1)}
			if form.Holes && text == Hole {
				cell.Kind = engine.Hole
			} else if cell.Pieces, err = pieces(form, text); err != nil {
				return d, fmt.Errorf("board: square %s: %w", cell.Name, err)
			}
		}
		d.Cells = append(d.Cells, cell)
	}
	return d, nil
}

// pieces returns the pieces of a square's text from bottom to top.
func pieces(form *engine.Form, text string) (all []engine.Piece, err error) {
	for rest := text; rest != ""; {
		if height, err := Number(rest); form.Counted && len(all) == 1 && err == nil {
			if 1 < height && height <= LongestRank { // a stack of one colour, such as "w3"
				return slices.Repeat(all, height), nil
			}
		}
		i := slices.IndexFunc(form.Pieces, func(p engine.FormPiece) bool { return strings.HasPrefix(rest, p.Text) })
		if i < 0 || len(all) > 0 && (form.Counted || Alone(form.Pieces[i].Piece) || Alone(all[0])) {
			return nil, fmt.Errorf("%q is neither empty (x) nor pieces of the game", text)
		}
		all, rest = append(all, form.Pieces[i].Piece), rest[len(form.Pieces[i].Text):]
	}
	return all, nil
}

// Alone reports whether a piece is of a shape that never shares its square with another piece. Only men form stacks.
func Alone(piece engine.Piece) bool { return piece.Shape != engine.Man }

// DrawBarriers adds the barriers of a list such as "d4|n,e2|e" to a picture. It skips what it cannot read.
func DrawBarriers(d engine.Diagram, list string) {
	for item := range strings.SplitSeq(list, ",") {
		name, side, _ := strings.Cut(item, "|")
		for i := range d.Cells {
			if cell := &d.Cells[i]; cell.Name == name && name != "" {
				cell.North, cell.East = cell.North || side == "n", cell.East || side == "e"
			}
		}
	}
}

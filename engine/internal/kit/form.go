package kit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pillars/engine"
)

// Hole is the text of a hole.
const Hole = "o"

// LongestRank bounds the squares of a rank and the height of a counted stack, in all games.
const LongestRank = 16

// Letters returns a field whose values are letters, each with its words. The usual value may be "".
func Letters(name, title, usual, letters string, words ...string) engine.Option {
	return engine.Option{Name: name, Title: title, Default: usual, Values: strings.Split(letters, ""),
		Words: func(letter string) string { return words[strings.Index(letters, letter)] }}
}

// Pieces returns the pieces with the given texts, which are separated by blanks. A text begins with the letter of the
// colour, which is a capital for pillars and followed by t for towers and p for pawns.
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

// Picture returns the board of a text without its barriers. The function at is as in [BoardText].
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
		i := slices.IndexFunc(form.Pieces, func(p engine.FormPiece) bool { return strings.HasPrefix(rest, p.Text) })
		height, err := Number(rest)
		if form.Counted && len(all) == 1 && err == nil && 1 < height && height <= LongestRank {
			return slices.Repeat(all, height), nil
		}
		if i < 0 || len(all) > 0 && (form.Counted || Alone(form.Pieces[i].Piece) || Alone(all[0])) {
			return nil, fmt.Errorf("%q is neither empty (x) nor pieces of the game", text)
		}
		all, rest = append(all, form.Pieces[i].Piece), rest[len(form.Pieces[i].Text):]
	}
	return all, nil
}

// Alone reports whether a piece stands alone on its square.
func Alone(piece engine.Piece) bool { return piece.Shape != engine.Man }

// DrawBarriers adds the barriers of a list such as "d4|n,e2|e" to a board, as far as it can be read.
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

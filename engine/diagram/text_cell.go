package diagram

import (
	"strconv"
	"unicode/utf8"

	"pillars/engine"
)

// span is some characters of one look: a piece's, or plain ones.
type span struct {
	text  string
	piece *engine.Piece // nil for plain characters
	top   bool          // the top of a stack
}

// looks are the ANSI codes for letters on a ground of the colour.
var looks = [...]string{
	engine.White: "38;5;16;48;5;255",
	engine.Black: "38;5;255;48;5;16",
	engine.Red:   "38;5;231;48;5;160",
	engine.Blue:  "38;5;231;48;5;26",
}

// topLook is bold and underlined.
const topLook = ";1;4"

func (s span) draw(style TextStyle) string {
	if !style.Color || s.piece == nil {
		return s.text
	}
	look := looks[s.piece.Color]
	if s.top {
		look += topLook
	}
	return "\x1b[" + look + "m" + s.text + "\x1b[0m"
}

func spansWidth(spans []span) int {
	width := 0
	for _, s := range spans {
		width += utf8.RuneCountInString(s.text)
	}
	return width
}

// cellSpans is the text of a cell, a stack from its bottom to its top.
func cellSpans(cell engine.Cell) []span {
	height := len(cell.Pieces)
	switch {
	case cell.Kind == engine.Hole:
		return []span{{text: "( )"}}
	case height == 0:
		return nil
	case height == 1 && cell.Pieces[0].Shape == engine.Pillar:
		return []span{{text: "[" + letter(cell.Pieces[0]) + "]", piece: &cell.Pieces[0]}}
	case height <= maxLetters:
		return letterSpans(cell.Pieces)
	}
	spans := runSpans(cell.Pieces)
	if spansWidth(spans) > maxRunsWidth {
		top := spans[len(spans)-1]
		return []span{{text: "…"}, top, {text: "/" + strconv.Itoa(height)}}
	}
	return spans
}

func letterSpans(pieces []engine.Piece) []span {
	spans := make([]span, len(pieces))
	for i, piece := range pieces {
		spans[i] = span{text: letter(piece), piece: &pieces[i], top: i == len(pieces)-1}
	}
	return spans
}

func runSpans(pieces []engine.Piece) []span {
	all := runs(pieces)
	spans := make([]span, len(all))
	for i := range all {
		text := letter(all[i].piece)
		if all[i].length > 1 {
			text += strconv.Itoa(all[i].length)
		}
		spans[i] = span{text: text, piece: &all[i].piece, top: i == len(all)-1}
	}
	return spans
}

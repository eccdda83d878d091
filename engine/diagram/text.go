package diagram

import (
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"pillars/engine"
)

// TextStyle says how [Text] draws. The zero TextStyle is for files and pipes.
type TextStyle struct {
	// Color marks pieces by ANSI colours (of the palette of 256): each on a ground of its own colour, so that they show
	// on a light terminal as on a dark one, and the top of a stack underlined.
	Color bool
}

const (
	minCellWidth = 3 // characters inside a cell, blanks at both sides not counted
	maxLetters   = 4 // the highest stack that is spelled out man by man
	maxRunsWidth = 7 // the longest text of runs; beyond, the lower runs are left out and the height is given
)

// Text draws the board in characters, the highest rank first, with ranks and files named and the notes below. A stack
// reads from bottom to top, so its last letter is its owner; "[W]" is a pillar, "( )" a hole, "wt" a tower and "wp" a
// pawn; heavy lines are barriers. A stack whose runs are too long to spell out shows its top run and its height,
// "…w2/13". Lines carry no blanks at their ends.
func Text(w io.Writer, d engine.Diagram, style TextStyle) error {
	if err := check(d); err != nil {
		return err
	}
	t := newTextBoard(d, style)
	var b strings.Builder
	t.edge(&b, d.Ranks)
	for rank := d.Ranks - 1; rank >= 0; rank-- {
		t.rank(&b, rank)
		t.edge(&b, rank)
	}
	t.files(&b)
	for _, note := range d.Notes {
		b.WriteString(t.indent + " " + note + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

type textBoard struct {
	engine.Diagram
	style  TextStyle
	cells  [][]span
	width  int    // of a cell between its edges
	indent string // as wide as the longest rank number
}

func newTextBoard(d engine.Diagram, style TextStyle) textBoard {
	indent := strings.Repeat(" ", len(strconv.Itoa(d.Ranks)))
	t := textBoard{Diagram: d, style: style, width: minCellWidth, indent: indent}
	for _, cell := range d.Cells {
		spans := cellSpans(cell)
		t.width = max(t.width, spansWidth(spans))
		t.cells = append(t.cells, spans)
	}
	t.width += 2
	return t
}

func (t textBoard) rank(b *strings.Builder, rank int) {
	var line strings.Builder
	number := strconv.Itoa(rank + 1)
	line.WriteString(t.indent[len(number):] + number + " ")
	for file := range t.Files {
		line.WriteString(t.upright(file-1, rank))
		spans := t.cells[rank*t.Files+file]
		space := t.width - spansWidth(spans)
		line.WriteString(strings.Repeat(" ", space/2))
		for _, s := range spans {
			line.WriteString(s.draw(t.style))
		}
		line.WriteString(strings.Repeat(" ", space-space/2))
	}
	line.WriteString(t.upright(t.Files-1, rank))
	writeLine(b, line.String())
}

func (t textBoard) edge(b *strings.Builder, rank int) {
	var line strings.Builder
	line.WriteString(t.indent + " ")
	for file := range t.Files + 1 {
		line.WriteString(t.corner(file, rank))
		if file < t.Files {
			line.WriteString(strings.Repeat(t.level(file, rank-1), t.width))
		}
	}
	writeLine(b, line.String())
}

func (t textBoard) files(b *strings.Builder) {
	var line strings.Builder
	line.WriteString(t.indent + " ")
	for file := range t.Files {
		left := 1 + (t.width-1)/2
		line.WriteString(strings.Repeat(" ", left) + string(rune('a'+file)) + strings.Repeat(" ", t.width-left))
	}
	writeLine(b, line.String())
}

func writeLine(b *strings.Builder, line string) {
	b.WriteString(strings.TrimRight(line, " "))
	b.WriteByte('\n')
}

func (t textBoard) there(file, rank int) bool { return at(t.Diagram, file, rank).Kind != engine.NoCell }

func (t textBoard) upright(file, rank int) string {
	switch {
	case at(t.Diagram, file, rank).East:
		return "┃"
	case t.there(file, rank) || t.there(file+1, rank):
		return "│"
	}
	return " "
}

func (t textBoard) level(file, rank int) string {
	switch {
	case at(t.Diagram, file, rank).North:
		return "━"
	case t.there(file, rank) || t.there(file, rank+1):
		return "─"
	}
	return " "
}

// corners are indexed by the edges that meet: 1 for one above, 2 to the right, 4 below, 8 to the left.
var corners = [16]string{
	" ", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼",
}

func (t textBoard) corner(file, rank int) string {
	edges := 0
	for i, edge := range [4]string{t.upright(file-1, rank), t.level(file, rank-1), t.upright(file-1, rank-1),
		t.level(file-1, rank-1)} {
		if edge != " " {
			edges |= 1 << i
		}
	}
	return corners[edges]
}

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

// Package diagram draws an [engine.Diagram]: [Text] for terminals, [SVG] for pages and print, [Contents] for
// pages that draw the board themselves.
//
// Text and pictures show the men of every stack. In text, a stack is written from bottom to top: "wrw". Five men or
// more are written as runs of the same colour with their lengths: "w4rw2". In a picture, a stack is a pile of discs
// seen from the side. From [engine.Diagram.CountFrom] on, a tag shows the height of the stack. Pieces of different
// colours also have different lines (plain, dashed or dotted), for people who cannot distinguish the colours. The light
// falls from the upper left. Every square of a picture has a title, which browsers show as a tooltip and screen readers
// read: "d3: height 5, bottom to top w r r w w". The style sheet of a page can colour every part by its class.
package diagram

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"pillars/engine"
)

// cellAt returns the cell on a file and rank, counted from 0. Outside the board it returns the zero Cell.
func cellAt(d engine.Diagram, file, rank int) engine.Cell {
	if file < 0 || rank < 0 || file >= d.Files || rank >= d.Ranks {
		return engine.Cell{}
	}
	return d.Cells[rank*d.Files+file]
}

var colorLetters = [...]string{engine.White: "w", engine.Black: "b", engine.Red: "r", engine.Blue: "u"}

var shapeNames = [...]string{engine.Man: "man", engine.Pillar: "pillar", engine.Tower: "tower", engine.Pawn: "pawn"}

// letter returns the text of a piece: a letter for a man or a pillar, two for a tower or a pawn.
func letter(p engine.Piece) string {
	letter := colorLetters[p.Color]
	switch p.Shape {
	case engine.Pillar:
		return strings.ToUpper(letter)
	case engine.Tower:
		return letter + "t"
	case engine.Pawn:
		return letter + "p"
	}
	return letter
}

// Title returns the name of a cell and what is on it, such as "d3: white man; barrier north".
func Title(cell engine.Cell) string {
	words := cell.Name + ": " + contents(cell)
	switch {
	case cell.North && cell.East:
		return words + "; barrier north and east"
	case cell.North:
		return words + "; barrier north"
	case cell.East:
		return words + "; barrier east"
	}
	return words
}

// PieceName returns the name of a piece, such as "white man".
func PieceName(p engine.Piece) string { return p.Color.String() + " " + shapeNames[p.Shape] }

// contents says what is on a cell, such as "white man" or "height 2, bottom to top w r".
func contents(cell engine.Cell) string {
	switch {
	case cell.Kind == engine.Hole:
		return "hole"
	case len(cell.Pieces) == 0:
		return "empty"
	case len(cell.Pieces) == 1:
		return PieceName(cell.Pieces[0])
	}
	letters := make([]string, len(cell.Pieces))
	for i, piece := range cell.Pieces {
		letters[i] = letter(piece)
	}
	return fmt.Sprintf("height %d, bottom to top %s", len(cell.Pieces), strings.Join(letters, " "))
}

// run is a sequence of equal pieces that lie on one another in a stack.
type run struct {
	piece  engine.Piece
	length int
}

// runs splits a stack into runs of at most limit pieces.
func runs(pieces []engine.Piece, limit int) []run {
	var out []run
	for _, piece := range pieces {
		if last := len(out) - 1; last >= 0 && out[last].piece == piece && out[last].length < limit {
			out[last].length++
		} else {
			out = append(out, run{piece, 1})
		}
	}
	return out
}

// TextStyle is a style of [Text]. The zero TextStyle is for files and pipes.
type TextStyle struct {
	Color  bool     // whether to show pieces in 256 ANSI colours and to underline the tops of stacks
	Marked []string // names of cells to mark, as in ">w<"
}

const (
	minCellWidth = 3 // least width of a cell's text in characters
	blanks       = 2 // number of blanks beside the widest text
	maxLetters   = 4 // height of the highest stack that is written man by man, not in runs
	maxRunsWidth = 7 // largest width in characters of a stack in runs; a wider one shows the top run and the height
)

// Text draws the board in characters, the highest rank first, with the names of files and ranks, and the notes below.
//
// A stack reads from bottom to top. Stacks with too many runs show only the top run and the height: "…w2/13". "[W]"
// is a pillar, "( )" a hole, "wt" a tower and "wp" a pawn. Heavy lines are barriers.
func Text(w io.Writer, d engine.Diagram, style TextStyle) error {
	indent := strings.Repeat(" ", len(strconv.Itoa(d.Ranks)))
	t := textBoard{Diagram: d, style: style, indent: indent, width: minCellWidth}
	for _, cell := range d.Cells {
		spans := cellSpans(cell)
		t.width = max(t.width, spansWidth(spans))
		t.cells = append(t.cells, spans)
	}
	t.width += blanks
	lines := []string{t.edgeLine(d.Ranks)}
	for rank := d.Ranks - 1; rank >= 0; rank-- {
		lines = append(lines, t.rank(rank), t.edgeLine(rank))
	}
	lines = append(lines, t.files())
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	for _, note := range d.Notes {
		lines = append(lines, indent+" "+note)
	}
	_, err := io.WriteString(w, strings.Join(lines, "\n")+"\n")
	return err
}

type textBoard struct {
	engine.Diagram
	style  TextStyle
	cells  [][]span // the text of each cell
	width  int      // characters of a cell between its edges
	indent string   // blanks as wide as the longest rank number
}

// rank returns the line of a rank: its number, the cells and the edges between them.
func (t textBoard) rank(rank int) string {
	number := strconv.Itoa(rank + 1)
	line := t.indent[len(number):] + number + " "
	for file := range t.Files {
		spans := t.cells[rank*t.Files+file]
		space := t.width - spansWidth(spans)
		left, right := strings.Repeat(" ", space/2), strings.Repeat(" ", space-space/2)
		if slices.Contains(t.style.Marked, t.Cells[rank*t.Files+file].Name) {
			left, right = left[1:]+">", "<"+right[1:]
		}
		line += t.upright(file-1, rank) + left
		for _, s := range spans {
			line += s.draw(t.style)
		}
		line += right
	}
	return line + t.upright(t.Files-1, rank)
}

// edgeLine returns the line of edges below a rank. edgeLine(t.Ranks) is the line above the board.
func (t textBoard) edgeLine(rank int) string {
	line := t.indent + " "
	for file := range t.Files {
		line += t.corner(file, rank) + strings.Repeat(t.level(file, rank-1), t.width)
	}
	return line + t.corner(t.Files, rank)
}

func (t textBoard) files() string {
	line := t.indent + " "
	left := 1 + (t.width-1)/2 // characters of an edge and of the cell before its middle
	for file := range t.Files {
		line += strings.Repeat(" ", left) + string(rune('a'+file)) + strings.Repeat(" ", t.width-left)
	}
	return line
}

// edge returns the character between the cells a and b: strong for a barrier, plain if one of them is on the board,
// else a blank.
func edge(barrier bool, a, b engine.Cell, strong, plain string) string {
	switch {
	case barrier:
		return strong
	case a.Kind != engine.NoCell || b.Kind != engine.NoCell:
		return plain
	}
	return " "
}

// upright returns the character for the edge between a cell and the next one on its rank.
func (t textBoard) upright(file, rank int) string {
	left := cellAt(t.Diagram, file, rank)
	return edge(left.East, left, cellAt(t.Diagram, file+1, rank), "┃", "│")
}

// level returns the character for the edge between a cell and the next one on its file.
func (t textBoard) level(file, rank int) string {
	below := cellAt(t.Diagram, file, rank)
	return edge(below.North, below, cellAt(t.Diagram, file, rank+1), "━", "─")
}

// corners holds the character for a corner of cells. Its index is a sum over the edges that meet there: 1 for the edge
// above the corner, 2 for the edge to its right, 4 for the edge below, and 8 for the edge to its left.
var corners = [16]string{" ", "╵", "╶", "└", "╷", "│", "┌", "├",
	"╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"}

// corner returns the character at the lower left corner of a cell.
func (t textBoard) corner(file, rank int) string {
	edges := 0
	for i, edge := range [4]string{
		t.upright(file-1, rank), t.level(file, rank-1), t.upright(file-1, rank-1), t.level(file-1, rank-1),
	} {
		if edge != " " {
			edges |= 1 << i
		}
	}
	return corners[edges]
}

// span is a part of a cell's text that is drawn in one colour.
type span struct {
	text  string
	piece *engine.Piece // the piece that the text shows, or nil
	top   bool          // whether the piece is the top of a stack
}

// ansiColors holds the ANSI codes of letters on pieces, by the colour of the piece.
var ansiColors = [...]string{
	engine.White: "38;5;16;48;5;255",
	engine.Black: "38;5;255;48;5;16",
	engine.Red:   "38;5;231;48;5;160",
	engine.Blue:  "38;5;231;48;5;26",
}

// ansiTop holds the ANSI codes for bold and underlined letters, which mark the top of a stack.
const ansiTop = ";1;4"

func (s span) draw(style TextStyle) string {
	if !style.Color || s.piece == nil {
		return s.text
	}
	codes := ansiColors[s.piece.Color]
	if s.top {
		codes += ansiTop
	}
	return "\x1b[" + codes + "m" + s.text + "\x1b[0m"
}

func spansWidth(spans []span) int {
	width := 0
	for _, s := range spans {
		width += utf8.RuneCountInString(s.text)
	}
	return width
}

// cellSpans returns the text of a cell.
func cellSpans(cell engine.Cell) []span {
	height := len(cell.Pieces)
	switch {
	case cell.Kind == engine.Hole:
		return []span{{text: "( )"}}
	case height == 0:
		return []span{{text: " "}}
	case height == 1 && cell.Pieces[0].Shape == engine.Pillar:
		return []span{{text: "[" + letter(cell.Pieces[0]) + "]", piece: &cell.Pieces[0]}}
	case height <= maxLetters:
		return runSpans(runs(cell.Pieces, 1))
	}
	spans := runSpans(runs(cell.Pieces, height))
	if spansWidth(spans) <= maxRunsWidth {
		return spans
	}
	return []span{{text: "…"}, spans[len(spans)-1], {text: "/" + strconv.Itoa(height)}}
}

// runSpans returns the text of a stack in runs, such as "w4" for four white men.
func runSpans(all []run) []span {
	spans := make([]span, len(all))
	for i, r := range all {
		spans[i] = span{text: letter(r.piece), piece: &all[i].piece, top: i == len(all)-1}
		if r.length > 1 {
			spans[i].text += strconv.Itoa(r.length)
		}
	}
	return spans
}

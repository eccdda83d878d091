package diagram

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"pillars/engine"
)

// TextStyle is a style of [Text]. The zero TextStyle is for files and pipes.
type TextStyle struct {
	Color  bool     // whether to show pieces in 256 ANSI colours and to underline the tops of stacks
	Marked []string // names of cells to mark, as in ">w<"
}

// tightness limits the width of cells, in characters: longest is the length up to which a stack is written in full, and
// blanks is the number of blanks beside the longest text.
type tightness struct{ longest, blanks int }

// tightnesses holds the tightnesses to try, in order, until a board fits on a screen.
var tightnesses = [...]tightness{{maxRunsWidth, 2}, {5, 2}, {5, 0}, {3, 0}}

const (
	minCellWidth = 3 // least width of a cell in characters, without the blanks of its tightness
	maxLetters   = 4 // height of the highest stack that is written man by man, not in runs
	maxRunsWidth = 7 // largest width in characters of a stack in runs; a wider one shows the top run and the height
)

// Text draws the board in characters, the highest rank first, with the names of files and ranks, and the notes below.
//
// A stack reads from bottom to top. Stacks with too many runs show only the top run and the height: "…w2/13". "[W]"
// is a pillar, "( )" a hole, "wt" a tower and "wp" a pawn. Heavy lines are barriers.
//
// If the writer has methods Columns() int and Rows() int, they return the size of the screen, or 0 if it is unknown.
// For a screen that is too narrow, Text makes the cells narrower. For a screen that is too low, it leaves out those
// lines between ranks that only separate squares.
func Text(w io.Writer, d engine.Diagram, style TextStyle) error {
	indent := strings.Repeat(" ", len(strconv.Itoa(d.Ranks)))
	t := textBoard{Diagram: d, style: style, indent: indent}
	for _, room := range tightnesses {
		t.fill(room)
		columns := len(indent) + 2 + d.Files*(t.width+1)
		screen, measured := w.(interface{ Columns() int })
		if !measured || screen.Columns() == 0 || columns <= screen.Columns() {
			break
		}
	}
	rows := 2*d.Ranks + len(d.Notes) + linesBelow
	screen, measured := w.(interface{ Rows() int })
	tooHigh := measured && screen.Rows() > 0 && rows > screen.Rows()
	lines := []string{t.edge(d.Ranks)}
	for rank := d.Ranks - 1; rank >= 0; rank-- {
		lines = append(lines, t.rank(rank))
		if !tooHigh || rank == 0 || t.needsEdge(rank) {
			lines = append(lines, t.edge(rank))
		}
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

// textBoard is a board that [Text] draws.
type textBoard struct {
	engine.Diagram
	style  TextStyle
	cells  [][]span // the text of each cell
	width  int      // characters of a cell between its edges
	indent string   // blanks as wide as the longest rank number
}

// linesBelow is the number of lines that a screen needs below the ranks: the last edge, the files and a dialogue.
const linesBelow = 5

// needsEdge reports whether the edge below a rank shows a barrier or an end of the board.
func (t textBoard) needsEdge(rank int) bool {
	for file := range t.Files {
		above, below := at(t.Diagram, file, rank), at(t.Diagram, file, rank-1)
		if below.North || (above.Kind == engine.NoCell) != (below.Kind == engine.NoCell) {
			return true
		}
	}
	return false
}

// fill sets the texts and the width of the cells for a tightness.
func (t *textBoard) fill(room tightness) {
	t.cells, t.width = nil, minCellWidth
	for _, cell := range t.Cells {
		spans := cellSpans(cell, room.longest)
		t.width = max(t.width, spansWidth(spans))
		t.cells = append(t.cells, spans)
	}
	t.width += room.blanks
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
			// The marks ">" and "<" replace the blanks next to the piece. A narrow cell has only the right one.
			right = strings.Replace(right, " ", "<", 1)
			if left != "" {
				left = left[1:] + ">"
			}
		}
		line += t.upright(file-1, rank) + left
		for _, s := range spans {
			line += s.draw(t.style)
		}
		line += right
	}
	return line + t.upright(t.Files-1, rank)
}

// edge returns the line of the edges below a rank.
func (t textBoard) edge(rank int) string {
	line := t.indent + " "
	for file := range t.Files {
		line += t.corner(file, rank) + strings.Repeat(t.level(file, rank-1), t.width)
	}
	return line + t.corner(t.Files, rank)
}

func (t textBoard) files() string {
	line := t.indent + " "
	left := 1 + (t.width-1)/2
	for file := range t.Files {
		line += strings.Repeat(" ", left) + string(rune('a'+file)) + strings.Repeat(" ", t.width-left)
	}
	return line
}

// edge returns the character for the edge between the cells a and b: strong for a barrier, plain if at least one of the
// cells is on the board, else a blank.
func edge(barrier bool, a, b engine.Cell, strong, plain string) string {
	switch {
	case barrier:
		return strong
	case a.Kind != engine.NoCell || b.Kind != engine.NoCell:
		return plain
	}
	return " "
}

// upright returns the edge to the right of a cell.
func (t textBoard) upright(file, rank int) string {
	left := at(t.Diagram, file, rank)
	return edge(left.East, left, at(t.Diagram, file+1, rank), "┃", "│")
}

// level returns the edge above a cell.
func (t textBoard) level(file, rank int) string {
	below := at(t.Diagram, file, rank)
	return edge(below.North, below, at(t.Diagram, file, rank+1), "━", "─")
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

// draw returns the text with ANSI codes if the style has colours.
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

// cellSpans returns the text of a cell, if possible of at most longest characters.
func cellSpans(cell engine.Cell, longest int) []span {
	height := len(cell.Pieces)
	switch {
	case cell.Kind == engine.Hole:
		return []span{{text: "( )"}}
	case height == 0:
		return []span{{text: " "}}
	case height == 1 && cell.Pieces[0].Shape == engine.Pillar:
		return []span{{text: "[" + letter(cell.Pieces[0]) + "]", piece: &cell.Pieces[0]}}
	case height <= min(maxLetters, longest):
		return runSpans(runs(cell.Pieces, 1))
	}
	spans := runSpans(runs(cell.Pieces, height))
	if spansWidth(spans) <= longest {
		return spans
	}
	top := []span{{text: "…"}, spans[len(spans)-1], {text: "/" + strconv.Itoa(height)}}
	if longest < maxRunsWidth && spansWidth(top) > longest {
		top = top[:2]
	}
	return top
}

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

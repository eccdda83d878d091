package table

import (
	"io"
	"slices"
	"strings"

	"pillars/engine/outside"
)

// Columns returns the greatest width of a line that w accepts, in columns of a terminal, or 0 if w has no limit. A
// writer with a limit has a method Columns() int that returns the limit.
func Columns(w io.Writer) int {
	if limited, ok := w.(interface{ Columns() int }); ok {
		return limited.Columns()
	}
	return 0
}

// Wrap breaks lines of text between words so that they are at most columns wide; 0 means no limit. All parts of a
// broken line have the indent of the line. If the line contains two blanks in a row, as rows of a table do, all parts
// after the first are indented by four more blanks. Wrap breaks a word wider than a line after punctuation. Lines that
// begin with two blanks and "pillars" stay whole, because they are commands to copy.
func Wrap(text string, columns int) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		plain := strings.TrimLeft(line, " ")
		indent := strings.Repeat(" ", len(line)-len(plain))
		if columns <= 0 || TextWidth(line) <= columns || strings.HasPrefix(line, "  pillars ") {
			out = append(out, line)
			continue
		}
		part, laterIndent := "", indent
		if strings.Contains(plain, "  ") {
			laterIndent += "    "
		}
		for _, word := range unbroken(plain, columns-len(laterIndent)) {
			if part != "" && len(indent)+TextWidth(part+strings.TrimRight(word, " ")) > columns {
				out = append(out, indent+strings.TrimRight(part, " "))
				part, indent = "", laterIndent
			}
			part += word
		}
		out = append(out, indent+strings.TrimRight(part, " "))
	}
	return strings.Join(out, "\n")
}

// unbroken splits a line into the parts that Wrap keeps whole: words, and pieces of words that are wider than columns.
// Blanks belong to the part that precedes the blanks.
func unbroken(line string, columns int) (parts []string) {
	for word := range strings.SplitAfterSeq(line, " ") {
		if TextWidth(strings.TrimRight(word, " ")) > columns {
			parts = append(parts, pieces(word)...)
		} else {
			parts = append(parts, word)
		}
	}
	return parts
}

// pieces cuts a word after each comma, colon, semicolon, slash and hyphen.
func pieces(word string) (cut []string) {
	for len(word) > 0 {
		end := strings.IndexAny(word, ",;:/-") + 1
		if end == 0 {
			end = len(word)
		}
		cut, word = append(cut, word[:end]), word[end:]
	}
	return cut
}

// gap is the number of blanks between columns.
const gap = 2

// A page is the layout of a grid as text. All widths are in columns of a terminal.
type page struct {
	*Grid
	lines  [][]string // the cells of the headings, if there are any, and of the rows
	widths []int      // widths at which the columns of the grid are written
	full   []int      // widths at which the columns show all text of their cells
	least  []int      // smallest widths at which the cells can be wrapped
}

func (g *Grid) page() *page {
	p := &page{Grid: g}
	lines := g.Rows
	if g.headed() {
		lines = append([][]string{g.names()}, g.Rows...)
	}
	for _, cells := range lines {
		cells = slices.Clone(cells)
		for i, cell := range cells {
			if i == len(p.full) {
				p.full, p.least = append(p.full, 0), append(p.least, 0)
			}
			cells[i] = outside.Visible(cell, "")
			p.full[i] = max(p.full[i], TextWidth(cells[i]))
			for _, part := range unbroken(cells[i], 0) {
				p.least[i] = max(p.least[i], TextWidth(strings.TrimRight(part, " ")))
			}
		}
		p.lines = append(p.lines, cells)
	}
	p.widths = slices.Clone(p.full)
	return p
}

func (g *Grid) headed() bool { return strings.Join(g.names(), "") != "" }

// kind returns the kind of a column. If a row has more cells than the grid has columns, the further cells are Words.
func (g *Grid) kind(column int) Kind {
	if column < len(g.Columns) {
		return g.Columns[column].Kind
	}
	return Words
}

// width returns the width of a line, without the gap after the last column.
func (p *page) width() int {
	sum := p.Indent - gap
	for _, width := range p.widths {
		sum += width + gap
	}
	return sum
}

// fit narrows columns until a line is at most room wide; 0 means no limit. It narrows columns of remarks first, then of
// names, and always the widest column of the kind. It reports whether the line fits.
func (p *page) fit(room int) bool {
	const leastWidth = 12
	for _, kind := range []Kind{Remarks, Names} {
		for room > 0 && p.width() > room {
			widest := -1
			for i, width := range p.widths {
				canShrink := p.kind(i) == kind && width > max(leastWidth, p.least[i])
				if canShrink && (widest < 0 || width > p.widths[widest]) {
					widest = i
				}
			}
			if widest < 0 {
				break
			}
			p.widths[widest]--
		}
	}
	return room <= 0 || p.width() <= room
}

// WriteText writes aligned columns without spaces at the ends of lines. If a line is too wide for the writer, WriteText
// wraps remarks and, if that is not enough, names. If lines are still too wide, it writes each cell on a line of its
// own, after the name of its column. It never cuts a number.
func (g *Grid) WriteText(w io.Writer) error {
	p := g.page()
	if !p.fit(Columns(w)) && g.headed() {
		return g.upright().WriteText(w)
	}
	var out strings.Builder
	for _, cells := range p.lines {
		p.write(&out, cells)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// upright returns a grid with one row for each nonempty cell of g: the column's name and the cell.
func (g *Grid) upright() *Grid {
	out := New("", "~")
	out.Indent = g.Indent
	for i, cells := range g.Rows {
		if i > 0 {
			out.Add("")
		}
		for j, cell := range cells {
			if cell != "" {
				out.Add(g.names()[j], cell)
			}
		}
	}
	return out
}

// write writes a row. Cells of narrowed columns are wrapped, so the row has as many lines as the highest cell.
func (p *page) write(out *strings.Builder, cells []string) {
	cellLines, height := make([][]string, len(cells)), 1
	for i, cell := range cells {
		cellLines[i] = []string{cell}
		if p.widths[i] < p.full[i] {
			cellLines[i] = strings.Split(Wrap(cell, p.widths[i]), "\n")
		}
		height = max(height, len(cellLines[i]))
	}
	for n := range height {
		line := strings.Repeat(" ", p.Indent)
		for i := range cells {
			cell := ""
			if n < len(cellLines[i]) {
				cell = cellLines[i][n]
			}
			pad := strings.Repeat(" ", max(0, p.widths[i]-TextWidth(cell)))
			if p.kind(i) == Figures {
				cell = pad + cell
			} else {
				cell += pad
			}
			line += cell + strings.Repeat(" ", gap)
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

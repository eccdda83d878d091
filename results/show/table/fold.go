package table

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"pillars/engine/outside"
)

// The least widths of columns with shortened names and with wrapped remarks, in columns of a terminal.
const (
	leastName   = 12
	leastRemark = 12
)

// Columns returns the width of a writer's lines, 0 for no limit. Writers report it by a method Columns() int.
func Columns(w io.Writer) int {
	if limited, ok := w.(interface{ Columns() int }); ok {
		return limited.Columns()
	}
	return 0
}

// Printf writes formatted text whose lines are wrapped to the width of the writer; see [Wrap].
func Printf(w io.Writer, format string, args ...any) error {
	_, err := io.WriteString(w, Wrap(fmt.Sprintf(format, args...), Columns(w)))
	return err
}

// Wrap breaks lines of text between words to a width in columns; 0 is no limit. The parts of a line are indented like
// its beginning, and by four more if the line has columns, separated by two blanks. A word wider than a line is broken
// after punctuation. Lines with commands to copy stay whole.
func Wrap(text string, columns int) string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		plain := strings.TrimLeft(line, " ")
		indent := strings.Repeat(" ", len(line)-len(plain))
		if columns <= 0 || TextWidth(line) <= columns || strings.HasPrefix(line, "  pillars ") {
			out = append(out, line)
			continue
		}
		last, hanging := "", indent
		if strings.Contains(plain, "  ") {
			hanging += "    "
		}
		for _, word := range unbroken(plain, columns-len(hanging)) {
			if last != "" && len(indent)+TextWidth(last+strings.TrimRight(word, " ")) > columns {
				out = append(out, indent+strings.TrimRight(last, " "))
				last, indent = "", hanging
			}
			last += word
		}
		out = append(out, indent+strings.TrimRight(last, " "))
	}
	return strings.Join(out, "\n")
}

// unbroken returns the parts of a line that stay whole, with the blanks after them: words, numbers with their unit,
// intervals, and the pieces of words wider than the columns.
func unbroken(line string, columns int) (parts []string) {
	infix := func(word string) bool { return word == "±" || word == ".." }
	afterInfix := false
	for field := range strings.SplitAfterSeq(line, " ") {
		word := strings.TrimRight(field, " ,.;:)")
		joins := word == "" || word == "%" || infix(word) || afterInfix // stays with the part before it
		if n := len(parts); n > 0 && joins && TextWidth(parts[n-1]+field) <= columns {
			parts[n-1] += field
		} else if TextWidth(strings.TrimRight(field, " ")) > columns {
			parts = append(parts, pieces(field)...)
		} else {
			parts = append(parts, field)
		}
		afterInfix = infix(word)
	}
	return parts
}

// pieces cuts a word after its punctuation.
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

// page is the layout of a grid for a writer.
type page struct {
	*Grid
	lines  [][]string // the rows, after the headings if there are any
	gap    int
	widths []int             // of columns, as written
	full   []int             // of columns, for whole texts
	short  map[string]string // the shortened forms of names
}

func (g *Grid) page() *page {
	p := &page{Grid: g, gap: cmp.Or(g.Gap, 2), short: map[string]string{}}
	lines := g.Rows
	if g.headed() {
		lines = append([][]string{g.names()}, g.Rows...)
	}
	for _, cells := range lines {
		cells = slices.Clone(cells)
		for i, cell := range cells {
			if i == len(p.full) {
				p.full = append(p.full, 0)
			}
			cells[i] = outside.Visible(cell, "")
			p.full[i] = max(p.full[i], TextWidth(cells[i]))
		}
		p.lines = append(p.lines, cells)
	}
	p.widths = slices.Clone(p.full)
	return p
}

func (g *Grid) headed() bool { return strings.Join(g.names(), "") != "" }

func (g *Grid) kind(column int) Kind {
	if column < len(g.Columns) {
		return g.Columns[column].Kind
	}
	return Words
}

// width returns the width of a line of the columns, without blanks at its end.
func (p *page) width(columns ...int) int {
	sum := p.Indent - p.gap
	for _, column := range columns {
		sum += p.widths[column] + p.gap
	}
	return sum
}

// blocks divides the columns into blocks that are written one below the other and are at most room wide. One block is
// enough if columns fit once remarks are wrapped and names shortened, perhaps with gaps of one blank. Otherwise each
// block begins with the key columns, which identify a row. It returns nil if a column does not fit beside these.
func (p *page) blocks(room int) [][]int {
	all := make([]int, len(p.widths))
	for i := range all {
		all[i] = i
	}
	for wide := p.gap; ; p.gap-- {
		if room <= 0 || p.narrow(room, all) {
			return [][]int{all}
		}
		copy(p.widths, p.full)
		if p.gap == 1 {
			p.gap = wide
			break
		}
	}
	keys := all[:p.keys()]
	p.narrow(room/2, keys)
	for _, column := range all[len(keys):] {
		if !p.narrow(room, append(slices.Clone(keys), column)) {
			return nil
		}
	}
	if p.width(keys...) > room {
		return nil
	}
	blocks := [][]int{slices.Clone(keys)}
	for _, column := range all[len(keys):] {
		last := &blocks[len(blocks)-1]
		if wider := append(*last, column); p.width(wider...) <= room {
			*last = wider
		} else {
			blocks = append(blocks, append(slices.Clone(keys), column))
		}
	}
	return blocks
}

// keys returns the number of key columns.
func (p *page) keys() int {
	for i := range p.widths {
		if p.Keys == 0 && p.kind(i) != Figures || i+1 == p.Keys {
			return i + 1
		}
	}
	return 0
}

// narrow reduces the widths of columns, the widest first, until a line of them fits, and reports whether it does.
func (p *page) narrow(room int, columns []int) bool {
	for _, how := range []struct {
		kind  Kind
		least int
	}{{Remarks, leastRemark}, {Names, leastName}} {
		for p.width(columns...) > room {
			widest := -1
			for _, i := range columns {
				if p.kind(i) == how.kind && p.widths[i] > how.least && (widest < 0 || p.widths[i] > p.widths[widest]) {
					widest = i
				}
			}
			if widest < 0 {
				break
			}
			p.widths[widest]--
		}
	}
	return p.width(columns...) <= room
}

// shorten replaces the middle of names without room, distinctly, and returns a legend of the whole names.
func (p *page) shorten() (legend *Grid) {
	legend = New("", "~")
	limit, long, taken := 0, []string(nil), map[string]int{}
	for i := range p.widths {
		if p.kind(i) == Names && p.widths[i] < p.full[i] && (limit == 0 || p.widths[i] < limit) {
			limit = p.widths[i]
		}
	}
	for _, cells := range p.lines {
		for i, cell := range cells {
			if p.kind(i) != Names || limit == 0 || slices.Contains(long, cell) {
				continue
			}
			if text := shortened(cell, limit); text != cell {
				long = append(long, cell)
				taken[text]++
			}
		}
	}
	n := 0
	for _, cell := range long {
		text := shortened(cell, limit)
		if taken[text] > 1 {
			n++
			text = numbered(cell, limit, n)
		}
		p.short[cell] = text
		legend.Add(text, cell)
	}
	return legend
}

// shortened returns a name if it fits, else its beginning and end, without cutting numbers in two.
func shortened(name string, limit int) string {
	if TextWidth(name) <= limit {
		return name
	}
	runes := []rune(name)
	tail := len(runes)
	for TextWidth(string(runes[tail-1:])) <= (limit-1)/2 {
		tail--
	}
	for cutsNumber(runes, tail) {
		tail++
	}
	return beginning(runes, limit/2) + "…" + string(runes[tail:])
}

// numbered returns the beginning of a name and a number.
func numbered(name string, limit, n int) string {
	end := "…" + strconv.Itoa(n)
	return beginning([]rune(name), limit-TextWidth(end)) + end
}

func beginning(name []rune, limit int) string {
	end := 0
	for TextWidth(string(name[:end+1])) <= limit {
		end++
	}
	for cutsNumber(name, end) {
		end--
	}
	return string(name[:end])
}

// cutsNumber reports whether a digit ends before the place in the name and another one begins there.
func cutsNumber(name []rune, at int) bool {
	return at > 0 && at < len(name) && unicode.IsDigit(name[at-1]) && unicode.IsDigit(name[at])
}

// WriteText writes aligned columns, figures on the right, without spaces at the ends of lines. If a line is too wide
// for the writer, remarks are wrapped; then names are shortened and listed in full below; then the columns are divided
// into blocks; and finally each row is written with one cell a line. No number is cut.
func (g *Grid) WriteText(w io.Writer) error {
	var out strings.Builder
	p, room := g.page(), Columns(w)
	blocks := p.blocks(room)
	if blocks == nil && g.headed() {
		return g.upright().WriteText(w)
	}
	if blocks == nil { // nothing fits: ignore the limit
		copy(p.widths, p.full)
		blocks = p.blocks(0)
	}
	legend := p.shorten()
	for i, columns := range blocks {
		if i > 0 {
			out.WriteString("\n")
		}
		for n, cells := range p.lines {
			holds := func(column int) bool { return column < len(cells) && cells[column] != "" }
			if i == 0 || n == 0 && g.headed() || slices.ContainsFunc(columns[p.keys():], holds) {
				p.write(&out, cells, columns)
			}
		}
	}
	if _, err := io.WriteString(w, out.String()); err != nil || len(legend.Rows) == 0 {
		return err
	}
	legend.Indent = g.Indent + 2
	err := Printf(w, "\n%sIn full:\n", strings.Repeat(" ", g.Indent))
	if legend.Indent+legend.Width()-2 <= room {
		return cmp.Or(err, legend.WriteText(w))
	}
	for _, names := range legend.Rows {
		indent := strings.Repeat(" ", legend.Indent)
		err = cmp.Or(err, Printf(w, "%s%s\n%s  %s\n", indent, names[0], indent, names[1]))
	}
	return err
}

// upright returns a grid with a line for every cell, with its heading.
func (g *Grid) upright() *Grid {
	out := New("", "~")
	out.Indent = g.Indent
	for i, cells := range g.Rows {
		if i > 0 {
			out.Add("")
		}
		for j, cell := range cells {
			out.Add(g.names()[j], cell)
		}
	}
	return out
}

// write writes the cells of a row, remarks in several lines if their column has been narrowed.
func (p *page) write(out *strings.Builder, cells []string, columns []int) {
	parts, height := make([][]string, len(columns)), 1
	for i, column := range columns {
		switch cell := ""; {
		case column >= len(cells):
			parts[i] = []string{""}
		default:
			cell = cells[column]
			if short := p.short[cell]; short != "" && p.kind(column) == Names {
				cell = short
			}
			parts[i] = []string{cell}
			if p.widths[column] < p.full[column] && p.kind(column) == Remarks {
				parts[i] = strings.Split(Wrap(cell, p.widths[column]), "\n")
			}
			height = max(height, len(parts[i]))
		}
	}
	for n := range height {
		line := strings.Repeat(" ", p.Indent)
		for i, column := range columns {
			cell := ""
			if n < len(parts[i]) {
				cell = parts[i][n]
			}
			pad := strings.Repeat(" ", max(0, p.widths[column]-TextWidth(cell)))
			if p.kind(column) == Figures {
				cell = pad + cell
			} else {
				cell += pad
			}
			line += cell + strings.Repeat(" ", p.gap)
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

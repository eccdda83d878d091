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

// Narrower than this neither names are shortened nor remarks broken into lines, in columns of a terminal.
const (
	leastName   = 12
	leastRemark = 12
)

// Columns is how many columns the lines of a writer have, 0 if as many as are wanted. Writers tell by a method of that
// name.
func Columns(w io.Writer) int {
	if limited, ok := w.(interface{ Columns() int }); ok {
		return limited.Columns()
	}
	return 0
}

// Printf writes text whose lines are broken between words where the writer has no room for them.
func Printf(w io.Writer, format string, args ...any) error {
	_, err := io.WriteString(w, Wrap(fmt.Sprintf(format, args...), Columns(w)))
	return err
}

// Wrap breaks lines of text between words so that they take at most so many columns, if that is not 0. They go on as
// far to the right as they began, and further if they are in columns, which two blanks tell. A word without room on
// any line is broken after a comma or the like; commands to be copied stay whole.
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

// unbroken are the parts of a line that stay whole, with the blanks after them: words, numbers with their unit,
// intervals, and the parts of words wider than so many columns.
func unbroken(line string, columns int) (parts []string) {
	glue := func(word string) bool { return word == "%" || word == "±" || word == ".." }
	joined := false
	for field := range strings.SplitAfterSeq(line, " ") {
		word := strings.TrimRight(field, " ,.;:)")
		if n := len(parts); n > 0 && (word == "" || joined || glue(word)) && TextWidth(parts[n-1]+field) <= columns {
			parts[n-1] += field
		} else if TextWidth(strings.TrimRight(field, " ")) > columns {
			parts = append(parts, pieces(field)...)
		} else {
			parts = append(parts, field)
		}
		joined = word == "±" || word == ".."
	}
	return parts
}

// pieces are a word cut behind its punctuation.
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

// page is a grid as it is laid out for a writer.
type page struct {
	*Grid
	lines  [][]string // the headings first if there are any
	gap    int
	widths []int // of columns, as they are written
	full   []int // and as wide as their texts
	short  map[string]string
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

// width is that of a line of the columns, without blanks at its end.
func (p *page) width(columns ...int) int {
	sum := p.Indent - p.gap
	for _, column := range columns {
		sum += p.widths[column] + p.gap
	}
	return sum
}

// blocks are the columns that stand side by side: all that have room, once remarks are broken into lines and then names
// shortened, and the others below them, each block beginning with the columns that say what a row is of. It is nil
// if not even a single one has room beside these.
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

// keys is how many columns say what a row is of.
func (p *page) keys() int {
	for i := range p.widths {
		if p.Keys == 0 && p.kind(i) != Figures || i+1 == p.Keys {
			return i + 1
		}
	}
	return 0
}

// narrow makes columns as narrow as it takes for a line of them to have room, the widest first.
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

// shorten takes the middle out of names without room, no two alike.
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

// shortened is a name if it has room, else its beginning and end, cut through no number.
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

// numbered is the beginning of a name and a number.
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

// WriteText writes aligned columns, figures on the right, without spaces at the ends of lines. Where the writer has no
// room for a line, remarks are broken into lines; then names are shortened, and given in full below; then columns stand
// below each other, and at last every row is written from top to bottom. No number is cut.
func (g *Grid) WriteText(w io.Writer) error {
	var out strings.Builder
	p, room := g.page(), Columns(w)
	blocks := p.blocks(room)
	if blocks == nil && g.headed() {
		return g.upright().WriteText(w)
	}
	if blocks == nil { // as wide as it must be
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

// upright has a line for every cell, with its heading.
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

// write writes the cells of a row, those of remarks in several lines where they have been made narrower.
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

package table

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Kind says how a column is laid out.
type Kind uint8

const (
	Words   Kind = iota // the zero value: texts, aligned on the left
	Figures             // numbers, rounded for readers and aligned on the right; the cell of an unknown number is empty
	Remarks             // longer texts, which a page may show below the first cell of the row and a terminal may wrap
	Names               // names that may be shortened to fit a terminal, and are then listed in full below the table
)

// A Head describes a column of a [Grid].
type Head struct {
	Name string
	Kind Kind
}

// Numeric reports whether the column contains numbers.
func (h Head) Numeric() bool { return h.Kind == Figures }

// A Grid is a table of texts for people.
type Grid struct {
	Columns []Head // if no column has a name, WriteText writes no headings
	Rows    [][]string
	Indent  int // spaces before every line of text
	Gap     int // spaces between columns of text; 0 for 2
	Keys    int // number of leading columns that identify a row; 0 for all through the first that is not of Figures
}

// New returns a grid. A prefix of a column's name sets its kind: # for Figures, ~ for Remarks, … for Names.
func New(names ...string) *Grid {
	g := &Grid{}
	for _, name := range names {
		head := Head{Name: name}
		if text, ok := strings.CutPrefix(name, "#"); ok {
			head = Head{text, Figures}
		} else if text, ok := strings.CutPrefix(name, "~"); ok {
			head = Head{text, Remarks}
		} else if text, ok := strings.CutPrefix(name, "…"); ok {
			head = Head{text, Names}
		}
		g.Columns = append(g.Columns, head)
	}
	return g
}

// Add appends a row. A number becomes a cell with all its digits, nil an empty cell, and a []string several cells.
func (g *Grid) Add(values ...any) {
	var cells []string
	for _, value := range values {
		if texts, ok := value.([]string); ok {
			cells = append(cells, texts...)
		} else {
			cells = append(cells, csvText(value))
		}
	}
	g.Rows = append(g.Rows, cells)
}

func (g *Grid) names() []string {
	names := make([]string, len(g.Columns))
	for i, column := range g.Columns {
		names[i] = column.Name
	}
	return names
}

// TextWidth returns how many columns a text takes on a terminal: two for a wide character, none for a combining one.
func TextWidth(text string) (columns int) {
	for _, r := range text {
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			columns += 2
		default:
			columns++
		}
	}
	return columns
}

// Width returns how many columns of a terminal the grid takes if no cell is shortened or wrapped. It counts a gap after
// every column of the grid, the last one included, but no indent.
func (g *Grid) Width() (sum int) {
	p := g.page()
	for _, width := range p.full {
		sum += width + p.gap
	}
	return sum
}

// WriteCSV writes a line of column names and a line for each row.
func (g *Grid) WriteCSV(w io.Writer) error {
	return writeCSV(w, append([][]string{g.names()}, g.Rows...))
}

// writeCSV writes rows. It puts an apostrophe before each text that a spreadsheet would run as a formula.
func writeCSV(w io.Writer, rows [][]string) error {
	out := csv.NewWriter(w)
	for _, row := range rows {
		row = slices.Clone(row)
		for i, cell := range row {
			_, err := strconv.ParseFloat(cell, 64)
			if err != nil && len(cell) > 1 && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
				row[i] = "'" + cell
			}
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// MarshalJSON returns an object with the lists "columns" and "rows". An empty cell of Figures becomes null.
func (g *Grid) MarshalJSON() ([]byte, error) {
	rows := make([][]any, len(g.Rows))
	for i, cells := range g.Rows {
		rows[i] = make([]any, len(cells))
		for j, cell := range cells {
			switch {
			case !g.Columns[j].Numeric():
				rows[i][j] = cell
			case cell != "":
				rows[i][j] = json.Number(cell)
			}
		}
	}
	return json.Marshal(map[string]any{"columns": g.names(), "rows": rows})
}

package report

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"

	"pillars/results/stats"
)

// Table is a table of texts. Numbers are written as they are to be read, rounded to what they are worth; one that is
// not known is empty.
type Table struct {
	Columns []Column
	Rows    [][]string
}

// Column is a column of a table.
type Column struct {
	Name string
	Kind ColumnKind
}

// ColumnKind says how a column is shown.
type ColumnKind uint8

const (
	// Words are texts.
	Words ColumnKind = iota
	// Figures are numbers.
	Figures
	// Remarks are longer texts, which a page shows below the first cell of their row.
	Remarks
)

// Numeric reports whether the column holds numbers.
func (c Column) Numeric() bool { return c.Kind == Figures }

// kinds are the marks of columns that are not words.
var kinds = map[byte]ColumnKind{'#': Figures, '~': Remarks}

// columns are columns by name; those of numbers have a # before it, those of remarks a ~.
func columns(names ...string) []Column {
	var out []Column
	for _, name := range names {
		kind := kinds[name[0]]
		if kind != Words {
			name = name[1:]
		}
		out = append(out, Column{name, kind})
	}
	return out
}

func (t *Table) add(cells ...string) { t.Rows = append(t.Rows, cells) }

// WriteCSV writes the table with a line of column names.
func (t *Table) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	var names []string
	for _, column := range t.Columns {
		names = append(names, column.Name)
	}
	if err := out.Write(names); err != nil {
		return err
	}
	return out.WriteAll(t.Rows)
}

// MarshalJSON writes an object with the lists "columns" and "rows"; a number that is not known is null.
func (t *Table) MarshalJSON() ([]byte, error) {
	names, rows := []string{}, [][]any{}
	for _, column := range t.Columns {
		names = append(names, column.Name)
	}
	for _, cells := range t.Rows {
		row := make([]any, len(cells))
		for i, cell := range cells {
			switch {
			case !t.Columns[i].Numeric():
				row[i] = cell
			case cell != "":
				row[i] = json.Number(cell)
			}
		}
		rows = append(rows, row)
	}
	return json.Marshal(map[string]any{"columns": names, "rows": rows})
}

func count(n int) string { return strconv.Itoa(n) }

func digits(x float64, decimals int) string { return stats.FormatNumber(x, decimals) }

// percent is a share in per cent, without the sign: that stands in the name of the column.
func percent(share float64) string { return digits(100*share, 1) }

// estimateCells are the value and the limits of an estimate, as far as they mean something.
func estimateCells(e stats.Estimate, decimals int) []string {
	cells := []string{"", "", ""}
	if e.HasValue() {
		cells[0] = digits(e.Value, decimals)
	}
	switch e.Kind {
	case stats.Measured, stats.Bracketed:
		cells[1], cells[2] = digits(e.Low, decimals), digits(e.High, decimals)
	case stats.AtLeast:
		cells[1] = digits(e.Low, decimals)
	case stats.AtMost:
		cells[2] = digits(e.High, decimals)
	}
	return cells
}

func shareCells(e stats.Estimate) []string { return estimateCells(e.Scaled(100), 1) }

// shareText is a share with its interval, for running text.
func shareText(e stats.Estimate) string {
	if !e.HasValue() {
		return "–"
	}
	return percent(e.Value) + " %"
}

func limitsText(e stats.Estimate) string {
	if e.Kind != stats.Measured && e.Kind != stats.Bracketed {
		return ""
	}
	return percent(e.Low) + " .. " + percent(e.High) + " %"
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

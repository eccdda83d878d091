// Package table describes an answer once, and writes it as aligned text, CSV or JSON.
//
// A [Table] has a [Column] for each fact of a row; text for people and data for programs come from the same columns.
// [Facts] are one record: an object in JSON, a line for each fact as text. A [Grid] is the table of texts behind both;
// what only people read can be added to a grid directly:
//
//	grid := table.New("player", "#games")
//	grid.Add("greedy", 12)
//	err := grid.WriteText(out)
package table

import (
	"io"
	"strconv"
)

// Form is a set of forms of output.
type Form uint8

const (
	Text Form = 1 << iota
	CSV
	JSON
)

// Column is a fact of every row.
type Column[Row any] struct {
	Key  string // its name in JSON and CSV; a column without one is for people only
	Head string // its heading for people; a column without Head and Text is for programs only
	Kind Kind   // how people see it: Words are aligned on the left, Figures on the right

	Only      Form // the forms that show it; 0 is all
	OmitEmpty bool // JSON leaves out what is false, 0, nil or empty
	Digits    int  // significant ones of fractions in CSV; 0 is all

	Value func(Row) any    // for programs; nil is null in JSON and empty in CSV
	Text  func(Row) string // for people; if nil, as in CSV
}

func (c *Column[Row]) shown(in Form) bool {
	if c.Only != 0 && c.Only&in == 0 {
		return false
	}
	if in == Text {
		return c.Head != "" || c.Text != nil
	}
	return c.Key != ""
}

func (c *Column[Row]) text(row Row) string {
	if c.Text != nil {
		return c.Text(row)
	}
	return csvText(c.Value(row))
}

// Table is rows with their columns. In JSON it is an array of objects.
type Table[Row any] struct {
	Columns []Column[Row]
	Rows    []Row
}

// Grid is the table for people.
func (t Table[Row]) Grid() *Grid {
	return t.grid(Text, func(c *Column[Row]) Head { return Head{c.Head, c.Kind} }, (*Column[Row]).text)
}

func (t Table[Row]) data() *Grid {
	cell := func(c *Column[Row], row Row) string {
		value := c.Value(row)
		if x, ok := value.(*float64); ok && x != nil {
			value = *x
		}
		if x, ok := value.(float64); ok && c.Digits > 0 {
			return strconv.FormatFloat(x, 'g', c.Digits, 64)
		}
		return csvText(value)
	}
	return t.grid(CSV, func(c *Column[Row]) Head { return Head{c.Key, c.Kind} }, cell)
}

func (t Table[Row]) grid(form Form, head func(*Column[Row]) Head, cell func(*Column[Row], Row) string) *Grid {
	out := &Grid{Rows: make([][]string, len(t.Rows))}
	for i := range t.Columns {
		c := &t.Columns[i]
		if !c.shown(form) {
			continue
		}
		out.Columns = append(out.Columns, head(c))
		for j, row := range t.Rows {
			out.Rows[j] = append(out.Rows[j], cell(c, row))
		}
	}
	return out
}

// WriteText writes aligned columns below their headings.
func (t Table[Row]) WriteText(w io.Writer) error { return t.Grid().WriteText(w) }

// WriteCSV writes a line of keys and a line for each row.
func (t Table[Row]) WriteCSV(w io.Writer) error { return t.data().WriteCSV(w) }

// AppendCSV writes lines for the rows without the line of keys, for rows that come one by one.
func (t Table[Row]) AppendCSV(w io.Writer) error { return writeCSV(w, t.data().Rows) }

// Record is a row for programs.
func (t Table[Row]) Record(row Row) Facts {
	var out Facts
	for i := range t.Columns {
		c := &t.Columns[i]
		if !c.shown(JSON) {
			continue
		}
		if value := c.Value(row); !c.OmitEmpty || !empty(value) {
			out.Add(c.Key, value)
		}
	}
	return out
}

// Records are all rows for programs.
func (t Table[Row]) Records() []any {
	records := make([]any, len(t.Rows))
	for i, row := range t.Rows {
		records[i] = t.Record(row)
	}
	return records
}

// MarshalJSON writes an array of the records.
func (t Table[Row]) MarshalJSON() ([]byte, error) { return encode(t.Records()) }
